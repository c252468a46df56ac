#include "carom/response/restitution.hpp"

#include <cmath>

namespace carom {

double restitution_at(double speed, double e, double full_speed) {
  if (speed >= full_speed) return e;
  const double root = std::sqrt(std::sqrt(speed / full_speed));
  return 1 - (1 - e) * (root * root * root);
}

}  // namespace carom
