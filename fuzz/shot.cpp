// Any text is a shot that can be played or is refused, or an InputError, never anything else.
#include "carom/io/shot.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "carom/io/scene.hpp"
#include "json_mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_object() && document.contains("table") && document["table"].is_string()) return 0;  // another file
  try {
    carom::io::ShotSetup setup = carom::io::parse_shot(text, "fuzz");
    setup.options.most_events = std::min<std::size_t>(setup.options.most_events, 200);
    const auto outcome = carom::billiards::play(setup.table, setup.state, setup.strike, setup.options);
    if (!nlohmann::json::accept(carom::io::outcome_json(setup, outcome))) std::abort();
    carom::io::shot_report(setup, outcome);
  } catch (const carom::io::InputError&) {
  } catch (const std::invalid_argument&) {  // a stroke that is refused
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_text(data, size, max_size, seed);
}
