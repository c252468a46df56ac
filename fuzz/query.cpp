// Any line has an answer, which is valid JSON, or is an InputError: never anything else. A list is several
// lines, of which later ones may use what an earlier one has named.
#include "carom/io/query.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
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
  const auto document = nlohmann::json::parse(input, nullptr, false);
  if (!document.is_array()) return {input};
  std::vector<std::string> lines;
  for (const auto& line : document)
    lines.push_back(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return lines;
}

void expect_one_line(const std::string& text) {
  if (!nlohmann::json::accept(text) || text.find('\n') != std::string::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> lines = lines_of(input);
  for (const std::string_view question : carom::io::question_names()) {
    carom::io::QuerySession session(question);
    std::size_t number = 0;
    for (const std::string& line : lines) expect_one_line(answer(session, line, ++number));
    if (input.find("\"ask\"") != std::string::npos) break;  // the others would be told the same
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_text(data, size, max_size, seed);
}
