#include "billiards/rules/reading.hpp"

#include <algorithm>
#include <cmath>

namespace carom::billiards::rules {
namespace {

using Kind = ShotFact::Kind;

void insert_sorted(std::vector<int>& balls, int ball) {
  const auto place = std::lower_bound(balls.begin(), balls.end(), ball);
  if (place == balls.end() || *place != ball) balls.insert(place, ball);
}

void read_contact(Reading& reading, const ShotFact& fact, int cue_ball) {
  if (fact.ball != cue_ball && fact.other != cue_ball) return;
  if (!reading.first_hit.empty() && fact.time > reading.first_hit_time) return;
  reading.first_hit_time = fact.time;
  insert_sorted(reading.first_hit, fact.ball == cue_ball ? fact.other : fact.ball);
}

void read_end(Reading& reading, const ShotFact& fact, int cue_ball) {
  const bool pocket = fact.kind == Kind::pocket;
  if (fact.ball == cue_ball) {
    (pocket ? reading.scratch : reading.cue_ball_off) = true;
  } else if (pocket) {
    reading.potted.push_back({fact.ball, fact.other});
  } else {
    reading.off_table.push_back(fact.ball);
  }
}

std::string fact_fault(const ShotFact& fact, int count, std::size_t pockets) {
  const auto is_ball = [&](int ball) { return ball >= 0 && ball < count; };
  if (!is_ball(fact.ball)) return "ball " + std::to_string(fact.ball) + " is none of the game's";
  if (!(fact.time >= 0) || std::isinf(fact.time)) return "the time of a fact must be finite and not negative";
  switch (fact.kind) {
    case Kind::ball:
      if (!is_ball(fact.other) || fact.other == fact.ball)
        return "ball " + std::to_string(fact.ball) + " meets ball " + std::to_string(fact.other);
      return {};
    case Kind::pocket:
      if (fact.other < 0 || static_cast<std::size_t>(fact.other) >= pockets)
        return "there is no pocket " + std::to_string(fact.other);
      return {};
    case Kind::cushion:
    case Kind::off_table:
      return {};
  }
  return {};
}

}  // namespace

bool Reading::potted_ball(int ball) const {
  return std::any_of(potted.begin(), potted.end(), [&](const Potted& p) { return p.ball == ball; });
}

bool Reading::potted_in(int ball, int pocket) const {
  return std::find(potted.begin(), potted.end(), Potted{ball, pocket}) != potted.end();
}

Reading read(const ShotFacts& facts, int cue_ball) {
  Reading reading;
  for (const ShotFact& fact : facts.facts) {
    if (fact.kind == Kind::ball) {
      read_contact(reading, fact, cue_ball);
      continue;
    }
    if (!reading.first_hit.empty()) reading.rail_after_contact = true;
    if (fact.ball != cue_ball)
      insert_sorted(reading.driven_to_rail, fact.ball);
    else
      reading.cue_ball_to_rail = true;
    if (fact.kind != Kind::cushion) read_end(reading, fact, cue_ball);
  }
  return reading;
}

std::string facts_fault(const Game& game, const ShotFacts& facts) {
  const std::size_t count = game.balls.size();
  if (facts.rest.size() != count) return "the shot must tell of " + std::to_string(count) + " balls";
  std::vector<int> ends(count, 0);
  double time = 0;
  for (const ShotFact& fact : facts.facts) {
    std::string fault = fact_fault(fact, static_cast<int>(count), game.settings.layout.pockets.size());
    if (!fault.empty()) return fault;
    if (fact.time < time) return "the facts of a shot must be in order of time";
    time = fact.time;
    if (fact.kind == Kind::pocket || fact.kind == Kind::off_table) ++ends[static_cast<std::size_t>(fact.ball)];
    if (!game.balls[static_cast<std::size_t>(fact.ball)])
      return "ball " + std::to_string(fact.ball) + " was not on the table";
    if (fact.kind == Kind::ball && !game.balls[static_cast<std::size_t>(fact.other)])
      return "ball " + std::to_string(fact.other) + " was not on the table";
  }
  for (std::size_t ball = 0; ball < count; ++ball) {
    const int remains = facts.rest[ball] ? 1 : 0;
    if (remains + ends[ball] != (game.balls[ball] ? 1 : 0))
      return "ball " + std::to_string(ball) + " must either come to rest, or be pocketed or off the table, once";
    if (remains != 0 && !is_finite(*facts.rest[ball]))
      return "the place where ball " + std::to_string(ball) + " rests is not finite";
  }
  return {};
}

}  // namespace carom::billiards::rules
