#include <array>
#include <cmath>
#include <numbers>

#include "carom/billiards/rack.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/billiards/shot.hpp"
#include "published/open_cloth.hpp"
#include "published/table_rows.hpp"

namespace carom::published {
namespace {

using namespace billiards;

Table smooth_pool(double restitution) {
  Equipment equipment = pool();
  equipment.contact.model = BallImpactModel::frictionless;
  equipment.contact.restitution = restitution;
  equipment.cloth.sliding_friction = equipment.cloth.rolling_friction = 0;
  return open_cloth(equipment);
}

// Of three in line, the first with 1 m/s, and `gap` between the others.
std::vector<double> three_in_line(double restitution, double gap) {
  const Table table = smooth_pool(restitution);
  const double pitch = 2 * table.equipment.ball.radius;
  ShotBall first = resting_ball(table, 0, {-2 * pitch, 0});
  first.state.velocity = {1, 0, 0};
  Outcome outcome;
  ShotPlayer(table).roll_out({{first, resting_ball(table, 1, {0, 0}), resting_ball(table, 2, {pitch + gap, 0})}},
                             {.until = 1.2 * pitch}, outcome);
  std::vector<double> velocities;
  for (const ShotBall& ball : outcome.state.balls) velocities.push_back(ball.state.velocity.x);
  return velocities;
}

// How fast a rack of touching balls throws a cue ball back, of its speed.
double thrown_back(double restitution) {
  Table table = pool_table();
  table.equipment.contact = smooth_pool(restitution).equipment.contact;
  table.equipment.cloth.sliding_friction = 0;
  TableState state = table_state(table, rack(GameKind::eight_ball, layout_of(table), 3, 0, {.gap = 1e-9}));
  ShotBall& cue_ball = *state.find(kCueBall);
  cue_ball.state.position.x = 0.5;
  cue_ball.state.velocity = {13.4, 0, 0};
  Outcome outcome;
  ShotPlayer(table).roll_out(state, {.until = 0.02}, outcome);
  return -outcome.state.find(kCueBall)->state.velocity.x / 13.4;
}

// Speeds of cue ball and object ball once both roll, of a rolling cue ball that comes with `speed` and this cut.
std::vector<double> rolled_apart(const Equipment& equipment, double speed, double cut_degrees) {
  const Table table = open_cloth(equipment);
  const double cut = cut_degrees * std::numbers::pi / 180, pitch = 2 * equipment.ball.radius;
  const ShotBall cue_ball = rolling_ball(table, 0, {0, 0}, {speed, 0});
  // A hair's breadth before the contact, so that the speed is the one that was measured there.
  const Vec2 place = pitch * Vec2{std::cos(cut), std::sin(cut)} + Vec2{1e-9, 0};
  Outcome outcome;
  ShotPlayer(table).roll_out({{cue_ball, resting_ball(table, 1, place)}}, {}, outcome);
  std::vector<double> speeds(2);
  for (const ShotEvent& event : outcome.events)
    if (event.kind == ShotEventKind::phase && event.after == Phase::rolling)
      speeds[static_cast<std::size_t>(event.ball)] = norm(event.state.velocity);
  return speeds;
}

// How many times as far as a rolling cue ball the ball goes that it hits full.
double distance_ratio(double speed) {
  const Table table = open_cloth(pool());
  const double pitch = 2 * table.equipment.ball.radius;
  Outcome outcome;
  ShotPlayer(table).roll_out({{rolling_ball(table, 0, {0, 0}, {speed, 0}), resting_ball(table, 1, {pitch + 1e-9, 0})}},
                             {}, outcome);
  const auto& balls = outcome.state.balls;
  return (balls[1].state.position.x - pitch) / balls[0].state.position.x;
}

// By how much a rolling cue ball turns when it hits so much of a ball.
double deflection(double fullness) {
  const Table table = open_cloth(pool());
  const double sine = 1 - fullness, pitch = 2 * table.equipment.ball.radius;
  const Vec2 place = pitch * Vec2{std::sqrt(1 - sine * sine), sine} + Vec2{1e-9, 0};
  Outcome outcome;
  ShotPlayer(table).roll_out({{rolling_ball(table, 0, {0, 0}, {2, 0}), resting_ball(table, 1, place)}}, {}, outcome);
  for (const ShotEvent& event : outcome.events)
    if (event.kind == ShotEventKind::phase && event.after == Phase::rolling && event.ball == 0)
      return std::abs(std::atan2(event.state.velocity.y, event.state.velocity.x)) * 180 / std::numbers::pi;
  return 0;
}

double deceleration(const Equipment& equipment) {
  return equipment.cloth.rolling_friction * equipment.cloth.gravity;
}

}  // namespace

std::vector<Section> impacts() {
  return {
      {"Balls",
       {{"three frozen balls, e = 1, the first with 1 m/s: velocities",
         {-0.071, 0.076, 0.995},
         0.001,
         three_in_line(1, 0),
         "TP B.29"},
        {"with e = .95", {-0.055, 0.100, 0.955}, 0.0015, three_in_line(0.95, 0), "Hertz and Tsuji, by another program"},
        {"with e = .95 and 10 µm between the two that rest",
         {-0.030, 0.074, 0.956},
         0.0015,
         three_in_line(0.95, 1e-5),
         "the same",
         "Its contact is softer: with K = 8.1e8 N/m^1.5 (ours 1.16e9, by the contact time) it is −.0295, .0744, .9551"},
        {"with 100 µm: one impact after another", {0.024, 0.025, 0.951}, 0.0015, three_in_line(0.95, 1e-4), "the same"},
        {"a full rack throws the cue ball back with, of its speed",
         {0.185},
         0.015,
         {thrown_back(1)},
         "TP B.20: .17–.20"},
        {"a rolling ball hits another full, 1 to 3 m/s: that goes so many times as far",
         {7.5, 7.5, 7.5},
         0.5,
         {distance_ratio(1), distance_ratio(2), distance_ratio(3)},
         "BD January 2017: 7–8",
         "With e = 1 it would be 7.3, 6.7 and 6.5, so that no restitution gives 8; .98 is the most that was measured"},
        {"a rolling ball turns at ¼, ½ and ¾ of a ball by, °",
         {30, 34, 30},
         5,
         {deflection(0.25), deflection(0.5), deflection(0.75)},
         "the 30° rule; peak TP 3.3"},
        {"snooker, 1.539 m/s, cut 33.8°: both once they roll, m/s",
         {0.816, 0.836},
         0.08,
         rolled_apart(snooker(), 1.539, 33.8),
         "AJP 2009, table I",
         "What was measured has 11 % less momentum along the first path than the ball brought; the paper of 2014 "
         "computes .914, too"},
        {"1.364 m/s, 40.5°", {0.925, 0.700}, 0.08, rolled_apart(snooker(), 1.364, 40.5), "the same"},
        {"0.942 m/s, 18.1°", {0.365, 0.581}, 0.08, rolled_apart(snooker(), 0.942, 18.1), "the same"}}},
      {"Cloths",
       {{"pool: a rolling ball loses, m/s²", {0.098}, 0.049, {deceleration(pool())}, "TP B.2: µ .01 of .005–.015"},
        {"snooker", {0.125}, 0.001, {deceleration(snooker())}, "AJP 2009: .124–.126"},
        {"carom, heated",
         {0.0495},
         0.0075,
         {deceleration(carom_billiards())},
         "182 recorded shots: .042 at .18 m/s to .057 at 1.1"}}}};
}

}  // namespace carom::published
