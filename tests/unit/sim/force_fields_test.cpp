#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"

namespace carom {
namespace {

constexpr double kHalfTurn = 3.141592653589793;

struct Point {
  Vec2 position{};
  Vec2 velocity{};
};

/// A point mass of 1 on its own, which `force` of the caller, or fields, act on.
World2 point_world(const Point& start, double interval, const std::vector<ForceField<2>>& fields,
                   const Force<2>& own = {}) {
  World2 world({.force_fields = fields, .force_interval = interval});
  if (own.at) world.set_force(own);
  world.add({.shape = Circle{start.position, 0}, .motion = {start.velocity}});
  return world;
}

Point point_at(World2& world, double time) {
  world.run_until(time, nullptr);
  const Placement<2> placed = world.placement(BodyId{0});
  return {placed.position, placed.velocity};
}

double apart(const Point& a, const Point& b) {
  return norm(a.position - b.position) + norm(a.velocity - b.velocity);
}

/// Halving the interval five times divides the error by four, each time.
void expect_second_order(const std::function<World2(double)>& world_of, double first, double time, const Point& truth) {
  double last = 0;
  for (int halvings = 0; halvings <= 5; ++halvings) {
    World2 world = world_of(std::ldexp(first, -halvings));
    const double error = apart(point_at(world, time), truth);
    if (halvings > 0) {
      EXPECT_NEAR(std::log2(last / error), 2, 0.1) << "after " << halvings << " halvings";
    }
    last = error;
  }
  EXPECT_GT(last, 1e-12);  // it is no rounding that was measured
}

/// Kepler's ellipse with a = 1, μ = 1, from its perihelion: E − e sin E = t.
Point kepler(double e, double time) {
  double anomaly = time;
  for (int k = 0; k < 60; ++k) anomaly -= (anomaly - e * std::sin(anomaly) - time) / (1 - e * std::cos(anomaly));
  const double minor = std::sqrt(1 - e * e);
  const double rate = 1 / (1 - e * std::cos(anomaly));
  return {{std::cos(anomaly) - e, minor * std::sin(anomaly)},
          {-std::sin(anomaly) * rate, minor * std::cos(anomaly) * rate}};
}

const ForceField<2> kSun = PointAttractor<2>{{0, 0}, 1, 0};

TEST(ForceFields, MoveAPointAlongKeplersEllipse) {
  const double e = 0.3, time = 4;
  expect_second_order([&](double h) { return point_world(kepler(e, 0), h, {kSun}); }, 0x1p-6, time, kepler(e, time));
}

// The energy of an orbit stays within h² of what it was, however many there are: 10⁴ in the long form (bench/scenes).
TEST(ForceFields, KeepTheEnergyOfAnOrbit) {
  const double e = 0.3;
  for (const double h : {0x1p-5, 0x1p-6}) {
    World2 world = point_world(kepler(e, 0), h, {kSun});
    world.run_until(0, nullptr);
    for (int orbit = 1; orbit <= 300; ++orbit) {
      world.run_until(2 * kHalfTurn * orbit + 0.01 * orbit, nullptr);  // at ever other places
      const Ledger<2> ledger = world.ledger();
      EXPECT_NEAR(ledger.kinetic + ledger.potential, -0.5, 3 * h * h);
      EXPECT_NEAR(ledger.residual(), 0, 1e-11);
      EXPECT_EQ(ledger.work, 0);
    }
  }
}

TEST(ForceFields, SwingASpring) {
  const double k = 4, time = 3;
  const ForceField<2> spring = Spring<2>{{0, 0}, k, 0};
  const double w = std::sqrt(k);
  const Point truth{{std::cos(w * time), 0.5 * std::sin(w * time)},
                    {-w * std::sin(w * time), 0.5 * w * std::cos(w * time)}};
  expect_second_order([&](double h) { return point_world({{1, 0}, {0, 1}}, h, {spring}); }, 0x1p-4, time, truth);
}

// v = v₀/(1 + c v₀ t/m), and the logarithm of that denominator is the way.
TEST(ForceFields, DragByTheSquare) {
  const double c = 0.8, speed = 3, time = 2;
  const double slowed = 1 + c * speed * time;
  const Point truth{{std::log(slowed) / c, 0}, {speed / slowed, 0}};
  const ForceField<2> drag = QuadraticDrag<2>{c, {}};
  expect_second_order([&](double h) { return point_world({{0, 0}, {speed, 0}}, h, {drag}); }, 0x1p-5, time, truth);
}

// Across a constant field a charge goes round: ω = 1, radius v. A force that is found together with the velocity that
// it leads to keeps the speed at ticks.
TEST(ForceFields, TurnAChargeRound) {
  const Force<2> lorentz{[](const PointMass<2>& ball) { return Vec2{ball.velocity.y, -ball.velocity.x}; }};
  const double time = 5;
  const Point truth{{2 * std::sin(time), 2 * std::cos(time)}, {2 * std::cos(time), -2 * std::sin(time)}};
  expect_second_order([&](double h) { return point_world({{0, 2}, {2, 0}}, h, {}, lorentz); }, 0x1p-4, time, truth);
  World2 world = point_world({{0, 2}, {2, 0}}, 0x1p-3, {}, lorentz);
  EXPECT_NEAR(norm(point_at(world, 1000).velocity), 2, 1e-11);
}

TEST(ForceFields, MayDependOnTime) {
  const Force<2> driven{[](const PointMass<2>& ball) { return Vec2{std::cos(ball.time), 0}; }};
  const double time = 3;
  const Point truth{{1 - std::cos(time), 0}, {std::sin(time), 0}};
  expect_second_order([&](double h) { return point_world({}, h, {}, driven); }, 0x1p-4, time, truth);
}

// Second order through bounces, too, as paths bend between ticks: against 2^-14, whose own error is 4^-5 of the last.
TEST(ForceFields, AreOfSecondOrderThroughBounces) {
  const auto bouncing = [](double h) {
    const Force<2> pull{[](const PointMass<2>& ball) {
                          return Vec2{0, -1 - ball.position.y};
                        },
                        [](const PointMass<2>& ball) { return ball.position.y * (1 + ball.position.y / 2); }};
    World2 world({.force_interval = h});
    world.set_force(pull);
    world.add({.shape = Circle{{0, 1}, 0}});
    world.add({.shape = HalfSpace2{{0, 1}, 0}});
    return world;
  };
  const double time = 6.3;
  World2 finest = bouncing(0x1p-14);
  const Point truth = point_at(finest, time);
  EXPECT_GE(finest.event_count(EventKind::impact), 3u);
  double worst = 0;
  for (int k = 5; k <= 9; ++k) {
    World2 world = bouncing(std::ldexp(1, -k));
    // At each bounce by chance a part of it, so that orders are not smooth: the bound is.
    worst = std::max(worst, apart(point_at(world, time), truth) * std::ldexp(1, 2 * k));
  }
  EXPECT_LT(worst, 3);
}

// 2 cos t and −cos(t/2) come within .2 of each other between two ticks, and with them go on from there.
TEST(ForceFields, LetBallsMeetBetweenTicks) {
  double low = 0, high = 2;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (2 * std::cos(middle) + std::cos(middle / 2) > 0.2 ? low : high) = middle;
  }
  for (const BroadPhase search : {BroadPhase::all_pairs, BroadPhase::automatic}) {
    World2 world({.force_fields = {Spring<2>{{0, 0}, 1, 0}}, .force_interval = 0x1p-7, .broad_phase = search});
    world.add({.shape = Circle{{2, 0}, 0.1}, .mass = 1});
    world.add({.shape = Circle{{-1, 0}, 0.1}, .mass = 4});
    for (int k = 0; k < 30; ++k) world.add({.shape = Circle{{0.5 * k, 9}, 0.1}, .mass = 1e-3, .mask = 0});  // a crowd
    const auto event = world.next_event(2);
    ASSERT_TRUE(event);
    EXPECT_EQ(event->kind, EventKind::impact);
    EXPECT_NEAR(event->time, low, 3e-5);
    EXPECT_GT(std::fmod(event->time, 0x1p-7), 0);
  }
}

TEST(ForceFields, RunBack) {
  for (const ForceField<2>& field : {kSun, ForceField<2>(Spring<2>{{0.1, 0}, 2, 0.4})}) {
    World2 world = point_world(kepler(0.4, 0), 0x1p-7, {field});
    const Point there = point_at(world, 16);
    world.set_velocity(BodyId{0}, -there.velocity);
    Point back = point_at(world, 32);
    back.velocity = -back.velocity;
    EXPECT_LT(apart(back, kepler(0.4, 0)), 1e-10);
  }
}

/// Many discs in a bowl, with a wind: they meet each other and the walls.
World2 bowl(BroadPhase search) {
  World2 world({.force_fields = {Spring<2>{{0, 0}, 1, 0}, QuadraticDrag<2>{0.02, {0.3, 0.1}}},
                .force_interval = 0x1p-5,
                .broad_phase = search});
  Random random(7);
  for (int k = 0; k < 60; ++k)
    world.add({.shape = Circle{{(k % 8) - 3.5, (k / 8) - 3.5}, 0.2},
               .motion = {{random.normal(), random.normal()}},
               .mass = 1.0 + k % 2,
               .restitution = 0.9});
  world.add({.shape = HalfSpace2{{0, 1}, -5}});
  return world;
}

TEST(ForceFields, DoNotDependOnSearchFramesOrSnapshots) {
  World2 one = bowl(BroadPhase::automatic);
  one.run_until(8, nullptr);
  EXPECT_GT(one.event_count(EventKind::impact), 100u);
  World2 other = bowl(BroadPhase::all_pairs);
  for (int frame = 1; frame <= 480; ++frame) other.run_until(frame / 60.0, nullptr);
  EXPECT_EQ(one.hash(), other.hash());
  World2 first = bowl(BroadPhase::automatic);
  first.run_until(3.3, nullptr);
  World2 second(first.snapshot());
  second.run_until(8, nullptr);
  EXPECT_EQ(one.hash(), second.hash());
  EXPECT_EQ(one.ledger().kinetic, second.ledger().kinetic);
  EXPECT_NEAR(one.ledger().residual(), 0, 1e-11);
  EXPECT_NEAR(second.ledger().residual(), 0, 1e-11);
}

TEST(ForceFields, KeepTheLedgerThroughAllThatHappens) {
  World2 world = bowl(BroadPhase::automatic);
  world.add({.shape = Circle{{6, 0}, 0.5}, .mass = 3, .response = Response::stick});
  world.add({.shape = Circle{{0, -4.5}, 0.5}, .response = Response::pocket});
  const auto expect_balance = [&] { EXPECT_NEAR(world.ledger().residual(), 0, 1e-10); };
  world.run_until(1.01, nullptr);
  expect_balance();
  world.remove(BodyId{3});
  world.place(BodyId{4}, {20, 20});
  world.apply_force(BodyId{5}, {1, 2}, 1.5, 2.25);
  expect_balance();
  world.add({.shape = Circle{{8, 8}, 0.2}, .motion = {{-1, 0}}});
  world.run_until(4.9, nullptr);
  EXPECT_GT(world.event_count(EventKind::merge) + world.event_count(EventKind::pocket), 0u);
  expect_balance();
  world.set_force({[](const PointMass<2>& ball) {
                     return Vec2{0, -ball.mass * ball.position.y};
                   },
                   [](const PointMass<2>& ball) { return ball.mass * ball.position.y * ball.position.y / 2; }});
  expect_balance();
  world.run_until(6, nullptr);
  expect_balance();
  world.set_force({});
  world.run_until(7, nullptr);
  expect_balance();
}

TEST(ForceFields, AreRefusedWhereTheyAreNoNumbers) {
  World2 world({.force_interval = 0x1p-4});
  world.set_force({[](const PointMass<2>& ball) {
    return ball.body == 1 && ball.time > 1.4 ? Vec2{std::nan(""), 0} : Vec2{};
  }});
  for (int k = 0; k < 3; ++k) world.add({.shape = Circle{{2.0 * k, 0}, 0.5}});
  try {
    world.run_until(2, nullptr);
    FAIL();
  } catch (const std::domain_error& error) {
    EXPECT_STREQ(error.what(),
                 "the force fields give body 1 at time 1.4375 the force (nan, 0) and the potential 0: expected finite "
                 "numbers");
  }
  EXPECT_THROW(world.run_until(2, nullptr), std::domain_error);  // as often as it is asked
  EXPECT_LT(world.snapshot().now.offset, 1.4375);
  world.set_force({});  // and it goes on
  world.run_until(2, nullptr);
  EXPECT_EQ(world.placement(BodyId{1}).position, (Vec2{2, 0}));
}

TEST(ForceFields, NeedAnIntervalThatIsShortEnoughForTheirDrag) {
  World2 world({.force_fields = {QuadraticDrag<2>{100, {}}}, .force_interval = 1});
  world.add({.shape = Circle{{0, 0}, 0.5}, .motion = {{5, 0}}});
  EXPECT_THROW(world.run_until(2, nullptr), std::domain_error);
}

TEST(ForceFields, AreCheckedAtTheDoor) {
  EXPECT_THROW(World2({.force_fields = {kSun}}), std::invalid_argument);
  EXPECT_THROW(World2({.force_interval = 0.1}), std::invalid_argument);
  EXPECT_THROW(World2({.damping = 1, .force_fields = {kSun}, .force_interval = 0.5}), std::invalid_argument);
  EXPECT_THROW(World2({.force_interval = 2, .epoch_length = 1}), std::invalid_argument);
  World2 world({.force_fields = {kSun}, .force_interval = 0.5});
  EXPECT_THROW(world.add({.shape = Circle{{0, 0}, 1}, .motion = Stopping2{{1, 0}, 1}}), std::invalid_argument);
  World2 plain;
  EXPECT_THROW(plain.set_force({[](const PointMass<2>&) { return Vec2{}; }}), std::invalid_argument);
  World2 own({.force_interval = 0.5});
  own.set_force({[](const PointMass<2>&) { return Vec2{1, 0}; }});
  own.add({.shape = Circle{{0, 0}, 1}});
  own.run_until(1, nullptr);
  World2 next(own.snapshot());
  EXPECT_THROW(next.run_until(2, nullptr), std::invalid_argument);
  next.set_force({[](const PointMass<2>&) { return Vec2{1, 0}; }});
  next.run_until(2, nullptr);
  own.run_until(2, nullptr);
  EXPECT_EQ(own.hash(), next.hash());
}

// What loses energy gathers, and stays together without overlap: a few impacts each, not a million.
TEST(ForceFields, LetHeapsComeToRest) {
  World2 world({.force_fields = {Spring<2>{{0, 0}, 1, 0}, QuadraticDrag<2>{0.5, {}}}, .force_interval = 0x1p-6});
  Random random(3);
  for (int k = 0; k < 49; ++k)
    world.add(
        {.shape = Circle{{1.0 * (k % 7) - 3 + random.uniform(-0.2, 0.2), 1.0 * (k / 7) - 3}, k % 2 == 0 ? 0.2 : 0.25},
         .restitution = 0.5});
  world.run_until(30, nullptr);
  EXPECT_TRUE(*world.options().lasting_contacts);
  EXPECT_LT(world.event_count(), 20'000u);
  EXPECT_GT(world.contacts().size(), 80u);
  EXPECT_FALSE(world.first_overlap(1e-14));
  EXPECT_LT(world.ledger().kinetic, 5e-3);  // what creeps is hardly dragged
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-10);
}

// A ball that is pressed on a floor comes to rest there, and rolls where it is pushed.
TEST(ForceFields, PressOnFloors) {
  World2 world({.gravity = {0, -1}, .force_fields = {Spring<2>{{3, 1}, 0.25, 0}}, .force_interval = 0x1p-6});
  world.add({.shape = Circle{{0, 1}, 1}, .restitution = 0.5});
  world.add({.shape = HalfSpace2{{0, 1}, 0}});
  world.run_until(2 * kHalfTurn, nullptr);  // half a swing of ω = 1/2 about the anchor
  EXPECT_NEAR(world.placement(BodyId{0}).position.x, 6, 1e-3);
  EXPECT_NEAR(world.placement(BodyId{0}).position.y, 1, 1e-12);
}

// Rolling takes ½ m v² along into its spin, so that a disc swings as one of 3/2 of its mass.
TEST(ForceFields, RollBallsOnFloors) {
  World2 world({.gravity = {0, -1},
                .tangential_restitution = 0,
                .force_fields = {Spring<2>{{3, 1}, 0.375, 0}},
                .force_interval = 0x1p-6});
  world.add({.shape = Circle{{0, 1}, 1}, .restitution = 0, .friction = 5});
  world.add({.shape = HalfSpace2{{0, 1}, 0}, .friction = 5});
  world.run_until(2 * kHalfTurn, nullptr);
  EXPECT_NEAR(world.placement(BodyId{0}).position.x, 6, 1e-3);
  EXPECT_NEAR(world.ledger().residual(), 0, 1e-12);
}

}  // namespace
}  // namespace carom
