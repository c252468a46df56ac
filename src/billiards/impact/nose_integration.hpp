#pragma once
#include "carom/billiards/ball_state.hpp"

namespace carom::billiards {

// A ball on the cloth that meets a nose (Mathavan, Jackson, Parkin 2010, eqs 12–17): followed as the normal impulse P
// grows, in steps of an eighth of what stops it.
//
// A step presses, rubs at the nose and, as far as the ball is pressed into it, on the cloth, and presses again, in
// halves around the middle; friction acts against the sliding as it is there. The error falls with the step: with its
// square while both slide, but sliding ends within some step. Each rub is against the sliding it acts on and takes no
// more than all of it, and the work of the normal impulse is counted exactly: the energy never rises for e ≤ 1.
class NoseIntegration {
 public:
  // `normal` is horizontal, unit, towards the nose, which lies sine·R above the centre.
  NoseIntegration(const BallState& state, double radius, const Vec2& normal, double sine, double friction,
                  double cloth_friction);

  bool approaches() const { return now_.vy > 0; }
  // Compression until the ball no longer approaches, then restitution until e² of its work is given back.
  void run(double restitution);
  // The state that it began with, as it is now.
  BallState state() const;

 private:
  // Spins as speeds at the surface, R ω: x along the cushion, y into it.
  struct Speeds {
    double vx, vy, wx, wy, wz;
  };
  struct Slip {
    double x, y;
  };
  struct Rub {  // per mass, as all impulses here
    double impulse = 0;
    double pressing = 0;  // into the cloth
  };

  Slip nose_slip() const { return {now_.vx + sine_ * now_.wy - cosine_ * now_.wz, now_.wx - sine_ * now_.vy}; }
  Slip cloth_slip() const { return {now_.vx - now_.wy, now_.vy + now_.wx}; }
  double compress();
  void restore(double work);
  double step(double impulse);
  static double speed_of(Slip slip);
  double press(double impulse);
  Rub rub_nose(double most, Slip direction);
  double rub_cloth(double most, Slip direction);

  BallState begun_;
  double radius_;
  Vec2 normal_;
  double sine_, cosine_;
  double friction_, cloth_friction_;
  Speeds now_;
  double largest_step_;
};

}  // namespace carom::billiards
