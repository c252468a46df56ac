#pragma once
#include <vector>

#include "billiards/motion/nose.hpp"
#include "billiards/shot/shared_blow.hpp"
#include "billiards/table/open_area.hpp"
#include "carom/billiards/ball_impact.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {

// The event loop of a shot.
//
// Every moving ball has its own next event (the end of its phase, a nose, a pocket, the rail) and every pair of balls
// the time of its next meeting, searched up to the earlier of their own next events. Only the balls of an event are
// looked at again. Times count from the last renewal of the epoch, so that their rounding does not grow.
class ShotPlayer::Game {
 public:
  explicit Game(const Table& table);

  const Table& table() const { return table_; }
  void check(const TableState& state) const;
  void play(const TableState& state, const Strike& stroke, const ShotOptions& options, Outcome& outcome);
  void roll_out(const TableState& state, const ShotOptions& options, Outcome& outcome);

 private:
  static constexpr std::size_t kNoEvent = static_cast<std::size_t>(-1);

  enum class Own { none, phase_end, spin_end, touch, leave };

  struct Ball {
    int number = 0;
    BallSpec spec{};
    std::size_t place = 0;  // in the caller's list
    std::vector<double> reaches;
    MotionPhase phase{};
    double since = 0;  // the phase's start
    bool present = true;
    TableTouch touch{};
    double touch_time = kNever;
    double phase_end = kNever;
    double spin_end = kNever;
    double leave_time = kNever;
    double own_time = kNever;  // the first of the four
    Own own = Own::none;
    double pair_time = kNever;
    std::size_t partner = 0;
    double looked_at = -kNever;  // when `now` was taken
    BallState now{};
    bool in_blow = false;               // pressed, and moved by the blow alone
    std::size_t last_event = kNoEvent;  // of the log, within the blow
  };

  void set_up(const TableState& state, const ShotOptions& options, Outcome& outcome);
  void run();
  void finish();
  void step(std::size_t i);

  bool moves(const Ball& ball) const { return ball.present && ball.phase.kind != Phase::resting; }
  bool travels(const Ball& ball) const { return moves(ball) && ball.phase.kind != Phase::spinning; }
  const BallState& state_now(Ball& ball);
  void set_state(Ball& ball, const BallState& state);
  template <int D>
  Course<D> course_of(Ball& ball);
  double clock_of(double duration) const;
  double duration_of(double clock) const;

  void predict(std::size_t i);
  void predict_own(Ball& ball);
  void predict_flight(Ball& ball);
  void choose_own(Ball& ball);
  void predict_pairs(std::size_t i);
  double pair_time(Ball& a, Ball& b);
  void set_pair(std::size_t i, std::size_t j, double time);
  void rescan(std::size_t i);

  void end_phase(std::size_t i);
  void end_spin(std::size_t i);
  void touch_table(std::size_t i);
  void fall_into_pocket(std::size_t i);
  void touch_cushion(std::size_t i);
  BallState after_cushion(const Ball& ball, const BallState& state, const Vec2& towards, bool& capped) const;
  bool is_pressed(const Ball& ball, const BallState& after, const Vec2& towards) const;
  void leave(std::size_t i);
  void meet(std::size_t i, std::size_t j);
  double approach_of(const Ball& a, const Ball& b) const;

  bool is_shared(std::size_t i, std::size_t j);
  void begin_blow(std::size_t i, std::size_t j);
  void step_blow();
  void end_blow();
  void look_around();
  void press(std::size_t member);
  void move(std::size_t member);
  void begin_contact(SharedBlow::Pair& pair);
  void log_contact(SharedBlow::Pair& pair);
  void log_impulses();
  void follow_up(Ball& ball, std::size_t event);
  BallState rebound_from_cloth(const Ball& ball, const BallState& after) const;
  BallImpact impact_of(Ball& a, Ball& b, bool again, bool& capped) const;
  void take_away(std::size_t i, ShotBall::Place place, int pocket);
  ShotEvent& log(ShotEventKind kind, const Ball& ball, Phase before);
  void renew_epoch();

  double& last_meeting(std::size_t i, std::size_t j) { return last_meeting_[i * balls_.size() + j]; }

  Table table_;
  NoseMap map_;
  OpenArea open_;
  ShotOptions options_{};
  Outcome* outcome_ = nullptr;
  std::vector<Ball> balls_;
  std::vector<double> pair_times_;
  std::vector<double> last_meeting_;
  SharedBlow blow_;
  double blow_time_ = kNever;  // of its next step
  double blow_speed_ = 0;      // m/s: the highest that it has seen
  int blow_steps_ = 0;
  double now_ = 0;
  double epoch_ = 0;
};

}  // namespace carom::billiards
