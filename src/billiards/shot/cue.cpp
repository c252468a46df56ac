#include "carom/billiards/cue.hpp"

#include <cmath>
#include <stdexcept>

#include "billiards/angle.hpp"
#include "billiards/require.hpp"
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

}  // namespace

double squirt_tangent(double side, double ball_mass, double end_mass) {
  const double a2 = (1 - side) * (1 + side);
  return 2.5 * side * std::sqrt(a2) / (1 + ball_mass / end_mass + 2.5 * a2);
}

BallState strike(const Vec3& position, const BallSpec& ball, const Cue& cue, const Strike& strike) {
  validate(ball, cue, strike);
  const Frame frame = frame_of(strike);
  const double offset2 = norm2(Vec2{strike.side, strike.height});
  const double speed = (1 + cue.restitution) * strike.speed / (1 + ball.mass / cue.mass + 2.5 * offset2);
  const double tangent = squirt_tangent(strike.side, ball.mass, cue.end_mass);
  const Vec3 line = (frame.along - tangent * frame.right) / std::sqrt(1 + tangent * tangent);
  // Only the part of r across the cue gives r × d.
  const Vec3 tip = strike.side * frame.right + strike.height * frame.up;
  return {position, speed * line, (2.5 * speed / ball.radius) * cross(tip, frame.along)};
}

}  // namespace carom::billiards
