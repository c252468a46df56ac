// carom_heap_bench: time of heaps that come to rest on one core, as CSV. With names of cases, only these; those of a
// million bodies, which take minutes, only by name. What sleeps is told on stderr.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace {

using namespace carom;

constexpr double kG = 10;

/// A world to be run for a while.
template <int D>
struct Heap {
  World<D> world;
  double until = 0;
  double restitution = 0;
  double friction = INFINITY;

  Body<D> body(const Shape<D>& shape) const {
    return {.shape = shape, .restitution = restitution, .friction = friction};
  }
};

template <int D>
World<D> world(bool rubs) {
  WorldOptions<D> options;
  options.gravity[D - 1] = -kG;
  if (rubs) options.tangential_restitution = 0;
  return World<D>(options);
}

template <int D>
void add_box(Heap<D>& heap, double width) {
  for (int axis = 0; axis < D; ++axis)
    for (const double sign : {1.0, -1.0}) {
      Vec<D> normal{};
      normal[axis] = sign;
      if (axis < D - 1 || sign > 0) heap.world.add(heap.body(HalfSpace<D>{normal, sign > 0 ? 0 : -width}));
    }
}

/// Discs of diameter 1 that fall into a box, ten beside each other.
Heap<2> falling_discs(int count, bool rubs, std::uint64_t seed) {
  Heap<2> heap{world<2>(rubs), 20, 0.5, rubs ? 0.5 : INFINITY};
  add_box<2>(heap, 13);
  Random random(seed);
  for (int k = 0; k < count; ++k) {
    const int row = k / 10;
    heap.world.add(heap.body(Circle{{1.3 * (k % 10 + 0.5) + random.uniform(-0.1, 0.1), 0.65 + 1.3 * row}, 0.5}));
  }
  return heap;
}

/// The same with something that goes to and fro from the beginning, once in four seconds.
Heap<2> with_driven(Heap<2> heap, Body<2> body, const Vec2& velocity) {
  const BodyId id = heap.world.add(body);
  for (int turn = 0; 2 * turn < heap.until; ++turn)
    heap.world.steer(id, turn % 2 == 0 ? velocity : -velocity, 2.0 * turn + 0.5);
  return heap;
}

/// A floor six metres wide that goes up and down.
Heap<2> with_lift(Heap<2> heap, double aside) {
  const Body<2> lift = heap.body(Aabb2{{aside, -4}, {aside + 6, -0.01}});
  return with_driven(std::move(heap), lift, {0, 1});
}

/// A character that walks far above.
Heap<2> with_walker(Heap<2> heap) {
  Body<2> walker = heap.body(Circle{{2, 150}, 0.8});
  walker.mass = 50;
  walker.response = Response::slide;
  return with_driven(std::move(heap), walker, {3, 0});
}

/// Columns of touching discs that lose all, with gaps between the columns.
Heap<2> columns(int many, int high, bool rubs) {
  Heap<2> heap{world<2>(rubs), 10, 0, rubs ? 0.5 : INFINITY};
  add_box<2>(heap, 1.1 * many);
  for (int row = 0; row < high; ++row)
    for (int k = 0; k < many; ++k) heap.world.add(heap.body(Circle{{1.1 * k + 0.55, 0.5 + row}, 0.5}));
  return heap;
}

/// Balls on a hilly mesh, of `fine` squares a side.
Heap<3> on_mesh(int count, int fine) {
  Heap<3> heap{world<3>(true), 4, 0.3, 0.5};
  const double side = 12;
  std::vector<Vec3> corners;
  for (int j = 0; j <= fine; ++j)
    for (int i = 0; i <= fine; ++i) {
      const double x = side * i / fine, y = side * j / fine;
      const double bowl = 0.05 * ((x - 6) * (x - 6) + (y - 6) * (y - 6));
      corners.push_back({x, y, bowl + 0.1 * std::sin(2 * x) * std::sin(3 * y)});
    }
  TriangleMesh mesh;
  mesh.vertices = corners;
  for (int j = 0; j < fine; ++j)
    for (int i = 0; i < fine; ++i) {
      const auto at = [&](int a, int b) { return static_cast<std::uint32_t>((j + b) * (fine + 1) + i + a); };
      mesh.triangles.push_back({at(0, 0), at(1, 0), at(1, 1)});
      mesh.triangles.push_back({at(0, 0), at(1, 1), at(0, 1)});
    }
  heap.world.add(heap.body(mesh));
  Random random(5);
  for (int k = 0; k < count; ++k) {
    const int layer = k / 49, row = k % 49 / 7;
    const Vec3 center{3.0 + k % 7 + random.uniform(-0.1, 0.1), 3.0 + row, 2.5 + 1.1 * layer};
    heap.world.add(heap.body(Sphere{center, 0.4}));
  }
  return heap;
}

template <int D>
void measure(const std::string& name, Heap<D> heap) {
  const std::clock_t start = std::clock();
  double slowest = 0;
  const int frames = static_cast<int>(60 * heap.until);
  for (int frame = 1; frame <= frames; ++frame) {
    const std::clock_t begin = std::clock();
    heap.world.run_until(frame / 60.0, nullptr);
    slowest = std::max(slowest, static_cast<double>(std::clock() - begin));
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const TickCounts counts = heap.world.tick_counts();
  std::printf("%s,%zu,%g,%.3f,%.1f,%llu,%llu,%llu,%.2e\n", name.c_str(), heap.world.body_count(), heap.until, seconds,
              1e3 * slowest / CLOCKS_PER_SEC, static_cast<unsigned long long>(heap.world.event_count()),
              static_cast<unsigned long long>(counts.ticks), static_cast<unsigned long long>(counts.waited),
              heap.world.ledger().kinetic);
  std::fflush(stdout);
}

/// Discs that lie at their clearances: columns of four, apart from each other.
Heap<2> lying_columns(std::size_t count) {
  Heap<2> heap{world<2>(true), 0, 0, 0.5};
  heap.world.add(heap.body(HalfSpace2{{0, 1}, 0}));
  Random random(1);
  for (std::size_t k = 0; k < count / 4; ++k) {
    const double lifted = random.uniform(0, 1e-6);  // not all at the same instant
    for (int row = 0; row < 4; ++row)
      heap.world.add(heap.body(Circle{{1.5 * static_cast<double>(k), 0.501 + 1.001 * row + lifted}, 0.5}));
  }
  return heap;
}

/// One heap in a box: ten rows, every other one a disc shorter, each disc on two of the row below.
Heap<2> lying_rows(std::size_t count) {
  constexpr double kApart = 1.001;
  Heap<2> heap{world<2>(true), 0, 0, 0.5};
  const std::size_t wide = count / 10;
  add_box<2>(heap, kApart * static_cast<double>(wide) + 1e-3);
  for (std::size_t row = 0; row < 10; ++row)
    for (std::size_t k = 0; k + row % 2 < wide; ++k) {
      const double aside = 5e-4 + kApart * (0.5 + static_cast<double>(k) + (row % 2 == 0 ? 0.0 : 0.5));
      heap.world.add(heap.body(Circle{{aside, 0.501 + std::sqrt(0.75) * kApart * static_cast<double>(row)}, 0.5}));
    }
  return heap;
}

std::size_t asleep(const World2& world, std::size_t bodies) {
  std::size_t count = 0;
  for (std::uint32_t id = 0; id < bodies; ++id) count += world.asleep(BodyId{id}) ? 1 : 0;
  return count;
}

/// Until nothing moves any more, ten seconds at most.
void let_sleep(World2& world) {
  for (int tenth = 10; tenth <= 100; ++tenth) {
    const std::uint64_t ticks = world.tick_counts().ticks;
    world.run_until(0.1 * tenth, nullptr);
    if (tenth > 10 && world.tick_counts().ticks == ticks) return;
  }
}

/// What sleeps: what a frame costs then, and what happens where one more disc comes down from above, until ten frames
/// after it woke somebody.
void measure_sleepers(const std::string& name, Heap<2> heap) {
  World2& world = heap.world;
  const std::size_t bodies = world.body_count();
  let_sleep(world);
  const double begin = world.time();
  const std::size_t sleepers = asleep(world, bodies);
  constexpr int kFrames = 20'000;
  std::clock_t start = std::clock();
  for (int frame = 1; frame <= kFrames; ++frame) world.run_until(begin + 1e-4 * frame, nullptr);
  const double frame_us = 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / kFrames;
  const double now = world.time();
  Vec2 above = world.placement(BodyId{static_cast<std::uint32_t>(bodies / 2)}).position;
  above.x += 0.2;
  above.y = world.placement(BodyId{static_cast<std::uint32_t>(bodies - 1)}).position.y + 2;
  world.add(heap.body(Circle{above, 0.5}));
  std::size_t woken = 0;
  double slowest = 0, sum = 0;
  int frames = 0;
  for (int frame = 1; frame <= 120 && frames < 10; ++frame) {
    start = std::clock();
    world.run_until(now + frame / 60.0, nullptr);
    const double spent = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    woken = std::max(woken, sleepers - asleep(world, bodies));
    if (woken == 0) continue;
    ++frames;
    slowest = std::max(slowest, spent);
    sum += spent;
  }
  std::fprintf(stderr,
               "%s: %zu of %zu bodies asleep after %g s, %.3f us a frame; one dropped woke %zu, then %.3f ms a frame, "
               "%.3f the slowest\n",
               name.c_str(), sleepers, bodies, begin, frame_us, woken, sum / std::max(frames, 1), slowest);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::pair<std::string, std::function<void(const std::string&)>>> cases{
      {"discs_100", [](const std::string& name) { measure(name, falling_discs(100, false, 1)); }},
      {"discs_100_rough", [](const std::string& name) { measure(name, falling_discs(100, true, 1)); }},
      {"discs_1000", [](const std::string& name) { measure(name, falling_discs(1000, false, 1)); }},
      {"discs_1000_rough", [](const std::string& name) { measure(name, falling_discs(1000, true, 1)); }},
      {"discs_1000_beside_lift",
       [](const std::string& name) { measure(name, with_lift(falling_discs(1000, true, 1), 100)); }},
      {"discs_1000_on_lift",
       [](const std::string& name) { measure(name, with_lift(falling_discs(1000, true, 1), 3)); }},
      {"discs_1000_below_walker",
       [](const std::string& name) { measure(name, with_walker(falling_discs(1000, true, 1))); }},
      {"columns_20x50", [](const std::string& name) { measure(name, columns(20, 50, false)); }},
      {"columns_20x50_rough", [](const std::string& name) { measure(name, columns(20, 50, true)); }},
      {"columns_50x20", [](const std::string& name) { measure(name, columns(50, 20, false)); }},
      {"mesh_7200", [](const std::string& name) { measure(name, on_mesh(200, 60)); }},
      {"mesh_80000", [](const std::string& name) { measure(name, on_mesh(200, 200)); }},
      {"sleepers_1000", [](const std::string& name) { measure_sleepers(name, lying_columns(1'000)); }},
      {"sleepers_1000000", [](const std::string& name) { measure_sleepers(name, lying_columns(1'000'000)); }},
      {"sleeping_heap_10000", [](const std::string& name) { measure_sleepers(name, lying_rows(10'000)); }},
      {"sleeping_heap_1000000", [](const std::string& name) { measure_sleepers(name, lying_rows(1'000'000)); }},
  };
  std::vector<std::string> known, asked;
  for (const auto& [name, measure_it] : cases) {
    known.push_back(name);
    if (!name.ends_with("_1000000")) asked.push_back(name);
  }
  CLI::App app{"Time of heaps that come to rest on one core, as CSV; what sleeps, on stderr."};
  app.add_option("cases", asked, "which; without, all but those of a million bodies")->check(CLI::IsMember(known));
  CLI11_PARSE(app, argc, argv);
  std::printf("case,bodies,simulated_s,cpu_seconds,slowest_frame_ms,events,ticks,waited,kinetic\n");
  for (const auto& [name, measure_it] : cases)
    if (std::find(asked.begin(), asked.end(), name) != asked.end()) measure_it(name);
  return 0;
}
