#include "carom/response/restitution.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

double pair_restitution(RestitutionRule rule, double e1, double mass1, double e2, double mass2) {
  switch (rule) {
    case RestitutionRule::average:
      return 0.5 * (e1 + e2);
    case RestitutionRule::mass_weighted:
      if (std::isinf(mass1) && std::isinf(mass2)) return 0.5 * (e1 + e2);
      if (std::isinf(mass1)) return e1;
      if (std::isinf(mass2)) return e2;
      return (mass1 * e1 + mass2 * e2) / (mass1 + mass2);
    case RestitutionRule::minimum:
      return std::min(e1, e2);
    case RestitutionRule::maximum:
      return std::max(e1, e2);
    case RestitutionRule::product:
      return e1 * e2;
  }
  return 1;
}

double restitution_at(double speed, double e, double full_speed) {
  if (speed >= full_speed) return e;
  const double root = std::sqrt(std::sqrt(speed / full_speed));
  return 1 - (1 - e) * (root * root * root);
}

}  // namespace carom
