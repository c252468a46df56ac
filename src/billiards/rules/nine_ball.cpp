#include <algorithm>

#include "billiards/rules/rules.hpp"
#include "billiards/rules/spotting.hpp"

// WPA, section 2.
namespace carom::billiards::rules {
namespace {

constexpr std::size_t kRailsOfALegalBreak = 4;
constexpr int kFoulsThatLose = 3;

int lowest_ball(const Game& game) {
  return object_balls(game).front();
}

void set_up(Game& game) {
  place_rack(game, InHand::behind_line);
  game.push_out_allowed = false;
  game.fouls_in_a_row = {};
}

std::string call_fault(const Game& game, const Call& call) {
  if (call.ball || call.pocket || call.safety) return "nine-ball knows no call but the push out";
  if (call.push_out && !game.push_out_allowed)
    return "a push out is allowed only on the shot after a break without a foul";
  return {};
}

std::vector<Foul> fouls_of(const Game& game, const Shot& shot, const Reading& reading) {
  std::vector<Foul> fouls = pool_fouls(game, shot, reading);
  const auto& first = reading.first_hit;
  if (!first.empty() && std::find(first.begin(), first.end(), lowest_ball(game)) == first.end())
    fouls.push_back(Foul::wrong_ball_first);
  if (shot.call.push_out)  // 2.4: rules 6.2 and 6.3 are suspended
    std::erase_if(fouls, [](Foul foul) {
      return foul == Foul::wrong_ball_first || foul == Foul::no_rail || foul == Foul::no_ball_hit;
    });
  if (game.opening && reading.potted.empty() && reading.driven_to_rail.size() < kRailsOfALegalBreak)
    fouls.push_back(Foul::illegal_break);
  return fouls;
}

/// 2.7, 2.8.
void judge_foul(Game& next, const Game& game) {
  const auto shooter = static_cast<std::size_t>(game.turn);
  if (++next.fouls_in_a_row[shooter] == kFoulsThatLose) {
    next.verdict.fouls.push_back(Foul::three_fouls);
    return win_rack(next, opponent(game.turn));
  }
  pass_turn(next);
  give_in_hand(next, InHand::anywhere);
}

void judge(Game& next, const Game& game, const Shot& shot, const Reading& reading) {
  next.verdict.fouls = fouls_of(game, shot, reading);
  const bool legal = next.verdict.fouls.empty();
  next.push_out_allowed = game.opening && legal;
  if (legal) next.fouls_in_a_row[static_cast<std::size_t>(game.turn)] = 0;
  if (!is_on_table(next, kNineBall)) {
    if (legal && !shot.call.push_out) return win_rack(next, game.turn);  // 2.5
    spot_pool_balls(next, {kNineBall});                                  // 2.6
  }
  if (!legal) return judge_foul(next, game);
  if (shot.call.push_out) {
    pass_turn(next);
    next.choices = {Choice::accept, Choice::pass};
  } else if (reading.potted.empty()) {
    pass_turn(next);
  }
}

void choose(Game& game, Choice choice) {
  if (choice == Choice::pass) pass_turn(game);
}

std::vector<int> balls_on_for(const Game& game, std::optional<int>) {
  return {lowest_ball(game)};
}

}  // namespace

const Rules& nine_ball() {
  static constexpr Rules kRules = {set_up, call_fault, judge, choose, balls_on_for};
  return kRules;
}

}  // namespace carom::billiards::rules
