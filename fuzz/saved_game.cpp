// Any text is a game that can be saved again, or an InputError, never anything else.
#include "carom/io/saved_game.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "json_mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const carom::billiards::GameHistory history = carom::io::read_saved_game(text, "fuzz");
    if (carom::io::read_saved_game(carom::io::write_saved_game(history), "fuzz") != history) std::abort();
  } catch (const carom::io::InputError&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_text(data, size, max_size, seed);
}
