#include "carom/io/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>

#include "commands.hpp"
#include "common/line_reader.hpp"
#include "common/message.hpp"
#include "common/usage.hpp"

namespace {

using carom::io::Question;

constexpr const char* kQueryAbout = "Answers questions about two shapes, one per line, for programs in any language";
constexpr const char* kQueryMore =
    "Reads one JSON object per line and writes one answer per line, as soon as the line has come.\n"
    "docs/formats/query.md has all shapes, motions and answers.\n"
    "\n"
    "Examples:\n"
    "  echo "
    "'{\"dim\":2,\"a\":{\"shape\":{\"ball\":{\"center\":[0,0],\"radius\":1}},\"motion\":{\"linear\":{\"velocity\":[2,0]"
    "}}},"
    "\"b\":{\"shape\":{\"ball\":{\"center\":[10,0],\"radius\":1}}}}' | carom query time-of-impact\n"
    "  carom query distance pairs.jsonl > distances.jsonl";

constexpr int kSomeLinesWereBad = 1;
constexpr std::size_t kMostReported = 10;

struct Reply {
  std::string answer;
  std::string error;
};

Reply reply_to(Question question, const Line& line) {
  if (line.too_long) return {{}, fmt::format("got more than {} bytes, expected a shorter line", line.text.size())};
  if (line.text.find_first_not_of(" \t\r") == std::string::npos) return {};
  try {
    return {carom::io::answer_query(question, line.text), {}};
  } catch (const carom::io::InputError& error) {
    return {{}, error.what()};
  }
}

/// In the order of the lines; where there are many, several processors share them.
std::vector<Reply> reply_to_all(Question question, const std::vector<Line>& lines) {
  constexpr std::size_t kLeastShare = 64;
  std::vector<Reply> replies(lines.size());
  const auto reply = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) replies[i] = reply_to(question, lines[i]);
  };
  const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t shares = std::clamp(lines.size() / kLeastShare, std::size_t{1}, processors);
  const auto bound = [&](std::size_t share) { return lines.size() * share / shares; };
  std::vector<std::future<void>> others;
  for (std::size_t share = 1; share < shares; ++share)
    others.push_back(std::async(reply, bound(share), bound(share + 1)));
  reply(0, bound(1));
  for (std::future<void>& other : others) other.get();
  return replies;
}

/// Answers every line with a line; empty ones with an empty line.
class Session {
 public:
  Session(Question question, const std::string& file) : question_(question), lines_(file, flush) {}

  void run() {
    for (auto lines = lines_.next(); !lines.empty(); lines = lines_.next())
      for (const Reply& reply : reply_to_all(question_, lines)) put(reply);
    flush();
    if (bad_ > kMostReported) print_error(fmt::format("{} of {} lines were bad", bad_, count_));
  }
  bool all_good() const { return bad_ == 0; }

 private:
  void put(const Reply& reply) {
    ++count_;
    if (reply.error.empty()) {
      write(reply.answer);
    } else {
      write(carom::io::query_error(reply.error, count_));
      if (++bad_ <= kMostReported) print_error(fmt::format("line {}: {}", count_, reply.error));
    }
    write("\n");
  }

  static void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
  }
  static void flush() {
    if (std::fflush(stdout) != 0) fail();
  }
  [[noreturn]] static void fail() { throw std::runtime_error("cannot write to the standard output"); }

  Question question_;
  LineReader lines_;
  std::size_t count_ = 0;
  std::size_t bad_ = 0;
};

}  // namespace

void add_query(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("query", kQueryAbout);
  command->footer(kQueryMore);
  const auto question = std::make_shared<std::string>();
  const auto file = std::make_shared<std::string>("-");
  const std::vector<std::string> names(carom::io::kQuestionNames.begin(), carom::io::kQuestionNames.end());
  command->add_option("QUESTION", *question, "What to ask about every pair")->required()->check(one_of(names));
  command->add_option("FILE", *file, "The lines; the standard input (-) unless given");
  command->callback([question, file, names, &exit_code] {
    const auto index = std::find(names.begin(), names.end(), *question) - names.begin();
    Session session(static_cast<Question>(index), *file);
    session.run();
    if (!session.all_good()) exit_code = kSomeLinesWereBad;
  });
}
