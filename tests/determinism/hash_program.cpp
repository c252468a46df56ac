// Runs a world of every kind and prints its events and its state hash: the same text from every compiler and at every
// optimisation.
#include <bit>
#include <carom/billiards/ball_impact.hpp>
#include <carom/billiards/cue.hpp>
#include <carom/billiards/cushion_impact.hpp>
#include <carom/billiards/execution_noise.hpp>
#include <carom/billiards/outline.hpp>
#include <carom/billiards/phase.hpp>
#include <carom/billiards/rack.hpp>
#include <carom/billiards/rectangle.hpp>
#include <carom/billiards/shot.hpp>
#include <carom/carom.hpp>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace {

using namespace carom;

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  double between(double low, double high) { return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53); }

  template <int D>
  Vec<D> in_cube(double half_side) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = between(-half_side, half_side);
    return v;
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

// One ball per unit cell of the cube [0, side]^D, so that none overlap.
template <int D>
void add_gas(World<D>& world, Random& random, int side, const Body<D>& like, double least = 0.3, double most = 0.4) {
  const int count = D == 2 ? side * side : side * side * side;
  for (int k = 0; k < count; ++k) {
    Vec<D> center;
    for (int axis = 0, rest = k; axis < D; ++axis, rest /= side) center[axis] = rest % side + 0.5;
    Body<D> body = like;
    body.shape = Ball<D>{center + random.in_cube<D>(0.05), random.between(least, most)};
    body.motion = {random.in_cube<D>(1)};
    body.mass = random.between(0.5, 2);
    world.add(body);
  }
}

template <int D>
void add_walls(World<D>& world, double side, double restitution) {
  for (int axis = 0; axis < D; ++axis) {
    Vec<D> normal;
    normal[axis] = 1;
    world.add({.shape = HalfSpace<D>{normal, 0}, .restitution = restitution});
    world.add({.shape = HalfSpace<D>{-normal, -side}, .restitution = restitution});
  }
}

template <int D>
void report(const char* name, World<D> world, double until) {
  world.run_until(until, [](const Event<D>&) {});
  std::printf("%-10s %8llu events  %016llx\n", name, static_cast<unsigned long long>(world.event_count()),
              static_cast<unsigned long long>(world.hash()));
}

/// Worlds that run in parts.
template <int D>
void report_in_threads(const char* name, World<D> make(), double until) {
  for (const int threads : {1, 2, 3, 8}) {
    World<D> world = make();
    world.set_threads(threads);
    report(name, std::move(world), until);
  }
}

World2 gas2d() {
  World2 world;
  Random random(1);
  add_gas<2>(world, random, 20, {});
  add_walls<2>(world, 20, 1);
  return world;
}

World3 periodic3d() {
  World3 world({.period = Vec3{6, 6, 6}});
  Random random(2);
  add_gas<3>(world, random, 6, {});
  return world;
}

World2 periodic2d() {
  World2 world({.period = Vec2{24, 18}});
  Random random(8);
  add_gas<2>(world, random, 18, {.restitution = 0.9});
  return world;
}

// So many that they are searched for as those of large worlds are.
World3 dense3d() {
  World3 world({.period = Vec3{28, 28, 28}});
  Random random(9);
  add_gas<3>(world, random, 28, {}, 0.38, 0.44);
  return world;
}

// Far apart, and so many that they are searched for as those of large worlds are.
World3 sparse3d() {
  World3 world({.period = Vec3{36, 36, 36}});
  Random random(21);
  add_gas<3>(world, random, 36, {}, 0.25, 0.3);
  return world;
}

World2 sparse2d() {
  World2 world({.period = Vec2{30, 30}});
  Random random(22);
  add_gas<2>(world, random, 30, {.restitution = 0.95}, 0.2, 0.3);
  return world;
}

// So long that there are slabs of it.
World2 long2d() {
  World2 world({.period = Vec2{120, 16}});
  Random random(15);
  for (int k = 0; k < 120 * 16; ++k)
    world.add({.shape = Circle{{k % 120 + 0.5, k / 120 + 0.5}, random.between(0.35, 0.45)},
               .motion = random.in_cube<2>(1),
               .restitution = 0.95});
  return world;
}

World3 long3d() {
  World3 world({.period = Vec3{60, 9, 9}});
  Random random(16);
  for (int k = 0; k < 60 * 81; ++k)
    world.add({.shape = Sphere{{k % 60 + 0.5, k / 60 % 9 + 0.5, k / 540 + 0.5}, 0.42}, .motion = random.in_cube<3>(1)});
  return world;
}

// Eight large balls among small ones of many sizes.
World3 mixed3d() {
  World3 world({.period = Vec3{12, 12, 12}});
  Random random(14);
  std::vector<Vec3> large;
  for (int k = 0; k < 8; ++k) {
    large.push_back({3.0 + 6 * (k % 2), 3.0 + 6 * (k / 2 % 2), 3.0 + 6 * (k / 4)});
    world.add({.shape = Sphere{large.back(), 2}, .motion = random.in_cube<3>(0.5), .mass = 5});
  }
  for (int k = 0; k < 12 * 12 * 12; ++k) {
    const Vec3 center{k % 12 + 0.5, k / 12 % 12 + 0.5, k / 144 + 0.5};
    const double radius = 0.32 / static_cast<double>(1 << k % 6);
    bool has_room = true;
    for (const Vec3& other : large) has_room = has_room && norm2(center - other) > 6.25;
    if (has_room)
      world.add({.shape = Sphere{center, radius}, .motion = random.in_cube<3>(1), .mass = random.between(0.5, 2)});
  }
  return world;
}

World2 stopping() {
  World2 world;
  Random random(10);
  add_gas<2>(world, random, 10, {.restitution = 0.95});
  for (int k = 0; k < 40; ++k)
    world.add({.shape = Circle{{0.5 + k % 10, 10.5 + k / 10}, 0.35},
               .motion = Stopping2{random.in_cube<2>(2), random.between(0.1, 0.5)},
               .restitution = 0.9});
  add_walls<2>(world, 14, 1);
  return world;
}

World2 coming_to_rest() {
  World2 world({.gravity = {0.1, -9.81}, .contact_duration = 0.05});
  Random random(3);
  add_gas<2>(world, random, 5, {.restitution = 0.7});
  add_walls<2>(world, 5, 0.7);
  return world;
}

World2 damped() {
  World2 world({.damping = 0.25});
  Random random(4);
  add_gas<2>(world, random, 12, {.restitution = 0.95});
  add_walls<2>(world, 12, 1);
  return world;
}

World3 clay() {
  World3 world;
  Random random(5);
  add_gas<3>(world, random, 5, {.response = Response::stick});
  return world;
}

World2 table() {
  World2 world({.restitution_rule = CombineRule::minimum});
  Random random(6);
  add_gas<2>(world, random, 8, {.restitution = 0.98});
  world.add({.shape = Polygon{.vertices = {{-1, -1}, {9, -1}, {10, 4}, {9, 9}, {-1, 9}}, .sides = Sides::front}});
  world.add({.shape = Aabb2{{9, 3.5}, {9.25, 4.5}}});
  for (const Vec2 corner : {Vec2{-1, -1}, Vec2{9, -1}, Vec2{9, 9}, Vec2{-1, 9}}) {
    world.add({.shape = Circle{corner, 0.2}, .mass = kImmovable, .response = Response::pocket});
  }
  return world;
}

World3 rough() {
  World3 world({.tangential_restitution = 0.5});
  Random random(11);
  add_gas<3>(world, random, 5, {.spin = {1, -2, 3}, .restitution = 0.95});
  add_walls<3>(world, 5, 1);
  return world;
}

World2 kicked() {
  World2 world({.thermostat = Thermostat{.interval = 0.125, .noise = 0.25, .seed = 3}, .period = Vec2{12, 12}});
  Random random(12);
  add_gas<2>(world, random, 12, {.restitution = 0.8});
  return world;
}

World2 pulled() {
  World2 world(
      {.stepwise_damping = StepwiseDamping{0.01, 0.9999},
       .force_fields = {Spring<2>{{5, 5}, 1, 2}, PointAttractor<2>{{5, 5}, -1, 0.5}, QuadraticDrag<2>{0.01, {1, 0}}},
       .force_interval = 0x1p-6});
  world.set_force({[](const PointMass<2>& ball) { return Vec2{-ball.velocity.y, ball.velocity.x + 0.1 * ball.time}; }});
  Random random(14);
  add_gas<2>(world, random, 8, {.restitution = 0.9});
  add_walls<2>(world, 10, 0.9);
  return world;
}

World2 shaken() {
  World2 world({.gravity = {0, -1}});
  Random random(13);
  add_gas<2>(world, random, 8, {.restitution = 0.8});
  add_walls<2>(world, 10, 0.9);
  world.add({.shape = Segment2{{2, -1}, {7, -0.5}}, .vibration = Vibration<2>{{0.5, 1}, 0.75, 0.25, 0.625}});
  return world;
}

template <int D>
World<D> heap(int side, double rolling) {
  Vec<D> gravity{};
  gravity[D - 1] = -9.81;
  World<D> world({.gravity = gravity, .tangential_restitution = 0.2});
  Random random(14);
  add_gas<D>(world, random, side, {.restitution = 0.5, .friction = 0.4, .rolling_friction = rolling});
  add_walls<D>(world, side, 0.5);
  return world;
}

// With a lift below, another one far away, and a walker that wades to and fro.
World2 moved_heap() {
  World2 world = heap<2>(8, 0);
  world.add({.shape = Aabb2{{2, -3}, {5, -0.01}}, .motion = Vec2{0, 0.25}, .restitution = 0.5, .friction = 0.4});
  world.add({.shape = Aabb2{{50, 0}, {51, 1}}, .motion = Vec2{0, 1}});
  const BodyId walker = world.add({.shape = Circle{{4, 4}, 0.2}, .mass = 30, .response = Response::slide});
  for (int turn = 0; turn < 4; ++turn) world.steer(walker, {turn % 2 == 0 ? 2.0 : -2.0, -0.5}, 0.5 * turn);
  return world;
}

// Down and across a slope: sliding, rolling, hopping.
World3 slope() {
  World3 world({.gravity = {0, 2, -9.81}, .tangential_restitution = 0});
  Random random(15);
  add_gas<3>(world, random, 3,
             {.restitution = 0.4, .friction = 0.1, .rolling_friction = 0.01, .spinning_friction = 0.02});
  world.add({.shape = HalfSpace3{{0.2, 0, 1}, 0}, .restitution = 0.4});
  return world;
}

World3 forced() {
  World3 world({.gravity = {0, 0, -1}});
  Random random(7);
  add_gas<3>(world, random, 4, {.restitution = 0.9});
  add_walls<3>(world, 4, 0.9);
  world.apply_force(BodyId{5}, {3, 1, 0}, 0.25, 1.5);
  world.apply_force(BodyId{9}, {0, -2, 4}, 0.5, 0.75);
  return world;
}

// FNV-1a over the bits of what a ball did.
class Trace {
 public:
  void add(double value) { hash_ = (hash_ ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3; }
  void add(const billiards::BallState& state) {
    for (const Vec3& v : {state.position, state.velocity, state.angular_velocity})
      for (int k = 0; k < 3; ++k) add(v[k]);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

// Strikes, impacts of every model, and all phases until the ball rests.
void report_billiards(const billiards::Equipment& game, const char* name) {
  using namespace billiards;
  Random random(8);
  Trace trace;
  const double radius = game.ball.radius;
  for (int shot = 0; shot < 200; ++shot) {
    Equipment e = game;
    e.contact.model = static_cast<BallImpactModel>(shot % 3);
    e.cushion.model = static_cast<CushionImpactModel>(shot % 4);
    BallState state = strike({0, 0, radius}, e.ball, e.cloth, {},
                             {.speed = random.between(0.5, 6),
                              .heading = {1, random.between(-0.5, 0.5)},
                              .side = random.between(-0.35, 0.35),
                              .height = random.between(-0.35, 0.35),
                              .elevation = random.between(0, 1.2)});
    state = next_state(phase_of(state, e.ball, e.cloth), e.ball, e.cloth);
    const BallState still{state.position + Vec3{2 * radius, random.between(-radius, radius), 0}, {}, {}};
    const BallImpact hit = ball_impact(state, e.ball, still, e.ball, e.contact, e.cloth);
    trace.add(hit.first);
    state = cushion_impact(hit.second, e.ball, {1, random.between(-0.5, 0.5)}, e.cushion, e.cloth).ball;
    for (MotionPhase p = phase_of(state, e.ball, e.cloth); p.kind != Phase::resting;
         p = phase_of(state, e.ball, e.cloth)) {
      trace.add(p.at(0.5 * p.end));
      state = next_state(p, e.ball, e.cloth);
    }
    trace.add(state);
  }
  std::printf("%-10s %16llx\n", name, static_cast<unsigned long long>(trace.hash()));
}

// Whole shots among six balls, with jumps, jaws and pockets.
void report_shots(const billiards::Table& table, const char* name, int shots = 100) {
  using namespace billiards;
  Random random(9);
  Trace trace;
  ShotPlayer player(table);
  unsigned long long events = 0;
  for (int shot = 0; shot < shots; ++shot) {
    TableState state;
    for (int k = 0; k < 6; ++k)
      state.balls.push_back(
          resting_ball(table, k, {0.3 * k - 0.7 + random.between(-0.05, 0.05), random.between(-0.4, 0.4)}));
    const Outcome outcome = player.play(state, {.speed = random.between(0.5, 8),
                                                .heading = {1, random.between(-1, 1)},
                                                .side = random.between(-0.35, 0.35),
                                                .height = random.between(-0.35, 0.35),
                                                .elevation = shot % 4 == 0 ? random.between(0, 1.2) : 0});
    events += outcome.events.size();
    for (const ShotEvent& event : outcome.events) trace.add(event.state);
  }
  std::printf("%-10s %8llu events  %016llx\n", name, events, static_cast<unsigned long long>(trace.hash()));
}

// Racks of every game, and strokes with the errors of a hand.
void report_racks() {
  using namespace billiards;
  Trace trace;
  for (const GameKind kind : {GameKind::eight_ball, GameKind::nine_ball, GameKind::straight_pool, GameKind::snooker,
                              GameKind::three_cushion, GameKind::practice})
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      for (const auto& place : rack(kind, layout_for(kind), seed)) {
        trace.add(place->x);
        trace.add(place->y);
      }
      carom::Random random(seed);
      const Strike stroke = with_noise({.speed = 2, .heading = {1, 2}}, olympiad_noise(0.028575), random);
      for (const double value : {stroke.speed, stroke.heading.x, stroke.heading.y, stroke.side, stroke.height})
        trace.add(value);
    }
  std::printf("%-10s %16llx\n", "racks", static_cast<unsigned long long>(trace.hash()));
}

billiards::Table free_table(std::vector<billiards::CushionPart> outline) {
  billiards::Table table = billiards::carom_table();
  table.cushions = std::move(outline);
  return table;
}

}  // namespace

int main() {
  report_racks();
  report_billiards(billiards::pool(), "pool");
  report_billiards(billiards::snooker(), "snooker");
  report_shots(billiards::pool_table(), "9 ft");
  report_shots(billiards::snooker_table(), "12 ft");
  report_shots(billiards::carom_table(), "10 ft");
  report_shots(free_table(billiards::stadium_outline(1.2, 0.7)), "stadium", 20);
  report_shots(free_table(billiards::ellipse_outline(1.3, 0.8, 8)), "ellipse", 2);
  report("gas2d", gas2d(), 5);
  report("periodic2d", periodic2d(), 20);
  report("periodic3d", periodic3d(), 8);
  report("dense3d", dense3d(), 0.2);
  report("sparse2d", sparse2d(), 10);
  report("sparse3d", sparse3d(), 0.3);
  report_in_threads("long2d", long2d, 1);
  report_in_threads("long3d", long3d, 0.125);
  report("mixed3d", mixed3d(), 5);
  report("stopping", stopping(), 20);
  report("rest", coming_to_rest(), 8);
  report("damped", damped(), 100);
  report("clay", clay(), 20);
  report("table", table(), 20);
  report("forced", forced(), 4);
  report("rough", rough(), 20);
  report("kicked", kicked(), 8);
  report("pulled", pulled(), 5);
  report("shaken", shaken(), 20);
  report("heap2d", heap<2>(5, 0), 2);
  report("heap3d", heap<3>(3, 0.05), 1);
  report("moved", moved_heap(), 2);
  report("slope", slope(), 5);
}
