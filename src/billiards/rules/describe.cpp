#include "carom/billiards/game.hpp"

namespace carom::billiards {
namespace {

std::string player_name(int player) {
  return "Player " + std::to_string(player + 1);
}

std::string ball_list(const Game& game, const std::vector<int>& balls) {
  std::string list;
  for (const int ball : balls) list += (list.empty() ? "" : ", ") + ball_name(game.settings.kind, ball);
  return list;
}

/// What happened and the rule of this game; describe(Foul) names those of pool for what is a foul in every game.
std::string foul_text(GameKind kind, Foul foul) {
  const std::string_view text = describe(foul);
  const std::string what(text.substr(0, text.find(" (")));
  const bool is_pools_rule = text.find("WPA") != std::string_view::npos;
  if (kind == GameKind::snooker && is_pools_rule) return what + " (WPBSA, Section 3, Penalties)";
  if (kind == GameKind::three_cushion && is_pools_rule) return what + " (UMB, article 28)";
  if (foul != Foul::push_stroke) return std::string(text);
  return what + (kind == GameKind::snooker ? " (WPBSA, Section 3, rule 8)" : " (UMB, article 27)");
}

std::string sentence_of_verdict(const Game& game) {
  const Verdict& verdict = game.verdict;
  std::string text;
  std::vector<int> potted;
  for (const Potted& p : verdict.potted) potted.push_back(p.ball);
  if (!potted.empty()) text += "Potted: " + ball_list(game, potted) + ". ";
  for (const Foul foul : verdict.fouls) text += "Foul: " + foul_text(game.settings.kind, foul) + ". ";
  std::vector<int> spotted;
  for (const Spotted& s : verdict.spotted) spotted.push_back(s.ball);
  if (!spotted.empty()) text += "Spotted: " + ball_list(game, spotted) + ". ";
  return text;
}

std::string_view place_of(InHand in_hand) {
  switch (in_hand) {
    case InHand::no:
      return "";
    case InHand::anywhere:
      return ", cue ball in hand";
    case InHand::behind_line:
      return ", cue ball in hand behind the head string";
    case InHand::in_d:
      return ", cue ball in hand in the D";
    case InHand::starting_spots:
      return ", cue ball on either starting spot";
  }
  return "";
}

std::string sentence_of_turn(const Game& game) {
  if (game.over) return game.winner ? player_name(*game.winner) + " has won." : "It is a draw.";
  std::string text = player_name(game.turn);
  if (game.choices.empty()) return text + " plays" + std::string(place_of(game.in_hand)) + ".";
  text += " chooses: ";
  for (std::size_t i = 0; i < game.choices.size(); ++i)
    text += (i == 0 ? "" : "; or ") + std::string(describe(game.choices[i]));
  return text + ".";
}

}  // namespace

std::string_view describe(Foul foul) {
  switch (foul) {
    case Foul::scratch:
      return "the cue ball is pocketed (WPA 6.1)";
    case Foul::cue_ball_off:
      return "the cue ball left the table (WPA 6.1)";
    case Foul::wrong_ball_first:
      return "the wrong ball was hit first (WPA 6.2)";
    case Foul::no_ball_hit:
      return "no ball was hit (WPA 6.3)";
    case Foul::no_rail:
      return "no ball reached a rail after the contact (WPA 6.3)";
    case Foul::ball_off:
      return "a ball left the table (WPA 6.5)";
    case Foul::behind_line:
      return "bad play from behind the head string (WPA 6.11)";
    case Foul::illegal_break:
      return "fewer than four balls reached a rail on the break (WPA 2.3, 3.3)";
    case Foul::breaking_foul:
      return "breaking foul (WPA 4.10)";
    case Foul::three_fouls:
      return "three fouls in a row (WPA 6.14)";
    case Foul::wrong_ball_potted:
      return "a ball not on was potted (WPBSA, Penalties)";
    case Foul::two_balls_at_once:
      return "two balls were hit at once (WPBSA, Section 3, rule 6)";
    case Foul::snooker_behind_free_ball:
      return "snookered behind the free ball (WPBSA, Snookered After a Foul)";
    case Foul::jump_shot:
      return "jump shot (WPBSA, Section 2, rule 20)";
    case Foul::push_stroke:
      return "the touching ball was pushed (WPBSA, Section 3, rule 8; UMB, article 27)";
    case Foul::red_not_first:
      return "the starting shot did not go to the red directly (UMB, article 23)";
  }
  return "";
}

std::string_view describe(Choice choice) {
  switch (choice) {
    case Choice::accept:
      return "play as the balls lie";
    case Choice::pass:
      return "let the other player play";
    case Choice::ball_in_hand:
      return "take the cue ball in hand behind the head string";
    case Choice::break_again:
      return "rack again and break";
    case Choice::opponent_breaks:
      return "rack again and let the other player break";
    case Choice::spot_eight:
      return "spot the 8 and go on";
    case Choice::replay:
      return "have the balls put back and the stroke played again";
    case Choice::spot_balls:
      return "have the balls in contact spotted";
    case Choice::spot_nearest:
      return "have the ball nearest to the head string spotted";
    case Choice::concede:
      return "concede";
  }
  return "";
}

std::string describe(const Game& game) {
  std::string text = sentence_of_verdict(game);
  if (game.verdict.rack_won_by) text += player_name(*game.verdict.rack_won_by) + " wins the rack. ";
  return text + sentence_of_turn(game);
}

}  // namespace carom::billiards
