#include "carom/billiards/referee.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "billiards/table/cushion_geometry.hpp"

namespace carom::billiards {
namespace {

constexpr double kLying = 1e-5;  // m

Vec2 above(const Vec3& position) {
  return {position.x, position.y};
}

const CushionPart& part_of(const Table& table, int index) {
  const auto i = static_cast<std::size_t>(index);
  return i < table.cushions.size() ? table.cushions[i] : table.obstacles[i - table.cushions.size()];
}

int part_count(const Table& table) {
  return static_cast<int>(table.cushions.size() + table.obstacles.size());
}

/// Which balls lie on which cushions and have not left them.
class Lying {
 public:
  Lying(const Table& table, const BallPlaces& balls) : table_(table) {
    for (std::size_t ball = 0; ball < balls.size(); ++ball) {
      if (!balls[ball]) continue;
      for (int part = 0; part < part_count(table); ++part)
        if (lies_on(part, static_cast<int>(ball), *balls[ball])) pairs_.insert({static_cast<int>(ball), part});
    }
  }

  /// The ball has come to this place.
  void move(int ball, const Vec2& place) {
    std::erase_if(pairs_, [&](const auto& pair) { return pair.first == ball && !lies_on(pair.second, ball, place); });
  }
  bool on(int ball, int part) const { return pairs_.count({ball, part}) > 0; }

 private:
  bool lies_on(int part, int ball, const Vec2& place) const {
    const CushionPart& nose = part_of(table_, part);
    const double touching = reach(table_.materials[nose.material], table_.ball(ball).radius);
    return norm(nearest_point(nose, place) - place) < touching + kLying;
  }

  const Table& table_;
  std::set<std::pair<int, int>> pairs_;
};

/// The cue ball's way to the first ball that it meets.
class CueBall {
 public:
  CueBall(const Table& table, const BallPlaces& before, int number, double head_line)
      : table_(table), before_(before), number_(number), head_line_(head_line), at_{} {}

  bool crossed = false;
  bool jumped = false;

  void see(const ShotEvent& event) {
    const bool first = event.ball == number_;
    if (arrived_ || (!first && event.other != number_)) return;
    const BallState& state = first ? event.state : event.other_state;
    if (event.kind != ShotEventKind::cue_strike) pass_to(event, state);
    arrived_ = event.kind == ShotEventKind::ball_ball;
    at_ = state;
    time_ = event.time;
  }

 private:
  void pass_to(const ShotEvent& event, const BallState& state) {
    const MotionPhase way = phase_of(at_, table_.ball(number_), table_.equipment.cloth);
    const double lasts = event.time - time_;
    const int met = event.kind == ShotEventKind::ball_ball ? (event.ball == number_ ? event.other : event.ball) : -1;
    crossed = crossed || at_.position.x >= head_line_ || state.position.x >= head_line_ || bulges(way, lasts);
    if (way.kind == Phase::airborne) jumped = jumped || flies_over(above(at_.position), above(state.position), met);
  }

  /// A curved path may reach the line between its ends, where it moves across the table's length.
  bool bulges(const MotionPhase& way, double lasts) const {
    const double until = std::min(lasts, way.end);
    if (!(until > 0)) return false;
    const double velocity = way.start.velocity.x;
    const double acceleration = (way.at(until).velocity.x - velocity) / until;
    const double turn = -velocity / acceleration;
    return turn > 0 && turn < until && way.at(turn).position.x >= head_line_;
  }

  /// Seen from above, it covers a part of a ball that it does not meet at the end.
  bool flies_over(const Vec2& from, const Vec2& to, int met) const {
    CushionPart path;
    path.from = from;
    path.to = to;
    for (std::size_t ball = 0; ball < before_.size(); ++ball) {
      const int other = static_cast<int>(ball);
      if (!before_[ball] || other == number_ || other == met) continue;
      const double radii = table_.ball(number_).radius + table_.ball(other).radius;
      if (norm(nearest_point(path, *before_[ball]) - *before_[ball]) < radii) return true;
    }
    return false;
  }

  const Table& table_;
  const BallPlaces& before_;
  int number_;
  double head_line_;
  BallState at_;
  double time_ = 0;
  bool arrived_ = false;
};

void tell(const ShotEvent& event, Lying& lying, std::vector<ShotFact>& facts) {
  const auto add = [&](ShotFact::Kind kind, int other) { facts.push_back({kind, event.time, event.ball, other}); };
  switch (event.kind) {
    case ShotEventKind::ball_ball:
      lying.move(event.other, above(event.other_state.position));
      add(ShotFact::Kind::ball, event.other);
      break;
    case ShotEventKind::cushion:
      if (!lying.on(event.ball, event.part)) add(ShotFact::Kind::cushion, event.part);
      break;
    case ShotEventKind::pocket:
      add(ShotFact::Kind::pocket, event.part);
      break;
    case ShotEventKind::leaves_table:
      add(ShotFact::Kind::off_table, 0);
      break;
    case ShotEventKind::cue_strike:
    case ShotEventKind::phase:
    case ShotEventKind::spin_end:
    case ShotEventKind::cloth_bounce:
    case ShotEventKind::blow_end:
      break;
  }
}

}  // namespace

TableState table_state(const Table& table, const BallPlaces& balls) {
  TableState state;
  for (std::size_t ball = 0; ball < balls.size(); ++ball)
    if (balls[ball]) state.balls.push_back(resting_ball(table, static_cast<int>(ball), *balls[ball]));
  return state;
}

ShotFacts facts_of(const Table& table, const BallPlaces& before, const Outcome& outcome, int cue_ball,
                   double head_line) {
  if (!outcome.complete) throw std::invalid_argument("the shot is not complete: its rest is not known");
  ShotFacts facts;
  facts.rest.resize(before.size());
  for (const ShotBall& ball : outcome.state.balls)
    if (ball.place == ShotBall::Place::on_table)
      facts.rest.at(static_cast<std::size_t>(ball.number)) = above(ball.state.position);
  Lying lying(table, before);
  CueBall cue(table, before, cue_ball, head_line);
  for (const ShotEvent& event : outcome.events) {
    cue.see(event);
    lying.move(event.ball, above(event.state.position));
    tell(event, lying, facts.facts);
  }
  facts.crossed_head_line = cue.crossed;
  facts.jumped_over_a_ball = cue.jumped;
  return facts;
}

std::optional<Call> call_for(const Game& game, const ShotFacts& facts) {
  if (!calls_pocket(game) && !names_ball(game)) return Call{};
  const std::vector<int> on = balls_on(game);
  for (const ShotFact& fact : facts.facts) {
    if (names_ball(game) && fact.kind == ShotFact::Kind::ball)
      return Call{.ball = fact.ball == cue_ball(game) ? fact.other : fact.ball};
    const bool potted = fact.kind == ShotFact::Kind::pocket;
    if (calls_pocket(game) && potted && std::find(on.begin(), on.end(), fact.ball) != on.end())
      return Call{.ball = fact.ball, .pocket = fact.other};
  }
  return std::nullopt;
}

Shot take_shot(ShotPlayer& player, const Game& game, const Call& call, const Strike& strike) {
  const std::string why = call_refusal(game, call);
  if (!why.empty()) throw Refused(why);
  if (layout_of(player.table()) != game.settings.layout)
    throw Refused("the table is not the one that the game is played on");
  const int cue = cue_ball(game);
  const Outcome outcome = player.play(table_state(player.table(), game.balls), strike, {.cue_ball = cue});
  return {call, facts_of(player.table(), game.balls, outcome, cue, game.settings.layout.head_line), strike};
}

}  // namespace carom::billiards
