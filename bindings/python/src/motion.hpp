#pragma once
#include "carom/motion/motion.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/capsule.hpp"
#include "function.hpp"

namespace carom::python {

/// Any law of motion; None stands still.
template <int D>
struct Convert<Motion<D>> {
  static Motion<D> from(py::handle object, const Place& place) {
    if (object.is_none()) return {};
    if (const auto* law = try_value<Linear<D>>(object)) return *law;
    if (const auto* law = try_value<Accelerating<D>>(object)) return *law;
    if (const auto* law = try_value<Stopping<D>>(object)) return *law;
    if (const auto* law = try_value<Damped<D>>(object)) return *law;
    if (const auto* law = try_value<Motion<D>>(object)) return *law;
    expect_type(place, type(), object);
  }
  static py::object to(const Motion<D>& motion) { return py::cast(motion); }
  static std::string type() {
    return class_name<Linear<D>>() + " | " + class_name<Accelerating<D>>() + " | " + class_name<Stopping<D>>() + " | " +
           class_name<Damped<D>>() + " | " + class_name<Motion<D>>() + " | None";
  }
};

/// cast(shape, motion, horizon) for what the arguments cast: a ball, a capsule or a box.
template <int D, class Ask>
auto cast_of(const Arguments& arguments, const Ask& cast) {
  const auto motion = arguments.get<Motion<D>>(2);
  const double horizon = arguments.not_negative(3, kForever);
  if (const auto* capsule = try_value<Capsule<D>>(arguments[1])) return cast(*capsule, motion, horizon);
  if (const auto* box = try_value<Aabb<D>>(arguments[1])) return cast(*box, motion, horizon);
  return cast(arguments.get<Ball<D>>(1), motion, horizon);
}

}  // namespace carom::python
