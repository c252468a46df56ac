// Any line has an answer, which is valid JSON, or is an InputError: never anything else.
#include "carom/io/query.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "json_mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string line(reinterpret_cast<const char*>(data), size);
  for (std::size_t question = 0; question < carom::io::kQuestionNames.size(); ++question) {
    std::string answer;
    try {
      answer = carom::io::answer_query(static_cast<carom::io::Question>(question), line);
    } catch (const carom::io::InputError& error) {
      answer = carom::io::query_error(error.what(), 1);
    }
    if (!nlohmann::json::accept(answer) || answer.find('\n') != std::string::npos) std::abort();
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_text(data, size, max_size, seed);
}
