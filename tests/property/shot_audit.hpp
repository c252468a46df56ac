#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/shot.hpp"
#include "carom/math/random.hpp"

// Random shots, and what must hold at each of their events. An event's state is followed to the next one by the ball's
// phase alone: so the log must tell of every change of motion.
namespace carom::billiards {

struct ShotAudit {
  double largest_gain = -1;     // J: most that an event added to the energy of its balls, kinetic and potential
  double deepest_overlap = -1;  // m
  double farthest_out = -1;     // m: of a ball on the cloth, beyond where it touches a nose
  double largest_jump = 0;      // m: between where a phase leads and where the event is
  std::size_t most_events = 0;
  std::uint64_t capped = 0;
};

class ShotAuditor {
 public:
  explicit ShotAuditor(const Table& table) : table_(table), player_(table) {}

  void play(const TableState& state, const Strike& stroke, ShotAudit& audit) {
    player_.play(state, stroke, {}, outcome_);
    EXPECT_TRUE(outcome_.complete);
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
      balls.push_back({ball.number, table_.ball(ball.number), {}, 0, true});
      set(balls.back(), ball.state, 0);
    }
    for (const ShotEvent& event : outcome_.events) {
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
      if (event.kind != ShotEventKind::cue_strike) audit.largest_gain = std::max(audit.largest_gain, after - before);
      look(balls, event.time, audit);
    }
  }

  void look(const std::vector<Followed>& balls, double time, ShotAudit& audit) const {
    std::vector<BallState> now;
    for (const Followed& ball : balls) now.push_back(at(ball, time));
    for (std::size_t i = 0; i < balls.size(); ++i) {
      if (!balls[i].here) continue;
      for (std::size_t j = 0; j < i; ++j)
        if (balls[j].here)
          audit.deepest_overlap = std::max(audit.deepest_overlap, balls[i].spec.radius + balls[j].spec.radius -
                                                                      norm(now[i].position - now[j].position));
      if (now[i].position.z > balls[i].spec.radius || balls[i].phase.kind == Phase::resting) continue;
      const double room = clearance(table_, {now[i].position.x, now[i].position.y});
      audit.farthest_out = std::max(audit.farthest_out, reach(table_.materials[0], balls[i].spec.radius) - room);
    }
  }

  Table table_;
  ShotPlayer player_;
  Outcome outcome_;
};

// A table of one of the games, with models and constants drawn from those that there are.
inline Table random_table(Random& random) {
  const std::uint64_t game = random.below(3);
  Table table = game == 0 ? pool_table() : game == 1 ? snooker_table() : carom_table();
  table.equipment.contact.model = static_cast<BallImpactModel>(random.below(3));
  table.equipment.contact.restitution = random.uniform(0.7, 1);
  table.materials[0].model = static_cast<CushionImpactModel>(random.below(4));
  table.materials[0].restitution = random.uniform(0.5, 1);
  return table;
}

inline TableState random_position(const Table& table, Random& random, int count) {
  TableState state;
  const double radius = table.equipment.ball.radius;
  while (static_cast<int>(state.balls.size()) < count) {
    // Now and then a ball that touches the one before it.
    Vec2 place{random.uniform(-0.9, 0.9), random.uniform(-0.42, 0.42)};
    if (!state.balls.empty() && random.below(4) == 0) {
      const Vec3& last = state.balls.back().state.position;
      place = Vec2{last.x, last.y} + (2 * radius * (1 + 1e-15)) * random.direction<2>();
    }
    const bool free = std::none_of(state.balls.begin(), state.balls.end(), [&](const ShotBall& ball) {
      return norm(Vec2{ball.state.position.x, ball.state.position.y} - place) < 2 * radius;
    });
    if (free && clearance(table, place) > radius)
      state.balls.push_back(resting_ball(table, static_cast<int>(state.balls.size()), place));
  }
  return state;
}

inline Strike random_stroke(Random& random) {
  return {.speed = random.uniform(0.1, 9),
          .heading = random.direction<2>(),
          .side = random.uniform(-0.35, 0.35),
          .height = random.uniform(-0.35, 0.35),
          .elevation = random.below(4) == 0 ? random.uniform(0, 1.3) : 0};
}

inline void audit_random_shots(std::uint64_t seed, int tables, int shots, ShotAudit& audit) {
  for (int t = 0; t < tables; ++t) {
    Random random(seed, static_cast<std::uint64_t>(t));
    const Table table = random_table(random);
    ShotAuditor auditor(table);
    for (int k = 0; k < shots; ++k) {
      const TableState position = random_position(table, random, 2 + static_cast<int>(random.below(8)));
      auditor.play(position, random_stroke(random), audit);
    }
  }
}

inline void expect_lawful(const ShotAudit& audit) {
  // Energies are up to 20 J, places are a few metres: some hundred roundings.
  EXPECT_LT(audit.largest_gain, 1e-12);
  EXPECT_LT(audit.deepest_overlap, 1e-12);
  EXPECT_LT(audit.farthest_out, 1e-12);
  EXPECT_LT(audit.largest_jump, 1e-12);
  EXPECT_EQ(audit.capped, 0u);
}

}  // namespace carom::billiards
