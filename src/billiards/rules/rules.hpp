#pragma once
#include <string>

#include "billiards/rules/reading.hpp"
#include "carom/billiards/game.hpp"

// One kind of game is one value of this type; game.cpp asks and acts through it.
namespace carom::billiards::rules {

struct Rules {
  /// Racks the balls for the breaker of `game`, and puts the flags of the game back.
  void (*set_up)(Game& game);
  /// Why the call is not good; empty if it is.
  std::string (*call_fault)(const Game& game, const Call& call);
  /// Judges a shot. `next` is `game` with the balls where they came to rest, the cue ball not in hand and an empty
  /// verdict.
  void (*judge)(Game& next, const Game& game, const Shot& shot, const Reading& reading);
  /// One of game.choices has been taken: they are cleared already.
  void (*choose)(Game& game, Choice choice);
  /// What billiards::balls_on says.
  std::vector<int> (*balls_on)(const Game& game, std::optional<int> named);
};

const Rules& eight_ball();
const Rules& nine_ball();
const Rules& straight_pool();
const Rules& snooker();
const Rules& three_cushion();
const Rules& practice();
const Rules& rules_of(GameKind kind);

/// All of them for the next rack of the game: no choices, opening, the cue ball in hand.
void place_rack(Game& game, InHand in_hand);

/// The cue ball is in hand; it stays where it lies if it may be played from there.
void give_in_hand(Game& game, InHand where);
/// Why the cue ball may not be placed there, as far as `in_hand` says; empty if it may.
std::string in_hand_fault(const Game& game, const Vec2& place);
void pass_turn(Game& next);
/// `player` has won the game.
void finish(Game& next, std::optional<int> winner);

/// WPA 6.1, 6.3, 6.5, 6.11: what is a foul in every game of pool.
std::vector<Foul> pool_fouls(const Game& game, const Shot& shot, const Reading& reading);
bool has(const std::vector<Foul>& fouls, Foul foul);

/// The player has won a rack of eight-ball or nine-ball: the next one, the players break in turns; or the end.
void win_rack(Game& next, int player);
/// A new rack in the place of this one.
void break_with(Game& game, int player);

/// WPA 3.6, 4.5, 1.6: why the named ball and pocket are not a call; empty if they are. A safety names neither.
std::string called_shot_fault(const Game& game, const Call& call);

bool is_behind_line(const Layout& layout, const Vec2& place);
int opponent(int player);
bool is_on_table(const Game& game, int ball);
/// All balls on the table but the cue ball.
std::vector<int> object_balls(const Game& game);

}  // namespace carom::billiards::rules
