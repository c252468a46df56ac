// Any text of a scene, final.json above all, is a world that can be run on, or an InputError, never anything else.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "fuzz_worlds.hpp"
#include "json_mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  carom::io::SceneSettings settings;
  settings.max_bodies = 50;
  try {
    const carom::io::AnyScene scene =
        carom::io::parse_scene(std::string(reinterpret_cast<const char*>(data), size), "fuzz", settings);
    std::visit([](const auto& one) { fuzz::advance(one.make_world()); }, scene);
  } catch (const carom::io::InputError&) {
  } catch (const std::invalid_argument&) {  // too much to do until the time that is run to
  } catch (const std::domain_error&) {      // what moves leaves the range of numbers
  } catch (const std::runtime_error&) {     // a world that can not go on
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_text(data, size, max_size, seed);
}
