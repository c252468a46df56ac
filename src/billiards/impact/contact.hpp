#pragma once
#include <optional>

#include "carom/billiards/ball_state.hpp"

namespace carom::billiards {

// A ball and the point at which something touches it, R arm from its centre. An impulse F there gives
//   Δv = F/m,  Δω = (R arm × F)/(2/5 m R²) = (5/2) (arm × F)/(m R).
// A held ball is one on the cloth: the cloth takes the vertical part of F, and v_z stays 0.
class TouchingBall {
 public:
  TouchingBall(const BallState& state, const BallSpec& ball, const Vec3& arm, bool held)
      : state_(state), inverse_mass_(1 / ball.mass), radius_(ball.radius), arm_(arm), held_(held) {}

  const BallState& state() const { return state_; }
  Vec3 contact_velocity() const { return state_.velocity + radius_ * cross(state_.angular_velocity, arm_); }

  // How much contact velocity along the unit vector d an impulse along d gives: 1/m times |d|² of what moves the
  // centre, and 5/2 |arm × d|² by the spin.
  double admittance(const Vec3& d) const;

  void press(double impulse);     // along −arm, through the centre: no torque
  void rub(const Vec3& impulse);  // across the arm

  // The cloth's answer to an impulse that presses a held ball into it: friction at the lowest point, μ times the
  // pressing impulse, but no more than what ends the slip (2/7 m u).
  void rub_cloth(const Vec3& impulse, double cloth_friction);

 private:
  BallState state_;
  double inverse_mass_;
  double radius_;
  Vec3 arm_;
  bool held_;
};

// Two bodies in touch, the second a ball or, if there is none, an immovable cushion.
struct Contact {
  TouchingBall first;
  std::optional<TouchingBall> second;
  Vec3 normal;  // unit, from the first to the second

  Vec3 relative_velocity() const;
  double approach() const { return dot(relative_velocity(), normal); }
  Vec3 sliding() const;  // the relative velocity across the normal
  double admittance(const Vec3& direction) const;
  void press(double impulse);     // normal, apart
  void rub(const Vec3& impulse);  // tangential, on the first; the second gets its opposite

  // Where the cloth took part of the impulse, or its friction turned them towards each other, they may approach still.
  void end_approach();
};

// Its lowest point is on the cloth and stays there.
inline bool is_on_cloth(const BallState& state, const BallSpec& ball) {
  return state.position.z <= ball.radius && state.velocity.z == 0;
}

// A rigid impact in one blow, μ* = m1 m2/(m1 + m2): the normal impulse J = (1 + e) μ* v_n, and friction up to μ J, but
// no more than the 2/7 μ* |c| that end the sliding c of two solid balls.
void impact_at_once(Contact& contact, double reduced_mass, double restitution, double friction);

}  // namespace carom::billiards
