#include "billiards/impact/contact.hpp"

#include <algorithm>

namespace carom::billiards {
namespace {

Vec3 horizontal(const Vec3& a) {
  return {a.x, a.y, 0};
}

}  // namespace

double TouchingBall::admittance(const Vec3& d) const {
  return inverse_mass_ * (norm2(held_ ? horizontal(d) : d) + 2.5 * norm2(cross(arm_, d)));
}

void TouchingBall::press(double impulse) {
  state_.velocity -= (inverse_mass_ * impulse) * (held_ ? horizontal(arm_) : arm_);
}

void TouchingBall::rub(const Vec3& impulse) {
  state_.velocity += inverse_mass_ * (held_ ? horizontal(impulse) : impulse);
  state_.angular_velocity += (2.5 * inverse_mass_ / radius_) * cross(arm_, impulse);
}

void TouchingBall::rub_cloth(const Vec3& impulse, double cloth_friction) {
  if (!held_ || !(impulse.z < 0)) return;
  const Vec3 u = slip(state_, radius_);
  const double speed = norm(u);
  if (speed == 0) return;
  const double change = std::min(-cloth_friction * impulse.z * inverse_mass_, (2. / 7) * speed);
  const Vec3 rub = (-change / speed) * u;
  state_.velocity += rub;
  state_.angular_velocity += (2.5 / radius_) * cross(Vec3{0, 0, -1}, rub);
}

Vec3 Contact::relative_velocity() const {
  const Vec3 velocity = first.contact_velocity();
  return second ? velocity - second->contact_velocity() : velocity;
}

Vec3 Contact::sliding() const {
  const Vec3 velocity = relative_velocity();
  return velocity - dot(velocity, normal) * normal;
}

double Contact::admittance(const Vec3& direction) const {
  return first.admittance(direction) + (second ? second->admittance(direction) : 0);
}

void Contact::press(double impulse) {
  first.press(impulse);
  if (second) second->press(impulse);
}

void Contact::rub(const Vec3& impulse) {
  first.rub(impulse);
  if (second) second->rub(-impulse);
}

void Contact::end_approach() {
  const double rest = approach();
  if (rest > 0) press(rest / admittance(normal));
}

void impact_at_once(Contact& contact, double reduced_mass, double restitution, double friction) {
  const double normal_impulse = (1 + restitution) * reduced_mass * contact.approach();
  const Vec3 sliding = contact.sliding();
  const double speed = norm(sliding);
  contact.press(normal_impulse);
  if (speed > 0) contact.rub((-std::min(friction * normal_impulse, (2. / 7) * reduced_mass * speed) / speed) * sliding);
}

}  // namespace carom::billiards
