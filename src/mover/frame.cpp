#include "mover/frame.hpp"

#include <stdexcept>
#include <string>

namespace carom::mover {

void refuse_up(Axis up, Axis own) {
  throw std::invalid_argument("up is " + shape::name_of(up) + ": " + shape::name_of(own) + ", or not given");
}

void require_along(Axis up, std::span<const UprightCylinder> others) {
  for (std::size_t k = 0; k < others.size(); ++k)
    if (others[k].axis != up)
      throw std::invalid_argument("others.cylinders[" + std::to_string(k) + "] is along " +
                                  shape::name_of(others[k].axis) + ": it must be along " + shape::name_of(up) +
                                  ", as the mover is seen");
}

}  // namespace carom::mover
