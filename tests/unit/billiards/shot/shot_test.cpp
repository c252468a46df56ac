#include "carom/billiards/shot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "carom/billiards/outline.hpp"
#include "carom/billiards/rectangle.hpp"
#include "rounds.hpp"

using namespace carom;
using namespace carom::billiards;

namespace {

constexpr double kPi = 3.14159265358979323846;

Table box(double length, double width) {
  Table table = carom_table();
  table.equipment = pool();
  table.balls.clear();
  table.spots.clear();
  table.lines.clear();
  table.cushions = polygon_outline(
      {{-length / 2, -width / 2}, {length / 2, -width / 2}, {length / 2, width / 2}, {-length / 2, width / 2}});
  return table;
}

// No friction anywhere, plain mirrors at the height of the ball's centre.
Table frictionless(std::vector<CushionPart> outline) {
  Table table = box(1, 1);
  table.cushions = std::move(outline);
  Cloth& cloth = table.equipment.cloth;
  cloth.sliding_friction = cloth.rolling_friction = cloth.spinning_friction = 0;
  table.materials = {{.model = CushionImpactModel::reflection, .restitution = 1, .height = pool().ball.radius}};
  table.equipment.contact = {.model = BallImpactModel::frictionless, .restitution = 1};
  return table;
}

Vec2 direction(double degrees) {
  return {std::cos(degrees * kPi / 180), std::sin(degrees * kPi / 180)};
}

Vec2 plan(const ShotBall& ball) {
  return {ball.state.position.x, ball.state.position.y};
}

ShotBall moving_ball(const Table& table, int number, const Vec2& place, const Vec2& velocity, bool rolls = false) {
  ShotBall ball = resting_ball(table, number, place);
  ball.state.velocity = {velocity.x, velocity.y, 0};
  if (rolls) ball.state.angular_velocity = rolling_spin(ball.state.velocity, table.ball(number).radius, 0);
  return ball;
}

std::vector<ShotEvent> of_kind(const Outcome& outcome, ShotEventKind kind) {
  std::vector<ShotEvent> events;
  for (const ShotEvent& event : outcome.events)
    if (event.kind == kind) events.push_back(event);
  return events;
}

// The deepest overlap of any two balls, at many times of a shot and at all its meetings outside of shared blows, in
// which balls are pressed into each other.
double deepest_overlap(const Table& table, const TableState& state, const Strike& stroke) {
  ShotPlayer player(table);
  const Outcome whole = player.play(state, stroke);
  double deepest = -1;
  for (const ShotEvent& event : of_kind(whole, ShotEventKind::ball_ball)) {
    if (event.shared) continue;
    const double reach = table.ball(event.ball).radius + table.ball(event.other).radius;
    deepest = std::max(deepest, reach - norm(event.state.position - event.other_state.position));
  }
  for (int k = 0; k < 200; ++k) {
    ShotOptions options;
    options.until = whole.duration * k / 200;
    const Outcome part = player.play(state, stroke, options);
    for (const ShotBall& a : part.state.balls)
      for (const ShotBall& b : part.state.balls)
        if (a.number < b.number && a.place == ShotBall::Place::on_table && b.place == ShotBall::Place::on_table)
          deepest = std::max(deepest, table.ball(a.number).radius + table.ball(b.number).radius -
                                          norm(a.state.position - b.state.position));
  }
  return deepest;
}

TableState rack(const Table& table, const Vec2& cue_ball, double gap, int rows = 5) {
  TableState state;
  state.balls.push_back(resting_ball(table, 0, cue_ball));
  const double pitch = 2 * table.equipment.ball.radius + gap;
  int number = 1;
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k <= row; ++k)
      state.balls.push_back(
          resting_ball(table, number++, {0.635 + row * pitch * std::sqrt(0.75), (k - 0.5 * row) * pitch}));
  return state;
}

std::string complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// A ball without spin at 2 m/s, μ = 0.2, g = 9.81 (Coriolis; Alciatore, TP 4.1): slides 0.291248 s and 0.499282 m,
// rolls at 1.428571 m/s, and at μr = 0.01 for 10.4017 m more.
TEST(Shot, SlidesThenRollsThenRests) {
  const Table table = box(30, 2);
  ShotPlayer player(table);
  Outcome outcome;
  player.roll_out({{moving_ball(table, 0, {-14, 0}, {2, 0})}}, {}, outcome);
  ASSERT_EQ(outcome.events.size(), 2u);
  EXPECT_EQ(outcome.events[0].after, Phase::rolling);
  EXPECT_NEAR(outcome.events[0].time, 0.291248, 5e-7);
  EXPECT_NEAR(outcome.events[0].state.position.x, -14 + 0.499282, 5e-7);
  EXPECT_NEAR(outcome.events[0].state.velocity.x, 1.428571, 5e-7);
  EXPECT_EQ(outcome.events[1].after, Phase::resting);
  EXPECT_NEAR(outcome.events[1].state.position.x, -14 + 0.499282 + 10.4017, 5e-5);
  EXPECT_EQ(outcome.state.balls[0].state, outcome.events[1].state);
}

// Alciatore, TP B-13: a rolling cue ball after an elastic, frictionless hit leaves by tan θ = sin φ cos φ/(sin² φ +
// 2/5).
TEST(Shot, RollingCueBallEndsAtThePublishedCaromAngle) {
  Table table = box(40, 40);
  table.equipment.contact = {.model = BallImpactModel::frictionless, .restitution = 1};
  const double reach = 2 * table.equipment.ball.radius;
  for (const auto& [cut, expected] : {std::pair{10., 21.6806}, {30., 33.6705}, {48.59, 27.2671}}) {
    ShotPlayer player(table);
    Outcome outcome;
    const Vec2 place = reach * direction(cut) + 0.3 * Vec2{1, 0};
    player.roll_out({{moving_ball(table, 0, {0, 0}, {2, 0}, true), resting_ball(table, 1, place)}}, {}, outcome);
    const auto hit = of_kind(outcome, ShotEventKind::ball_ball);
    ASSERT_EQ(hit.size(), 1u);
    const auto rolls = std::find_if(outcome.events.begin(), outcome.events.end(), [](const ShotEvent& event) {
      return event.ball == 0 && event.after == Phase::rolling;
    });
    ASSERT_NE(rolls, outcome.events.end());
    const Vec3 v = rolls->state.velocity;
    EXPECT_NEAR(std::atan2(-v.y, v.x) * 180 / kPi, expected, 2e-3 * (cut == 48.59) + 1e-4);
  }
}

// A sliding ball reaches distance d at t = (v − √(v² − 2 μ g d))/(μ g), here another ball, in long double without
// cancellation.
TEST(Shot, BallsMeetWhenTheClosedFormSays) {
  const Table table = box(4, 2);
  const double radius = table.equipment.ball.radius;
  const long double v = 2, a = 0.2L * 9.81L;
  for (const double gap : {1e-12, 1e-9, 1e-6, 1e-3, 0.01, 0.1}) {
    const double place = 2 * radius + gap;
    const long double d = static_cast<long double>(place) - 2 * static_cast<long double>(radius);
    ShotPlayer player(table);
    Outcome outcome;
    player.roll_out({{moving_ball(table, 0, {0, 0}, {2, 0}), resting_ball(table, 1, {place, 0})}}, {}, outcome);
    const auto hits = of_kind(outcome, ShotEventKind::ball_ball);
    ASSERT_FALSE(hits.empty()) << gap;
    EXPECT_NEAR(hits[0].time, static_cast<double>(2 * d / (v + std::sqrt(v * v - 2 * a * d))), 1e-11) << gap;
  }
}

// pooltool issue 154: the cue ball at a quarter, the rack at three quarters of the length, the strike at 3.262213 m/s
// and 81.83468° from the short side: a ball went through another.
TEST(Shot, MissesNoBallOfPooltoolIssue154) {
  const Table table = pool_table();
  for (const double gap : {0., 1e-9, 1e-5, 5e-4}) {
    const TableState state = rack(table, {-0.635, 0}, gap);
    for (const double heading : {81.83468 - 90, 90 - 81.83468, 0.3, 4.1}) {
      const Strike stroke{.speed = 3.262213, .heading = direction(heading)};
      EXPECT_LE(deepest_overlap(table, state, stroke), 1e-12) << gap << " " << heading;
    }
  }
}

// pooltool issue 217: a square table of 4.5 m, a ball on its diagonal, shot at 45° into the corner.
TEST(Shot, ComesBackFromTheCornerOfPooltoolIssue217) {
  const Table table = box(4.5, 4.5);
  for (const Vec2& place : {Vec2{-1.25, -1.25}, Vec2{-2.25, -2.25} + 0.03 * Vec2{1, 1}})
    for (const Vec2& heading : {Vec2{1, 1}, Vec2{-1, -1}}) {
      const Outcome outcome = play(table, {{resting_ball(table, 0, place)}}, {.speed = 2, .heading = heading});
      const auto hits = of_kind(outcome, ShotEventKind::cushion);
      ASSERT_GE(hits.size(), 2u);
      EXPECT_NEAR(hits[0].time, hits[1].time, 1e-12);
      EXPECT_NE(hits[0].part, hits[1].part);
      EXPECT_LT(hits[1].state.velocity.x * heading.x, 0);
      EXPECT_LT(hits[1].state.velocity.y * heading.y, 0);
      EXPECT_GE(clearance(table, plan(outcome.state.balls[0])), reach(table.materials[0], 0.028575) - 1e-12);
    }
}

TEST(Shot, BallFrozenToTheCushionComesBackFromIt) {
  const Table table = box(4.5, 4.5);
  const double near = reach(table.materials[0], 0.028575);
  const Outcome outcome =
      play(table, {{resting_ball(table, 0, {2.25 - near, 0.3})}}, {.speed = 2, .heading = {1, 0.2}});
  ASSERT_GE(outcome.events.size(), 2u);
  EXPECT_EQ(outcome.events[1].kind, ShotEventKind::cushion);
  EXPECT_NEAR(outcome.events[1].time, 0, 1e-14);
  EXPECT_GE(clearance(table, plan(outcome.state.balls[0])), near - 1e-12);
}

// Without friction and with mirrors the angular momentum about a circle's centre stays.
TEST(Shot, CircleKeepsTheAngularMomentumOverManyHits) {
  const Table table = frictionless(circle_outline({0, 0}, 1));
  ShotPlayer player(table);
  for (const Vec2& velocity : {Vec2{0.7, 1.9}, Vec2{0.1, 2}, Vec2{1.3, 0.02}}) {
    Outcome outcome;
    ShotOptions options;
    options.most_events = static_cast<std::size_t>(test::rounds(100'000));
    player.roll_out({{moving_ball(table, 0, {0.9, 0.1}, velocity)}}, options, outcome);
    ASSERT_EQ(of_kind(outcome, ShotEventKind::cushion).size(), options.most_events);
    const double before = cross(Vec2{0.9, 0.1}, velocity);
    const Vec3& v = outcome.state.balls[0].state.velocity;
    EXPECT_NEAR(cross(plan(outcome.state.balls[0]), Vec2{v.x, v.y}), before, 1e-11);
    EXPECT_NEAR(norm(v), norm(velocity), 1e-11);
    for (const ShotEvent& event : outcome.events)
      ASSERT_NEAR(norm(event.state.position - Vec3{0, 0, 0.028575}), 1 - 0.028575, 1e-12);
  }
}

TEST(Shot, NoBallEscapesFromAStadium) {
  const Table table = frictionless(stadium_outline(1, 0.5));
  ShotPlayer player(table);
  Outcome outcome;
  ShotOptions options;
  options.most_events = 100'000;
  player.roll_out({{moving_ball(table, 0, {0.2, 0.1}, {1.1, 1.7})}}, options, outcome);
  EXPECT_EQ(outcome.events.size(), 100'000u);
  EXPECT_NEAR(norm(outcome.state.balls[0].state.velocity), norm(Vec2{1.1, 1.7}), 1e-11);
  for (const ShotEvent& event : outcome.events)
    ASSERT_NEAR(clearance(table, {event.state.position.x, event.state.position.y}), 0.028575, 1e-12);
}

// In an L-shape the inner corner turns balls back like a pin.
TEST(Shot, NoBallEscapesFromAnLShape) {
  const Table table = frictionless(polygon_outline({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}));
  ShotPlayer player(table);
  Outcome outcome;
  ShotOptions options;
  options.most_events = 20'000;
  player.roll_out({{moving_ball(table, 0, {0.4, 0.5}, {0.31, 0.7})}}, options, outcome);
  for (const ShotEvent& event : outcome.events)
    ASSERT_NEAR(clearance(table, {event.state.position.x, event.state.position.y}), 0.028575, 1e-12);
}

TEST(Shot, BallsBounceOffAnObstacle) {
  Table table = frictionless(polygon_outline({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}));
  table.obstacles = circle_outline({0, 0}, 0.3);
  for (CushionPart& part : table.obstacles) {
    part.shape = CushionPart::Shape::convex_arc;
    std::swap(part.from, part.to);
  }
  std::swap(table.obstacles[0], table.obstacles[1]);
  ShotPlayer player(table);
  Outcome outcome;
  ShotOptions options;
  options.most_events = 2'000;
  player.roll_out({{moving_ball(table, 0, {0.6, 0.5}, {-1.1, 0.7})}}, options, outcome);
  EXPECT_TRUE(std::any_of(outcome.events.begin(), outcome.events.end(), [](const auto& e) { return e.part >= 4; }));
  for (const ShotEvent& event : outcome.events)
    ASSERT_NEAR(clearance(table, {event.state.position.x, event.state.position.y}), 0.028575, 1e-12);
}

TEST(Shot, PocketsSwallowABallThatComesStraightIn) {
  const Table table = pool_table();
  for (std::size_t i = 0; i < table.pockets.size(); ++i) {
    const Vec2 hole = table.pockets[i].center;
    const Vec2 axis{std::fabs(hole.x) < 0.1 ? 0 : std::copysign(1, hole.x), std::copysign(1, hole.y)};
    const Outcome outcome = play(table, {{resting_ball(table, 0, hole - 0.5 * axis)}}, {.speed = 1.5, .heading = axis});
    ASSERT_EQ(outcome.state.balls[0].place, ShotBall::Place::potted) << table.pockets[i].id;
    EXPECT_EQ(outcome.state.balls[0].pocket, static_cast<int>(i));
    const ShotEvent& last = outcome.events.back();
    EXPECT_EQ(last.kind, ShotEventKind::pocket);
    const Vec2 fell{last.state.position.x, last.state.position.y};
    EXPECT_NEAR(norm(fell - table.pockets[i].center), table.pockets[i].radius, 1e-12);
  }
}

// Along the cushion a fast ball meets the far jaw, and can come back after touching both.
TEST(Shot, PocketsRattle) {
  const Table table = pool_table();
  int rattled = 0;
  for (int k = 0; k < 200; ++k) {
    const Outcome outcome = play(table, {{resting_ball(table, 0, {0.2, -0.58 + 0.0002 * k})}},
                                 {.speed = 4, .heading = {1, -0.06 - 0.0001 * k}});
    int jaws = 0;
    for (const ShotEvent& event : of_kind(outcome, ShotEventKind::cushion))
      jaws += table.cushions[static_cast<std::size_t>(event.part)].name == "bottom right jaw" ? 1 : 0;
    rattled += jaws >= 2 && outcome.state.balls[0].place == ShotBall::Place::on_table ? 1 : 0;
  }
  EXPECT_GT(rattled, 0);
}

// Struck down hard, the cue ball flies over a ball in its way, bounces and rolls on.
TEST(Shot, JumpsOverABallAndComesBack) {
  const Table table = box(6, 2);
  const TableState state{{resting_ball(table, 0, {-2, 0}), resting_ball(table, 1, {-1.75, 0})}};
  const Outcome outcome = play(table, state, {.speed = 5, .heading = {1, 0}, .elevation = 0.5});
  const auto bounces = of_kind(outcome, ShotEventKind::cloth_bounce);
  ASSERT_GE(bounces.size(), 2u);
  EXPECT_GT(bounces[1].state.position.x, -1.75 + 0.05);
  EXPECT_TRUE(of_kind(outcome, ShotEventKind::ball_ball).empty() ||
              of_kind(outcome, ShotEventKind::ball_ball)[0].time > bounces[1].time);
  EXPECT_EQ(outcome.state.balls[0].state.position.z, table.equipment.ball.radius);
}

TEST(Shot, LeavesTheTableOverTheCushion) {
  const Table table = box(2, 2);
  const Outcome outcome =
      play(table, {{resting_ball(table, 0, {0.6, 0})}}, {.speed = 9, .heading = {1, 0}, .elevation = 0.5});
  ASSERT_EQ(outcome.state.balls[0].place, ShotBall::Place::off_table);
  const ShotEvent& last = outcome.events.back();
  EXPECT_EQ(last.kind, ShotEventKind::leaves_table);
  EXPECT_LT(clearance(table, {last.state.position.x, last.state.position.y}), 0);
  EXPECT_NEAR(last.state.position.z, table.materials[0].height + 0.028575, 1e-12);
}

// Side spin with an elevated cue curves the path: swerve.
TEST(Shot, ElevatedCueWithSideSwerves) {
  const Table table = box(6, 4);
  const Outcome outcome =
      play(table, {{resting_ball(table, 0, {-2, 0})}}, {.speed = 3, .heading = {1, 0}, .side = 0.4, .elevation = 0.3});
  const auto slide = std::find_if(outcome.events.begin(), outcome.events.end(),
                                  [](const ShotEvent& event) { return event.after == Phase::sliding; });
  const auto roll = std::find_if(outcome.events.begin(), outcome.events.end(),
                                 [](const ShotEvent& event) { return event.after == Phase::rolling; });
  ASSERT_NE(roll, outcome.events.end());
  const Vec3 a = slide->state.velocity;
  const Vec3 b = roll->state.velocity;
  EXPECT_LT(cross(Vec2{a.x, a.y}, Vec2{b.x, b.y}) / (norm(a) * norm(b)), -0.02);
}

TEST(Shot, TightRacksMakeNoStormOfEvents) {
  const Table table = pool_table();
  for (const double gap : {0., 1e-15, 1e-7, 1e-4})
    for (int k = 0; k < 10; ++k) {
      const Outcome outcome = play(table, rack(table, {-0.635, 0.001 * k}, gap), {.speed = 9, .heading = {1, 0}});
      EXPECT_TRUE(outcome.complete);
      EXPECT_LT(outcome.events.size(), 1500u) << gap << " " << k;
    }
}

TEST(Shot, RestingClustersStayAtRest) {
  const Table table = pool_table();
  TableState state = rack(table, {-0.635, 0}, 0);
  ShotPlayer player(table);
  Outcome outcome;
  player.roll_out(state, {}, outcome);
  EXPECT_TRUE(outcome.events.empty());
  EXPECT_EQ(outcome.state, state);
}

// Top spin drives the ball into the cushion again and again; between two balls and a cushion likewise.
TEST(Shot, BallsThatArePressedAgainstSomethingMakeNoStorm) {
  const Table table = box(2, 1);
  const double near = reach(table.materials[0], 0.028575);
  ShotBall spinning = resting_ball(table, 0, {1 - near, 0});
  spinning.state.angular_velocity = {3, 150, 20};
  ShotPlayer player(table);
  Outcome outcome;
  player.roll_out({{spinning}}, {}, outcome);
  EXPECT_TRUE(outcome.complete);
  EXPECT_LT(outcome.events.size(), 200u);
  EXPECT_GE(clearance(table, plan(outcome.state.balls[0])), near - 1e-12);

  ShotBall pusher = resting_ball(table, 0, {1 - near - 2 * 0.028575, 0});
  pusher.state.angular_velocity = {0, 150, 0};
  player.roll_out({{pusher, resting_ball(table, 1, {1 - near, 0})}}, {}, outcome);
  EXPECT_TRUE(outcome.complete);
  EXPECT_LT(outcome.events.size(), 3000u);
}

// Along a circular cushion of 1 m a hop of 0.02 rad is 4 cm long, and 20 m are rolled: 500 hops, or three times as
// many where the cloth pulls the ball back (a mirror leaves its spin as it was), each a cushion and the end of a slide.
TEST(Shot, BallsThatFollowAConcaveCushionMakeNoStorm) {
  for (const CushionImpactModel model : {CushionImpactModel::reflection, CushionImpactModel::han_2005,
                                         CushionImpactModel::mathavan_2010, CushionImpactModel::stronge})
    for (const double restitution : {0.5, 0.98, 1.0}) {
      Table table = box(2, 2);
      table.cushions = circle_outline({0, 0}, 1);
      table.materials[0].model = model;
      table.materials[0].restitution = restitution;
      const double near = reach(table.materials[0], table.equipment.ball.radius);
      ShotPlayer player(table);
      Outcome outcome;
      player.roll_out({{moving_ball(table, 0, {0, 1e-9 + near - 1}, {2, 0}, true)}}, {}, outcome);
      EXPECT_TRUE(outcome.complete);
      EXPECT_LT(outcome.events.size(), 6000u) << static_cast<int>(model) << ' ' << restitution;
      EXPECT_GE(clearance(table, plan(outcome.state.balls[0])), near - 1e-12);
    }
}

TEST(Shot, EnergyNeverRises) {
  const Table table = pool_table();
  const Outcome outcome = play(table, rack(table, {-0.635, 0.002}, 1e-5), {.speed = 9, .heading = {1, 0}});
  EXPECT_EQ(outcome.capped, 0u);
  EXPECT_GT(outcome.dissipated, 0);
  EXPECT_LT(outcome.dissipated, outcome.energy_in);
  double sum = 0;
  for (const ShotBall& ball : outcome.state.balls) sum += kinetic_energy(ball.state, table.ball(ball.number));
  EXPECT_EQ(sum, 0);
}

// Two balls of any masses and radii keep the momentum of a frictionless, elastic hit.
TEST(Shot, KnowsUnequalMassesAndRadii) {
  Table table = box(4, 4);
  table.equipment.contact = {.model = BallImpactModel::frictionless, .restitution = 1};
  table.balls = {{0, {0.5, 0.04}, "", "", ""}, {1, {0.1, 0.02}, "", "", ""}};
  table.materials[0].height = 0.03;
  table.equipment.cloth.sliding_friction = 0;
  ShotPlayer player(table);
  Outcome outcome;
  player.roll_out({{moving_ball(table, 0, {-0.5, 0.01}, {2, 0}), resting_ball(table, 1, {0, 0})}}, {}, outcome);
  const auto hits = of_kind(outcome, ShotEventKind::ball_ball);
  ASSERT_FALSE(hits.empty());
  EXPECT_NEAR(norm(hits[0].state.position - hits[0].other_state.position), 0.06, 1e-14);
  const Vec3 normal = (hits[0].other_state.position - hits[0].state.position) / 0.06;
  EXPECT_NEAR(normal.z, -1. / 3, 1e-12);
  // J = 2 μ* v·n, μ* = m₁ m₂/(m₁ + m₂)
  const double impulse = 2 * (0.5 * 0.1 / 0.6) * 2 * normal.x;
  EXPECT_NEAR(hits[0].state.velocity.x, 2 - impulse * normal.x / 0.5, 1e-12);
  EXPECT_NEAR(hits[0].other_state.velocity.x, impulse * normal.x / 0.1, 1e-12);
}

// The plain model: all speeds times 0.99 every 10 ms; the way is v/k in the end.
TEST(Shot, DampedBallsRollOutAtTheEndOfTheirWay) {
  Table table = box(10, 1);
  table.equipment.cloth.law = ClothLaw::damping;
  table.equipment.cloth.damping = damping_of(0.99, 0.01);
  ShotPlayer player(table);
  Outcome outcome;
  player.roll_out({{moving_ball(table, 0, {-4, 0}, {2, 0}), resting_ball(table, 1, {4.5, 0})}}, {}, outcome);
  EXPECT_TRUE(outcome.events.empty());
  EXPECT_NEAR(outcome.state.balls[0].state.position.x, -4 + 2 / table.equipment.cloth.damping, 1e-12);
  EXPECT_EQ(norm(outcome.state.balls[0].state.velocity), 0);
  player.roll_out({{moving_ball(table, 0, {-4, 0}, {2, 0}), resting_ball(table, 1, {-3, 0})}}, {}, outcome);
  ASSERT_EQ(outcome.events.size(), 1u);
  const double way = 1 - 2 * 0.028575;
  EXPECT_NEAR(outcome.events[0].time,
              -std::log1p(-table.equipment.cloth.damping * way / 2) / table.equipment.cloth.damping, 1e-13);
}

TEST(Shot, DeceleratedBallsStopAfterTheirWay) {
  Table table = box(10, 1);
  table.equipment.cloth.law = ClothLaw::deceleration;
  table.equipment.cloth.deceleration = 0.5;
  ShotPlayer player(table);
  Outcome outcome;
  player.roll_out({{moving_ball(table, 0, {-4, 0}, {2, 0})}}, {}, outcome);
  ASSERT_EQ(outcome.events.size(), 1u);
  EXPECT_NEAR(outcome.events[0].time, 4, 1e-14);
  EXPECT_NEAR(outcome.state.balls[0].state.position.x, 0, 1e-14);
}

TEST(Shot, IsTheSameEachTime) {
  const Table table = snooker_table();
  const TableState state{{resting_ball(table, 0, {-1, 0}), resting_ball(table, 1, {0.5, 0.1}),
                          resting_ball(table, 2, {0.7, 0.12}), resting_ball(table, 3, {1, -0.5})}};
  const Strike stroke{.speed = 4, .heading = {1.5, 0.08}, .side = 0.2, .height = -0.1};
  ShotPlayer player(table);
  const Outcome first = player.play(state, stroke);
  ShotPlayer copy = player;
  const Outcome second = copy.play(state, stroke);
  EXPECT_EQ(first.state, second.state);
  EXPECT_EQ(first.duration, second.duration);
  EXPECT_EQ(first.events.size(), second.events.size());
  // Stopped on the way, it has come as far as the whole shot had then.
  ShotOptions options;
  options.most_events = first.events.size() / 2;
  const Outcome half = player.play(state, stroke, options);
  EXPECT_FALSE(half.complete);
  EXPECT_EQ(half.events.back().state, first.events[half.events.size() - 1].state);
}

TEST(Shot, ComplainsAboutBadPositions) {
  const Table table = pool_table();
  const Strike stroke{.speed = 2};
  const auto with = [&](const Vec2& place) {
    return complaint([&] { play(table, {{resting_ball(table, 0, {0, 0}), resting_ball(table, 4, place)}}, stroke); });
  };
  EXPECT_NE(with({0.03, 0}).find("ball 4 at (0.03, 0, 0.028575) overlaps ball 0"), std::string::npos);
  EXPECT_NE(with({5, 0}).find("outside"), std::string::npos);
  EXPECT_NE(with({1.26, 0}).find("in a cushion"), std::string::npos);
  EXPECT_NE(with(table.pockets[0].center).find("over the pocket"), std::string::npos);
  EXPECT_NE(with({std::numeric_limits<double>::quiet_NaN(), 0}).find("not finite"), std::string::npos);
  EXPECT_EQ(with({0.05715, 0}), "");
  ShotBall meteor = resting_ball(table, 0, {0, 0});
  meteor.state.velocity = {1e5, 0, 0};
  EXPECT_NE(complaint([&] { play(table, {{meteor}}, stroke); }).find("too fast"), std::string::npos);
  ShotOptions backwards;
  backwards.until = -1;
  EXPECT_NE(complaint([&] {
              play(table, {{resting_ball(table, 0, {0, 0})}}, stroke, backwards);
            }).find("options.until"),
            std::string::npos);
  EXPECT_NE(complaint([&] {
              play(table, {{resting_ball(table, 3, {0, 0})}}, stroke);
            }).find("number 0"),
            std::string::npos);
  EXPECT_NE(complaint([&] {
              play(table, {{resting_ball(table, 0, {0, 0})}}, {.speed = 2, .side = 0.6});
            }).find("miscue"),
            std::string::npos);
  EXPECT_NE(complaint([&] {
              play(table, {{resting_ball(table, 0, {0, 0})}}, {.speed = std::numeric_limits<double>::quiet_NaN()});
            }).find("speed"),
            std::string::npos);
}
