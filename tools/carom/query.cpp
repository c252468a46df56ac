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

using carom::io::QuerySession;

constexpr const char* kQueryAbout =
    "Answers questions about shapes, one per line, for programs in any language: about two, or one among many";
constexpr const char* kQueryMore =
    "Reads one JSON object per line and writes one answer per line, as soon as the line has come. A line may define a\n"
    "shape, or the items of an index, by a name that later lines use; one with the field \"ask\" asks that. With "
    "\"each\"\n"
    "for the question every line says what it asks. docs/formats/query.md has all questions, shapes and answers.\n"
    "\n"
    "Examples:\n"
    "  echo "
    "'{\"dim\":2,\"a\":{\"shape\":{\"ball\":{\"center\":[0,0],\"radius\":1}},\"motion\":{\"linear\":{\"velocity\":[2,0]"
    "}}},"
    "\"b\":{\"shape\":{\"ball\":{\"center\":[10,0],\"radius\":1}}}}' | carom query time-of-impact\n"
    "  carom query distance pairs.jsonl > distances.jsonl\n"
    "  carom query cast level_and_shots.jsonl";

constexpr int kSomeLinesWereBad = 1;
constexpr std::size_t kMostReported = 10;

struct Reply {
  std::string answer;
  std::string error;
};

/// Answers lines by their numbers, which count from 1.
class Answerer {
 public:
  explicit Answerer(const std::string& question) : session_(question) {}

  /// In the order of the lines. What comes after a definition may use it, so that one is answered alone; between them
  /// several processors share the lines where they are many.
  std::vector<Reply> reply_to_all(const std::vector<Line>& lines, std::size_t number) {
    std::vector<Reply> replies(lines.size());
    const auto reply = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) replies[i] = reply_to(lines[i], number + i);
    };
    const auto defines = [](const Line& line) { return QuerySession::may_define(line.text); };
    for (std::size_t begin = 0; begin < lines.size();) {
      const auto from = lines.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto end = static_cast<std::size_t>(std::find_if(from, lines.end(), defines) - lines.begin());
      share(begin, end, reply);
      if (end < lines.size()) reply(end, end + 1);
      begin = end + 1;
    }
    return replies;
  }

 private:
  Reply reply_to(const Line& line, std::size_t number) {
    if (line.too_long) return {{}, fmt::format("got more than {} bytes, expected a shorter line", line.text.size())};
    if (line.text.find_first_not_of(" \t\r") == std::string::npos) return {};
    try {
      return {session_.answer(line.text, number), {}};
    } catch (const carom::io::InputError& error) {
      return {{}, error.what()};
    }
  }

  template <class Act>
  static void share(std::size_t begin, std::size_t end, const Act& act) {
    constexpr std::size_t kLeastShare = 64;
    const std::size_t size = end - begin;
    const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t shares = std::clamp(size / kLeastShare, std::size_t{1}, processors);
    const auto bound = [&](std::size_t share) { return begin + size * share / shares; };
    std::vector<std::future<void>> others;
    for (std::size_t share = 1; share < shares; ++share)
      others.push_back(std::async(act, bound(share), bound(share + 1)));
    act(begin, bound(1));
    for (std::future<void>& other : others) other.get();
  }

  QuerySession session_;
};

/// Answers every line with a line; empty ones with an empty line.
class Session {
 public:
  Session(const std::string& question, const std::string& file) : answerer_(question), lines_(file, flush) {}

  void run() {
    for (auto lines = lines_.next(); !lines.empty(); lines = lines_.next())
      for (const Reply& reply : answerer_.reply_to_all(lines, count_ + 1)) put(reply);
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

  Answerer answerer_;
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
  const auto known = carom::io::question_names();
  std::vector<std::string> names(known.begin(), known.end());
  names.emplace_back(carom::io::kQuestionOfEachLine);
  command->add_option("QUESTION", *question, "What lines ask that do not say it themselves")
      ->required()
      ->check(one_of(names));
  command->add_option("FILE", *file, "The lines; the standard input (-) unless given");
  command->callback([question, file, &exit_code] {
    Session session(*question, *file);
    session.run();
    if (!session.all_good()) exit_code = kSomeLinesWereBad;
  });
}
