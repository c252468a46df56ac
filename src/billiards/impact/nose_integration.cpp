#include "billiards/impact/nose_integration.hpp"

#include <algorithm>
#include <cmath>

namespace carom::billiards {
namespace {

constexpr int kNoseSteps = 8;  // of a compression to which friction adds nothing
constexpr int kMostNoseSteps = 4 * kNoseSteps;

}  // namespace

NoseIntegration::NoseIntegration(const BallState& state, double radius, const Vec2& normal, double sine,
                                 double friction, double cloth_friction)
    : begun_(state),
      radius_(radius),
      normal_(normal),
      sine_(sine),
      cosine_(std::sqrt((1 - sine) * (1 + sine))),
      friction_(friction),
      cloth_friction_(cloth_friction) {
  // x along the cushion, so that x, y and up are right-handed.
  const Vec3 &v = state.velocity, &w = state.angular_velocity;
  now_.vx = v.x * normal.y - v.y * normal.x;
  now_.vy = v.x * normal.x + v.y * normal.y;
  now_.wx = radius * (w.x * normal.y - w.y * normal.x);
  now_.wy = radius * (w.x * normal.x + w.y * normal.y);
  now_.wz = radius * w.z;
  largest_step_ = now_.vy / cosine_ / kNoseSteps;
}

BallState NoseIntegration::state() const {
  BallState state = begun_;
  const Vec2 along{normal_.y, -normal_.x};
  state.velocity = {now_.vx * along.x + now_.vy * normal_.x, now_.vx * along.y + now_.vy * normal_.y, 0};
  const double x = now_.wx / radius_, y = now_.wy / radius_;
  state.angular_velocity = {x * along.x + y * normal_.x, x * along.y + y * normal_.y, now_.wz / radius_};
  return state;
}

void NoseIntegration::run(double restitution) {
  restore(restitution * restitution * compress());
}

// Gives the work that the ball did against the normal impulse. The last step ends the approach, which falls as it did
// in the step before.
double NoseIntegration::compress() {
  double work = 0;
  double rate = cosine_;
  for (int k = 0; k < kMostNoseSteps && now_.vy > 0; ++k) {
    const double before = now_.vy, last = before / rate;
    const double impulse = std::min(last, largest_step_);
    work += step(impulse);
    if (last <= largest_step_) break;
    rate = std::max((before - now_.vy) / impulse, cosine_ / kMostNoseSteps);
  }
  return work;
}

// A step s at the speed v along the contact gives back s v + ½ r s², r being how fast v grows: the last one, all that
// is left.
void NoseIntegration::restore(double work) {
  double rate = cosine_ * cosine_;
  for (int k = 0; k < kMostNoseSteps && work > 0; ++k) {
    const double speed = -cosine_ * now_.vy;
    const double root = std::sqrt(std::max(speed * speed + 2 * work * rate, 0.));
    if (!(speed + root > 0)) break;
    const double last = 2 * work / (speed + root);
    const double impulse = std::min(last, largest_step_);
    work += step(impulse);
    if (last <= largest_step_) break;
    rate = std::max((-cosine_ * now_.vy - speed) / impulse, 0.);
  }
}

// Gives the work against the normal impulse. Half of it, friction against the sliding as that is when half of the
// friction has acted, the other half, and where the sliding has ended and friction is left, what holds it so.
double NoseIntegration::step(double impulse) {
  const double work = press(impulse / 2);
  const Speeds here = now_;
  const Rub half = rub_nose(friction_ * impulse / 2, nose_slip());
  rub_cloth(cloth_friction_ * (sine_ * impulse / 2 + half.pressing), cloth_slip());
  const Slip nose = nose_slip(), cloth = cloth_slip();
  now_ = here;
  const double most = friction_ * impulse;
  const Rub rub = rub_nose(most, nose);
  const double rubbed = rub_cloth(cloth_friction_ * (sine_ * impulse + rub.pressing), cloth);
  const double more = press(impulse / 2);
  const Rub rest = rub.impulse < most ? rub_nose(most - rub.impulse, nose_slip()) : Rub{};
  rub_cloth(cloth_friction_ * (sine_ * impulse + rub.pressing + rest.pressing) - rubbed, cloth_slip());
  return work + more;
}

// 0 where its square is below the range of doubles: such a slip has no direction.
double NoseIntegration::speed_of(Slip slip) {
  return std::sqrt(slip.x * slip.x + slip.y * slip.y);
}

// dP times the mean of the approach before and after it.
double NoseIntegration::press(double impulse) {
  const double before = now_.vy;
  now_.vy -= cosine_ * impulse;
  return impulse * cosine_ * (before + now_.vy) / 2;
}

// Against the part of the sliding that lies along `direction`, or against all of it where that is none.
NoseIntegration::Rub NoseIntegration::rub_nose(double most, Slip direction) {
  const Slip slip = nose_slip();
  double along = direction.x * slip.x + direction.y * slip.y;
  double speed = speed_of(direction);
  if (!(along > 0) || speed == 0) {
    direction = slip;
    along = slip.x * slip.x + slip.y * slip.y;
    if (!(along > 0)) return {};
    speed = std::sqrt(along);
  }
  const double x = direction.x / speed, y = direction.y / speed;
  const double all = along / speed / (3.5 * x * x + (2.5 + sine_ * sine_) * y * y);
  if (all <= most && (direction.x != slip.x || direction.y != slip.y)) return rub_nose(most, slip);
  const double impulse = std::min(most, all);
  now_.vx -= impulse * x;
  now_.vy += impulse * y * sine_;
  now_.wx -= 2.5 * impulse * y;
  now_.wy -= 2.5 * impulse * x * sine_;
  now_.wz += 2.5 * impulse * x * cosine_;
  return {impulse, impulse * y * cosine_};
}

double NoseIntegration::rub_cloth(double most, Slip direction) {
  const Slip slip = cloth_slip();
  double along = direction.x * slip.x + direction.y * slip.y;
  double speed = speed_of(direction);
  if (!(along > 0) || speed == 0) {
    direction = slip;
    along = slip.x * slip.x + slip.y * slip.y;
    speed = std::sqrt(along);
  }
  if (!(most > 0) || !(along > 0)) return 0;
  double impulse = (2. / 7) * along / speed;
  if (impulse <= most && (direction.x != slip.x || direction.y != slip.y)) return rub_cloth(most, slip);
  impulse = std::min(impulse, most);
  const double x = impulse * direction.x / speed, y = impulse * direction.y / speed;
  now_.vx -= x;
  now_.vy -= y;
  now_.wx -= 2.5 * y;
  now_.wy += 2.5 * x;
  return impulse;
}

}  // namespace carom::billiards
