#include "opponent.hpp"

#include <algorithm>
#include <array>

#include "carom/billiards/referee.hpp"
#include "carom/billiards/shots.hpp"
#include "carom/math/portable.hpp"
#include "carom/math/random.hpp"

namespace carom::wasm {

using namespace billiards;  // NOLINT(google-build-using-namespace): every other name here is of that room

namespace {

bool calls_pockets(const Game& game) {
  const GameKind kind = game.settings.kind;
  return (kind == GameKind::eight_ball && !game.opening) || kind == GameKind::straight_pool;
}

bool is_among(const std::vector<int>& balls, int ball) {
  return std::find(balls.begin(), balls.end(), ball) != balls.end();
}

Game judged(const Game& game, const Shot& shot) {
  return after(game, shot);
}

enum class Aim { stay, legal };

/// Reads outcomes by the rules of the game.
class Judge {
 public:
  Judge(const Table& table, const Game& game) : table_(table), game_(game) {}

  std::optional<Shot> shot(const Outcome& outcome, const Strike& strike, Aim aim) const {
    Shot shot;
    shot.strike = strike;
    shot.facts = facts_of(table_, game_.balls, outcome, cue_ball(game_), game_.settings.layout.head_line);
    const auto call = call_for(game_, shot.facts);
    if (!call && aim == Aim::stay) return std::nullopt;
    shot.call = call.value_or(safety());
    if (!call_refusal(game_, shot.call).empty()) return std::nullopt;
    return shot;
  }

  bool reaches(const Outcome& outcome, Aim aim) const {
    if (!outcome.complete) return false;
    const auto played = shot(outcome, {}, aim);
    if (!played) return false;
    const Game next = judged(game_, *played);
    if (!next.verdict.fouls.empty()) return false;
    return aim == Aim::legal || next.verdict.rack_won_by == game_.turn || (!next.over && next.turn == game_.turn);
  }

  Call safety() const {
    Call call;
    call.safety = calls_pockets(game_);
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

std::vector<ShotSolution> solutions(const Table& table, const Game& game, const Strength& how, std::size_t headings,
                                    Aim aim) {
  const Judge judge(table, game);
  ShotSearch search;
  search.headings = headings;
  search.speeds = how.speeds;
  search.tips = how.tips;
  search.most_solutions = 6;
  const TableState state = table_state(table, game.balls);
  return find_shots(
      table, state, [&](const Outcome& outcome) { return judge.reaches(outcome, aim); }, search, options_for(game));
}

Strike towards(const Game& game, int ball, double speed) {
  const Vec2 from = *game.balls[static_cast<std::size_t>(cue_ball(game))];
  return {.speed = speed, .heading = *game.balls[static_cast<std::size_t>(ball)] - from};
}

int first_ball_on(const Game& game) {
  for (const int ball : balls_on(game))
    if (game.balls[static_cast<std::size_t>(ball)]) return ball;
  for (std::size_t ball = 0; ball < game.balls.size(); ++ball)
    if (game.balls[ball] && static_cast<int>(ball) != cue_ball(game)) return static_cast<int>(ball);
  throw std::invalid_argument("there is no ball to play at");
}

Strike break_shot(const Game& game) {
  if (game.settings.kind == GameKind::snooker) {
    // The last row's outer red, thin, and back to baulk.
    Strike stroke = towards(game, first_ball_on(game), 3.2);
    return stroke;
  }
  const bool hard = game.settings.kind == GameKind::eight_ball || game.settings.kind == GameKind::nine_ball;
  const int front = [&] {
    int nearest = first_ball_on(game);
    for (std::size_t ball = 0; ball < game.balls.size(); ++ball)
      if (game.balls[ball] && static_cast<int>(ball) != cue_ball(game) && game.settings.kind == GameKind::eight_ball &&
          game.balls[ball]->x < game.balls[static_cast<std::size_t>(nearest)]->x)
        nearest = static_cast<int>(ball);
    return nearest;
  }();
  return towards(game, front, hard ? 9.5 : 3.0);
}

Strike meant_stroke(ShotPlayer& player, const Game& game, const Strength& how) {
  const bool breaks = game.opening && game.settings.kind != GameKind::three_cushion;
  if (breaks) return break_shot(game);
  for (const Aim aim : {Aim::stay, Aim::legal}) {
    const auto found = solutions(player.table(), game, how, how.headings, aim);
    if (!found.empty()) return found.front().strike;
  }
  return towards(game, first_ball_on(game), 1.5);
}

ExecutionNoise noise_of(const Strength& how) {
  return {.speed = how.speed_error, .heading = how.heading_error};
}

/// The call that goes with the stroke as it was meant.
Call call_of(ShotPlayer& player, const Game& game, const Strike& meant) {
  const Judge judge(player.table(), game);
  const Outcome outcome = player.play(table_state(player.table(), game.balls), meant, options_for(game));
  const auto shot = judge.shot(outcome, meant, Aim::legal);
  return shot ? shot->call : judge.safety();
}

Shot stroke(ShotPlayer& player, const Game& game, const Strength& how, Random& random) {
  const Strike meant = meant_stroke(player, game, how);
  Shot shot;
  shot.call = call_of(player, game, meant);
  shot.strike = with_noise(meant, noise_of(how), random);
  return shot;
}

std::optional<Vec2> random_place(const Game& game, Random& random) {
  const Layout& layout = game.settings.layout;
  constexpr int kTries = 400;
  for (int k = 0; k < kTries; ++k) {
    const Vec2 place{random.uniform(-0.5, 0.5) * layout.length, random.uniform(-0.5, 0.5) * layout.width};
    if (refusal(game, billiards::Placement{cue_ball(game), place}).empty()) return place;
  }
  return std::nullopt;
}

/// Of some places that the rules allow, the one from which a stroke forgives most.
std::optional<Vec2> best_place(ShotPlayer& player, const Game& game, const Strength& how, Random& random) {
  Strength quick = how;
  quick.speeds = {how.speeds.front()};
  quick.tips = {{0, 0}};
  std::optional<Vec2> best;
  double most = -1;
  for (int k = 0; k < how.places; ++k) {
    const auto place = random_place(game, random);
    if (!place) break;
    const Game there = after(game, billiards::Placement{cue_ball(game), *place});
    const auto found = game.opening ? std::vector<ShotSolution>{}
                                    : solutions(player.table(), there, quick, how.headings / 3, Aim::stay);
    const double worth = found.empty() ? 0 : found.front().tolerance;
    if (worth > most) {
      most = worth;
      best = place;
    }
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

Strength strength(int level) {
  constexpr double kDegree = 3.14159265358979323846 / 180;
  const std::vector<Vec2> centre = {{0, 0}};
  if (level <= 0) return {48, {2.2}, centre, 2, 0.7 * kDegree, 0.25};
  if (level == 1) return {96, {1.6, 3}, centre, 5, 0.25 * kDegree, 0.12};
  return {144, {1.5, 3}, {{0, 0}, {0, -0.3}}, 10, 0.06 * kDegree, 0.05};
}

std::optional<Call> call_for(const Game& game, const ShotFacts& facts) {
  Call call;
  if (game.settings.kind == GameKind::snooker) {
    if (game.on != BallOn::colour && !game.free_ball) return call;
    for (const ShotFact& fact : facts.facts)
      if (fact.kind == ShotFact::Kind::ball) {
        call.ball = fact.ball == cue_ball(game) ? fact.other : fact.ball;
        return call;
      }
    return std::nullopt;
  }
  if (!calls_pockets(game)) return call;
  const std::vector<int> on = balls_on(game);
  for (const ShotFact& fact : facts.facts)
    if (fact.kind == ShotFact::Kind::pocket && is_among(on, fact.ball)) {
      call.ball = fact.ball;
      call.pocket = fact.other;
      return call;
    }
  return std::nullopt;
}

Action next_action(ShotPlayer& player, const Game& game, int level, bool placed, std::uint64_t seed) {
  Random random(seed);
  if (!game.choices.empty()) return best_choice(game);
  const Strength how = strength(level);
  const bool must_place = !game.balls[static_cast<std::size_t>(cue_ball(game))].has_value();
  const bool may_place = game.in_hand != InHand::no && game.settings.kind != GameKind::three_cushion;
  if (must_place || (may_place && !placed))
    if (const auto place = best_place(player, game, how, random)) return billiards::Placement{cue_ball(game), *place};
  return stroke(player, game, how, random);
}

}  // namespace carom::wasm
