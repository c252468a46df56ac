// Any text is a table that a ball can be played on, or an InputError, never anything else.
#include "carom/io/table.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "carom/billiards/shot.hpp"
#include "carom/io/scene.hpp"
#include "json_mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace carom::billiards;
  try {
    const Table table = carom::io::parse_table(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
    const TableState state{{resting_ball(table, 0, table.cushions.front().from + carom::Vec2{0.1, 0.1})}};
    ShotOptions options;
    options.most_events = 200;
    play(table, state, {.speed = 3, .heading = {2, 1}, .side = 0.2}, options);
  } catch (const carom::io::InputError&) {
  } catch (const std::invalid_argument&) {  // there is no room for the ball
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_text(data, size, max_size, seed);
}
