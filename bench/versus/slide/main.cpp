#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"
#include "contender.hpp"

// carom_versus_slide [TRIANGLES…]: walkers on hills of about that many triangles, as CSV; then what has no contender: a
// circle against three segments, and a crowd of 1000 that walks through a door. CPU time.
namespace carom::bench {
namespace {

constexpr std::size_t kWalkers = 200;
constexpr int kFrames = 240;

double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

/// Rough hills, squares of side 1.
std::vector<Triangle> hills(int side) {
  Random random(1);
  std::vector<double> heights(static_cast<std::size_t>((side + 1) * (side + 1)));
  for (double& height : heights) height = random.uniform(0, 0.5);
  const auto at = [&](int i, int j) {
    return Vec3{static_cast<double>(i), static_cast<double>(j), heights[static_cast<std::size_t>(i * (side + 1) + j)]};
  };
  std::vector<Triangle> triangles;
  triangles.reserve(static_cast<std::size_t>(2 * side * side));
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return triangles;
}

void row(const std::string& task, const std::string& name, std::size_t items, double ns, double progress) {
  std::cout << task << ',' << name << ',' << items << ',' << ns << ',' << progress << std::endl;
}

void on_hills(WalkContender& contender, int side) {
  const std::vector<Triangle> ground = hills(side);
  Random random(2);
  std::vector<Vec3> starts;
  std::vector<Vec3> velocities;
  for (std::size_t k = 0; k < kWalkers; ++k) {
    starts.push_back({random.uniform(12, side - 12), random.uniform(12, side - 12), 1});
    const Vec2 across = 1.5 * random.direction<2>();
    velocities.push_back({across.x, across.y, 0});
  }
  contender.build(ground, starts);
  double spent = 0;
  for (int frame = 0; frame < kFrames; ++frame) {
    // The first frames only let them fall to the ground.
    const bool walks = frame >= 60;
    const double begin = now();
    for (std::size_t k = 0; k < kWalkers; ++k) contender.step(k, walks ? velocities[k] : Vec3{});
    if (walks) spent += now() - begin;
  }
  double progress = 0;
  for (std::size_t k = 0; k < kWalkers; ++k) {
    const Vec3 way = contender.place(k) - starts[k];
    progress += dot(way, velocities[k]) / norm2(velocities[k]);
  }
  const double seconds = (kFrames - 60) * kFrame;
  row("hills", contender.name(), ground.size(), spent / (kWalkers * (kFrames - 60.0)),
      progress / (static_cast<double>(kWalkers) * seconds));
}

void three_segments() {
  const std::vector<Segment2> walls{{{0, 0}, {10, 1}}, {{10, 1}, {11, 5}}, {{0, 3}, {5, 3}}};
  const Index2 index({.segments = walls});
  constexpr int kMoves = 200'000;
  double sum = 0;
  const double begin = now();
  for (int k = 0; k < kMoves; ++k)
    sum += move_and_slide(index, Circle{{5, 1.5}, 0.5}, Vec2{0.3, -0.4 + 1e-7 * k}).displacement.x;
  row("three segments", "carom", 3, (now() - begin) / kMoves, sum / (0.3 * kMoves));
}

void crowd_row(const std::string& task, double spent, std::size_t movers, int frames, std::size_t through) {
  row(task, "carom", movers, spent / (static_cast<double>(movers) * frames),
      static_cast<double>(through) / static_cast<double>(movers));
}

/// Everybody walks towards the nearest place in the door and on; what is told is the time per mover and frame, and who
/// came through.
void crowd() {
  constexpr std::size_t kMovers = 1000;
  const std::vector<Segment2> walls{{{0, 0}, {0, 30}}, {{0, 30}, {30, 30}},  {{30, 30}, {30, 18}}, {{30, 12}, {30, 0}},
                                    {{30, 0}, {0, 0}}, {{30, 18}, {60, 18}}, {{30, 12}, {60, 12}}};
  std::vector<Circle> movers;
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 25; ++j) movers.push_back({{0.6 + 0.62 * i, 1 + 1.15 * j}, 0.25});
  Index2 index({.balls = movers, .segments = walls});
  constexpr int kCrowdFrames = 900;
  const double begin = now();
  for (int frame = 0; frame < kCrowdFrames; ++frame)
    for (std::uint32_t k = 0; k < kMovers; ++k) {
      const ItemId self{ItemKind::ball, k};
      SlideOptions options;
      options.passage = [self](ItemId item) { return item == self ? Passage::ignored : Passage::blocks; };
      const Vec2 at = movers[k].center;
      const Vec2 goal = at.x < 29.5 ? Vec2{30, std::clamp(at.y, 12.5, 17.5)} : at + Vec2{1, 0};
      movers[k] = move_and_slide(index, movers[k], (1.5 * kFrame / norm(goal - at)) * (goal - at), options).mover;
      index.move(self, movers[k]);
    }
  const double spent = now() - begin;
  const auto through = std::count_if(movers.begin(), movers.end(), [](const Circle& c) { return c.center.x > 30; });
  crowd_row("crowd", spent, kMovers, kCrowdFrames, static_cast<std::size_t>(through));
}

/// The crowd of scenes/sliding/door.json: kinematic balls in a world.
void crowd_in_a_world() {
  World2 world;
  Body<2> wall;
  wall.mass = kImmovable;
  wall.shape = Polygon{{{-38, 32}, {2, 32}, {34, 27}, {80, 27}}, false};
  world.add(wall);
  wall.shape = Polygon{{{-38, 32}, {-38, -32}, {2, -32}, {34, -27}, {80, -27}}, false};
  world.add(wall);
  Body<2> body;
  body.response = Response::slide;
  body.motion = Vec2{1.5, 0};
  std::vector<BodyId> balls;
  for (int i = 0; i < 25; ++i)
    for (int j = 0; j < 40; ++j) {
      body.shape = Circle{{-37 + 1.5 * i, -29.25 + 1.5 * j}, 0.5};
      balls.push_back(world.add(body));
    }
  constexpr double kUntil = 45;
  const double begin = now();
  world.run_until(kUntil, [](const Event2&) {});
  const double spent = now() - begin;
  const auto through =
      std::count_if(balls.begin(), balls.end(), [&](BodyId id) { return world.placement(id).position.x > 34; });
  crowd_row("crowd in a world", spent, balls.size(), static_cast<int>(kUntil * 60), static_cast<std::size_t>(through));
}

int run(const std::vector<int>& sides) {
  std::cout << "task,contender,items,ns_per_move,progress\n";
  for (const int side : sides) {
    on_hills(*carom_walk(CaromForm::walk), side);
    on_hills(*carom_walk(CaromForm::slide), side);
#ifdef CAROM_WITH_BULLET
    on_hills(*bullet_walk(), side);
#endif
  }
  three_segments();
  crowd();
  crowd_in_a_world();
  return 0;
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  std::vector<int> sides;
  for (int k = 1; k < argc; ++k)
    sides.push_back(std::max(30, static_cast<int>(std::sqrt(std::strtod(argv[k], nullptr) / 2))));
  if (sides.empty()) sides = {71, 708};
  return carom::bench::run(sides);
}
