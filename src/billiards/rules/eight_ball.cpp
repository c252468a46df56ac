#include <algorithm>

#include "billiards/rules/rules.hpp"
#include "billiards/rules/spotting.hpp"

// WPA, section 3.
namespace carom::billiards::rules {
namespace {

constexpr std::size_t kRailsOfALegalBreak = 4;

bool is_solid(int ball) {
  return ball < kEightBall;
}

/// Whether the ball belongs to the player's group; on an open table all but the 8 do.
bool is_of_group(const Game& game, int player, int ball) {
  if (ball == kEightBall || ball == kCueBall) return false;
  return !game.solids || is_solid(ball) == (*game.solids == player);
}

bool is_group_cleared(const Game& game, int player) {
  if (!game.solids) return false;
  for (int ball = 1; ball < ball_count(GameKind::eight_ball); ++ball)
    if (is_of_group(game, player, ball) && is_on_table(game, ball)) return false;
  return true;
}

void set_up(Game& game) {
  place_rack(game, InHand::behind_line);
  game.solids.reset();
}

std::string call_fault(const Game& game, const Call& call) {
  if (game.opening) return call == Call{} ? "" : "the break is not called";
  std::string fault = called_shot_fault(game, call);
  if (!fault.empty() || call.safety) return fault;
  if (*call.ball == kEightBall)
    return is_group_cleared(game, game.turn) ? "" : "the 8 may be called only when the group is cleared";
  if (!is_of_group(game, game.turn, *call.ball)) return "the called ball belongs to the other player's group";
  return {};
}

bool may_be_hit_first(const Game& game, int ball) {
  if (ball == kEightBall) return is_group_cleared(game, game.turn);
  return is_of_group(game, game.turn, ball);
}

bool is_wrong_ball_first(const Game& game, const Reading& reading) {
  const auto& first = reading.first_hit;
  return !first.empty() &&
         std::none_of(first.begin(), first.end(), [&](int ball) { return may_be_hit_first(game, ball); });
}

/// 3.3 (e), (f): the 8 went in on the break; the rest of the rules of the break see to the other fouls.
void judge_eight_on_break(Game& next, const Reading& reading) {
  if (next.verdict.fouls.empty()) {
    next.choices = {Choice::spot_eight, Choice::break_again};
    return;
  }
  pass_turn(next);
  next.choices = {Choice::spot_eight, Choice::break_again};
  if (reading.cue_ball_gone())
    next.in_hand = InHand::behind_line;
  else
    next.choices.push_back(Choice::ball_in_hand);
}

/// 3.3 (g), (h).
void judge_foul_on_break(Game& next, const Reading& reading) {
  pass_turn(next);
  if (reading.cue_ball_gone())
    next.in_hand = InHand::behind_line;
  else
    next.choices = {Choice::accept, Choice::ball_in_hand};
}

/// 3.3 (d): no ball pocketed, and too few driven to a rail.
void judge_illegal_break(Game& next, const Reading& reading) {
  next.verdict.fouls.push_back(Foul::illegal_break);
  pass_turn(next);
  if (reading.cue_ball_gone()) next.in_hand = InHand::behind_line;
  next.choices = {reading.cue_ball_gone() ? Choice::ball_in_hand : Choice::accept, Choice::break_again,
                  Choice::opponent_breaks};
}

void judge_break(Game& next, const Game& game, const Shot& shot, const Reading& reading) {
  next.verdict.fouls = pool_fouls(game, shot, reading);
  // Without a contact or a rail a break is illegal anyway; 3.3 knows no other penalty for it.
  std::erase_if(next.verdict.fouls, [](Foul foul) { return foul == Foul::no_rail; });
  const auto& off = reading.off_table;
  if (std::find(off.begin(), off.end(), kEightBall) != off.end()) spot_pool_balls(next, {kEightBall});
  if (reading.potted_ball(kEightBall)) return judge_eight_on_break(next, reading);
  if (reading.potted.empty() && reading.driven_to_rail.size() < kRailsOfALegalBreak)
    return judge_illegal_break(next, reading);
  if (!next.verdict.fouls.empty()) return judge_foul_on_break(next, reading);
  if (reading.potted.empty()) pass_turn(next);
}

bool is_eight_gone(const Game& game) {
  return !is_on_table(game, kEightBall);
}

/// 3.5, 3.8.
void judge_eight(Game& next, const Game& game, const Shot& shot, const Reading& reading) {
  const Call& call = shot.call;
  const bool called = call.ball == kEightBall && reading.potted_in(kEightBall, *call.pocket);
  const bool wins = called && next.verdict.fouls.empty() && is_group_cleared(game, game.turn);
  win_rack(next, wins ? game.turn : opponent(game.turn));
}

void judge(Game& next, const Game& game, const Shot& shot, const Reading& reading) {
  if (game.opening) return judge_break(next, game, shot, reading);
  std::vector<Foul>& fouls = next.verdict.fouls;
  fouls = pool_fouls(game, shot, reading);
  if (is_wrong_ball_first(game, reading)) fouls.push_back(Foul::wrong_ball_first);
  if (is_eight_gone(next)) return judge_eight(next, game, shot, reading);
  if (!fouls.empty()) {
    pass_turn(next);
    return give_in_hand(next, InHand::anywhere);
  }
  const Call& call = shot.call;
  if (call.safety || !reading.potted_in(*call.ball, *call.pocket)) return pass_turn(next);
  if (!game.solids) next.solids = is_solid(*call.ball) ? game.turn : opponent(game.turn);
}

void choose(Game& game, Choice choice) {
  switch (choice) {
    case Choice::ball_in_hand:
      give_in_hand(game, InHand::behind_line);
      if (!is_on_table(game, kEightBall)) spot_pool_balls(game, {kEightBall});
      break;
    case Choice::spot_eight:
      spot_pool_balls(game, {kEightBall});
      break;
    case Choice::break_again:
      break_with(game, game.turn);
      break;
    case Choice::opponent_breaks:
      break_with(game, opponent(game.turn));
      break;
    default:
      break;
  }
}

std::vector<int> balls_on_for(const Game& game, std::optional<int>) {
  std::vector<int> balls = object_balls(game);
  if (!game.opening) std::erase_if(balls, [&](int ball) { return !may_be_hit_first(game, ball); });
  return balls;
}

}  // namespace

const Rules& eight_ball() {
  static constexpr Rules kRules = {set_up, call_fault, judge, choose, balls_on_for};
  return kRules;
}

}  // namespace carom::billiards::rules
