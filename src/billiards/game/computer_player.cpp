#include "carom/billiards/computer_player.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "billiards/angle.hpp"
#include "carom/billiards/referee.hpp"
#include "carom/billiards/shots.hpp"

namespace carom::billiards {
namespace {

enum class Aim { stay, legal };

const Vec2& place_of(const Game& game, int ball) {
  return *game.balls[static_cast<std::size_t>(ball)];
}

/// Reads outcomes by the rules of the game.
class Judge {
 public:
  Judge(const Table& table, const Game& game) : table_(table), game_(game) {}

  /// The shot with the call that fits; nothing if the rules refuse it or, with Aim::stay, if there is nothing to call.
  std::optional<Shot> shot(const Outcome& outcome, Aim aim) const {
    Shot shot;
    shot.facts = facts_of(table_, game_.balls, outcome, cue_ball(game_), game_.settings.layout.head_line);
    const auto call = call_for(game_, shot.facts);
    if (!call && aim == Aim::stay) return std::nullopt;
    shot.call = call.value_or(safety());
    if (!call_refusal(game_, shot.call).empty()) return std::nullopt;
    return shot;
  }

  bool reaches(const Outcome& outcome, Aim aim) const {
    if (!outcome.complete) return false;
    const auto played = shot(outcome, aim);
    if (!played) return false;
    const Game next = after(game_, *played);
    if (!next.verdict.fouls.empty()) return false;
    return aim == Aim::legal || next.verdict.rack_won_by == game_.turn || (!next.over && next.turn == game_.turn);
  }

  Call safety() const {
    Call call;
    call.safety = calls_pocket(game_);
    return call;
  }

 private:
  const Table& table_;
  const Game& game_;
};

ShotOptions options_for(const Game& game) {
  ShotOptions options;
  options.cue_ball = cue_ball(game);
  options.log_phases = false;
  return options;
}

Outcome outcome_of(ShotPlayer& player, const Game& game, const Strike& strike) {
  return player.play(table_state(player.table(), game.balls), strike, options_for(game));
}

std::vector<ShotSolution> solutions(const Table& table, const Game& game, const ShotSearch& search, Aim aim) {
  const Judge judge(table, game);
  return find_shots(
      table, table_state(table, game.balls), [&](const Outcome& outcome) { return judge.reaches(outcome, aim); },
      search, options_for(game));
}

ShotSearch search_of(const PlayerSkill& skill) {
  ShotSearch search;
  search.headings = skill.headings;
  search.speeds = skill.speeds;
  search.tips = skill.tips;
  search.most_solutions = 6;
  return search;
}

/// Towards a ball's centre, or `aside` to its left.
Strike towards(const Game& game, int ball, double speed, double aside = 0) {
  const Vec2 way = place_of(game, ball) - place_of(game, cue_ball(game));
  return {.speed = speed, .heading = way + Vec2{-way.y, way.x} * (aside / norm(way))};
}

/// Those on the table that may be hit first; if the rules name none, all others.
std::vector<int> targets(const Game& game) {
  std::vector<int> balls = balls_on(game);
  std::erase_if(balls, [&](int ball) { return !game.balls[static_cast<std::size_t>(ball)]; });
  for (std::size_t ball = 0; balls.empty() && ball < game.balls.size(); ++ball)
    if (game.balls[ball] && static_cast<int>(ball) != cue_ball(game)) balls.push_back(static_cast<int>(ball));
  if (balls.empty()) throw std::invalid_argument("there is no ball to play at");
  return balls;
}

/// The rack's front ball.
Strike front_break(const Game& game, double speed) {
  const std::vector<int> balls = targets(game);
  const auto nearer = [&](int a, int b) { return place_of(game, a).x < place_of(game, b).x; };
  return towards(game, *std::min_element(balls.begin(), balls.end(), nearer), speed);
}

/// Half a ball of the last row's outer ball on this side, so that the pack stays together.
Strike corner_break(const Game& game, double side) {
  constexpr double kSpeed = 3.2;  // m/s
  const std::vector<int> balls = targets(game);
  const auto inner = [&](int a, int b) {
    const Vec2 p = place_of(game, a), q = place_of(game, b);
    return p.x + side * p.y < q.x + side * q.y;
  };
  const int corner = *std::max_element(balls.begin(), balls.end(), inner);
  return towards(game, corner, kSpeed, side * game.settings.layout.ball_radius);
}

/// The rack broken open or, where the next player would win by that, hardly touched.
std::optional<Strike> break_shot(ShotPlayer& player, const Game& game) {
  constexpr double kHard = 9.5;  // m/s
  const GameKind kind = game.settings.kind;
  const bool closed = kind == GameKind::snooker || kind == GameKind::straight_pool;
  const Judge judge(player.table(), game);
  std::vector<Strike> breaks;
  if (closed) breaks = {corner_break(game, 1), corner_break(game, -1)};
  breaks.push_back(front_break(game, kHard));
  for (const Strike& strike : breaks)
    if (judge.reaches(outcome_of(player, game, strike), Aim::legal)) return strike;
  return std::nullopt;
}

Strike meant_stroke(ShotPlayer& player, const Game& game, const PlayerSkill& skill) {
  if (game.opening && game.settings.kind != GameKind::three_cushion)
    if (const auto strike = break_shot(player, game)) return *strike;
  for (const Aim aim : {Aim::stay, Aim::legal}) {
    const auto found = solutions(player.table(), game, search_of(skill), aim);
    if (!found.empty()) return found.front().strike;
  }
  constexpr double kSoft = 1.5;  // m/s
  return towards(game, targets(game).front(), kSoft);
}

Shot stroke(ShotPlayer& player, const Game& game, const PlayerSkill& skill, Random& random) {
  const Strike meant = meant_stroke(player, game, skill);
  const Judge judge(player.table(), game);
  const auto as_meant = judge.shot(outcome_of(player, game, meant), Aim::legal);
  Shot shot;
  shot.call = as_meant ? as_meant->call : judge.safety();
  shot.strike = with_noise(meant, skill.noise, random);
  return shot;
}

std::optional<Vec2> random_place(const Game& game, Random& random) {
  const Layout& layout = game.settings.layout;
  constexpr int kTries = 400;
  for (int k = 0; k < kTries; ++k) {
    const Vec2 place{random.uniform(-0.5, 0.5) * layout.length, random.uniform(-0.5, 0.5) * layout.width};
    if (refusal(game, Placement{cue_ball(game), place}).empty()) return place;
  }
  return std::nullopt;
}

/// The error that the best stroke from this place forgives, in a quick search, rad.
double worth_of(const Vec2& place, ShotPlayer& player, const Game& game, const PlayerSkill& skill) {
  if (game.opening) return 0;
  ShotSearch quick = search_of(skill);
  quick.headings /= 3;
  quick.speeds = {skill.speeds.front()};
  quick.tips = {{0, 0}};
  const auto found = solutions(player.table(), after(game, Placement{cue_ball(game), place}), quick, Aim::stay);
  return found.empty() ? 0 : found.front().tolerance;
}

std::optional<Vec2> best_place(ShotPlayer& player, const Game& game, const PlayerSkill& skill, Random& random) {
  std::optional<Vec2> best;
  double most = -1;
  for (int k = 0; k < skill.places; ++k) {
    const auto place = random_place(game, random);
    if (!place) break;
    const double worth = worth_of(*place, player, game, skill);
    if (worth <= most) continue;
    most = worth;
    best = place;
  }
  return best;
}

/// The choice that is most often good: not to play where one need not from a bad position, else to accept.
Choice best_choice(const Game& game) {
  for (const Choice wish : {Choice::ball_in_hand, Choice::opponent_breaks, Choice::accept, Choice::spot_eight})
    if (std::find(game.choices.begin(), game.choices.end(), wish) != game.choices.end()) return wish;
  return game.choices.front();
}

}  // namespace

PlayerSkill easy_player() {
  return {.speeds = {2.2},
          .tips = {{0, 0}},
          .headings = 48,
          .places = 2,
          .noise = {.speed = 0.25, .heading = 0.7 * kDegree}};
}

PlayerSkill medium_player() {
  return {.speeds = {1.6, 3},
          .tips = {{0, 0}},
          .headings = 96,
          .places = 5,
          .noise = {.speed = 0.12, .heading = 0.25 * kDegree}};
}

PlayerSkill hard_player() {
  return {.speeds = {1.5, 3},
          .tips = {{0, 0}, {0, -0.3}},
          .headings = 144,
          .places = 10,
          .noise = {.speed = 0.05, .heading = 0.06 * kDegree}};
}

Action next_action(ShotPlayer& player, const Game& game, const PlayerSkill& skill, bool placed, std::uint64_t seed) {
  Random random(seed);
  if (!game.choices.empty()) return best_choice(game);
  const bool must_place = !game.balls[static_cast<std::size_t>(cue_ball(game))].has_value();
  const bool may_place = game.in_hand != InHand::no && game.settings.kind != GameKind::three_cushion;
  if (must_place || (may_place && !placed))
    if (const auto place = best_place(player, game, skill, random)) return Placement{cue_ball(game), *place};
  return stroke(player, game, skill, random);
}

}  // namespace carom::billiards
