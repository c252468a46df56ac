// carom_scene_bench SCENE…: events per second of CPU time on one core, as CSV: warmed up, then as many events as
// --events says.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <string>
#include <variant>
#include <vector>

#include "carom/io/scene.hpp"

namespace {

using namespace carom;

struct Settings {
  std::uint64_t events = 1'000'000;
  BroadPhase broad_phase = BroadPhase::automatic;
  std::vector<std::string> scenes;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Runs until `events` more have come; the time steps adapt to the rate, so that a world of any speed stops soon
/// after.
template <int D>
void run_events(World<D>& world, std::uint64_t events, double& step) {
  const std::uint64_t goal = world.event_count() + events;
  while (world.event_count() < goal) {
    const std::uint64_t before = world.event_count();
    world.run_until(world.time() + step, [](const Event<D>&) {});
    const std::uint64_t seen = world.event_count() - before;
    if (seen < events / 200) step *= 2;
    if (seen > events / 50) step /= 2;
  }
}

template <int D>
void measure(io::Scene<D> scene, const Settings& settings) {
  scene.options.broad_phase = settings.broad_phase;
  double start = cpu_seconds();
  World<D> world = scene.make_world();
  double step = scene.until / 1024;
  run_events(world, settings.events / 10, step);
  const double warm_up = cpu_seconds() - start;

  start = cpu_seconds();
  const std::uint64_t before = world.event_count();
  run_events(world, settings.events, step);
  const double seconds = cpu_seconds() - start;
  const std::uint64_t events = world.event_count() - before;
  std::printf("%s,%s,%zu,%llu,%.3f,%.3f,%.0f\n", scene.name.c_str(),
              settings.broad_phase == BroadPhase::automatic ? "grid" : "all_pairs", scene.bodies.size(),
              static_cast<unsigned long long>(events), warm_up, seconds, static_cast<double>(events) / seconds);
  std::fflush(stdout);
}

Settings parse(int argc, char** argv) {
  Settings settings;
  for (int k = 1; k < argc; ++k) {
    if (std::strcmp(argv[k], "--events") == 0 && k + 1 < argc) {
      settings.events = std::max(1000ULL, std::strtoull(argv[++k], nullptr, 10));
    } else if (std::strcmp(argv[k], "--all-pairs") == 0) {
      settings.broad_phase = BroadPhase::all_pairs;
    } else {
      settings.scenes.emplace_back(argv[k]);
    }
  }
  return settings;
}

}  // namespace

int main(int argc, char** argv) try {
  const Settings settings = parse(argc, argv);
  std::printf("scene,broad_phase,bodies,events,warm_up_seconds,cpu_seconds,events_per_second\n");
  for (const std::string& file : settings.scenes) {
    std::visit([&](auto&& scene) { measure(std::move(scene), settings); }, carom::io::read_scene(file));
  }
  return settings.scenes.empty() ? 2 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "carom_scene_bench: %s\n", error.what());
  return 1;
}
