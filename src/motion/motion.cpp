#include "carom/motion/motion.hpp"

#include "carom/math/portable.hpp"
#include "math/exact/norm.hpp"

namespace carom {
template <int D>
double Stopping<D>::stop_time() const {
  if (is_zero(velocity)) return 0;
  return deceleration > 0 ? math::any_norm(velocity) / deceleration : std::numeric_limits<double>::infinity();
}

template <int D>
Motion<D>::Motion(const Stopping<D>& law) : velocity(law.velocity), stop(law.stop_time()) {
  if (is_zero(velocity)) return;
  deceleration = law.deceleration;
  if (stop > 0) acceleration = -velocity / stop;
}

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

template double Stopping<2>::stop_time() const;
template double Stopping<3>::stop_time() const;
template Motion<2>::Motion(const Stopping<2>&);
template Motion<3>::Motion(const Stopping<3>&);
template Vec<2> Motion<2>::displacement(double) const;
template Vec<3> Motion<3>::displacement(double) const;
template Vec<2> Motion<2>::velocity_at(double) const;
template Vec<3> Motion<3>::velocity_at(double) const;

}  // namespace carom
