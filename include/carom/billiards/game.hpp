#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/billiards/cue.hpp"
#include "carom/billiards/rack.hpp"
#include "carom/billiards/shot_facts.hpp"

#pragma GCC visibility push(default)

// Games of two players, 0 and 1, as plain values: `after` makes the next state from a state and an action, and tells in
// the state's verdict what the rules made of it (docs/use/billiards-rules.md). The rules are those of the World
// Pool-Billiard Association (WPA, The Rules of Play), the World Professional Billiards and Snooker Association (WPBSA,
// Official Rules of Snooker) and the Union Mondiale de Billard (UMB, World Rules of Carom Billiard).
namespace carom::billiards {

struct GameSettings {
  GameKind kind = GameKind::eight_ball;
  Layout layout = pool_layout();
  std::uint64_t seed = 0;         ///< of the racks and of the lot at snooker's tie
  int first_player = 0;           ///< who plays the first shot
  int race_to = 1;                ///< eight-ball, nine-ball: racks to win; the players break in turns
  int points = 100;               ///< straight pool, three-cushion: points to win
  bool equalizing_inning = true;  ///< three-cushion: who began second plays a last inning (UMB, article 29)
  RackOptions rack{};

  friend bool operator==(const GameSettings&, const GameSettings&) = default;
};

/// The usual settings of a game: its table, 100 points for straight pool, 40 for three-cushion.
GameSettings settings_for(GameKind kind, std::uint64_t seed = 0);

/// Where the player at the table may place the cue ball before the shot.
enum class InHand { no, anywhere, behind_line, in_d, starting_spots };

/// What a player may choose where the rules leave a choice.
enum class Choice {
  accept,           ///< play as the balls lie (snooker's tie: play first)
  pass,             ///< the other player must play as the balls lie
  ball_in_hand,     ///< the cue ball in hand behind the head string
  break_again,      ///< a new rack, and this player breaks
  opponent_breaks,  ///< a new rack, and the other player breaks
  spot_eight,       ///< the 8 is spotted, and this player goes on
  replay,           ///< snooker's miss: the balls are put back, and the other player plays again
  spot_balls,       ///< three-cushion: the balls in contact are spotted
  spot_nearest,     ///< pool, in hand behind the head string and all balls there too: the nearest is spotted (WPA 1.5)
  concede
};

/// Why a shot is a foul.
enum class Foul {
  scratch,            ///< the cue ball in a pocket: WPA 6.1
  cue_ball_off,       ///< the cue ball off the table: WPA 6.1
  wrong_ball_first,   ///< WPA 6.2; WPBSA Section 3, Penalties
  no_ball_hit,        ///< WPA 6.3; WPBSA Section 3, Penalties
  no_rail,            ///< no rail after contact: WPA 6.3
  ball_off,           ///< another ball off the table: WPA 6.5; UMB, articles 28 and 41
  behind_line,        ///< bad play from behind the head string: WPA 6.11
  illegal_break,      ///< WPA 2.3, 3.3
  breaking_foul,      ///< straight pool: WPA 4.3, 4.10
  three_fouls,        ///< the third foul in a row: WPA 6.14
  wrong_ball_potted,  ///< snooker: a ball not on
  two_balls_at_once,  ///< snooker: Section 3, rule 6
  snooker_behind_free_ball,
  jump_shot,     ///< snooker: Section 2, rule 20
  push_stroke,   ///< the touching ball was moved: WPBSA Section 3, rule 8; UMB, article 27
  red_not_first  ///< three-cushion: the starting shot must go to the red directly: UMB, article 23
};

struct Potted {
  int ball = 0;
  int pocket = 0;

  friend bool operator==(const Potted&, const Potted&) = default;
};

struct Spotted {
  int ball = 0;
  Vec2 place{};

  friend bool operator==(const Spotted&, const Spotted&) = default;
};

/// What the rules made of the last action.
struct Verdict {
  int player = 0;                ///< who acted
  std::vector<Foul> fouls{};     ///< none: the shot was legal
  std::vector<Potted> potted{};  ///< in order; the cue ball is not among them
  std::vector<Spotted> spotted{};
  std::array<int, 2> points{};  ///< what the scores changed by
  bool turn_passes = false;
  std::optional<int> rack_won_by{};

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

enum class BallOn { red, colour, in_order };

/// A game between two actions.
struct Game {
  GameSettings settings{};
  BallPlaces balls{};
  int turn = 0;  ///< who acts next
  InHand in_hand = InHand::no;
  std::vector<Choice> choices{};  ///< not empty: one of these is to be chosen first
  bool opening = true;            ///< the next shot is the break or starting shot
  std::array<int, 2> score{};     ///< racks (eight-ball, nine-ball) or points
  bool over = false;
  std::optional<int> winner{};  ///< of a game that is over; nothing: a draw
  Verdict verdict{};

  std::uint64_t racks = 0;              ///< racked so far
  int breaker = 0;                      ///< who broke this rack or began the game
  std::array<int, 2> fouls_in_a_row{};  ///< nine-ball, straight pool: who comes to the table with two is warned
  std::optional<int> solids{};          ///< eight-ball: who has balls 1–7; nothing: the table is open
  bool push_out_allowed = false;        ///< nine-ball
  BallOn on = BallOn::red;              ///< snooker
  bool free_ball = false;               ///< snooker: the next shot may name any ball
  bool black_respotted = false;         ///< snooker: the frame is decided by the next score or foul
  BallPlaces before{};                  ///< snooker: where the balls were before the foul that may be replayed
  InHand in_hand_before = InHand::no;
  BallOn on_before = BallOn::red;
  bool free_ball_before = false;
  bool last_inning = false;      ///< three-cushion: the equalizing one
  std::array<int, 2> innings{};  ///< three-cushion: begun

  friend bool operator==(const Game&, const Game&) = default;
};

/// What a player says before the shot. Eight-ball and straight pool: `ball` and `pocket`, or `safety` (WPA 1.6), but
/// nothing before eight-ball's break. Nine-ball: `push_out`. Snooker: `ball` names the colour or the free ball. Else
/// nothing.
struct Call {
  std::optional<int> ball{};
  std::optional<int> pocket{};
  bool safety = false;
  bool push_out = false;

  friend bool operator==(const Call&, const Call&) = default;
};

/// The cue ball is placed; in practice any ball of the set, also one that is off the table. It may be placed again
/// until the shot.
struct Placement {
  int ball = kCueBall;
  Vec2 place{};

  friend bool operator==(const Placement&, const Placement&) = default;
};

struct Shot {
  Call call{};
  ShotFacts facts{};
  std::optional<Strike> strike{};  ///< how it was played, if that is known: the rules do not ask

  friend bool operator==(const Shot&, const Shot&) = default;
};

using Action = std::variant<Placement, Choice, Shot>;

/// The game refuses an action: what() says why.
class Refused : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The first rack; Refused for settings without sense.
Game start(const GameSettings& settings);

/// The game after the action of the player whose turn it is. Throws Refused, and so never gives half a state.
Game after(const Game& game, const Action& action);

/// Why `after` would refuse the action; empty if it would not.
std::string refusal(const Game& game, const Action& action);

/// The same for a call alone, before the shot is played.
std::string call_refusal(const Game& game, const Call& call);

/// Whether the next shot must be called with a ball and a pocket, or as a safety (eight-ball after the break, straight
/// pool).
bool calls_pocket(const Game& game);

/// Whether the next shot must name a ball (snooker: a colour or the free ball).
bool names_ball(const Game& game);

/// The ball that the player at the table strikes.
int cue_ball(const Game& game);

/// The balls that the next shot may touch first, in ascending order; all other balls but the cue ball where the rules
/// do not say. Snooker: `named` is the ball of the call.
std::vector<int> balls_on(const Game& game, std::optional<int> named = std::nullopt);

/// Snooker: what a ball counts: 1 for a red, 2–7 for the colours.
int snooker_value(int ball);

/// Snooker: whether a straight stroke cannot reach both edges of any of `on` because of other balls (Section 2, rule
/// 17); in hand: from no place of the D, of a grid of about 2000 places. Balls that touch the cue ball's path by less
/// than rounding errors may go either way.
bool is_snookered(const Game& game, const std::vector<int>& on);

/// A sentence for people: "scratch (WPA 6.1)".
std::string_view describe(Foul foul);
std::string_view describe(Choice choice);
/// The verdict and what comes next, in a few sentences.
std::string describe(const Game& game);

/// A game with all its states: undo and redo. Every state is a value, so undoing everything gives the first state
/// again.
class GameHistory {
 public:
  explicit GameHistory(const GameSettings& settings);

  const Game& game() const { return states_[position_]; }
  const GameSettings& settings() const { return states_.front().settings; }
  /// All actions, those undone included.
  const std::vector<Action>& actions() const { return actions_; }
  /// How many of them count.
  std::size_t position() const { return position_; }

  /// Refused as by `after`. What was undone is forgotten.
  void act(const Action& action);
  bool undo();  ///< false at the beginning
  bool redo();  ///< false at the end

  friend bool operator==(const GameHistory&, const GameHistory&) = default;

 private:
  std::vector<Game> states_;
  std::vector<Action> actions_;
  std::size_t position_ = 0;
};

}  // namespace carom::billiards

#pragma GCC visibility pop
