#include "carom/motion/motion.hpp"

#include "carom/math/portable.hpp"

namespace carom {

template <int D>
Vec<D> Motion<D>::displacement(double t) const {
  if (damping > 0) return (-portable::expm1(-damping * t) / damping) * velocity;
  const double moving = t < stop ? t : stop;
  return moving * (velocity + (0.5 * moving) * acceleration);
}

template <int D>
Vec<D> Motion<D>::velocity_at(double t) const {
  if (damping > 0) return portable::exp(-damping * t) * velocity;
  return t < stop ? velocity + t * acceleration : Vec<D>{};
}

template Vec<2> Motion<2>::displacement(double) const;
template Vec<3> Motion<3>::displacement(double) const;
template Vec<2> Motion<2>::velocity_at(double) const;
template Vec<3> Motion<3>::velocity_at(double) const;

}  // namespace carom
