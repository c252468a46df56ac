// Any text is a scene or an InputError, never anything else.
#include "carom/io/scene.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "json_mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  carom::io::SceneSettings settings;
  settings.max_bodies = 50;
  // A first line that begins with '@' is a setting: @PATH=VALUE
  std::string text(reinterpret_cast<const char*>(data), size);
  if (!text.empty() && text[0] == '@') {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::size_t equals = std::min(text.find('='), end);
    settings.values.emplace_back(text.substr(1, equals - 1),
                                 equals < end ? text.substr(equals + 1, end - equals - 1) : "");
    text.erase(0, end);
  }
  try {
    carom::io::parse_scene(text, "fuzz", settings);
  } catch (const carom::io::InputError&) {
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_text(data, size, max_size, seed);
}
