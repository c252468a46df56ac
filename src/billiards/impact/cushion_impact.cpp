#include "carom/billiards/cushion_impact.hpp"

#include <cassert>
#include <cmath>

#include "billiards/impact/compliant_contact.hpp"
#include "billiards/impact/contact.hpp"
#include "billiards/impact/impulse_integration.hpp"
#include "billiards/impact/nose_integration.hpp"

namespace carom::billiards {
namespace {

// sin θ = (h − z)/R: how far the nose lies above the ball's centre.
double sine_of_nose(const BallState& state, const BallSpec& ball, double height) {
  const double sine = (height - state.position.z) / ball.radius;
  assert(std::abs(sine) <= 1);
  return sine;
}

// From the ball's centre to the nose: sin θ upwards, cos θ in the horizontal direction n.
Vec3 arm_to_nose(const Vec2& n, double sine) {
  const double cosine = std::sqrt((1 - sine) * (1 + sine));
  return {cosine * n.x, cosine * n.y, sine};
}

// The direction as given: a unit vector's rounding would add up over many reflections.
BallState reflect(BallState state, const Vec2& towards, const Cushion& cushion) {
  const double approach = state.velocity.x * towards.x + state.velocity.y * towards.y;
  if (!(approach > 0)) return state;
  const double restitution = cushion.restitution_at(approach / norm(towards));
  state.velocity -= ((1 + restitution) * approach / norm2(towards)) * Vec3{towards.x, towards.y, 0};
  return state;
}

void impact_stronge(Contact& contact, double mass, double restitution, const Cushion& cushion) {
  const CompliantContact compliant{restitution, cushion.friction, cushion.frequency_ratio};
  const double approach = contact.approach();
  const Vec3 sliding = contact.sliding();
  const double speed = norm(sliding);
  contact.press(mass * (1 + restitution) * approach);
  if (speed > 0) contact.rub((2. / 7 * mass * (compliant.slide_after(speed, approach) - speed) / speed) * sliding);
}

void impact(Contact& contact, double mass, double restitution, const Cushion& cushion, const Cloth& cloth) {
  switch (cushion.model) {
    case CushionImpactModel::mathavan_2010:
      return integrate_impulse(contact, restitution, cushion.friction, cloth.sliding_friction);
    case CushionImpactModel::stronge:
      return impact_stronge(contact, mass, restitution, cushion);
    case CushionImpactModel::han_2005:
    case CushionImpactModel::reflection:
      return impact_at_once(contact, mass, restitution, cushion.friction);
  }
}

BallState touch_nose(const BallState& state, const BallSpec& ball, const Vec2& n, const Cushion& cushion,
                     const Cloth& cloth) {
  const double sine = sine_of_nose(state, ball, cushion.height);
  const double restitution = cushion.restitution_at(state.velocity.x * n.x + state.velocity.y * n.y);
  if (cushion.model == CushionImpactModel::mathavan_2010 && is_on_cloth(state, ball)) {
    NoseIntegration nose(state, ball.radius, n, sine, cushion.friction, cloth.sliding_friction);
    if (!nose.approaches()) return state;
    nose.run(restitution);
    return nose.state();
  }
  const Vec3 arm = arm_to_nose(n, sine);
  Contact contact{{state, ball, arm, is_on_cloth(state, ball)}, {}, arm};
  if (!(contact.approach() > 0)) return state;
  impact(contact, ball.mass, restitution, cushion, cloth);
  contact.end_approach();
  return contact.first.state();
}

}  // namespace

CushionImpact cushion_impact(const BallState& state, const BallSpec& ball, const Vec2& towards, const Cushion& cushion,
                             const Cloth& cloth) {
  assert(!is_zero(towards));
  const bool plain = cushion.model == CushionImpactModel::reflection;
  const BallState after =
      plain ? reflect(state, towards, cushion) : touch_nose(state, ball, towards / norm(towards), cushion, cloth);
  return {after, kinetic_energy(state, ball) - kinetic_energy(after, ball)};
}

std::optional<double> measured_to(CushionImpactModel model) {
  if (model == CushionImpactModel::mathavan_2010) return 2.5;
  return std::nullopt;
}

}  // namespace carom::billiards
