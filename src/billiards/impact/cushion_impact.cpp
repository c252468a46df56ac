#include "carom/billiards/cushion_impact.hpp"

#include <cassert>
#include <cmath>

#include "billiards/impact/compliant_contact.hpp"
#include "billiards/impact/contact.hpp"
#include "billiards/impact/impulse_integration.hpp"

namespace carom::billiards {
namespace {

// From the ball's centre to the nose: sin θ = (h − z)/R upwards, cos θ in the horizontal direction n.
Vec3 arm_to_nose(const BallState& state, const BallSpec& ball, const Vec2& n, double height) {
  const double sine = (height - state.position.z) / ball.radius;
  assert(std::abs(sine) <= 1);
  const double cosine = std::sqrt((1 - sine) * (1 + sine));
  return {cosine * n.x, cosine * n.y, sine};
}

// The direction as given: a unit vector's rounding would add up over many reflections.
BallState reflect(BallState state, const Vec2& towards, double restitution) {
  const double approach = state.velocity.x * towards.x + state.velocity.y * towards.y;
  if (approach > 0) state.velocity -= ((1 + restitution) * approach / norm2(towards)) * Vec3{towards.x, towards.y, 0};
  return state;
}

void impact_stronge(Contact& contact, double mass, const Cushion& cushion) {
  const CompliantContact compliant{cushion.restitution, cushion.friction, cushion.frequency_ratio};
  const double approach = contact.approach();
  const Vec3 sliding = contact.sliding();
  const double speed = norm(sliding);
  contact.press(mass * (1 + cushion.restitution) * approach);
  if (speed > 0) contact.rub((2. / 7 * mass * (compliant.slide_after(speed, approach) - speed) / speed) * sliding);
}

void impact(Contact& contact, double mass, const Cushion& cushion, const Cloth& cloth) {
  switch (cushion.model) {
    case CushionImpactModel::mathavan_2010:
      return integrate_impulse(contact, cushion.restitution, cushion.friction, cloth.sliding_friction);
    case CushionImpactModel::stronge:
      return impact_stronge(contact, mass, cushion);
    case CushionImpactModel::han_2005:
    case CushionImpactModel::reflection:
      return impact_at_once(contact, mass, cushion.restitution, cushion.friction);
  }
}

BallState touch_nose(const BallState& state, const BallSpec& ball, const Vec2& n, const Cushion& cushion,
                     const Cloth& cloth) {
  const Vec3 arm = arm_to_nose(state, ball, n, cushion.height);
  Contact contact{{state, ball, arm, is_on_cloth(state, ball)}, {}, arm};
  if (!(contact.approach() > 0)) return state;
  impact(contact, ball.mass, cushion, cloth);
  contact.end_approach();
  return contact.first.state();
}

}  // namespace

CushionImpact cushion_impact(const BallState& state, const BallSpec& ball, const Vec2& towards, const Cushion& cushion,
                             const Cloth& cloth) {
  assert(!is_zero(towards));
  const bool plain = cushion.model == CushionImpactModel::reflection;
  const BallState after = plain ? reflect(state, towards, cushion.restitution)
                                : touch_nose(state, ball, towards / norm(towards), cushion, cloth);
  return {after, kinetic_energy(state, ball) - kinetic_energy(after, ball)};
}

}  // namespace carom::billiards
