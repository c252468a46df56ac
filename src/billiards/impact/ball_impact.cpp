#include "carom/billiards/ball_impact.hpp"

#include "billiards/impact/contact.hpp"
#include "billiards/impact/impulse_integration.hpp"

namespace carom::billiards {

BallImpact ball_impact(const BallState& first, const BallSpec& ball1, const BallState& second, const BallSpec& ball2,
                       const BallContact& contact, const Cloth& cloth) {
  const Vec3 line = second.position - first.position;
  const double distance = norm(line);
  if (!(dot(first.velocity - second.velocity, line) > 0) || !(distance > 0)) return {first, second, 0};
  const Vec3 normal = line / distance;
  const bool held = contact.model == BallImpactModel::mathavan_2014 && ball1.radius == ball2.radius &&
                    is_on_cloth(first, ball1) && is_on_cloth(second, ball2);
  Contact touch{{first, ball1, normal, held}, TouchingBall(second, ball2, -normal, held), normal};
  const bool rough = contact.model != BallImpactModel::frictionless;
  const double friction = rough ? contact.friction.at(norm(touch.sliding())) : 0;
  if (held)
    integrate_impulse(touch, contact.restitution, friction, cloth.sliding_friction);
  else
    impact_at_once(touch, ball1.mass * ball2.mass / (ball1.mass + ball2.mass), contact.restitution, friction);
  BallImpact result{touch.first.state(), touch.second->state(), 0};
  result.dissipated = kinetic_energy(first, ball1) + kinetic_energy(second, ball2) -
                      kinetic_energy(result.first, ball1) - kinetic_energy(result.second, ball2);
  return result;
}

std::optional<double> measured_to(BallImpactModel model) {
  switch (model) {
    case BallImpactModel::frictionless:
      return std::nullopt;
    case BallImpactModel::alciatore:
      return 10;
    case BallImpactModel::mathavan_2014:
      return 1.54;
  }
  return std::nullopt;
}

}  // namespace carom::billiards
