#include <cmath>

#include "module.hpp"
#include "motion.hpp"
#include "record.hpp"

namespace carom::python {
namespace {

/// ValueError unless a field is at least 0, and finite where that is asked for.
void expect_size(double value, const std::string& name, const char* field, bool finite = true) {
  if (value >= 0 && (!finite || std::isfinite(value))) return;
  throw py::value_error(name + "." + field + ": expected a " + (finite ? "finite " : "") +
                        "number of at least 0, got " + std::to_string(value));
}

template <int D>
void check_motion(const void* value, const std::string& name) {
  const auto& motion = *static_cast<const Motion<D>*>(value);
  expect_size(motion.stop, name, "stop", false);
  expect_size(motion.damping, name, "damping");
  expect_size(motion.deceleration, name, "deceleration");
}

template <class Law, int D>
void displace(py::handle type) {
  function(type, "displacement(self, t: float) -> Vector", "How far it has gone after time t.",
           [](const Arguments& arguments) {
             return Convert<Vec<D>>::to(arguments.self<Law>().displacement(arguments.not_negative(1)));
           });
}

template <int D>
void define_motions_in(py::module_& module) {
  const auto named = [](const char* name) { return name + std::to_string(D); };
  displace<Linear<D>, D>(Record<Linear<D>>(module, named("Linear").c_str(), "Linear")
                             .template field<&Linear<D>::velocity>("velocity")
                             .end());
  displace<Accelerating<D>, D>(Record<Accelerating<D>>(module, named("Accelerating").c_str(), "Accelerating")
                                   .template field<&Accelerating<D>::velocity>("velocity")
                                   .template field<&Accelerating<D>::acceleration>("acceleration")
                                   .end());
  const py::class_<Stopping<D>> stopping =
      Record<Stopping<D>>(module, named("Stopping").c_str(), "Stopping")
          .template field<&Stopping<D>::velocity>("velocity")
          .template field<&Stopping<D>::deceleration>("deceleration")
          .checked([](const void* value, const std::string& name) {
            expect_size(static_cast<const Stopping<D>*>(value)->deceleration, name, "deceleration");
          })
          .end();
  function(stopping, "stop_time(self) -> float", "Stopping::stop_time", [](const Arguments& arguments) -> py::object {
    return py::float_(arguments.self<Stopping<D>>().stop_time());
  });
  Record<Damped<D>>(module, named("Damped").c_str(), "Damped")
      .template field<&Damped<D>::velocity>("velocity")
      .template field<&Damped<D>::damping>("damping")
      .checked([](const void* value, const std::string& name) {
        expect_size(static_cast<const Damped<D>*>(value)->damping, name, "damping");
      })
      .end();
  const py::class_<Motion<D>> motion = Record<Motion<D>>(module, named("Motion").c_str(), "Motion")
                                           .template field<&Motion<D>::velocity>("velocity")
                                           .template field<&Motion<D>::acceleration>("acceleration")
                                           .template field<&Motion<D>::stop>("stop")
                                           .template field<&Motion<D>::damping>("damping")
                                           .template field<&Motion<D>::deceleration>("deceleration")
                                           .checked(check_motion<D>)
                                           .end();
  displace<Motion<D>, D>(motion);
  function(motion, "velocity_at(self, t: float) -> Vector", "Its velocity after time t.",
           [](const Arguments& arguments) {
             return Convert<Vec<D>>::to(arguments.self<Motion<D>>().velocity_at(arguments.not_negative(1)));
           });
  function(motion, ("of(law: Motion) -> " + named("Motion")).c_str(), "The motion that a law is.",
           [](const Arguments& arguments) { return py::cast(arguments.get<Motion<D>>(0)); });
}

}  // namespace

void define_motions(py::module_& module) {
  define_motions_in<2>(module);
  define_motions_in<3>(module);
}

}  // namespace carom::python
