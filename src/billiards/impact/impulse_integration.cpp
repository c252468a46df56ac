#include "billiards/impact/impulse_integration.hpp"

#include <algorithm>
#include <cmath>

namespace carom::billiards {
namespace {

// Steps of a compression to which friction adds nothing. Where it presses against the normal impulse, more are needed.
constexpr int kSteps = 32;
constexpr int kMostSteps = 2 * kSteps;

class Integration {
 public:
  Integration(Contact& contact, double friction, double cloth_friction)
      : contact_(contact),
        friction_(friction),
        cloth_friction_(cloth_friction),
        normal_admittance_(contact.admittance(contact.normal)),
        largest_step_(contact.approach() / normal_admittance_ / kSteps) {}

  // Gives the work that the bodies did against the normal impulse. The last step is the one that ends the approach.
  double compress() {
    double work = 0;
    for (int k = 0; k < kMostSteps; ++k) {
      const double approach = contact_.approach();
      if (!(approach > 0)) break;
      const double last = approach / normal_admittance_;
      work += step(std::min(last, largest_step_), approach);
      if (last <= largest_step_) break;
    }
    return work;
  }

  // A step s at separating speed v gives back s v + ½ A s² (A the normal admittance): the last one, all that is left.
  void restore(double work) {
    for (int k = 0; k < kMostSteps && work > 0; ++k) {
      const double speed = -contact_.approach();
      const double last = 2 * work / (speed + std::sqrt(speed * speed + 2 * work * normal_admittance_));
      work += step(std::min(last, largest_step_), -speed);
      if (last <= largest_step_) break;
    }
  }

 private:
  // Work against the normal impulse: dP times the mean of the approach before and after it.
  double step(double impulse, double approach) {
    contact_.press(impulse);
    const Vec3 sliding = contact_.sliding();
    const double speed = norm(sliding);
    Vec3 rub{};
    if (speed > 0) {
      const Vec3 direction = sliding / speed;
      rub = -std::min(friction_ * impulse, speed / contact_.admittance(direction)) * direction;
      contact_.rub(rub);
    }
    const Vec3 total = rub - impulse * contact_.normal;
    contact_.first.rub_cloth(total, cloth_friction_);
    if (contact_.second) contact_.second->rub_cloth(-total, cloth_friction_);
    return impulse * (approach - 0.5 * normal_admittance_ * impulse);
  }

  Contact& contact_;
  double friction_;
  double cloth_friction_;
  double normal_admittance_;
  double largest_step_;
};

}  // namespace

void integrate_impulse(Contact& contact, double restitution, double friction, double cloth_friction) {
  Integration integration(contact, friction, cloth_friction);
  integration.restore(restitution * restitution * integration.compress());
  contact.end_approach();
}

}  // namespace carom::billiards
