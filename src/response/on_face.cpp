#include "response/on_face.hpp"

#include <algorithm>
#include <cmath>

namespace carom::response {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
/// Of what it is a part of, what is rounding.
constexpr double kRounding = 0x1p-40;
/// By how much the direction of a velocity turns within a phase: more where it is small beside others, as what is lost
/// is the square of it. And what it is off another one where it is as good as along it.
constexpr double kTurn = 0x1p-9;
constexpr double kMostTurn = 0x1p-3;
constexpr double kStraight = 0x1p-20;

double normal_part(double, const Vec2&) {
  return 0;
}

Vec3 normal_part(const Vec3& spin, const Vec3& normal) {
  return dot(spin, normal) * normal;
}

/// The size of a spin.
double size(double spin) {
  return std::fabs(spin);
}

double size(const Vec3& spin) {
  return norm(spin);
}

/// A vector w that something resists: w' = a − b û, where û is w/|w| or, for w = 0, such that as little as possible is
/// left of a. `beside`: the size of other velocities; `brief`: within it w ends as if it went straight.
template <int D>
struct Resisted {
  Vec<D> direction{};  ///< b û
  double until = kNever;
  bool ends = false;  ///< w is zero then
};

template <int D>
Resisted<D> resist(const Vec<D>& w, const Vec<D>& a, double b, double beside, double brief) {
  const double speed = norm(w), pull = norm(a);
  if (b == 0) return {};
  if (speed == 0) return {pull <= b ? a : (b / pull) * a, kNever, false};
  if (std::isinf(b)) return {{}, 0, true};
  const Vec<D> along = w / speed;
  const double slowing = b - dot(a, along);
  const double end = slowing > 0 ? speed / slowing : kNever;
  const double aside = norm(a - dot(a, along) * along);
  const bool ends_straight = end <= brief || aside * end <= kStraight * beside;
  if (ends_straight || !(aside > kStraight * pull)) return {b * along, end, true};
  // Where w has nearly turned to a, the part across it decays by b/|w|: no step may go beyond.
  const double turn = std::min(kTurn * std::sqrt(std::max(1.0, beside / speed)), kMostTurn);
  const double step = std::min(turn * speed / aside, 0.25 * speed / b);
  const Vec<D> middle = w + (0.5 * step) * (a - b * along);
  return {(b / norm(middle)) * middle, step, false};
}

/// How fast a ball goes and turns.
template <int D>
double speed_of(const BallOnFace<D>& ball) {
  return norm(ball.velocity) + ball.radius * size(ball.spin);
}

/// Whether what is left of a slip is rounding.
template <int D>
bool grips(const BallOnFace<D>& ball, const Vec<D>& slip) {
  return norm(slip) <= kRounding * speed_of(ball);
}

template <int D>
Spin<D> rolling_spin(const BallOnFace<D>& ball, const Vec<D>& velocity) {
  return (1 / ball.radius) * cross(ball.normal, velocity);
}

template <int D>
void note_end(FacePhase<D>& phase, double until, FaceChange change) {
  if (!(until < phase.until)) return;
  phase.until = until;
  phase.change = change;
}

/// It slides: u' = a − (1 + 1/q) μ p û.
template <int D>
void slide(const BallOnFace<D>& ball, const Vec<D>& slip, FacePhase<D>& phase) {
  const double factor = 1 + 1 / ball.inertia;
  const double most = ball.resistances.sliding * ball.pressure;
  const Resisted<D> slowed = resist<D>(slip, ball.pull, factor * most, speed_of(ball), ball.brief);
  phase.friction = (-1 / factor) * slowed.direction;
  phase.acceleration = ball.pull + phase.friction;
  phase.turning = (1 / (ball.inertia * ball.radius)) * cross(phase.friction, ball.normal);
  note_end(phase, slowed.until, slowed.ends ? FaceChange::slip_ends : FaceChange::turns);
}

/// It rolls: (1 + q) v' = a − μ_r p v̂, by the friction f = v' − a.
template <int D>
void roll(const BallOnFace<D>& ball, FacePhase<D>& phase) {
  const double q = ball.inertia, p = ball.pressure;
  const double most = std::max(0.0, (1 + q) * ball.resistances.sliding * p - q * norm(ball.pull));
  const double against = std::min(ball.resistances.rolling * p, most);
  const Resisted<D> slowed =
      resist<D>(ball.velocity, ball.pull / (1 + q), against / (1 + q), speed_of(ball), ball.brief);
  phase.acceleration = ball.pull / (1 + q) - slowed.direction;
  phase.friction = phase.acceleration - ball.pull;
  phase.turning = rolling_spin(ball, phase.acceleration);
  phase.resistance = (-ball.radius * (1 + q)) * cross(ball.normal, slowed.direction);
  note_end(phase, slowed.until, slowed.ends ? FaceChange::roll_ends : FaceChange::turns);
}

/// On the spot: q r ω' = −μ_s p.
template <int D>
void spin(const BallOnFace<D>& ball, FacePhase<D>& phase) {
  if constexpr (D == 3) {
    const Vec3 spin = normal_part(ball.spin, ball.normal);
    const double fast = norm(spin), against = ball.resistances.spinning * ball.pressure * ball.radius;
    if (!(fast > kRounding * norm(ball.spin)) || !(against > 0)) return;
    const Vec3 torque = (-against / fast) * spin;
    const double eased = ball.inertia * ball.radius * ball.radius;
    phase.resistance += torque;
    phase.turning += torque / eased;
    note_end(phase, fast * eased / against, FaceChange::spin_ends);
  }
}

}  // namespace

template <int D>
Vec<D> slip(const BallOnFace<D>& ball) {
  return ball.velocity - cross(ball.radius * ball.spin, ball.normal);
}

template <int D>
FacePhase<D> phase_on_face(const BallOnFace<D>& ball) {
  FacePhase<D> phase;
  const Vec<D> slips = slip(ball);
  const double q = ball.inertia, most = ball.resistances.sliding * ball.pressure;
  const bool has_grip = q * norm(ball.pull) <= (1 + q) * most;
  if (!grips(ball, slips))
    slide(ball, slips, phase);
  else if (has_grip)
    roll(ball, phase);
  else
    slide(ball, Vec<D>{}, phase);
  spin(ball, phase);
  return phase;
}

template <int D>
void end_phase(FaceChange change, BallOnFace<D>& ball) {
  const Spin<D> on_the_spot = normal_part(ball.spin, ball.normal);
  switch (change) {
    case FaceChange::slip_ends:
      ball.velocity -= (ball.inertia / (1 + ball.inertia)) * slip(ball);
      ball.spin = rolling_spin(ball, ball.velocity) + on_the_spot;
      break;
    case FaceChange::roll_ends:
      ball.velocity = {};
      ball.spin = on_the_spot;
      break;
    case FaceChange::spin_ends:
      ball.spin = grips(ball, slip(ball)) ? rolling_spin(ball, ball.velocity) : ball.spin - on_the_spot;
      break;
    case FaceChange::none:
    case FaceChange::turns:
      break;
  }
}

template Vec<2> slip(const BallOnFace<2>&);
template Vec<3> slip(const BallOnFace<3>&);
template FacePhase<2> phase_on_face(const BallOnFace<2>&);
template FacePhase<3> phase_on_face(const BallOnFace<3>&);
template void end_phase(FaceChange, BallOnFace<2>&);
template void end_phase(FaceChange, BallOnFace<3>&);

}  // namespace carom::response
