#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "carom/billiards/outline.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/math/random.hpp"

// Random shots, and what must hold at each of their events. An event's state is followed to the next one by the ball's
// phase alone: so the log must tell of every change of motion.
namespace carom::billiards {

struct ShotAudit {
  std::uint64_t shots = 0;
  std::uint64_t events = 0;
  std::uint64_t impacts = 0;     // of balls with balls and cushions
  std::uint64_t blows = 0;       // that balls share
  double longest_blow = 0;       // s
  double largest_gain = -1;      // J: most that an event added to the energy of its balls, kinetic and potential
  double deepest_overlap = -1;   // m: of two balls, at any time
  double farthest_out = -1;      // m: of a ball on the cloth, beyond where it touches a nose
  double largest_jump = 0;       // m: between where a phase leads and where the event is
  std::size_t most_events = 0;   // of a shot
  std::uint64_t capped = 0;      // impacts whose model would have raised the energy
  std::uint64_t incomplete = 0;  // shots
};

/// What is against a law, or an empty text. Energies are up to 40 J, places are a few metres: some hundred roundings.
inline std::string complaint(const ShotAudit& audit) {
  const auto told = [](const char* what, double value) { return what + std::to_string(value * 1e12) + "e-12; "; };
  std::string all;
  if (!(audit.largest_gain < 1e-12)) all += told("energy rises, in J, by ", audit.largest_gain);
  if (!(audit.deepest_overlap < 1e-12)) all += told("balls overlap, in m, by ", audit.deepest_overlap);
  if (!(audit.farthest_out < 1e-12)) all += told("a ball is in a cushion, in m, by ", audit.farthest_out);
  if (!(audit.largest_jump < 1e-12)) all += told("a ball jumps, in m, by ", audit.largest_jump);
  if (audit.incomplete > 0) all += std::to_string(audit.incomplete) + " shots do not end; ";
  if (!(audit.longest_blow < 0.05)) all += told("a blow lasts, in s, ", audit.longest_blow);
  if (audit.most_events >= 10'000) all += std::to_string(audit.most_events) + " events in one shot; ";
  return all;
}

/// The least value on [0, 1], above `enough` only that it is so, of the polynomial with these Bernstein coefficients.
inline double least_value(const std::array<double, 5>& c, double enough, int splits = 60) {
  const double bound = *std::min_element(c.begin(), c.end());
  if (bound >= enough || bound == c[0] || bound == c[4] || splits == 0) return bound;
  std::array<double, 5> low = c;
  std::array<double, 5> high = c;  // de Casteljau, at the middle
  for (int step = 1; step < 5; ++step) {
    for (int k = 4; k >= step; --k) low[k] = 0.5 * (low[k - 1] + low[k]);
    for (int k = 0; k + step < 5; ++k) high[k] = 0.5 * (high[k] + high[k + 1]);
  }
  return std::min(least_value(low, enough, splits - 1), least_value(high, enough, splits - 1));
}

class ShotAuditor {
 public:
  explicit ShotAuditor(const Table& table) : table_(table), player_(table) {}

  void play(const TableState& state, const Strike& stroke, ShotAudit& audit) {
    player_.play(state, stroke, {}, outcome_);
    ++audit.shots;
    audit.events += outcome_.events.size();
    audit.incomplete += outcome_.complete ? 0 : 1;
    audit.most_events = std::max(audit.most_events, outcome_.events.size());
    audit.capped += outcome_.capped;
    follow(state, audit);
  }

 private:
  struct Followed {
    int number;
    BallSpec spec;
    MotionPhase phase;
    double since;
    bool here;
    bool in_blow;
  };

  // Of the balls that share a blow, while there are any: what they brought and what they leave with.
  struct Blow {
    int balls = 0;
    double since = 0;
    double before = 0;
    double after = 0;
  };

  double energy(const BallState& state, const BallSpec& ball) const {
    return kinetic_energy(state, ball) + ball.mass * table_.equipment.cloth.gravity * state.position.z;
  }
  BallState at(const Followed& ball, double time) const {
    return ball.phase.at(std::min(time - ball.since, ball.phase.end));
  }
  void set(Followed& ball, const BallState& state, double time) const {
    ball.phase = phase_of(state, ball.spec, table_.equipment.cloth);
    ball.since = time;
  }

  void follow(const TableState& state, ShotAudit& audit) const {
    std::vector<Followed> balls;
    for (const ShotBall& ball : state.balls) {
      balls.push_back({ball.number, table_.ball(ball.number), {}, 0, true, false});
      set(balls.back(), ball.state, 0);
    }
    double last = 0;
    Blow blow;
    for (const ShotEvent& event : outcome_.events) {
      look(balls, last, event.time, audit);
      last = event.time;
      if (event.shared || event.kind == ShotEventKind::blow_end)
        apply_in_blow(event, balls, blow, audit);
      else
        apply(event, balls, audit);
    }
  }

  // In between it is not known where the balls are, but when all are free again no energy has come from nowhere.
  void apply_in_blow(const ShotEvent& event, std::vector<Followed>& balls, Blow& blow, ShotAudit& audit) const {
    if (event.kind != ShotEventKind::blow_end) ++audit.impacts;
    for (Followed& ball : balls) {
      if (ball.number != event.ball && ball.number != event.other) continue;
      const BallState& told = ball.number == event.ball ? event.state : event.other_state;
      if (!ball.in_blow) {
        const BallState led = at(ball, event.time);
        audit.largest_jump = std::max(audit.largest_jump, norm(told.position - led.position));
        if (blow.balls == 0) blow.since = event.time;
        blow.before += energy(led, ball.spec);
        ball.in_blow = true;
        ++blow.balls;
      }
      set(ball, told, event.time);
      const bool falls = event.kind == ShotEventKind::pocket || event.kind == ShotEventKind::leaves_table;
      if (event.kind != ShotEventKind::blow_end && !falls) continue;
      ball.in_blow = false;
      --blow.balls;
      ball.here = !falls;
      if (!falls) blow.after += energy(told, ball.spec);
    }
    if (blow.balls > 0) return;
    ++audit.blows;
    audit.longest_blow = std::max(audit.longest_blow, event.time - blow.since);
    audit.largest_gain = std::max(audit.largest_gain, blow.after - blow.before);
    blow = {};
  }

  void apply(const ShotEvent& event, std::vector<Followed>& balls, ShotAudit& audit) const {
    double before = 0;
    double after = 0;
    for (Followed& ball : balls) {
      if (ball.number != event.ball && ball.number != event.other) continue;
      const BallState& told = ball.number == event.ball ? event.state : event.other_state;
      const BallState led = at(ball, event.time);
      audit.largest_jump = std::max(audit.largest_jump, norm(told.position - led.position));
      before += energy(led, ball.spec);
      after += energy(told, ball.spec);
      set(ball, told, event.time);
      if (event.kind == ShotEventKind::pocket || event.kind == ShotEventKind::leaves_table) ball.here = false;
    }
    if (event.kind == ShotEventKind::ball_ball || event.kind == ShotEventKind::cushion) ++audit.impacts;
    if (event.kind != ShotEventKind::cue_strike) audit.largest_gain = std::max(audit.largest_gain, after - before);
  }

  // Between two events all balls are on parabolas: the squared distance of two is a quartic, whose least value is
  // found.
  void look(const std::vector<Followed>& balls, double from, double to, ShotAudit& audit) const {
    struct Path {
      Vec3 b0, b1, b2;  // Bernstein coefficients
      bool moves;
    };
    std::vector<Path> paths;
    for (const Followed& ball : balls) {
      const Vec3 start = at(ball, from).position;
      const Vec3 middle = at(ball, 0.5 * (from + to)).position;
      const Vec3 end = at(ball, to).position;
      paths.push_back({start, 2 * middle - 0.5 * (start + end), end, ball.phase.kind > Phase::spinning});
      if (ball.here && !ball.in_blow && paths.back().moves) look_at_cushions(ball, {middle, end}, audit);
    }
    for (std::size_t i = 0; i < balls.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        if (!balls[i].here || !balls[j].here || balls[i].in_blow || balls[j].in_blow ||
            !(paths[i].moves || paths[j].moves))
          continue;
        const double apart = balls[i].spec.radius + balls[j].spec.radius;
        const Vec3 b0 = paths[i].b0 - paths[j].b0;
        const Vec3 b1 = paths[i].b1 - paths[j].b1;
        const Vec3 b2 = paths[i].b2 - paths[j].b2;
        const double least = least_value(
            {dot(b0, b0), dot(b0, b1), (2 * dot(b1, b1) + dot(b0, b2)) / 3, dot(b1, b2), dot(b2, b2)}, apart * apart);
        audit.deepest_overlap = std::max(audit.deepest_overlap, apart - std::sqrt(std::max(0.0, least)));
      }
  }

  void look_at_cushions(const Followed& ball, const std::array<Vec3, 2>& places, ShotAudit& audit) const {
    const double touching = reach(table_.materials[0], ball.spec.radius);
    for (const Vec3& place : places) {
      if (place.z > ball.spec.radius) continue;
      audit.farthest_out = std::max(audit.farthest_out, touching - clearance(table_, {place.x, place.y}));
    }
  }

  Table table_;
  ShotPlayer player_;
  Outcome outcome_;
};

// A free table: concave arcs, an inner corner, a pin.
inline Table free_table(Random& random) {
  Table table = carom_table();
  table.name = table.game = "";
  table.spots.clear();
  table.lines.clear();
  switch (random.below(4)) {
    case 0:
      table.cushions = circle_outline({0, 0}, random.uniform(0.8, 1.2));
      break;
    case 1:
      table.cushions = stadium_outline(random.uniform(0.3, 1.5), random.uniform(0.6, 0.9));
      break;
    case 2:
      table.cushions = ellipse_outline(1.2, random.uniform(0.7, 1.1), 8);
      break;
    default:
      table.cushions = polygon_outline({{-1, -1}, {1, -1}, {1, 0.4}, {0.3, 0.5}, {0.2, 1}, {-1, 1}});
      table.obstacles = {{CushionPart::Shape::convex_arc, {-0.3, 0.1}, {-0.5, 0.1}, {-0.4, 0.1}, 0.1, 0, false, ""},
                         {CushionPart::Shape::convex_arc, {-0.5, 0.1}, {-0.3, 0.1}, {-0.4, 0.1}, 0.1, 0, false, ""}};
  }
  return table;
}

// A table of one of the games or a free one, with models and constants drawn from those that there are; now and then
// every ball has a mass and a radius of its own.
inline Table random_table(Random& random) {
  const std::uint64_t game = random.below(4);
  Table table = game == 0 ? pool_table() : game == 1 ? snooker_table() : game == 2 ? carom_table() : free_table(random);
  table.equipment.contact.model = static_cast<BallImpactModel>(random.below(3));
  const std::uint64_t restitution = random.below(16);  // 0: sticking, 1: elastic
  table.equipment.contact.restitution = restitution < 2 ? static_cast<double>(restitution) : random.uniform(0.2, 1);
  table.materials[0].model = static_cast<CushionImpactModel>(random.below(4));
  table.materials[0].restitution = random.uniform(0.5, 1);
  if (random.below(4) == 0) {
    table.balls.clear();
    for (int number = 0; number < 16; ++number)
      table.balls.push_back({number, {random.uniform(0.05, 0.4), random.uniform(0.022, 0.036)}, "", "", ""});
  }
  return table;
}

inline TableState random_position(const Table& table, Random& random, int count) {
  TableState state;
  while (static_cast<int>(state.balls.size()) < count) {
    // Now and then a ball that touches the one before it.
    const int number = static_cast<int>(state.balls.size());
    const double radius = table.ball(number).radius;
    Vec2 place{random.uniform(-0.9, 0.9), random.uniform(-0.42, 0.42)};
    if (number > 0 && random.below(4) == 0) {
      const Vec3& last = state.balls.back().state.position;
      // Both on the cloth: their centres are 2 √(R r) apart, seen from above.
      const double apart = 2 * std::sqrt(radius * table.ball(number - 1).radius);
      place = Vec2{last.x, last.y} + (apart * (1 + 1e-15)) * random.direction<2>();
    }
    const bool free = std::none_of(state.balls.begin(), state.balls.end(), [&](const ShotBall& ball) {
      return norm(ball.state.position - Vec3{place.x, place.y, radius}) < radius + table.ball(ball.number).radius;
    });
    if (free && clearance(table, place) > radius) state.balls.push_back(resting_ball(table, number, place));
  }
  return state;
}

/// A triangle of fifteen balls with hardly any room between them, and the cue ball.
inline TableState random_rack(const Table& table, Random& random) {
  TableState state{{resting_ball(table, 0, {-0.635, random.uniform(-0.1, 0.1)})}};
  double radius = 0;
  for (int number = 1; number < 16; ++number) radius = std::max(radius, table.ball(number).radius);
  const double pitch = 2 * radius + std::exp(random.uniform(-35, -6));
  int number = 1;
  for (int row = 0; row < 5; ++row)
    for (int k = 0; k <= row; ++k)
      state.balls.push_back(resting_ball(table, number++, {row * pitch * std::sqrt(0.75), (k - 0.5 * row) * pitch}));
  return state;
}

inline Strike random_stroke(Random& random) {
  return {.speed = random.uniform(0.1, 9),
          .heading = random.direction<2>(),
          .side = random.uniform(-0.35, 0.35),
          .height = random.uniform(-0.35, 0.35),
          .elevation = random.below(4) == 0 ? random.uniform(0, 1.3) : 0};
}

// Shots on a table, one of 32 a break.
inline void audit_shots(const Table& table, Random& random, int shots, ShotAudit& audit) {
  ShotAuditor auditor(table);
  const bool has_pin = !table.obstacles.empty();
  for (int k = 0; k < shots; ++k) {
    const bool is_break = !has_pin && random.below(32) == 0;
    const TableState position =
        is_break ? random_rack(table, random) : random_position(table, random, 2 + static_cast<int>(random.below(8)));
    Strike stroke = random_stroke(random);
    if (is_break) stroke.heading = {1, random.uniform(-0.1, 0.1)};
    auditor.play(position, stroke, audit);
  }
}

// The same on a random table.
inline void audit_random_shots(std::uint64_t seed, std::uint64_t number, int shots, ShotAudit& audit) {
  Random random(seed, number);
  const Table table = random_table(random);
  audit_shots(table, random, shots, audit);
}

}  // namespace carom::billiards
