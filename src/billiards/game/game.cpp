#include "carom/billiards/game.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "billiards/rules/rules.hpp"
#include "billiards/rules/spotting.hpp"
#include "carom/query/overlap.hpp"
#include "carom/shape/ball.hpp"

namespace carom::billiards {
namespace {

bool fits(const Game& game) {
  const auto lies_well = [&](const std::optional<Vec2>& place) {
    return !place || on_the_bed(game.settings.layout, *place);
  };
  return std::all_of(game.balls.begin(), game.balls.end(), lies_well);
}

std::string settings_fault(const GameSettings& settings) {
  if (settings.first_player != 0 && settings.first_player != 1) return "the first player must be 0 or 1";
  if (settings.race_to < 1) return "the racks to win must be at least 1";
  if (settings.points < 1) return "the points to win must be at least 1";
  return {};
}

/// Where the legal balls are all behind the head string: the nearest to it (WPA 1.5).
std::optional<int> ball_to_spot(const Game& game) {
  const GameKind kind = game.settings.kind;
  const bool has_rule = kind == GameKind::eight_ball || kind == GameKind::straight_pool;
  if (!has_rule || game.opening || game.in_hand != InHand::behind_line) return std::nullopt;
  std::optional<int> nearest;
  double x = -std::numeric_limits<double>::infinity();
  for (const int ball : balls_on(game)) {
    const Vec2 place = *game.balls[static_cast<std::size_t>(ball)];
    if (!rules::is_behind_line(game.settings.layout, place)) return std::nullopt;
    if (place.x > x) nearest = ball;
    x = std::max(x, place.x);
  }
  return nearest;
}

std::string choice_fault(const Game& game, Choice choice) {
  if (choice == Choice::concede) return game.settings.kind == GameKind::practice ? "nobody can lose in practice" : "";
  if (choice == Choice::spot_nearest && game.choices.empty())
    return ball_to_spot(game) ? "" : "a ball is spotted only when all legal balls are behind the head string";
  if (game.choices.empty()) return "there is nothing to choose";
  const bool offered = std::find(game.choices.begin(), game.choices.end(), choice) != game.choices.end();
  return offered ? "" : "\"" + std::string(describe(choice)) + "\" is not among the choices";
}

std::string placing_fault(const Game& game, const Placement& placement) {
  if (!game.choices.empty()) return "first choose how to go on";
  const bool practice = game.settings.kind == GameKind::practice;
  if (placement.ball < 0 || placement.ball >= static_cast<int>(game.balls.size()))
    return "there is no ball " + std::to_string(placement.ball);
  if (!practice && placement.ball != cue_ball(game)) return "only the cue ball may be placed";
  if (!practice && game.in_hand == InHand::no) return "the cue ball is not in hand";
  std::string fault = placement_fault(game.settings.layout, game.balls, placement.ball, placement.place);
  return fault.empty() && !practice ? rules::in_hand_fault(game, placement.place) : fault;
}

std::string shot_fault(const Game& game, const Shot& shot) {
  std::string fault = call_refusal(game, shot.call);
  return fault.empty() ? rules::facts_fault(game, shot.facts) : fault;
}

std::string fault_of(const Game& game, const Action& action) {
  if (game.over) return "the game is over";
  if (const auto* placement = std::get_if<Placement>(&action)) return placing_fault(game, *placement);
  if (const auto* choice = std::get_if<Choice>(&action)) return choice_fault(game, *choice);
  return shot_fault(game, std::get<Shot>(action));
}

void apply(Game& next, const Game& /*game*/, const Placement& placement) {
  next.balls[static_cast<std::size_t>(placement.ball)] = placement.place;
}

void apply(Game& next, const Game& game, Choice choice) {
  if (choice == Choice::concede) return rules::finish(next, rules::opponent(game.turn));
  if (choice == Choice::spot_nearest) {
    const int ball = *ball_to_spot(game);
    next.balls[static_cast<std::size_t>(ball)].reset();
    return rules::spot_pool_balls(next, {ball});
  }
  next.choices.clear();
  rules::rules_of(game.settings.kind).choose(next, choice);
}

void apply(Game& next, const Game& game, const Shot& shot) {
  const rules::Reading reading = rules::read(shot.facts, cue_ball(game));
  next.balls = shot.facts.rest;
  next.in_hand = InHand::no;
  next.opening = false;
  next.verdict.potted = reading.potted;
  rules::rules_of(game.settings.kind).judge(next, game, shot, reading);
}

}  // namespace

namespace rules {

const Rules& rules_of(GameKind kind) {
  switch (kind) {
    case GameKind::eight_ball:
      return eight_ball();
    case GameKind::nine_ball:
      return nine_ball();
    case GameKind::straight_pool:
      return straight_pool();
    case GameKind::snooker:
      return snooker();
    case GameKind::three_cushion:
      return three_cushion();
    case GameKind::practice:
      break;
  }
  return practice();
}

std::string in_hand_fault(const Game& game, const Vec2& place) {
  const Layout& layout = game.settings.layout;
  switch (game.in_hand) {
    case InHand::no:
      return "the cue ball is not in hand";
    case InHand::anywhere:
      return {};
    case InHand::behind_line:
      return is_behind_line(layout, place) ? "" : "the cue ball must lie behind the head string";
    case InHand::in_d: {
      const bool inside = place.x <= layout.head_line &&
                          proximity(Circle{place, 0}, Circle{layout.head(), layout.d_radius}) != Proximity::apart;
      return inside ? "" : "the cue ball must lie in the D";
    }
    case InHand::starting_spots: {
      const bool on_spot = place.x == layout.head_line && std::abs(place.y) == layout.starting_spot;
      return on_spot ? "" : "the cue ball must lie on one of the two starting spots";
    }
  }
  return {};
}

void give_in_hand(Game& game, InHand where) {
  game.in_hand = where;
  std::optional<Vec2>& cue = game.balls[static_cast<std::size_t>(cue_ball(game))];
  if (cue && !in_hand_fault(game, *cue).empty()) cue.reset();
}

}  // namespace rules

GameSettings settings_for(GameKind kind, std::uint64_t seed) {
  GameSettings settings;
  settings.kind = kind;
  settings.layout = layout_for(kind);
  settings.seed = seed;
  if (kind == GameKind::three_cushion) settings.points = 40;
  return settings;
}

Game start(const GameSettings& settings) {
  const std::string fault = settings_fault(settings);
  if (!fault.empty()) throw Refused(fault);
  Game game;
  game.settings = settings;
  game.verdict.player = settings.first_player;
  rules::break_with(game, settings.first_player);
  if (!fits(game)) throw Refused("the balls do not fit on the table");
  return game;
}

Game after(const Game& game, const Action& action) {
  const std::string fault = fault_of(game, action);
  if (!fault.empty()) throw Refused(fault);
  Game next = game;
  next.verdict = {};
  next.verdict.player = game.turn;
  std::visit([&](const auto& act) { apply(next, game, act); }, action);
  next.verdict.turn_passes = next.turn != game.turn;
  return next;
}

std::string refusal(const Game& game, const Action& action) {
  return fault_of(game, action);
}

std::string call_refusal(const Game& game, const Call& call) {
  if (game.over) return "the game is over";
  if (!game.choices.empty()) return "first choose how to go on";
  if (!game.balls[static_cast<std::size_t>(cue_ball(game))]) return "first place the cue ball";
  return rules::rules_of(game.settings.kind).call_fault(game, call);
}

bool calls_pocket(const Game& game) {
  const GameKind kind = game.settings.kind;
  return (kind == GameKind::eight_ball && !game.opening) || kind == GameKind::straight_pool;
}

bool names_ball(const Game& game) {
  return game.settings.kind == GameKind::snooker && (game.on == BallOn::colour || game.free_ball);
}

int cue_ball(const Game& game) {
  return game.settings.kind == GameKind::three_cushion ? game.turn : kCueBall;
}

std::vector<int> balls_on(const Game& game, std::optional<int> named) {
  if (game.over) return {};
  return rules::rules_of(game.settings.kind).balls_on(game, named);
}

GameHistory::GameHistory(const GameSettings& settings) : states_{start(settings)} {}

void GameHistory::act(const Action& action) {
  Game next = after(game(), action);
  states_.resize(position_ + 1);
  actions_.resize(position_);
  states_.push_back(std::move(next));
  actions_.push_back(action);
  ++position_;
}

bool GameHistory::undo() {
  if (position_ == 0) return false;
  --position_;
  return true;
}

bool GameHistory::redo() {
  if (position_ == actions_.size()) return false;
  ++position_;
  return true;
}

}  // namespace carom::billiards
