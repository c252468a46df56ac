// carom_wasm_bench SCENE EVENTS: the CPU time of so many events of a scene, after a tenth of them.
// carom_wasm_bench breaks COUNT: of so many eight-ball breaks of the game, each with a seed of its own.
// bench.mjs does the same in WebAssembly and runs both in turns.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <string>
#include <variant>

#include "carom/billiards/game.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/io/scene.hpp"

namespace {

using namespace carom;

constexpr double kLong = 1e6;  // later than so many events

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <int D>
double time_of(const io::Scene<D>& scene, std::uint64_t events) {
  World<D> world = scene.make_world();
  const auto run = [&](std::uint64_t most) {
    world.run_until(
        kLong, [](const Event<D>&) {}, most);
  };
  run(events / 10);
  const double begin = cpu_seconds();
  run(events);
  return cpu_seconds() - begin;
}

// Of numbers that JavaScript makes alike.
billiards::Strike break_stroke(int k) {
  return {.speed = 8 + (k % 16) / 16.0,
          .heading = {1, (k * 29 % 100 - 50) / 4096.0},
          .side = 0,
          .height = 0.125,
          .elevation = 0};
}

double time_of_breaks(int count) {
  billiards::ShotPlayer player(billiards::pool_table());
  const double begin = cpu_seconds();
  for (int k = 0; k < count; ++k) {
    billiards::GameHistory history(
        billiards::settings_for(billiards::GameKind::eight_ball, static_cast<std::uint64_t>(k)));
    history.act(billiards::take_shot(player, history.game(), {}, break_stroke(k)));
  }
  return cpu_seconds() - begin;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("carom_wasm_bench SCENE EVENTS, or carom_wasm_bench breaks COUNT\n", stderr);
    return 2;
  }
  const std::string what = argv[1];
  const std::uint64_t count = std::strtoull(argv[2], nullptr, 10);
  try {
    const double seconds =
        what == "breaks" ? time_of_breaks(static_cast<int>(count))
                         : std::visit([&](const auto& scene) { return time_of(scene, count); }, io::read_scene(what));
    std::printf("%.9f\n", seconds);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "carom_wasm_bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
