// Any text is a shot that can be played or is refused, or an InputError, never anything else.
#include "carom/io/shot.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "carom/io/scene.hpp"
#include "json_mutator.hpp"

namespace {

/// Whether its table is in another file.
bool names_table(std::string_view text) {
  constexpr std::string_view kTable = "\"table\"";
  for (std::size_t at = text.find(kTable); at < text.size(); at = text.find(kTable, at)) {
    const std::size_t colon = text.find_first_not_of(" \n\t\r", at += kTable.size());
    if (colon >= text.size() || text[colon] != ':') continue;
    const std::size_t value = text.find_first_not_of(" \n\t\r", colon + 1);
    if (value < text.size() && text[value] == '"') return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (names_table(text)) return 0;
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
