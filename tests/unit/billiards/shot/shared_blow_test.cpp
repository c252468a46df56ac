#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "carom/billiards/rack.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {
namespace {

// A table on which nothing but the balls' contacts matters.
Table smooth_table(double restitution) {
  Table table = pool_table();
  table.equipment.contact.model = BallImpactModel::frictionless;
  table.equipment.contact.restitution = restitution;
  table.equipment.cloth.sliding_friction = table.equipment.cloth.rolling_friction = 0;
  return table;
}

ShotBall rolling_in(const Table& table, int number, const Vec2& place, const Vec2& velocity) {
  ShotBall ball = resting_ball(table, number, place);
  ball.state.velocity = {velocity.x, velocity.y, 0};
  return ball;
}

Outcome roll_out(const Table& table, const TableState& state, double until) {
  Outcome outcome;
  ShotPlayer(table).roll_out(state, {.until = until}, outcome);
  return outcome;
}

// Three balls in line, the first at `speed`, `gap` between the other two; their velocities after the blow.
std::array<double, 3> after_three_in_line(const Table& table, double speed, double gap) {
  const double pitch = 2 * table.equipment.ball.radius;
  const TableState state{{rolling_in(table, 0, {-2 * pitch, 0}, {speed, 0}), resting_ball(table, 1, {0, 0}),
                          resting_ball(table, 2, {pitch + gap, 0})}};
  const Outcome outcome = roll_out(table, state, 1.2 * pitch / speed);
  std::array<double, 3> velocities{};
  for (std::size_t k = 0; k < 3; ++k) velocities[k] = outcome.state.balls[k].state.velocity.x;
  return velocities;
}

struct Totals {
  Vec3 momentum{};
  double energy = 0;
};

Totals totals(const Table& table, const std::vector<ShotBall>& balls) {
  Totals sum;
  for (const ShotBall& ball : balls) {
    sum.momentum += table.ball(ball.number).mass * ball.state.velocity;
    sum.energy += kinetic_energy(ball.state, table.ball(ball.number));
  }
  return sum;
}

TableState rack_before(const Table& table, double speed, double gap) {
  TableState state = table_state(table, rack(GameKind::eight_ball, layout_of(table), 3, 0, {.gap = gap}));
  ShotBall& cue_ball = *state.find(kCueBall);
  cue_ball.state.position.x = 0.5;
  cue_ball.state.velocity = {speed, 0, 0};
  return state;
}

}  // namespace

// Alciatore, TP B.29: three frozen balls, e = 1: −0.071, +0.076, +0.995; with any stiffness and at any speed.
TEST(SharedBlow, OfThreeFrozenBallsGivesThePublishedVelocities) {
  for (const double modulus : {7.28e8, 7.28e9})
    for (const double speed : {0.1, 1., 10.}) {
      Table table = smooth_table(1);
      table.equipment.contact.effective_modulus = modulus;
      const auto v = after_three_in_line(table, speed, 0);
      EXPECT_NEAR(v[0] / speed, -0.071, 1e-3);
      EXPECT_NEAR(v[1] / speed, 0.076, 1e-3);
      EXPECT_NEAR(v[2] / speed, 0.995, 1e-3);
    }
}

// With e = .95, from an independent integration of the same equations: −.055, .100, .955.
TEST(SharedBlow, OfDampedBallsGivesTheIntegratedVelocities) {
  const auto v = after_three_in_line(smooth_table(0.95), 1, 0);
  EXPECT_NEAR(v[0], -0.055, 1.5e-3);
  EXPECT_NEAR(v[1], 0.100, 1.5e-3);
  EXPECT_NEAR(v[2], 0.955, 1.5e-3);
}

// Where the second contact begins after the first one is over, one impact follows another: (1 − e)/2, (1 + e)/2, …
TEST(SharedBlow, BecomesTwoImpactsWhereTheGapIsWide) {
  const double e = 0.95;
  for (const double gap : {2e-4, 4e-4, 1e-3}) {
    const auto v = after_three_in_line(smooth_table(e), 1, gap);
    EXPECT_NEAR(v[0], (1 - e) / 2, 1e-3) << gap;
    EXPECT_NEAR(v[1], (1 + e) / 2 * (1 - e) / 2, 1e-3) << gap;
    EXPECT_NEAR(v[2], (1 + e) / 2 * (1 + e) / 2, 1e-3) << gap;
  }
}

// The effect fades as the gap grows to the largest compression, and it reaches farther in faster blows (v^(4/5)).
TEST(SharedBlow, ReachesFartherInFasterBlows) {
  const Table table = smooth_table(1);
  double last = after_three_in_line(table, 1, 0)[0];
  for (const double gap : {1e-5, 3e-5, 6e-5}) {
    const double now = after_three_in_line(table, 1, gap)[0];
    EXPECT_GT(now, last);
    // The same equations in other units of length.
    EXPECT_NEAR(after_three_in_line(table, 8, gap * std::pow(8, 0.8))[0] / 8, now, 1e-3);
    last = now;
  }
  EXPECT_LT(std::fabs(after_three_in_line(table, 1, 1e-4)[0]), 1e-3);
  EXPECT_LT(after_three_in_line(table, 10.7, 1e-4)[0] / 10.7, -0.03);  // 100 µm still halve the effect at 10.7 m/s
}

TEST(SharedBlow, WithoutElasticityIsOneImpactAfterAnother) {
  Table table = smooth_table(1);
  table.equipment.contact.effective_modulus = 0;
  const auto v = after_three_in_line(table, 1, 0);
  EXPECT_NEAR(v[0], 0, 1e-12);
  EXPECT_NEAR(v[1], 0, 1e-12);
  EXPECT_NEAR(v[2], 1, 1e-12);
}

// Alciatore, TP B.20: a full rack answers a square hit as 1.5 ball masses do, and throws the cue ball back at .17 to .2
// of its speed; the elastic one as (1 − 1.5)/(1 + 1.5) = −.2 at most.
TEST(SharedBlow, OfARackThrowsTheCueBallBack) {
  const Table table = smooth_table(1);
  const Outcome outcome = roll_out(table, rack_before(table, 10, 1e-9), 0.02);
  const double back = -outcome.state.find(kCueBall)->state.velocity.x / 10;
  EXPECT_GT(back, 0.17);
  EXPECT_LT(back, 0.2);
}

TEST(SharedBlow, KeepsMomentumAndElasticEnergy) {
  for (const double gap : {1e-9, 1e-5, 1e-4}) {
    const Table table = smooth_table(1);
    const TableState state = rack_before(table, 10, gap);
    const Outcome outcome = roll_out(table, state, 0.01);
    const Totals before = totals(table, state.balls);
    const Totals after = totals(table, outcome.state.balls);
    EXPECT_NEAR(after.energy / before.energy, 1, 1e-12);
    EXPECT_NEAR(norm(after.momentum - before.momentum) / norm(before.momentum), 0, 1e-12);
    EXPECT_NEAR(outcome.dissipated / before.energy, 0, 1e-12);
  }
}

// Friction between the balls only takes, and what is missing is what was told to be lost.
TEST(SharedBlow, LosesWhatItTells) {
  Table table = pool_table();
  const TableState state = rack_before(table, 10, 1e-5);
  const Outcome outcome = roll_out(table, state, 0.0084);
  ASSERT_EQ(outcome.events.back().kind, ShotEventKind::blow_end);
  const Totals before = totals(table, state.balls);
  const Totals after = totals(table, outcome.state.balls);
  const double slid = before.energy - after.energy - outcome.dissipated;  // on the cloth, 8 ms long
  EXPECT_GT(outcome.dissipated, 0.02 * before.energy);
  EXPECT_GE(slid, 0);
  EXPECT_LT(slid, 0.17 * 0.2 * 9.81 * 10 * 0.01);
}

// Its balls are apart when it ends, and every one that took part is told of.
TEST(SharedBlow, EndsWithAllBallsApart) {
  const Table table = pool_table();
  const Outcome outcome = roll_out(table, rack_before(table, 10, 1e-9), 0.0084);
  std::size_t ends = 0;
  for (const ShotEvent& event : outcome.events) ends += event.kind == ShotEventKind::blow_end ? 1 : 0;
  EXPECT_EQ(ends, 16u);
  double nearest = 1;
  for (const ShotBall& a : outcome.state.balls)
    for (const ShotBall& b : outcome.state.balls)
      if (a.number < b.number) nearest = std::min(nearest, norm(a.state.position - b.state.position));
  EXPECT_GE(nearest, 2 * table.equipment.ball.radius - 1e-15);
}

// Within a blow the log's states lead from one event of a ball to its next in a straight line.
TEST(SharedBlow, IsLoggedAsAPath) {
  const Table table = pool_table();
  const Outcome outcome = roll_out(table, rack_before(table, 10, 2e-5), 0.0084);
  for (int number = 0; number < 16; ++number) {
    const ShotEvent* last = nullptr;
    for (const ShotEvent& event : outcome.events) {
      if (event.ball != number && event.other != number) continue;
      const BallState& state = event.ball == number ? event.state : event.other_state;
      if (last != nullptr && last->shared) {
        const BallState& from = last->ball == number ? last->state : last->other_state;
        EXPECT_LT(norm(from.position + (event.time - last->time) * from.velocity - state.position), 1e-15);
      }
      last = &event;
    }
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(last->kind, ShotEventKind::blow_end);
  }
}

TEST(SharedBlow, IsTheSameAgain) {
  const Table table = pool_table();
  const TableState state = rack_before(table, 10, 1e-5);
  ShotPlayer player(table);
  Outcome first;
  Outcome second;
  player.roll_out(state, {}, first);
  player.roll_out(state, {}, second);
  EXPECT_EQ(first.state, second.state);
  EXPECT_EQ(first.events.size(), second.events.size());
}

}  // namespace carom::billiards
