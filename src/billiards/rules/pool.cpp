#include <algorithm>

#include "billiards/rules/rules.hpp"

namespace carom::billiards::rules {

bool has(const std::vector<Foul>& fouls, Foul foul) {
  return std::find(fouls.begin(), fouls.end(), foul) != fouls.end();
}

bool is_behind_line(const Layout& layout, const Vec2& place) {
  return place.x < layout.head_line;
}

int opponent(int player) {
  return 1 - player;
}

bool is_on_table(const Game& game, int ball) {
  return game.balls[static_cast<std::size_t>(ball)].has_value();
}

std::vector<int> object_balls(const Game& game) {
  std::vector<int> balls;
  for (int ball = 0; ball < static_cast<int>(game.balls.size()); ++ball)
    if (ball != cue_ball(game) && is_on_table(game, ball)) balls.push_back(ball);
  return balls;
}

void place_rack(Game& game, InHand in_hand) {
  const GameSettings& settings = game.settings;
  game.balls = rack(settings.kind, settings.layout, settings.seed, game.racks++, settings.rack);
  game.in_hand = in_hand;
  game.choices.clear();
  game.opening = true;
  game.verdict.spotted.clear();
}

void pass_turn(Game& next) {
  next.turn = opponent(next.turn);
}

void finish(Game& next, std::optional<int> winner) {
  next.over = true;
  next.winner = winner;
  next.in_hand = InHand::no;
  next.choices.clear();
}

std::vector<Foul> pool_fouls(const Game& game, const Shot& shot, const Reading& reading) {
  std::vector<Foul> fouls;
  if (reading.scratch) fouls.push_back(Foul::scratch);
  if (reading.cue_ball_off) fouls.push_back(Foul::cue_ball_off);
  if (reading.first_hit.empty())
    fouls.push_back(Foul::no_ball_hit);
  else if (!reading.rail_after_contact)
    fouls.push_back(Foul::no_rail);
  if (!reading.off_table.empty()) fouls.push_back(Foul::ball_off);
  const auto lay_behind_line = [&](int ball) {
    return is_behind_line(game.settings.layout, *game.balls[static_cast<std::size_t>(ball)]);
  };
  if (game.in_hand == InHand::behind_line && !shot.facts.crossed_head_line && !reading.first_hit.empty() &&
      std::all_of(reading.first_hit.begin(), reading.first_hit.end(), lay_behind_line))
    fouls.push_back(Foul::behind_line);
  return fouls;
}

void break_with(Game& game, int player) {
  game.turn = player;
  game.breaker = player;
  rules_of(game.settings.kind).set_up(game);
}

void win_rack(Game& next, int player) {
  const auto index = static_cast<std::size_t>(player);
  ++next.score[index];
  next.verdict.points[index] = 1;
  next.verdict.rack_won_by = player;
  if (next.score[index] == next.settings.race_to) {
    finish(next, player);
    return;
  }
  break_with(next, opponent(next.breaker));
}

std::string called_shot_fault(const Game& game, const Call& call) {
  if (call.push_out) return "there is no push out in this game";
  if (call.safety) return call.ball || call.pocket ? "a safety names no ball and no pocket" : "";
  if (!call.ball || !call.pocket) return "call a ball and a pocket, or a safety";
  if (*call.ball <= kCueBall || *call.ball >= static_cast<int>(game.balls.size()) || !is_on_table(game, *call.ball))
    return "the called ball " + std::to_string(*call.ball) + " is not on the table";
  if (*call.pocket < 0 || static_cast<std::size_t>(*call.pocket) >= game.settings.layout.pockets.size())
    return "there is no pocket " + std::to_string(*call.pocket);
  return {};
}

}  // namespace carom::billiards::rules
