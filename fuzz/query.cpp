// Any line has an answer, which is valid JSON, or is an InputError: never anything else. A list is several
// lines, of which later ones may use what an earlier one has named. What a line asks that does not say so, its text
// chooses.
#include "carom/io/query.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "json_mutator.hpp"

namespace {

std::string answer(carom::io::QuerySession& session, const std::string& line, std::size_t number) {
  try {
    return session.answer(line, number);
  } catch (const carom::io::InputError& error) {
    return carom::io::query_error(error.what(), number);
  }
}

std::vector<std::string> lines_of(const std::string& input) {
  if (!input.starts_with('[')) return {input};
  const auto document = nlohmann::json::parse(input, nullptr, false);
  if (!document.is_array()) return {input};
  std::vector<std::string> lines;
  for (const auto& line : document)
    lines.push_back(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return lines;
}

/// Lets an object say what it asks.
std::size_t ask(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (!input.starts_with('{') || input.find("\"ask\"") != std::string_view::npos)
    return fuzz::mutate_text(data, size, max_size, seed);
  static const std::vector<std::string_view> questions = carom::io::question_names();
  const std::string asked =
      "{\"ask\":\"" + std::string(questions[seed % questions.size()]) + "\"," + std::string(input.substr(1));
  if (asked.size() > max_size) return fuzz::mutate_text(data, size, max_size, seed);
  asked.copy(reinterpret_cast<char*>(data), asked.size());
  return asked.size();
}

void expect_one_line(const std::string& text) {
  if (!nlohmann::json::accept(text) || text.find('\n') != std::string::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  static const std::vector<std::string_view> questions = carom::io::question_names();
  carom::io::QuerySession session(questions[std::hash<std::string>()(input) % questions.size()]);
  std::size_t number = 0;
  for (const std::string& line : lines_of(input)) expect_one_line(answer(session, line, ++number));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  constexpr unsigned kAsk = 16;
  return seed % kAsk == 0 ? ask(data, size, max_size, seed / kAsk) : fuzz::mutate_text(data, size, max_size, seed);
}
