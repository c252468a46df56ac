#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/scene.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// The names of what can be asked, as lines and `carom query` spell them (docs/formats/query.md).
std::vector<std::string_view> question_names();

/// In a question's place: each line names its own.
inline constexpr std::string_view kQuestionOfEachLine = "each";

class QueryNames;

/// Lines that are answered one after the other: what one defines, later ones use by its name.
class QuerySession {
 public:
  /// `question` is what lines ask that do not say it: one of question_names(), or kQuestionOfEachLine.
  explicit QuerySession(std::string_view question);
  ~QuerySession();

  /// The answer to a line, one line of JSON without its end, as is the line itself; it holds the shortest decimals that
  /// read back as the same doubles. InputError names the place in the line, the value found there and what was
  /// expected. `line_number` counts from 1. Lines that define nothing may be answered side by side.
  std::string answer(const std::string& line, std::size_t line_number);

  /// Whether a line may be one that defines something, seen without reading it.
  static bool may_define(std::string_view line);

 private:
  std::string question_;
  std::unique_ptr<QueryNames> names_;
};

/// The answer to a line by itself, whose question is `question` unless it says another.
std::string answer_query(std::string_view question, const std::string& line);

/// What stands in an answer's place where the line was bad: the reason, and the line's number from 1.
std::string query_error(const std::string& reason, std::size_t line_number);

}  // namespace carom::io

#pragma GCC visibility pop
