#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "carom/index/index.hpp"
#include "carom/math/random.hpp"
#include "contender.hpp"

// carom_versus_heaps: balls that fall into a box and come to rest, by Carom and by others.
namespace carom::bench {
namespace {

constexpr int kFramesPerSecond = 60;
/// Box2D's rule of rest: slower than that for half a second. Box2D lets what is so for the first time sleep.
constexpr double kStill = 0.05;
constexpr int kStillFrames = 30;

struct HeapWorld {
  std::string name;
  int dimension = 2;
  int count = 0;
  int columns = 0;  ///< along each axis but the last
  int seconds = 0;  ///< at most
};

/// Rows on a lattice of 1.3 m, each ball up to .1 m beside its place.
HeapStart start_of(const HeapWorld& world) {
  Random random(1);
  HeapStart start{.dimension = world.dimension, .width = 1.3 * world.columns + 0.3, .places = {}, .may_sleep = true};
  const int layer = world.dimension == 2 ? world.columns : world.columns * world.columns;
  for (int k = 0; k < world.count; ++k) {
    const auto along = [&](int column) { return 0.15 + 1.3 * (column + 0.5) + random.uniform(-0.1, 0.1); };
    const double up = 0.65 + 1.3 * (k / layer);
    const double x = along(k % world.columns);
    if (world.dimension == 2)
      start.places.push_back({x, up, 0});
    else
      start.places.push_back({x, along(k % layer / world.columns), up});
  }
  return start;
}

double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// Of balls with each other and with the box.
double deepest_overlap(const HeapStart& start, std::span<const Vec3> places) {
  const int up = start.dimension - 1;
  double deepest = 0;
  std::vector<Sphere> balls;
  balls.reserve(places.size());
  for (const Vec3& place : places) {
    for (int axis = 0; axis <= up; ++axis) {
      deepest = std::max(deepest, kRadius - place[axis]);
      if (axis < up) deepest = std::max(deepest, place[axis] + kRadius - start.width);
    }
    balls.push_back({place, kRadius});
  }
  const Index3 index({.balls = balls});
  index.all_pairs(0, [&](std::uint32_t one, std::uint32_t other) {
    deepest = std::max(deepest, 2 * kRadius - norm(places[one] - places[other]));
  });
  return deepest;
}

/// What a contender does in a world, second by second.
class Run {
 public:
  Run(const HeapWorld& world, const HeapMaker& maker, bool awake)
      : world_(world),
        start_(start_of(world)),
        name_(maker.name),
        places_(start_.places.size()),
        velocities_(start_.places.size()) {
    start_.may_sleep = !awake;
    contender_ = maker.make(start_);
  }

  void go() {
    for (int second = 1; second <= world_.seconds && !is_over(); ++second) tell(second);
    if (!start_.may_sleep && still_since_ > 0) keep_still();
    std::cerr << world_.name << ", " << name_ << ": "
              << (first_still_ > 0 ? "first still at " + std::to_string(first_still_) + " s, " : "never still, ")
              << (still_since_ > 0 ? "from " + std::to_string(still_since_) + " s on" : "not at the end") << '\n';
  }

 private:
  bool is_over() const { return start_.may_sleep && contender_->awake() == 0; }

  double frame() {
    const double begin = now();
    contender_->step();
    const double spent = now() - begin;
    contender_->read(places_, velocities_);
    fastest_ = 0;
    for (const Vec3& velocity : velocities_) fastest_ = std::max(fastest_, norm(velocity));
    still_ = fastest_ < kStill ? still_ + 1 : 0;
    ++frames_;
    if (still_ >= kStillFrames && still_since_ == 0) still_since_ = frames_ * kFrame;
    if (first_still_ == 0) first_still_ = still_since_;
    if (still_ == 0) still_since_ = 0;
    return spent;
  }

  void tell(int second) {
    double sum = 0, worst = 0, fastest = 0;
    for (int k = 0; k < kFramesPerSecond; ++k) {
      const double spent = frame();
      sum += spent;
      worst = std::max(worst, spent);
      fastest = std::max(fastest, fastest_);
    }
    std::cout << world_.name << ',' << name_ << ',' << second << ',' << sum / kFramesPerSecond << ',' << worst << ','
              << contender_->awake() << ',' << deepest_overlap(start_, places_) << ',' << fastest << std::endl;
  }

  void keep_still() {
    const std::vector<Vec3> before = places_;
    for (int k = 0; k < 10 * kFramesPerSecond; ++k) frame();
    double farthest = 0;
    for (std::size_t k = 0; k < before.size(); ++k) farthest = std::max(farthest, norm(places_[k] - before[k]));
    std::cerr << world_.name << ", " << name_ << ": in 10 s more a ball moved by " << farthest << " m\n";
  }

  HeapWorld world_;
  HeapStart start_;
  std::string name_;
  std::vector<Vec3> places_;
  std::vector<Vec3> velocities_;
  std::unique_ptr<HeapContender> contender_;
  double fastest_ = 0;
  int frames_ = 0;
  int still_ = 0;
  double first_still_ = 0;
  double still_since_ = 0;
};

std::vector<HeapMaker> makers() {
  std::vector<HeapMaker> all{{"carom", 0, carom_heap}, {"carom_64", 0, carom_heap_64}, {"carom_32", 0, carom_heap_32}};
#ifdef CAROM_WITH_BOX2D
  all.push_back({"box2d", 2, box2d_heap});
#endif
#ifdef CAROM_WITH_JOLT
  all.push_back({"jolt", 3, jolt_heap});
#endif
  return all;
}

std::vector<HeapWorld> worlds() {
  return {{"discs_1000", 2, 1'000, 40, 12},           {"discs_2500", 2, 2'500, 50, 12},
          {"discs_10000_wide", 2, 10'000, 1'000, 10}, {"discs_10000_deep", 2, 10'000, 100, 20},
          {"spheres_1000", 3, 1'000, 10, 16},         {"spheres_10000", 3, 10'000, 20, 20}};
}

void run(const std::vector<std::string>& asked, bool awake) {
  std::cout << "world,contender,second,mean_ms,worst_ms,awake,deepest_overlap,fastest\n";
  for (const HeapWorld& world : worlds()) {
    if (std::find(asked.begin(), asked.end(), world.name) == asked.end()) continue;
    for (const HeapMaker& maker : makers())
      if (maker.dimension == 0 || maker.dimension == world.dimension) Run(world, maker, awake).go();
  }
  const std::vector<HeapMaker> all = makers();
  if (std::all_of(all.begin(), all.end(), [](const HeapMaker& maker) { return maker.name.starts_with("carom"); }))
    std::cerr << "Carom alone: give CMake -DCAROM_BOX2D=PATH and -DCAROM_JOLT=PATH, the folders of their sources\n";
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  std::vector<std::string> known;
  for (const carom::bench::HeapWorld& world : carom::bench::worlds()) known.push_back(world.name);
  std::vector<std::string> asked = known;
  bool awake = false;
  CLI::App app{"Balls that fall into a box and come to rest, as CSV, a row for each second of world time; CPU time."};
  app.add_option("worlds", asked, "which; without, all")->check(CLI::IsMember(known));
  app.add_flag("--awake", awake, "sleep is off, and 10 s more are run after all is still");
  CLI11_PARSE(app, argc, argv);
  carom::bench::run(asked, awake);
  return 0;
}
