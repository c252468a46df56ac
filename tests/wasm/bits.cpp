// Runs eleven scenes and plays fifty shots; bindings/wasm/test/same_bits.test.mjs does the same in WebAssembly and
// compares the texts.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

#include "carom/billiards/game.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/io/saved_game.hpp"
#include "carom/io/scene.hpp"

namespace {

using namespace carom;

struct Run {
  const char* scene;
  double until;
  std::uint64_t most_events;
};

constexpr std::array<Run, 11> kRuns = {{{"break", 10, 100000},
                                        {"bowling", 5, 100000},
                                        {"bowls", 20, 100000},
                                        {"cradle", 5, 100000},
                                        {"landslide", 3, 20000},
                                        {"gas2d", 1, 20000},
                                        {"gas3d", 1, 20000},
                                        {"clay", 2, 20000},
                                        {"heap", 3, 20000},
                                        {"shuffleboard", 20, 100000},
                                        {"sliding/kinds", 5, 100000}}};

template <int D>
void report(const char* name, const io::Scene<D>& scene, const Run& run) {
  World<D> world = scene.make_world();
  world.run_until(
      run.until, [](const Event<D>&) {}, run.most_events);
  std::printf("%s %llu %016llx\n", name, static_cast<unsigned long long>(world.event_count()),
              static_cast<unsigned long long>(world.hash()));
}

void report_scenes(const std::string& folder) {
  for (const Run& run : kRuns) {
    const io::AnyScene scene = io::read_scene(folder + "/" + run.scene + ".json");
    std::visit([&](const auto& one) { report(run.scene, one, run); }, scene);
  }
}

constexpr std::array<const char*, 5> kGames = {"eight-ball", "nine-ball", "straight-pool", "snooker", "three-cushion"};

billiards::Table table_for(int game) {
  if (game < 3) return billiards::pool_table();
  return game == 3 ? billiards::snooker_table() : billiards::carom_table();
}

// All numbers are made by operations that are exact or rounded once, so that JavaScript makes the same.
billiards::Strike stroke(int k) {
  return {.speed = 1 + (k * 37 % 80) / 10.0,
          .heading = {1, (k * 29 % 100 - 50) / 256.0},
          .side = (k * 13 % 7 - 3) / 16.0,
          .height = (k * 11 % 7 - 3) / 16.0,
          .elevation = k % 4 == 3 ? 0.5 : 0};
}

void report_shots() {
  for (int k = 0; k < 50; ++k) {
    const int game = k % 5;
    auto settings =
        billiards::settings_for(io::game_named(kGames[static_cast<std::size_t>(game)]), static_cast<std::uint64_t>(k));
    billiards::GameHistory history(settings);
    billiards::ShotPlayer player(table_for(game));
    billiards::Call call;
    call.safety = game == 2;
    history.act(billiards::take_shot(player, history.game(), call, stroke(k)));
    std::printf("%s\n", io::write_saved_game(history).c_str());
  }
}

}  // namespace

int main(int, char** arguments) {
  report_scenes(arguments[1]);
  report_shots();
}
