#pragma once
#include <utility>

#include "carom/billiards/game.hpp"

namespace carom::billiards::test {

/// A shot told fact by fact, as a referee would: balls that are not told of stay where they are.
class Told {
 public:
  explicit Told(const Game& game) : cue_(cue_ball(game)) { shot_.facts.rest = game.balls; }

  Told& call(int ball, int pocket) {
    shot_.call.ball = ball;
    shot_.call.pocket = pocket;
    return *this;
  }
  Told& name(int ball) {
    shot_.call.ball = ball;
    return *this;
  }
  Told& safety() {
    shot_.call.safety = true;
    return *this;
  }
  Told& push_out() {
    shot_.call.push_out = true;
    return *this;
  }
  Told& hit(int ball) { return fact(ShotFact::Kind::ball, cue_, ball); }
  /// At the same time as the fact before.
  Told& and_hit(int ball) {
    time_ -= 1;
    return hit(ball);
  }
  /// The cue ball meets a cushion if no ball is given.
  Told& rail() { return rail(cue_); }
  Told& rail(int ball) { return fact(ShotFact::Kind::cushion, ball, 0); }
  Told& pot(int ball, int pocket = 0) {
    gone(ball);
    return fact(ShotFact::Kind::pocket, ball, pocket);
  }
  Told& off(int ball) {
    gone(ball);
    return fact(ShotFact::Kind::off_table, ball, 0);
  }
  Told& rest(int ball, const Vec2& place) {
    shot_.facts.rest[static_cast<std::size_t>(ball)] = place;
    return *this;
  }
  Told& crossing() {
    shot_.facts.crossed_head_line = true;
    return *this;
  }
  Told& jumping() {
    shot_.facts.jumped_over_a_ball = true;
    return *this;
  }
  /// From now on at this time.
  Told& at(double time) {
    time_ = time;
    return *this;
  }

  operator Action() const { return shot_; }  // NOLINT(google-explicit-constructor): reads as an action

 private:
  Told& fact(ShotFact::Kind kind, int ball, int other) {
    shot_.facts.facts.push_back({kind, time_, ball, other});
    time_ += 1;
    return *this;
  }
  void gone(int ball) { shot_.facts.rest[static_cast<std::size_t>(ball)].reset(); }

  Shot shot_;
  int cue_;
  double time_ = 1;
};

/// The game with these balls only, in normal play, player 0 at the table and the cue ball on the table.
inline Game position(GameKind kind, const std::vector<std::pair<int, Vec2>>& balls) {
  Game game = start(settings_for(kind));
  game.balls.assign(game.balls.size(), std::nullopt);
  for (const auto& [ball, place] : balls) game.balls[static_cast<std::size_t>(ball)] = place;
  game.opening = false;
  game.in_hand = InHand::no;
  return game;
}

inline bool is_on_table(const Game& game, int ball) {
  return game.balls[static_cast<std::size_t>(ball)].has_value();
}

}  // namespace carom::billiards::test
