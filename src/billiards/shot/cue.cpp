#include "carom/billiards/cue.hpp"

#include <cmath>
#include <stdexcept>

#include "billiards/angle.hpp"
#include "billiards/require.hpp"
#include "carom/billiards/phase.hpp"
#include "carom/math/portable.hpp"

namespace carom::billiards {
namespace {

constexpr double kFastest = 1000;  // m/s: a hundred times what a hand can do

void validate(const BallSpec& ball, const Cue& cue, const Strike& strike) {
  require_positive("ball.mass", ball.mass);
  require_positive("ball.radius", ball.radius);
  require_positive("cue.mass", cue.mass);
  require_positive("cue.end_mass", cue.end_mass);
  require_between("cue.restitution", cue.restitution, 0, 1);
  require_between("cue.miscue_offset", cue.miscue_offset, 0, 1);
  require_positive("strike.speed", strike.speed);
  if (strike.speed > kFastest) refuse("strike.speed", strike.speed, "at most 1000 m/s");
  if (!(strike.elevation >= 0 && strike.elevation <= kPi / 2))
    refuse("strike.elevation", strike.elevation, "between 0 and a right angle, in radians");
  const double length = norm(strike.heading);
  if (!(length > 0 && std::isfinite(length))) throw std::invalid_argument("strike.heading must be finite and not zero");
  const double offset = norm(Vec2{strike.side, strike.height});
  if (!(offset <= cue.miscue_offset))
    refuse("strike: a miscue: the tip's distance from the centre, in radii,", offset,
           "at most the cue's miscue_offset");
}

// The cue's frame: along it, to its right, and up.
struct Frame {
  Vec3 along;
  Vec3 right;
  Vec3 up;
};

Frame frame_of(const Strike& strike) {
  const Vec2 f = strike.heading / norm(strike.heading);
  const double sine = portable::sin_pi(strike.elevation / kPi);
  const double cosine = portable::cos_pi(strike.elevation / kPi);
  const Vec3 along{cosine * f.x, cosine * f.y, -sine};
  const Vec3 right{f.y, -f.x, 0};
  return {along, right, cross(right, along)};
}

// A cue that moves along its own line, with its tip at one place of the ball.
class Stroke {
 public:
  Stroke(const BallSpec& ball, const Cue& cue, const Strike& strike)
      : ball_(ball), cue_(cue), along_(frame_of(strike).along), speed_(strike.speed) {
    const Frame frame = frame_of(strike);
    const double tangent = squirt_tangent(strike.side, ball.mass, cue.end_mass);
    line_ = (frame.along - tangent * frame.right) / std::sqrt(1 + tangent * tangent);
    // Only the part of r across the cue gives r × d, and moves along d when the ball turns.
    tip_ = strike.side * frame.right + strike.height * frame.up;
    lightness_ = 1 + ball.mass / cue.mass + 2.5 * norm2(tip_);
  }

  // How fast the tip comes nearer to its place on the ball, along the cue.
  double closing_speed(const BallState& state) const {
    return speed_ - dot(state.velocity + ball_.radius * cross(state.angular_velocity, tip_), along_);
  }

  BallState push(BallState state) {
    const double gain = (1 + cue_.restitution) * closing_speed(state) / lightness_;
    state.velocity += gain * line_;
    state.angular_velocity += (2.5 * gain / ball_.radius) * cross(tip_, along_);
    speed_ -= ball_.mass / cue_.mass * gain;
    return state;
  }

 private:
  const BallSpec& ball_;
  const Cue& cue_;
  Vec3 along_;
  Vec3 line_{};
  Vec3 tip_{};
  double lightness_ = 1;
  double speed_;
};

// A cloth that gives nothing back would be pushed infinitely often, ever more weakly; a cue without measure, for ever.
constexpr double kSlowestPush = 1e-6;
constexpr int kMostPushes = 1000;

}  // namespace

// tan 1.8° = 5/2 a √(1 − a²)/(1 + m/m_end + 5/2 (1 − a²)) at a = 12.7/28.575 of a ball of 0.17 kg.
Cue low_deflection_cue() {
  return {.end_mass = 0.00593};
}

Cue break_cue() {
  return {.restitution = 0.87};
}

Cue jump_cue() {
  return {.mass = 0.255, .restitution = 0.87};
}

double squirt_tangent(double side, double ball_mass, double end_mass) {
  const double a2 = (1 - side) * (1 + side);
  return 2.5 * side * std::sqrt(a2) / (1 + ball_mass / end_mass + 2.5 * a2);
}

BallState strike(const Vec3& position, const BallSpec& ball, const Cloth& cloth, const Cue& cue, const Strike& strike) {
  validate(ball, cue, strike);
  Stroke stroke(ball, cue, strike);
  BallState state = stroke.push({position, {}, {}});
  for (int pushes = 1; state.velocity.z < 0 && pushes < kMostPushes; ++pushes) {
    const BallState bounced = bounce_on_cloth(state, ball, cloth);
    if (!(stroke.closing_speed(bounced) > kSlowestPush * strike.speed)) break;
    state = stroke.push(bounced);
  }
  return state;
}

}  // namespace carom::billiards
