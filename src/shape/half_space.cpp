#include "carom/shape/half_space.hpp"

#include <cmath>
#include <limits>

namespace carom {

template <int D>
HalfSpace<D> HalfSpace<D>::unit() const {
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  Vec<D> direction = normal;
  if (!(std::fabs(norm2(normal) - 1) <= kRounding)) {
    double most = 0;
    for (int k = 0; k < D; ++k) most = std::fmax(most, std::fabs(normal[k]));
    direction = normal / most;
    direction = direction / norm(direction);
  }
  return {direction, offset + dot(direction, point)};
}

template struct HalfSpace<2>;
template struct HalfSpace<3>;

}  // namespace carom
