#include <algorithm>

#include "billiards/rules/rules.hpp"
#include "billiards/rules/spotting.hpp"
#include "carom/query/overlap.hpp"
#include "carom/shape/ball.hpp"

// UMB, World Rules of Carom Billiard.
namespace carom::billiards::rules {
namespace {

constexpr int kCushions = 3;

/// Article 23: the player's ball on a starting spot, the other's on the bottom spot, the red on the top spot.
void start_position(Game& game) {
  place_rack(game, InHand::starting_spots);
  if (game.turn == 1) std::swap(game.balls[0], game.balls[1]);
}

void set_up(Game& game) {
  start_position(game);
  game.last_inning = false;
  game.innings = {};
  game.innings[static_cast<std::size_t>(game.turn)] = 1;
}

std::string call_fault(const Game&, const Call& call) {
  return call == Call{} ? "" : "three-cushion knows no calls";
}

bool touches_cue_ball(const Game& game, int ball) {
  const auto& cue = game.balls[static_cast<std::size_t>(game.turn)];
  const auto& other = game.balls[static_cast<std::size_t>(ball)];
  const double radius = game.settings.layout.ball_radius;
  return ball != game.turn && cue && other &&
         proximity(Circle{*cue, radius}, Circle{*other, radius}) != Proximity::apart;
}

/// Articles 24, 83: the cue ball meets both others, and at least three cushions before the second of them.
bool is_point(const ShotFacts& facts, int cue) {
  int cushions = 0;
  int first = -1;
  for (const ShotFact& fact : facts.facts) {
    if (fact.kind == ShotFact::Kind::cushion && fact.ball == cue) ++cushions;
    if (fact.kind != ShotFact::Kind::ball || (fact.ball != cue && fact.other != cue)) continue;
    const int met = fact.ball == cue ? fact.other : fact.ball;
    if (first < 0) first = met;
    if (met != first) return cushions >= kCushions;
  }
  return false;
}

/// Article 23.
bool goes_to_the_red_directly(const ShotFacts& facts, int cue) {
  for (const ShotFact& fact : facts.facts) {
    if (fact.ball != cue && fact.other != cue) continue;
    return fact.kind == ShotFact::Kind::ball && (fact.ball == kCaromRed || fact.other == kCaromRed);
  }
  return false;
}

std::vector<Foul> fouls_of(const Game& game, const Shot& shot, const Reading& reading) {
  std::vector<Foul> fouls;
  if (!reading.off_table.empty()) fouls.push_back(Foul::ball_off);
  if (reading.cue_ball_off) fouls.push_back(Foul::cue_ball_off);
  if (game.opening && !goes_to_the_red_directly(shot.facts, game.turn)) fouls.push_back(Foul::red_not_first);
  const bool at_once = !reading.first_hit.empty() && reading.first_hit_time == 0;
  if (at_once && std::any_of(reading.first_hit.begin(), reading.first_hit.end(),
                             [&](int ball) { return touches_cue_ball(game, ball); }))
    fouls.push_back(Foul::push_stroke);
  return fouls;
}

std::vector<int> balls_in_contact(const Game& game) {
  std::vector<int> balls;
  for (int ball = 0; ball < ball_count(GameKind::three_cushion); ++ball)
    if (touches_cue_ball(game, ball)) balls.push_back(ball);
  if (!balls.empty()) balls.insert(balls.begin(), game.turn);
  return balls;
}

/// Article 28: for the player who plays next.
void spot_missing(Game& next) {
  std::vector<int> missing;
  for (int ball = 0; ball < ball_count(GameKind::three_cushion); ++ball)
    if (!is_on_table(next, ball)) missing.push_back(ball);
  spot_carom_balls(next, missing);
}

void finish_by_points(Game& next) {
  const auto [first, second] = next.score;
  finish(next, first == second ? std::nullopt : std::optional(first > second ? 0 : 1));
}

/// Article 29: the one who began has made the points; the other has a last inning from the starting position.
void begin_last_inning(Game& next) {
  pass_turn(next);
  start_position(next);
  next.last_inning = true;
  ++next.innings[static_cast<std::size_t>(next.turn)];
}

void judge_point(Game& next, const Game& game) {
  const auto player = static_cast<std::size_t>(game.turn);
  next.verdict.points[player] = 1;
  if (++next.score[player] < next.settings.points) return;
  const bool other_may_equalize = next.settings.equalizing_inning && game.turn == next.breaker;
  if (other_may_equalize)
    begin_last_inning(next);
  else
    finish_by_points(next);
}

void judge(Game& next, const Game& game, const Shot& shot, const Reading& reading) {
  next.verdict.fouls = fouls_of(game, shot, reading);
  if (next.verdict.fouls.empty() && is_point(shot.facts, game.turn)) {
    judge_point(next, game);
  } else if (game.last_inning) {
    return finish_by_points(next);
  } else {
    pass_turn(next);
    ++next.innings[static_cast<std::size_t>(next.turn)];
  }
  if (next.over) return;
  spot_missing(next);
  if (!balls_in_contact(next).empty()) next.choices = {Choice::accept, Choice::spot_balls};  // article 27
}

void choose(Game& game, Choice choice) {
  if (choice == Choice::spot_balls) spot_carom_balls(game, balls_in_contact(game));
}

std::vector<int> balls_on_for(const Game& game, std::optional<int>) {
  return game.opening ? std::vector<int>{kCaromRed} : object_balls(game);
}

}  // namespace

const Rules& three_cushion() {
  static constexpr Rules kRules = {set_up, call_fault, judge, choose, balls_on_for};
  return kRules;
}

}  // namespace carom::billiards::rules
