#include "carom/billiards/shot.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

#include "billiards/shot/shot_game.hpp"
#include "math/arithmetic.hpp"

namespace carom::billiards {

const ShotBall* TableState::find(int number) const {
  const auto found = std::find_if(balls.begin(), balls.end(), [&](const ShotBall& b) { return b.number == number; });
  return found == balls.end() ? nullptr : &*found;
}

ShotBall* TableState::find(int number) {
  return const_cast<ShotBall*>(static_cast<const TableState*>(this)->find(number));
}

ShotBall resting_ball(const Table& table, int number, const Vec2& position) {
  ShotBall ball;
  ball.number = number;
  ball.state.position = {position.x, position.y, table.ball(number).radius};
  return ball;
}

ShotPlayer::ShotPlayer(const Table& table) : game_(std::make_unique<Game>(table)) {}
ShotPlayer::ShotPlayer(const ShotPlayer& other) : game_(std::make_unique<Game>(*other.game_)) {}
ShotPlayer::ShotPlayer(ShotPlayer&&) noexcept = default;
ShotPlayer& ShotPlayer::operator=(ShotPlayer other) noexcept {
  game_.swap(other.game_);
  return *this;
}
ShotPlayer::~ShotPlayer() = default;

const Table& ShotPlayer::table() const {
  return game_->table();
}

Outcome ShotPlayer::play(const TableState& state, const Strike& stroke, const ShotOptions& options) {
  Outcome outcome;
  play(state, stroke, options, outcome);
  return outcome;
}

void ShotPlayer::play(const TableState& state, const Strike& stroke, const ShotOptions& options, Outcome& outcome) {
  math::require_plain_arithmetic();
  game_->check(state);
  game_->play(state, stroke, options, outcome);
}

void ShotPlayer::roll_out(const TableState& state, const ShotOptions& options, Outcome& outcome) {
  math::require_plain_arithmetic();
  game_->check(state);
  game_->roll_out(state, options, outcome);
}

Outcome play(const Table& table, const TableState& state, const Strike& stroke, const ShotOptions& options) {
  return ShotPlayer(table).play(state, stroke, options);
}

}  // namespace carom::billiards
