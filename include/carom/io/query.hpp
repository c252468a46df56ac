#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "carom/io/scene.hpp"

namespace carom::io {

/// What can be asked about two shapes, in the order of `kQuestionNames`.
enum class Question { overlap, time_of_impact, clip_motion, contact, distance };

inline constexpr std::array<std::string_view, 5> kQuestionNames = {"overlap", "time-of-impact", "clip-motion",
                                                                   "contact", "distance"};

/// The answer to a question about two shapes, both as one line of JSON without its end (docs/formats/query.md). The
/// answer holds the shortest decimals that read back as the same doubles. InputError names the place in the line, the
/// value found there and what was expected.
std::string answer_query(Question question, const std::string& line);

/// What stands in an answer's place where the line was bad: the reason, and the line's number from 1.
std::string query_error(const std::string& reason, std::size_t line_number);

}  // namespace carom::io
