#pragma once
#include "carom/motion/motion.hpp"
#include "convert.hpp"

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

}  // namespace carom::python
