#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "billiards/rules/rules.hpp"
#include "billiards/rules/snookered.hpp"
#include "billiards/rules/spotting.hpp"
#include "carom/math/random.hpp"
#include "carom/query/overlap.hpp"
#include "carom/shape/ball.hpp"

// WPBSA, Official Rules of Snooker, Section 3. One frame.
namespace carom::billiards::rules {
namespace {

constexpr int kLeastPenalty = 4;
constexpr std::uint64_t kLotStream = ~std::uint64_t{0};

bool is_colour(int ball) {
  return ball >= kYellow;
}
bool contains(const std::vector<int>& balls, int ball) {
  return std::find(balls.begin(), balls.end(), ball) != balls.end();
}

std::vector<int> on_table(const Game& game, int first, int last) {
  std::vector<int> balls;
  for (int ball = first; ball <= last; ++ball)
    if (is_on_table(game, ball)) balls.push_back(ball);
  return balls;
}
std::vector<int> reds(const Game& game) {
  return on_table(game, 1, kReds);
}
std::vector<int> colours(const Game& game) {
  return on_table(game, kYellow, kBlack);
}

/// Rule 3: reds while there are any, else the colours in the order of their values.
BallOn on_after_turn(const Game& game) {
  return reds(game).empty() ? BallOn::in_order : BallOn::red;
}

/// The balls on, free ball aside; `named` is the colour of the call.
std::vector<int> plain_balls_on(const Game& game, std::optional<int> named) {
  switch (game.on) {
    case BallOn::red:
      return reds(game);
    case BallOn::colour:
      return named ? std::vector<int>{*named} : colours(game);
    case BallOn::in_order:
      return {colours(game).front()};
  }
  return {};
}

bool names_free_ball(const Game& game, std::optional<int> named) {
  return game.free_ball && named && !contains(plain_balls_on(game, named), *named);
}

std::vector<int> balls_on_for(const Game& game, std::optional<int> named) {
  if (names_free_ball(game, named)) return {*named};
  return plain_balls_on(game, named);
}

bool only_black_remains(const Game& game) {
  return game.on == BallOn::in_order && colours(game) == std::vector<int>{kBlack};
}

/// All that balls can still score: a black with every red and where a colour is on, and the colours in their order.
int points_left(const Game& game) {
  int points = (snooker_value(1) + snooker_value(kBlack)) * static_cast<int>(reds(game).size());
  if (game.on == BallOn::colour) points += snooker_value(kBlack);
  for (const int colour : colours(game)) points += snooker_value(colour);
  return points;
}

/// Whether one player can at most draw level without the other's fouls.
bool needs_penalties(const Game& game) {
  return std::abs(game.score[0] - game.score[1]) >= points_left(game);
}

void set_up(Game& game) {
  place_rack(game, InHand::in_d);
  game.on = BallOn::red;
  game.free_ball = false;
  game.black_respotted = false;
}

std::string call_fault(const Game& game, const Call& call) {
  if (call.pocket || call.safety || call.push_out) return "snooker's call names a ball only";
  if (!call.ball) return game.on == BallOn::colour ? "name the colour" : "";
  const int ball = *call.ball;
  if (ball <= kCueBall || ball > kBlack || !is_on_table(game, ball))
    return "the named ball " + std::to_string(ball) + " is not on the table";
  if (game.on == BallOn::colour) return is_colour(ball) ? "" : "name a colour: a red is not on";
  if (!game.free_ball && !contains(plain_balls_on(game, ball), ball))
    return "the named ball " + std::to_string(ball) + " is not on";
  return {};
}

/// One stroke under the rules.
class Stroke {
 public:
  Stroke(const Game& game, const Shot& shot, const Reading& reading)
      : game_(game),
        shot_(shot),
        reading_(reading),
        named_(shot.call.ball),
        free_(names_free_ball(game, named_)),
        on_(plain_balls_on(game, named_)),
        value_(snooker_value(on_.front())) {
    find_fouls();
  }

  std::vector<Foul> fouls;
  int penalty = 0;

  /// Also snookering behind the free ball is a foul, which shows only when the balls lie still.
  void look_at_rest(const Game& next) {
    const bool pink_and_black = colours(game_) == std::vector<int>{kPink, kBlack} && reds(game_).empty();
    if (!free_ || !fouls.empty() || pink_and_black || points() > 0 || !is_on_table(next, *named_)) return;
    std::vector<int> on = game_.on == BallOn::red ? reds(next) : on_;
    if (is_snookered_by(next, on, *named_)) add(Foul::snooker_behind_free_ball, 0);
  }

  /// What a legal stroke scores: rule 3, and Snookered After a Foul.
  int points() const {
    const auto counts = [&](const Potted& p) { return may_be_potted(p.ball); };
    const auto potted = std::count_if(reading_.potted.begin(), reading_.potted.end(), counts);
    if (potted == 0) return 0;
    return game_.on == BallOn::red ? static_cast<int>(potted) : value_;
  }

  /// The colours that come back: all but those potted in their order.
  std::vector<int> to_be_spotted() const {
    std::vector<int> balls;
    for (const int ball : reading_.off_table)
      if (is_colour(ball)) balls.push_back(ball);
    for (const Potted& potted : reading_.potted) {
      const bool stays_off = fouls.empty() && game_.on == BallOn::in_order && contains(on_, potted.ball);
      if (is_colour(potted.ball) && !stays_off) balls.push_back(potted.ball);
    }
    return balls;
  }

  /// Whether the ball on was not hit first.
  bool missed() const {
    return has(fouls, Foul::no_ball_hit) || has(fouls, Foul::wrong_ball_first) || has(fouls, Foul::two_balls_at_once);
  }

 private:
  bool may_be_potted(int ball) const { return contains(on_, ball) || (free_ && ball == *named_); }
  bool must_be_hit(int ball) const { return free_ ? ball == *named_ : contains(on_, ball); }

  bool was_touching(int ball) const {
    const double radius = game_.settings.layout.ball_radius;
    const Circle cue{*game_.balls[kCueBall], radius};
    const auto& place = game_.balls[static_cast<std::size_t>(ball)];
    return place && proximity(cue, Circle{*place, radius}) != Proximity::apart;
  }

  /// Penalties: the value of the ball on or of the ball concerned, the higher, at least 4; of several fouls the
  /// highest.
  void add(Foul foul, int value_concerned) {
    if (!has(fouls, foul)) fouls.push_back(foul);
    penalty = std::max({penalty, kLeastPenalty, value_, value_concerned});
  }

  void find_fouls() {
    look_at_first_hit();
    for (const Potted& potted : reading_.potted)
      if (!may_be_potted(potted.ball)) add(Foul::wrong_ball_potted, snooker_value(potted.ball));
    for (const int ball : reading_.off_table) add(Foul::ball_off, snooker_value(ball));
    if (reading_.scratch) add(Foul::scratch, 0);
    if (reading_.cue_ball_off) add(Foul::cue_ball_off, 0);
    if (shot_.facts.jumped_over_a_ball) add(Foul::jump_shot, 0);
  }

  /// Rules 3, 6 and 8: a touching ball that is on counts as hit, but must not be moved.
  void look_at_first_hit() {
    const auto& first = reading_.first_hit;
    for (const int ball : first)
      if (reading_.first_hit_time == 0 && was_touching(ball)) add(Foul::push_stroke, snooker_value(ball));
    std::vector<int> on = free_ ? std::vector<int>{*named_} : on_;
    if (std::any_of(on.begin(), on.end(), [&](int ball) { return was_touching(ball); })) return;
    if (first.empty()) return add(Foul::no_ball_hit, 0);
    const bool right = std::any_of(first.begin(), first.end(), [&](int ball) { return must_be_hit(ball); });
    if (right && std::all_of(first.begin(), first.end(), [&](int ball) { return may_be_potted(ball); })) return;
    const Foul foul = first.size() > 1 ? Foul::two_balls_at_once : Foul::wrong_ball_first;
    for (const int ball : first) add(foul, snooker_value(ball));
  }

  const Game& game_;
  const Shot& shot_;
  const Reading& reading_;
  std::optional<int> named_;
  bool free_;
  std::vector<int> on_;
  int value_;
};

void add_points(Game& next, int player, int points) {
  const auto index = static_cast<std::size_t>(player);
  next.score[index] += points;
  next.verdict.points[index] += points;
}

/// Rule 4: at a tie the black is spotted, the cue ball is in hand, and a lot decides who may choose.
void end_frame(Game& next) {
  if (next.score[0] != next.score[1]) return finish(next, next.score[0] > next.score[1] ? 0 : 1);
  next.balls[kCueBall].reset();
  next.balls[kBlack].reset();
  next.verdict.spotted.clear();
  spot_colours(next, {kBlack});
  next.in_hand = InHand::in_d;
  next.on = BallOn::in_order;
  next.black_respotted = true;
  next.turn = static_cast<int>(Random(next.settings.seed, kLotStream).below(2));
  next.choices = {Choice::accept, Choice::pass};
}

void judge_foul(Game& next, const Game& game, const Stroke& stroke) {
  add_points(next, opponent(game.turn), stroke.penalty);
  if (only_black_remains(game)) return end_frame(next);
  next.on = on_after_turn(next);
  next.before = game.balls;
  next.in_hand_before = game.in_hand;
  next.on_before = game.on;
  next.free_ball_before = game.free_ball;
  pass_turn(next);
  if (!is_on_table(next, kCueBall)) next.in_hand = InHand::in_d;
  next.free_ball = is_snookered(next, plain_balls_on(next, std::nullopt));
  next.choices = {Choice::accept, Choice::pass};
  // Rule 14: no miss is called where a player needed penalty points, before the stroke or after it.
  if (stroke.missed() && !needs_penalties(game) && !needs_penalties(next)) next.choices.push_back(Choice::replay);
}

void judge(Game& next, const Game& game, const Shot& shot, const Reading& reading) {
  next.free_ball = false;
  next.before.clear();
  Stroke stroke(game, shot, reading);
  stroke.look_at_rest(next);
  next.verdict.fouls = stroke.fouls;
  spot_colours(next, stroke.to_be_spotted());
  if (!stroke.fouls.empty()) return judge_foul(next, game, stroke);
  const int points = stroke.points();
  add_points(next, game.turn, points);
  if (points == 0) {
    next.on = on_after_turn(next);
    return pass_turn(next);
  }
  if (colours(next).empty()) return end_frame(next);
  next.on = game.on == BallOn::red ? BallOn::colour : on_after_turn(next);
}

/// Foul and a Miss: as before the stroke, the same player plays again; the penalty stays.
void put_back(Game& game) {
  game.balls = game.before;
  game.in_hand = game.in_hand_before;
  game.on = game.on_before;
  game.free_ball = game.free_ball_before;
  pass_turn(game);
}

void choose(Game& game, Choice choice) {
  if (choice == Choice::replay) put_back(game);
  if (choice == Choice::pass) {
    game.free_ball = false;
    pass_turn(game);
  }
  game.before.clear();
  game.in_hand_before = InHand::no;
  game.on_before = BallOn::red;
  game.free_ball_before = false;
}

}  // namespace

const Rules& snooker() {
  static constexpr Rules kRules = {set_up, call_fault, judge, choose, balls_on_for};
  return kRules;
}

}  // namespace carom::billiards::rules

namespace carom::billiards {

int snooker_value(int ball) {
  return ball < kYellow ? 1 : ball - kYellow + 2;
}

}  // namespace carom::billiards
