#include <algorithm>

#include "billiards/rules/rules.hpp"
#include "billiards/rules/spotting.hpp"

// WPA, section 4.
namespace carom::billiards::rules {
namespace {

constexpr int kFoulPenalty = 1;
constexpr int kBreakingFoulPenalty = 2;
constexpr int kThreeFoulsPenalty = 15;
constexpr int kFoulsPunished = 3;
constexpr std::size_t kRailsOfALegalBreak = 2;

void set_up(Game& game) {
  place_rack(game, InHand::behind_line);
}

void add_points(Game& next, int player, int points) {
  const auto index = static_cast<std::size_t>(player);
  next.score[index] += points;
  next.verdict.points[index] += points;
}

/// 4.6: everything that went down on a shot that does not count, and what left the table.
void spot_uncounted(Game& next, const Reading& reading, bool counts) {
  std::vector<int> balls = reading.off_table;
  if (!counts)
    for (const Potted& potted : reading.potted) balls.push_back(potted.ball);
  spot_pool_balls(next, balls);
}

/// Where the ball goes that may not lie in the rack (4.8): the spot, or the middle if the other ball blocks it.
Vec2 spot_or_middle(const Game& game, int ball, const Vec2& spot) {
  return is_occupied(game, ball, spot) ? Vec2{0, 0} : spot;
}

/// 4.8: the cue ball lies in the way of the next rack; `left` is the ball that stays out, if any.
void clear_cue_ball(Game& next, std::optional<int> left) {
  const Layout& layout = next.settings.layout;
  const bool left_behind_line = left && is_behind_line(layout, *next.balls[static_cast<std::size_t>(*left)]);
  next.balls[kCueBall].reset();
  if (left_behind_line)
    next.balls[kCueBall] = spot_or_middle(next, kCueBall, layout.head());
  else
    next.in_hand = InHand::behind_line;
}

bool is_in_rack(const Game& game, int ball) {
  const auto& place = game.balls[static_cast<std::size_t>(ball)];
  return place && interferes_with_rack(game.settings.layout, *place);
}

/// 4.4, 4.8: fourteen balls or all are off the table. The fifteenth stays where it is, unless both it and the cue ball
/// are in the way.
void next_rack(Game& next, std::optional<int> left) {
  const GameSettings& settings = next.settings;
  if (left && is_in_rack(next, *left)) {
    if (is_in_rack(next, kCueBall)) {
      left.reset();
    } else {
      const auto index = static_cast<std::size_t>(*left);
      next.balls[index] = spot_or_middle(next, *left, settings.layout.head());
      next.verdict.spotted.push_back({*left, *next.balls[index]});
    }
  }
  if (is_in_rack(next, kCueBall)) clear_cue_ball(next, left);
  const BallPlaces racked = rerack(settings.layout, left, settings.seed, next.racks++, settings.rack);
  for (std::size_t ball = 1; ball < racked.size(); ++ball)
    if (racked[ball]) next.balls[ball] = racked[ball];
}

void rerack_if_due(Game& next) {
  const std::vector<int> left = object_balls(next);
  if (left.size() <= 1) next_rack(next, left.empty() ? std::nullopt : std::optional(left.front()));
}

bool is_breaking_foul(const Game& game, const Reading& reading, bool called_ball_potted) {
  return game.opening && !called_ball_potted &&
         !(reading.cue_ball_to_rail && reading.driven_to_rail.size() >= kRailsOfALegalBreak);
}

/// 4.3, 4.10. Balls that went down are spotted; no foul is counted towards three in a row.
void judge_breaking_foul(Game& next, const Game& game, const Reading& reading) {
  next.verdict.fouls.push_back(Foul::breaking_foul);
  add_points(next, game.turn, -kBreakingFoulPenalty);
  pass_turn(next);
  if (reading.cue_ball_gone()) next.in_hand = InHand::behind_line;
  next.choices = {Choice::accept, Choice::opponent_breaks};
}

/// 4.9, 4.11.
void judge_foul(Game& next, const Game& game, const Reading& reading) {
  add_points(next, game.turn, -kFoulPenalty);
  int& in_a_row = next.fouls_in_a_row[static_cast<std::size_t>(game.turn)];
  if (++in_a_row == kFoulsPunished) {
    in_a_row = 0;
    next.verdict.fouls.push_back(Foul::three_fouls);
    add_points(next, game.turn, -kThreeFoulsPenalty);
    return break_with(next, game.turn);
  }
  pass_turn(next);
  if (reading.cue_ball_gone()) next.in_hand = InHand::behind_line;
}

void judge(Game& next, const Game& game, const Shot& shot, const Reading& reading) {
  const Call& call = shot.call;
  next.verdict.fouls = pool_fouls(game, shot, reading);
  const bool legal = next.verdict.fouls.empty();
  const bool made = legal && !call.safety && reading.potted_in(*call.ball, *call.pocket);
  spot_uncounted(next, reading, made);
  if (is_breaking_foul(game, reading, made)) return judge_breaking_foul(next, game, reading);
  if (!legal) return judge_foul(next, game, reading);
  next.fouls_in_a_row[static_cast<std::size_t>(game.turn)] = 0;
  if (!made) return pass_turn(next);
  add_points(next, game.turn, static_cast<int>(reading.potted.size()));  // 4.7
  if (next.score[static_cast<std::size_t>(game.turn)] >= next.settings.points) return finish(next, game.turn);
  rerack_if_due(next);
}

void choose(Game& game, Choice choice) {
  if (choice == Choice::opponent_breaks) break_with(game, opponent(game.turn));
}

std::vector<int> balls_on_for(const Game& game, std::optional<int>) {
  return object_balls(game);
}

}  // namespace

const Rules& straight_pool() {
  static constexpr Rules kRules = {set_up, called_shot_fault, judge, choose, balls_on_for};
  return kRules;
}

}  // namespace carom::billiards::rules
