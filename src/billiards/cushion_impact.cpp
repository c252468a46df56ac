#include "carom/billiards/cushion_impact.hpp"

#include <cmath>

#include "billiards/compliant_contact.hpp"
#include "billiards/contact.hpp"
#include "billiards/impulse_integration.hpp"

namespace carom::billiards {
namespace {

// From the ball's centre to the nose: sin θ = (h − z)/R upwards, cos θ in the horizontal direction n.
Vec3 arm_to_nose(const BallState& state, const BallSpec& ball, const Vec2& n, double height) {
  const double sine = (height - state.position.z) / ball.radius;
  const double cosine = std::sqrt((1 - sine) * (1 + sine));
  return {cosine * n.x, cosine * n.y, sine};
}

BallState reflect(BallState state, const Vec2& n, double restitution) {
  const double change = (1 + restitution) * (state.velocity.x * n.x + state.velocity.y * n.y);
  state.velocity -= change * Vec3{n.x, n.y, 0};
  return state;
}

void impact_stronge(Contact& contact, double mass, const Cushion& cushion) {
  const CompliantContact compliant{cushion.restitution, cushion.friction, cushion.frequency_ratio};
  const double approach = contact.approach();
  const Vec3 sliding = contact.sliding();
  const double speed = norm(sliding);
  Vec3 impulse = (-mass * (1 + cushion.restitution) * approach) * contact.normal;
  if (speed > 0) impulse += (2. / 7 * mass * (compliant.slide_after(speed, approach) - speed) / speed) * sliding;
  contact.push(impulse);
}

BallState impact(const BallState& state, const BallSpec& ball, const Vec3& arm, const Cushion& cushion,
                 const Cloth& cloth) {
  Contact contact{{state, ball, arm, is_on_cloth(state, ball)}, {}, arm};
  if (!(contact.approach() > 0)) return state;
  switch (cushion.model) {
    case CushionImpactModel::mathavan_2010:
      integrate_impulse(contact, cushion.restitution, cushion.friction, cloth.sliding_friction);
      break;
    case CushionImpactModel::stronge:
      impact_stronge(contact, ball.mass, cushion);
      break;
    case CushionImpactModel::han_2005:
    case CushionImpactModel::reflection:
      impact_at_once(contact, ball.mass, cushion.restitution, cushion.friction);
  }
  return contact.first.state();
}

// Scales a result that gained energy, beyond what rounding of the sums explains, down to the energy before.
void cap_energy(CushionImpact& result, double before, const BallSpec& ball) {
  constexpr double kRounding = 0x1p-46;
  const double after = kinetic_energy(result.ball, ball);
  if (after > before * (1 + kRounding)) {
    const double scale = std::sqrt(before / after);
    result.ball.velocity = scale * result.ball.velocity;
    result.ball.angular_velocity = scale * result.ball.angular_velocity;
    result.capped = after - before;
  }
  result.dissipated = before - kinetic_energy(result.ball, ball);
}

}  // namespace

CushionImpact cushion_impact(const BallState& state, const BallSpec& ball, const Vec2& towards, const Cushion& cushion,
                             const Cloth& cloth) {
  const Vec2 n = towards / norm(towards);
  CushionImpact result{state, 0, 0};
  if (!(state.velocity.x * n.x + state.velocity.y * n.y > 0)) return result;
  if (cushion.model == CushionImpactModel::reflection)
    result.ball = reflect(state, n, cushion.restitution);
  else
    result.ball = impact(state, ball, arm_to_nose(state, ball, n, cushion.height), cushion, cloth);
  cap_energy(result, kinetic_energy(state, ball), ball);
  return result;
}

}  // namespace carom::billiards
