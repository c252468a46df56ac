#include "carom/billiards/phase.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/math/random.hpp"
#include "carom/query/time_of_impact.hpp"

namespace carom::billiards {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const BallSpec kBall{};
const double kRadius = kBall.radius;

Cloth cloth() {
  return {.sliding_friction = 0.2, .rolling_friction = 0.01, .spinning_friction = 0.012};
}

BallState on_cloth(const Vec3& velocity, const Vec3& angular_velocity = {}) {
  return {{0, 0, kRadius}, velocity, angular_velocity};
}

MotionPhase phase(const BallState& state, const Cloth& on = cloth()) {
  return phase_of(state, kBall, on);
}

BallState next(const MotionPhase& of, const Cloth& on = cloth()) {
  return next_state(of, kBall, on);
}

double potential_and_kinetic_energy(const BallState& state, const Cloth& on) {
  return kinetic_energy(state, kBall) + kBall.mass * on.gravity * (state.position.z - kRadius);
}

void expect_near(const Vec3& a, const Vec3& b, double error) {
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], error) << "component " << k;
}

BallState random_state(Random& random) {
  BallState state =
      on_cloth(random.uniform(0.1, 8) * random.direction<3>(), random.uniform(0, 200) * random.direction<3>());
  state.velocity.z = 0;
  return state;
}

// A solid ball pushed without spin slides for 2v/(7 μ g) over 12 v²/(49 μ g), then rolls at 5/7 v: Coriolis, Théorie
// mathématique des effets du jeu de billard, 1835; Alciatore, TP A.4, TP 4.1.
TEST(Phase, SlidingBallWithoutSpinRollsAtFiveSeventhsOfItsSpeed) {
  const MotionPhase sliding = phase(on_cloth({2, 0, 0}));
  ASSERT_EQ(sliding.kind, Phase::sliding);
  EXPECT_NEAR(sliding.end, 0.291248, 5e-7);
  const BallState after = next(sliding);
  EXPECT_NEAR(after.position.x, 0.499282, 5e-7);
  EXPECT_NEAR(after.velocity.x, 1.428571, 5e-7);
  EXPECT_EQ(phase(after).kind, Phase::rolling);
}

// It rolls v²/(2 μ_r g).
TEST(Phase, RollingBallStopsAfterItsDistanceExactlyAtRest) {
  const MotionPhase rolling = phase(next(phase(on_cloth({2, 0, 0}))));
  const BallState after = next(rolling);
  EXPECT_NEAR(after.position.x - rolling.start.position.x, 10.4017, 5e-5);
  EXPECT_EQ(after.velocity, Vec3{});
  EXPECT_EQ(after.angular_velocity, Vec3{});
  EXPECT_EQ(phase(after).kind, Phase::resting);
  EXPECT_EQ(phase(after).end, kInfinity);
}

// Side spin ends at 2 R ω/(5 μ_sp g), whatever the ball does otherwise.
TEST(Phase, SideSpinEndsAtItsOwnTime) {
  const double expected = 2 * kRadius * 30 / (5 * 0.012 * 9.81);
  for (const Vec3& velocity : {Vec3{0, 0, 0}, Vec3{3, 1, 0}})
    for (const double spin : {30.0, -30.0}) {
      const MotionPhase turning = phase(on_cloth(velocity, {0, 0, spin}));
      EXPECT_NEAR(turning.spin_end, expected, 1e-14);
      EXPECT_NEAR(turning.at(0.1).angular_velocity.z, spin * (1 - 0.1 / expected), 1e-12);
    }
  const MotionPhase spinning = phase(on_cloth({}, {0, 0, 30}));
  EXPECT_EQ(spinning.kind, Phase::spinning);
  EXPECT_EQ(spinning.end, spinning.spin_end);
  EXPECT_EQ(next(spinning), on_cloth({}));
}

TEST(Phase, SideSpinDoesNotChangeThePath) {
  const BallState without = next(phase(on_cloth({2, 1, 0}, {10, 20, 0})));
  const BallState with = next(phase(on_cloth({2, 1, 0}, {10, 20, 50})));
  EXPECT_EQ(with.position, without.position);
  EXPECT_EQ(with.velocity, without.velocity);
}

// Independent of the closed form: the equations of motion, m v' = −μ m g û, I ω' = (−R ẑ) × (−μ m g û), step by step.
TEST(Phase, SlidingPathIsThatOfTheEquationsOfMotion) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const BallState start = random_state(random);
    const MotionPhase sliding = phase(start);
    ASSERT_EQ(sliding.kind, Phase::sliding);
    BallState s = start;
    const int steps = 20000;
    const double dt = 0.999 * sliding.end / steps;
    for (int k = 0; k < steps; ++k) {
      const Vec3 u = s.velocity + cross(s.angular_velocity, Vec3{0, 0, -kRadius});
      const Vec3 force = (-0.2 * 9.81 / std::sqrt(u.x * u.x + u.y * u.y)) * Vec3{u.x, u.y, 0};
      s.position += dt * (s.velocity + (0.5 * dt) * force);
      s.velocity += dt * force;
      const Vec3 spin = (dt / (0.4 * kRadius * kRadius)) * cross(Vec3{0, 0, -kRadius}, force);
      s.angular_velocity += Vec3{spin.x, spin.y, 0};
    }
    const BallState found = sliding.at(steps * dt);
    expect_near(found.position, s.position, 1e-9);
    expect_near(found.velocity, s.velocity, 1e-9);
    EXPECT_NEAR(found.angular_velocity.x, s.angular_velocity.x, 1e-6);
    EXPECT_NEAR(found.angular_velocity.y, s.angular_velocity.y, 1e-6);
  }
}

// Coriolis 1835: with spin ω the ball leaves its curve at 5/7 v + 2/7 R (ω × ẑ), the same direction all along the
// curve's chord of accelerations: the curve is a parabola.
TEST(Phase, BallWithMasseSpinLeavesItsParabolaInCoriolissDirection) {
  const Vec3 velocity{1.5, 0, 0}, spin{-80, -20, 0};
  const MotionPhase sliding = phase(on_cloth(velocity, spin));
  const Vec3 expected = (5. / 7) * velocity + (2. / 7 * kRadius) * cross(spin, Vec3{0, 0, 1});
  expect_near(next(sliding).velocity, expected, 1e-15);
  // Friction has one direction all along: second differences of the path are parallel to the slip.
  const double h = sliding.end / 4;
  const Vec3 u = slip(sliding.start, kRadius);
  for (int k = 0; k < 3; ++k) {
    const Vec3 bend =
        sliding.at(k * h).position - 2 * sliding.at((k + 1) * h).position + sliding.at((k + 2) * h).position;
    EXPECT_NEAR(norm(cross(bend, u)), 0, 1e-15);
    EXPECT_LT(dot(bend, u), 0);
  }
}

TEST(Phase, MeetsTheNextOneWithoutAJump) {
  Random random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    const MotionPhase sliding = phase(random_state(random));
    const BallState before = sliding.at(sliding.end * (1 - 0x1p-50));
    const BallState after = next(sliding);
    expect_near(before.position, after.position, 1e-13);
    expect_near(before.velocity, after.velocity, 1e-13);
    expect_near(before.angular_velocity, after.angular_velocity, 1e-11);
  }
}

TEST(Phase, StartedInItsMiddleGoesOnAsBefore) {
  Random random(3);
  for (int trial = 0; trial < 1000; ++trial) {
    MotionPhase whole = phase(random_state(random));
    if (trial % 2 == 1) whole = phase(next(whole));
    const double middle = random.uniform(0, 0.9) * whole.end;
    const MotionPhase rest = phase(whole.at(middle));
    EXPECT_EQ(rest.kind, whole.kind);
    EXPECT_NEAR(rest.end, whole.end - middle, 1e-12);
    const double t = 0.5 * (whole.end - middle);
    expect_near(rest.at(t).position, whole.at(middle + t).position, 1e-12);
    expect_near(rest.at(t).velocity, whole.at(middle + t).velocity, 1e-12);
  }
}

// From any start: slide, roll, perhaps spin, rest; nothing else, and energy only falls.
TEST(Phase, EveryBallComesToRestThroughAFewPhases) {
  Random random(4);
  for (int trial = 0; trial < 10000; ++trial) {
    BallState state = random_state(random);
    MotionPhase current = phase(state);
    Phase last = Phase::airborne;
    int count = 0;
    for (; current.kind != Phase::resting; ++count) {
      ASSERT_LT(count, 4);
      ASSERT_LT(current.kind, last);  // the phases are listed from rest to flight
      last = current.kind;
      const BallState after = next(current);
      ASSERT_LE(kinetic_energy(after, kBall), kinetic_energy(state, kBall));
      state = after;
      current = phase(state);
    }
    EXPECT_EQ(state.velocity, Vec3{});
    EXPECT_EQ(state.angular_velocity, Vec3{});
  }
}

TEST(Phase, WithoutFrictionNeverEnds) {
  Cloth ice = cloth();
  ice.sliding_friction = 0;
  EXPECT_EQ(phase(on_cloth({2, 0, 0}), ice).end, kInfinity);
  EXPECT_EQ(phase(on_cloth({2, 0, 0}), ice).at(3).position.x, 6);
  ice.rolling_friction = 0;
  EXPECT_EQ(phase(on_cloth({2, 0, 0}, rolling_spin({2, 0, 0}, kRadius, 0)), ice).end, kInfinity);
  ice.spinning_friction = 0;
  EXPECT_EQ(phase(on_cloth({}, {0, 0, 5}), ice).end, kInfinity);
}

// A sliding ball reaches distance d at t = (v − √(v² − 2 μ g d))/(μ g); evaluated in long double without cancellation.
TEST(Phase, SlidingBallReachesAPlaneWhenTheClosedFormSays) {
  const long double v = 2, a = 0.2L * 9.81L;
  for (const double gap : {1e-12, 1e-9, 1e-6, 1e-3, 0.01, 0.1}) {
    const Vec3 start{-kRadius - gap, 0, kRadius};
    const long double d = -static_cast<long double>(start.x) - kRadius;
    const MotionPhase sliding = phase({start, {2, 0, 0}, {}});
    const auto hit = time_of_impact(Sphere{start, kRadius}, sliding.motion, HalfSpace3{{-1, 0, 0}, 0});
    ASSERT_TRUE(hit.has_value());
    EXPECT_LT(hit->time, sliding.end);
    EXPECT_NEAR(hit->time, static_cast<double>(2 * d / (v + std::sqrt(v * v - 2 * a * d))), 1e-11);
  }
}

// Aimed at 90°, past a ball whose centre lies two radii aside, the cue ball grazes it; a little less hits, more misses.
TEST(Phase, GrazingSweepFlipsAtNinetyDegrees) {
  const Vec3 start{0, 0, kRadius};
  const Sphere target{{2 * kRadius, 0.3, kRadius}, kRadius};
  const auto hits = [&](double aside) {  // the tangent of 90° less the heading
    const MotionPhase sliding = phase({start, {2 * aside, 2, 0}, {}});
    return time_of_impact(Sphere{start, kRadius}, sliding.motion, target, {}, sliding.end).has_value();
  };
  const double degree = 3.14159265358979323846 / 180;
  for (const double off : {1e-3, 1e-6, 1e-9, 1e-12}) {
    EXPECT_TRUE(hits(std::tan(off * degree))) << off;
    EXPECT_FALSE(hits(-std::tan(off * degree))) << off;
  }
  EXPECT_TRUE(hits(0));
}

// h = v²/(2g) up, and 2 v/g until it is back.
TEST(Flight, LastsUntilTheBallIsBackOnTheCloth) {
  const MotionPhase flight = phase(on_cloth({1, 0, 1.5}, {3, 4, 5}));
  ASSERT_EQ(flight.kind, Phase::airborne);
  EXPECT_NEAR(flight.end, 2 * 1.5 / 9.81, 1e-15);
  EXPECT_NEAR(flight.at(flight.end / 2).position.z, kRadius + 1.5 * 1.5 / (2 * 9.81), 1e-15);
  const BallState landing = flight.at(flight.end);
  EXPECT_EQ(landing.position.z, kRadius);
  EXPECT_NEAR(landing.velocity.z, -1.5, 1e-15);
  EXPECT_EQ(landing.angular_velocity, (Vec3{3, 4, 5}));
}

TEST(Flight, FromAHeightEndsAtTheTimeOfFall) {
  const MotionPhase fall = phase({{0, 0, kRadius + 0.4}, {0, 0, -2}, {}});
  EXPECT_NEAR(2 * fall.end + 0.5 * 9.81 * fall.end * fall.end, 0.4, 1e-15);
}

TEST(Flight, EndsAtOnceForABallPressedIntoTheCloth) {
  const MotionPhase pressed = phase(on_cloth({1, 0, -2}));
  EXPECT_EQ(pressed.kind, Phase::airborne);
  EXPECT_EQ(pressed.end, 0);
  EXPECT_EQ(next(pressed).velocity.z, 1);
}

TEST(Flight, LowerThanTheSmallestHopIsNone) {
  Cloth with_hops = cloth();
  with_hops.smallest_hop = 0.001;
  const double just = std::sqrt(2 * with_hops.gravity * with_hops.smallest_hop);
  EXPECT_EQ(phase(on_cloth({1, 0, 0.999 * just}), with_hops).kind, Phase::sliding);
  EXPECT_EQ(phase(on_cloth({1, 0, 0.999 * just}), with_hops).start.velocity.z, 0);
  EXPECT_EQ(phase(on_cloth({1, 0, 1.001 * just}), with_hops).kind, Phase::airborne);
}

TEST(Flight, BouncesLowerEachTimeAndThenStays) {
  BallState state{{0, 0, kRadius + 0.3}, {0, 0, 0}, {}};
  int bounces = 0;
  double height = 0.3;
  for (MotionPhase flight = phase(state); flight.kind == Phase::airborne; flight = phase(state), ++bounces) {
    state = next(flight);
    const double rise = state.velocity.z * state.velocity.z / (2 * 9.81);
    EXPECT_TRUE(rise == 0 || std::abs(rise - 0.25 * height) < 1e-15);
    height = rise;
  }
  EXPECT_EQ(bounces, 5);  // 0.3 m/4⁴ = 1.17 mm is the last hop above 1 mm
  EXPECT_EQ(phase(state).kind, Phase::resting);
}

// The impulse at the cloth goes through the lowest point: angular momentum about that point is kept.
TEST(ClothBounce, KeepsAngularMomentumAboutTheLowestPoint) {
  Random random(5);
  for (int trial = 0; trial < 1000; ++trial) {
    BallState before = random_state(random);
    before.velocity.z = -random.uniform(0.5, 4);
    const BallState after = bounce_on_cloth(before, kBall, cloth());
    const Vec3 arm{0, 0, kRadius};
    const double inertia = 0.4 * kRadius * kRadius;
    expect_near(cross(arm, after.velocity) + inertia * after.angular_velocity,
                cross(arm, before.velocity) + inertia * before.angular_velocity, 1e-15);
    EXPECT_EQ(after.velocity.z, -0.5 * before.velocity.z);
    EXPECT_LE(kinetic_energy(after, kBall), kinetic_energy(before, kBall));
  }
}

TEST(ClothBounce, FrictionEndsTheSlipOrTakesMuTimesTheImpulse) {
  const BallState slow = bounce_on_cloth(on_cloth({0.5, 0, -3}), kBall, cloth());
  EXPECT_EQ(slow.angular_velocity, rolling_spin(slow.velocity, kRadius, 0));
  const BallState fast = bounce_on_cloth(on_cloth({9, 0, -1}), kBall, cloth());
  EXPECT_NEAR(9 - fast.velocity.x, 0.2 * 1.5 * 1, 1e-15);
}

// The ancestors' rule: velocity × 0.99 every 10 ms.
TEST(PlainMotion, DampingIsTheLimitOfSlices) {
  const Cloth plain{.law = ClothLaw::damping, .damping = damping_of(0.99, 0.01)};
  const MotionPhase gliding = phase(on_cloth({3, -1, 0}), plain);
  ASSERT_EQ(gliding.kind, Phase::gliding);
  EXPECT_EQ(gliding.end, kInfinity);
  double factor = 1;
  for (int slice = 0; slice < 100; ++slice) factor *= 0.99;
  EXPECT_NEAR(gliding.at(1).velocity.x, 3 * factor, 1e-14);
  EXPECT_NEAR(gliding.at(1).velocity.y, -factor, 1e-14);
  EXPECT_NEAR(gliding.at(1).position.x, 3 * (1 - factor) / -(std::log(0.99) / 0.01), 1e-14);
}

TEST(PlainMotion, DecelerationStopsTheBallExactly) {
  const Cloth plain{.law = ClothLaw::deceleration, .deceleration = 0.5};
  const MotionPhase gliding = phase(on_cloth({3, 4, 0}), plain);
  EXPECT_EQ(gliding.end, 10);
  const BallState after = next(gliding, plain);
  EXPECT_NEAR(after.position.x, 15, 1e-13);
  EXPECT_NEAR(after.position.y, 20, 1e-13);
  EXPECT_EQ(after.velocity, Vec3{});
  EXPECT_EQ(phase(after, plain).kind, Phase::resting);
}

// A jump: energy of motion and height falls at bounces and on the cloth only, and the ball ends at rest on it.
TEST(Phase, JumpingBallComesBackAndRests) {
  const Cloth on = cloth();
  BallState state = on_cloth({2, 0.3, 2.5}, {40, -60, 90});
  int flights = 0;
  for (MotionPhase current = phase(state); current.kind != Phase::resting; current = phase(state)) {
    if (current.kind == Phase::airborne) {
      ++flights;
      const BallState middle = current.at(0.5 * current.end);
      EXPECT_NEAR(potential_and_kinetic_energy(middle, on), potential_and_kinetic_energy(current.start, on), 1e-14);
    }
    const BallState after = next(current);
    ASSERT_LE(potential_and_kinetic_energy(after, on), potential_and_kinetic_energy(state, on) * (1 + 1e-15));
    state = after;
  }
  EXPECT_EQ(flights, 5);  // rises of 319, 80, 20, 5 and 1.2 mm
  EXPECT_EQ(state.position.z, kRadius);
}

// Files may say −0 where they mean 0: nothing slows then.
TEST(Phase, FrictionOfMinusZeroIsNone) {
  const Cloth none{.sliding_friction = -0.0, .rolling_friction = -0.0, .spinning_friction = -0.0};
  const MotionPhase sliding = phase(on_cloth({1, 0, 0}, {0, 0, 3}), none);
  EXPECT_EQ(sliding.kind, Phase::sliding);
  EXPECT_EQ(sliding.end, kInfinity);
  EXPECT_EQ(sliding.spin_end, kInfinity);
}

}  // namespace
}  // namespace carom::billiards
