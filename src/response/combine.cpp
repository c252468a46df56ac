#include "carom/response/combine.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

double combine(CombineRule rule, double x1, double mass1, double x2, double mass2) {
  switch (rule) {
    case CombineRule::average:
      return 0.5 * (x1 + x2);
    case CombineRule::mass_weighted:
      if (std::isinf(mass1) && std::isinf(mass2)) return 0.5 * (x1 + x2);
      if (std::isinf(mass1)) return x1;
      if (std::isinf(mass2)) return x2;
      return (mass1 * x1 + mass2 * x2) / (mass1 + mass2);
    case CombineRule::minimum:
      return std::min(x1, x2);
    case CombineRule::maximum:
      return std::max(x1, x2);
    case CombineRule::product:
      return x1 == 0 || x2 == 0 ? 0 : x1 * x2;
  }
  return 1;
}

}  // namespace carom
