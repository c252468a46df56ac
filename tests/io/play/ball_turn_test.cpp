// How balls turn: what a mark on them does.
#include "io/play/ball_turn.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/billiards/rectangle.hpp"

namespace carom::io {
namespace {

using namespace billiards;

constexpr double kPi = 3.14159265358979323846;

/// A ball that moves so on a wide table, where it meets nothing in the time looked at.
struct Rolled {
  Table table = pool_table();
  TableState before;
  Outcome outcome;

  Rolled(const Vec3& velocity, const Vec3& spin) {
    before.balls = {resting_ball(table, 0, {0, 0})};
    before.balls[0].state.velocity = velocity;
    before.balls[0].state.angular_velocity = spin;
    ShotPlayer(table).roll_out(before, {}, outcome);
  }
};

void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  EXPECT_LT(norm(a - b), tolerance) << a.x << ' ' << a.y << ' ' << a.z << " for " << b.x << ' ' << b.y << ' ' << b.z;
}

TEST(Quaternion, TurnsAnticlockwiseAboutItsDirection) {
  const Quaternion quarter = Quaternion::by({0, 0, kPi / 2});
  expect_near(quarter({1, 0, 0}), {0, 1, 0}, 1e-15);
  const Quaternion both = Quaternion::by({kPi / 2, 0, 0}) * quarter;  // then about x: y goes to z
  expect_near(both({1, 0, 0}), {0, 0, 1}, 1e-15);
  expect_near(both.back()({0, 0, 1}), {1, 0, 0}, 1e-15);
}

// A rolling ball turns by its way over its radius, about the horizontal across it.
TEST(BallTurn, OfARollingBallIsItsWayOverItsRadius) {
  const double speed = 0.9;
  const BallSpec ball = pool().ball;
  const Rolled shot({speed, 0, 0}, {0, speed / ball.radius, 0});
  const ShotPaths paths(shot.table, shot.before, shot.outcome);
  BallTurn turn(paths, 0, {});
  for (const double time : {0.1, 0.37, 0.8, 1.1}) {
    const double angle = (speed * time - 0.5 * 0.01 * 9.81 * time * time) / ball.radius;
    expect_near(turn.at(time)({0, 0, 1}), {std::sin(angle), 0, std::cos(angle)}, 1e-11);
    expect_near(turn.at(time)({0, 1, 0}), {0, 1, 0}, 1e-13);
  }
}

// Spinning on the spot: ω t − ½ b t², b = 5 μ g/(2 R), up to its end.
TEST(BallTurn, OfABallThatSpinsOnTheSpotEndsWhenItRests) {
  const double spin = 30, slowing = 2.5 * 0.012 * 9.81 / pool().ball.radius;
  const Rolled shot({}, {0, 0, spin});
  const ShotPaths paths(shot.table, shot.before, shot.outcome);
  BallTurn turn(paths, 0, {});
  const double end = spin / slowing;
  for (const double time : {0.5, 1.3, end, end + 2}) {
    const double t = std::min(time, end), angle = spin * t - 0.5 * slowing * t * t;
    expect_near(turn.at(time)({1, 0, 0}), {std::cos(angle), std::sin(angle), 0}, 1e-11);
  }
}

// A ball with side spin that slides into a roll: the direction of its spin changes all the time. Expected: the mark's
// own equation of motion r' = ω × r by the midpoint rule in 400,000 steps, with the spin of the closed forms of sliding
// and rolling (docs/theory/billiards.md).
TEST(BallTurn, FollowsASpinWhoseDirectionChanges) {
  const double radius = pool().ball.radius, gravity = 9.81, friction = 0.2, rolling = 0.01;
  const Vec3 velocity{1.2, 0.4, 0}, spin{10, -25, 40};
  const Rolled shot(velocity, spin);
  const ShotPaths paths(shot.table, shot.before, shot.outcome);
  const Vec3 slip{velocity.x - radius * spin.y, velocity.y + radius * spin.x, 0}, u = slip / norm(slip);
  const double slides = 2 * norm(slip) / (7 * friction * gravity), side_fall = 2.5 * 0.012 * gravity / radius;
  const auto spin_at = [&](double t) -> Vec3 {
    const double side = std::max(0.0, spin.z - side_fall * t);
    if (t < slides) {
      const double gained = 2.5 * friction * gravity * t / radius;
      return {spin.x - gained * u.y, spin.y + gained * u.x, side};
    }
    const Vec3 start = velocity - 2. / 7 * slip;
    const Vec3 v = (norm(start) - rolling * gravity * (t - slides)) / norm(start) * start;
    return {-v.y / radius, v.x / radius, side};
  };
  const double until = 0.7;
  const int steps = 400'000;
  Vec3 mark{0, 0, 1};
  for (int k = 0; k < steps; ++k) {
    const double h = until / steps, t = k * h;
    const Vec3 half = mark + h / 2 * cross(spin_at(t), mark);
    mark += h * cross(spin_at(t + h / 2), half);
  }
  BallTurn turn(paths, 0, {});
  expect_near(turn.at(until)({0, 0, 1}), mark, 2e-7);
  BallTurn in_frames(paths, 0, {});
  for (double k = 1; k < 42; ++k) in_frames.at(k / 60);
  expect_near(in_frames.at(until)({0, 0, 1}), mark, 2e-7);
}

}  // namespace
}  // namespace carom::io
