// Any text is a summary or a scene that is told about, or an InputError, never anything else.
#include <cstddef>
#include <cstdint>
#include <string>

#include "carom/io/describe.hpp"
#include "json_mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (text.find("\"carom_summary\"") == std::string::npos) return 0;  // scenes have a fuzzer of their own
  try {
    carom::io::describe_text(text, "fuzz");
  } catch (const carom::io::InputError&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_text(data, size, max_size, seed);
}
