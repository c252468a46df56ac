// carom_count_bench [--balls N,…]: how many pairs of balls a search examines, of how many there are, as the rows of the
// table of docs/theory/event-engine.md. A gas of equal discs that fill a fifth of a periodic square, from a lattice of
// which some sites stay empty. `first`: until it is known what every ball does next. `per event`: after 5 collisions
// per ball (at most 10⁵) over as many as there are balls, at least 1,000. All pairs are looked at up to 10,000 balls
// only. Counts are the same each time; those of events need vectors, as every processor of today has them.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace {

using namespace carom;

constexpr double kFraction = 0.2;
constexpr double kPi = 3.14159265358979323846;
constexpr std::size_t kMostForAllPairs = 10'000;

/// Discs of diameter 1.
World2 gas(std::size_t count, BroadPhase search) {
  const double side = std::sqrt(0.25 * kPi * static_cast<double>(count) / kFraction);
  World2 world({.period = Vec2{side, side}, .broad_phase = search});
  const auto along = static_cast<std::size_t>(std::ceil(std::sqrt(1.1 * static_cast<double>(count))));
  const double spacing = side / static_cast<double>(along);
  Random random(1);
  for (std::size_t site = 0, left = count; left > 0; ++site) {
    if (random.below(along * along - site) >= left) continue;
    --left;
    const Vec2 place{(static_cast<double>(site % along) + 0.5) * spacing,
                     (static_cast<double>(site / along) + 0.5) * spacing};
    const Vec2 velocity{random.normal(), random.normal()};
    world.add({.shape = Circle{place, 0.5}, .motion = velocity});
  }
  return world;
}

void run_events(World2& world, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) world.next_event(world.time() + 1e6);
}

struct Row {
  std::string_view search;
  std::uint64_t first;
  double per_event;
};

Row measure(std::size_t count, BroadPhase search) {
  World2 world = gas(count, search);
  world.run_until(0, nullptr);
  const std::uint64_t first = world.search_counts().pairs;
  run_events(world, std::min<std::size_t>(5 * count, 100'000));
  const std::uint64_t before = world.search_counts().pairs;
  const std::size_t events = std::max<std::size_t>(count, 1000);
  run_events(world, events);
  const std::uint64_t after = world.search_counts().pairs;
  return {name(world.search_kind()), first, static_cast<double>(after - before) / static_cast<double>(events)};
}

/// With a comma after every third digit from the right.
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; text.insert(at, ",")) at -= 3;
  return text;
}

std::string cells_of(const Row& row) {
  char per_event[32];
  std::snprintf(per_event, sizeof(per_event), "%.1f", row.per_event);
  return " " + grouped(row.first) + " | " + per_event + " |";
}

void print_row(std::size_t count) {
  std::string line = "| " + grouped(count) + " | " + grouped(std::uint64_t{count} * (count - 1) / 2) + " |";
  line += count <= kMostForAllPairs ? cells_of(measure(count, BroadPhase::all_pairs))
                                    : " " + grouped(std::uint64_t{count} * (count - 1)) + " | |";
  for (const BroadPhase search : {BroadPhase::cells, BroadPhase::lists}) {
    const Row row = measure(count, search);
    const bool is_asked = search == BroadPhase::lists ? row.search == "lists" : row.search == "linked-cells";
    line += is_asked ? cells_of(row) : " | |";
  }
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
  std::string balls = "10,100,1000,10000,100000,1000000";
  if (argc == 3 && std::strcmp(argv[1], "--balls") == 0) balls = argv[2];
  std::printf(
      "| balls | n(n − 1)/2 | all pairs: first | per event | linked cells: first | per event | lists: first | per "
      "event |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  std::stringstream stream{balls};
  for (std::string part; std::getline(stream, part, ',');) print_row(std::strtoull(part.c_str(), nullptr, 10));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "carom_count_bench: %s\n", error.what());
  return 1;
}
