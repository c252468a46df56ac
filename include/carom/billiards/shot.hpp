#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "carom/billiards/ball_state.hpp"
#include "carom/billiards/cue.hpp"
#include "carom/billiards/phase.hpp"
#include "carom/billiards/table.hpp"

#pragma GCC visibility push(default)

// A shot: from a struck ball to the last one that comes to rest, event by event.
namespace carom::billiards {

/// A ball of a position.
struct ShotBall {
  enum class Place { on_table, potted, off_table };

  int number = 0;
  BallState state{};
  Place place = Place::on_table;
  int pocket = -1;  ///< of a potted ball: index into Table::pockets

  friend bool operator==(const ShotBall&, const ShotBall&) = default;
};

/// The balls between two shots. Numbers are unique. Balls that are potted or off the table are kept and ignored.
struct TableState {
  std::vector<ShotBall> balls;

  /// nullptr if there is none with that number.
  const ShotBall* find(int number) const;
  ShotBall* find(int number);

  friend bool operator==(const TableState&, const TableState&) = default;
};

/// A ball that lies still on the cloth.
ShotBall resting_ball(const Table& table, int number, const Vec2& position);

enum class ShotEventKind {
  cue_strike,    ///< the cue meets `ball`
  ball_ball,     ///< `ball` and `other` meet, the lower number first
  cushion,       ///< `ball` meets the nose of cushion part `part`
  pocket,        ///< `ball` falls into pocket `part`
  phase,         ///< `ball` changes from sliding to rolling, … : `before` and `after`
  spin_end,      ///< the side spin of a ball that moves on is gone
  cloth_bounce,  ///< a ball in the air falls on the cloth
  leaves_table,  ///< a ball comes down beyond the cushions
  blow_end       ///< `ball` is free again after a blow that several balls share
};

struct ShotEvent {
  double time = 0;  ///< s since the stroke
  ShotEventKind kind = ShotEventKind::phase;
  int ball = -1;                       ///< number
  int other = -1;                      ///< number of the other ball; −1: none
  int part = -1;                       ///< of a cushion: index into Table::cushions, and from cushions.size() on into
                                       ///< Table::obstacles; of a pocket: index into Table::pockets; −1: none
  Phase before = Phase::resting;       ///< of `ball`
  Phase after = Phase::resting;        ///< of `ball`
  Phase other_after = Phase::resting;  ///< of `other`
  bool capped = false;                 ///< the model would have raised the energy, and was held
  bool shared = false;                 ///< within a blow that several balls share: the states are those when the event
                                       ///< begins, with the mean velocities up to the balls' next events
  BallState state{};                   ///< of `ball`, just after
  BallState other_state{};             ///< of `other`, just after
  Vec3 impulse{};                      ///< N s: what `ball` got; `other` got the opposite
};

struct Outcome {
  TableState state;               ///< all balls at rest, in the order given
  std::vector<ShotEvent> events;  ///< in order of time; the stroke is the first
  double duration = 0;            ///< s: the time of the last event
  std::uint64_t capped = 0;       ///< impacts whose model would have raised the energy
  double energy_in = 0;           ///< J: kinetic, right after the stroke
  double dissipated = 0;          ///< J: lost in impacts and bounces
  bool complete = true;           ///< false: stopped by ShotOptions::most_events or ShotOptions::until
};

struct ShotOptions {
  int cue_ball = 0;  ///< the number of the ball that is struck
  Cue cue{};
  std::size_t most_events = 100'000;                       ///< then the shot stops where it is
  double until = std::numeric_limits<double>::infinity();  ///< s: then the shot stops where it is, a shared blow first
                                                           ///< finished
  bool log_phases = true;                                  ///< phase and spin_end events appear in the outcome
};

/// Plays shots on one table, which is prepared once. Not for several threads at once: each takes a copy of its own.
class ShotPlayer {
 public:
  /// Throws std::invalid_argument as `validate` does.
  explicit ShotPlayer(const Table& table);
  ShotPlayer(const ShotPlayer& other);
  ShotPlayer(ShotPlayer&&) noexcept;
  ShotPlayer& operator=(ShotPlayer other) noexcept;
  ~ShotPlayer();

  const Table& table() const;

  /// Throws std::invalid_argument for an unknown or absent cue ball, a stroke that `strike` refuses, balls that are not
  /// finite, overlap, lie outside or over a pocket, and numbers given twice.
  Outcome play(const TableState& state, const Strike& stroke, const ShotOptions& options = {});
  /// The same into an outcome whose memory is used again.
  void play(const TableState& state, const Strike& stroke, const ShotOptions& options, Outcome& outcome);
  /// Goes on from balls that move as their states say, without a stroke.
  void roll_out(const TableState& state, const ShotOptions& options, Outcome& outcome);

 private:
  class Game;
  std::unique_ptr<Game> game_;
};

/// One shot: the same as ShotPlayer(table).play(state, stroke, options).
Outcome play(const Table& table, const TableState& state, const Strike& stroke, const ShotOptions& options = {});

/// Throws std::invalid_argument that names the ball, its value and what was expected, unless the balls on the table are
/// finite, apart (touching is allowed, to 10⁻¹² m), inside the cushions and not over a pocket, with unique numbers.
void validate(const Table& table, const TableState& state);

}  // namespace carom::billiards

#pragma GCC visibility pop
