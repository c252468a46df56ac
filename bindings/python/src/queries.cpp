#include "carom/query/clip_motion.hpp"
#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/overlap.hpp"
#include "carom/query/overlap_volume.hpp"
#include "carom/query/time_of_impact.hpp"
#include "carom/query/verdict.hpp"
#include "module.hpp"
#include "motion.hpp"
#include "record.hpp"
#include "shape_pair.hpp"

namespace carom::python {
namespace {

template <class T>
py::object to_python(const T& value) {
  return Convert<T>::to(value);
}

template <int D>
void define_answers(py::module_& module) {
  const auto named = [](const char* name) { return name + std::to_string(D); };
  Record<Impact<D>>(module, named("Impact").c_str(), "Impact")
      .template field<&Impact<D>::time>("time")
      .template field<&Impact<D>::point>("point")
      .template field<&Impact<D>::normal>("normal")
      .template field<&Impact<D>::start>("start")
      .end();
  Record<Contact<D>>(module, named("Contact").c_str(), "Contact")
      .template field<&Contact<D>::point>("point")
      .template field<&Contact<D>::normal>("normal")
      .template field<&Contact<D>::depth>("depth")
      .end();
  Record<Distance<D>>(module, named("Distance").c_str(), "Distance")
      .template field<&Distance<D>::distance>("distance")
      .template field<&Distance<D>::point_a>("point_a")
      .template field<&Distance<D>::point_b>("point_b")
      .template field<&Distance<D>::normal>("normal")
      .end();
  Record<ClippedMotion<D>>(module, named("ClippedMotion").c_str(), "ClippedMotion")
      .template field<&ClippedMotion<D>::fraction>("fraction")
      .template field<&ClippedMotion<D>::displacement_a>("displacement_a")
      .template field<&ClippedMotion<D>::displacement_b>("displacement_b")
      .template field<&ClippedMotion<D>::impact>("impact")
      .end();
}

void define_overlap(py::module_& module) {
  const py::class_<Overlap> overlap = Record<Overlap>(module, "Overlap", "Overlap")
                                          .field<&Overlap::proximity>("proximity")
                                          .field<&Overlap::depth>("depth")
                                          .end();
  function(overlap, "__bool__(self) -> bool", "Whether there is a point in common.",
           [](const Arguments& arguments) -> py::object { return py::bool_(bool(arguments.self<Overlap>())); });
}

template <int D>
py::object volume_in(const Ball<D>& ball, const Arguments& arguments) {
  return py::float_(overlap_volume(ball, arguments.get<Aabb<D>>(1)));
}

template <int D>
py::object time_between(const Ball<D>& a, const Arguments& arguments) {
  const auto motion = [&](std::size_t k) { return arguments.get<Linear<D>>(k, Linear<D>{}); };
  return py::float_(
      impact_time(a, motion(1), arguments.get<Ball<D>>(2), motion(3), arguments.not_negative(4, kForever)));
}

/// plane(ball) or space(ball), as the first argument is.
template <class Plane, class Space>
py::object of_ball(const Arguments& arguments, Plane plane, Space space) {
  if (const auto* ball = try_value<Circle>(arguments[0])) return plane(*ball, arguments);
  if (const auto* ball = try_value<Sphere>(arguments[0])) return space(*ball, arguments);
  expect_type(arguments.place(0), "Ball2 or Ball3", arguments[0]);
}

template <int D>
py::object verdict_of(const Impact<D>* impact, Proximity start) {
  return to_python(verdict<D>(impact ? std::optional<Impact<D>>(*impact) : std::nullopt, start));
}

py::object impact_of(const Arguments& arguments) {
  return ask_pair(arguments, 0, 2, [&]<class A, class B>(const A& a, const B& b) {
    constexpr int D = kDimension<A>;
    const double horizon = arguments.not_negative(4, kForever);
    return to_python(
        time_of_impact(a, arguments.get<Motion<D>>(1), b, arguments.get<Motion<D>>(3, Motion<D>{}), horizon));
  });
}

void define_still_questions(py::module_& module) {
  function(module, "proximity(a: Shape, b: Shape) -> Proximity", "proximity", [](const Arguments& arguments) {
    return ask_pair(arguments, 0, 1, [](const auto& a, const auto& b) { return to_python(proximity(a, b)); });
  });
  function(module, "overlap(a: Shape, b: Shape) -> Overlap", "overlap", [](const Arguments& arguments) {
    return ask_pair(arguments, 0, 1, [](const auto& a, const auto& b) { return to_python(overlap(a, b)); });
  });
  function(module, "contact(a: Shape, b: Shape) -> Contact2 | Contact3 | None", "contact",
           [](const Arguments& arguments) {
             return ask_pair(arguments, 0, 1, [](const auto& a, const auto& b) { return to_python(contact(a, b)); });
           });
  function(module, "distance(a: Shape, b: Shape) -> Distance2 | Distance3", "distance", [](const Arguments& arguments) {
    return ask_pair(arguments, 0, 1, [](const auto& a, const auto& b) { return to_python(distance(a, b)); });
  });
  function(module, "overlap_volume(ball: Ball2 | Ball3, box: Aabb2 | Aabb3) -> float", "overlap_volume",
           [](const Arguments& arguments) { return of_ball(arguments, volume_in<2>, volume_in<3>); });
}

void define_moving_questions(py::module_& module) {
  function(module,
           "impact_time(a: Ball2 | Ball3, motion_a: Linear2 | Linear3 | None, b: Ball2 | Ball3, "
           "motion_b: Linear2 | Linear3 | None = None, horizon: float = inf) -> float",
           "impact_time",
           [](const Arguments& arguments) { return of_ball(arguments, time_between<2>, time_between<3>); });
  function(module,
           "clip_motion(a: Shape, motion_a: Motion, b: Shape, motion_b: Motion, duration: float) -> "
           "ClippedMotion2 | ClippedMotion3",
           "clip_motion", [](const Arguments& arguments) {
             return ask_pair(arguments, 0, 2, [&]<class A, class B>(const A& a, const B& b) {
               constexpr int D = kDimension<A>;
               return to_python(clip_motion(a, arguments.get<Motion<D>>(1), b, arguments.get<Motion<D>>(3),
                                            arguments.not_negative(4)));
             });
           });
  function(module,
           "verdict(a: Shape, motion_a: Motion, b: Shape, motion_b: Motion = None, horizon: float = inf) -> Verdict",
           "verdict", [](const Arguments& arguments) {
             return ask_pair(arguments, 0, 2, [&]<class A, class B>(const A& a, const B& b) {
               constexpr int D = kDimension<A>;
               return to_python(verdict(a, arguments.get<Motion<D>>(1), b, arguments.get<Motion<D>>(3, Motion<D>{}),
                                        arguments.not_negative(4, kForever)));
             });
           });
  overload("verdict(impact: Impact2 | Impact3 | None, start: Proximity | str) -> Verdict",
           [](const Arguments& arguments) {
             const auto start = arguments.get<Proximity>(1);
             if (const auto* impact = try_value<Impact<3>>(arguments[0])) return verdict_of<3>(impact, start);
             if (!arguments.has(0)) return verdict_of<2>(nullptr, start);
             return verdict_of<2>(&arguments.get<Impact<2>>(0), start);
           });
}

}  // namespace

void define_queries(py::module_& module) {
  enumeration<Proximity>(module, "Proximity", "Proximity", {"apart", "touching", "overlapping"});
  enumeration<Verdict>(module, "Verdict", "Verdict", {"hit", "miss", "touching_separating", "overlapping"});
  define_answers<2>(module);
  define_answers<3>(module);
  define_overlap(module);
  define_still_questions(module);
  define_moving_questions(module);
  function(module,
           "time_of_impact(a: Shape, motion_a: Motion, b: Shape, motion_b: Motion = None, horizon: float = inf) -> "
           "Impact2 | Impact3 | None",
           "time_of_impact", impact_of);
  define_batch(module);  // the other ways to call it
}

}  // namespace carom::python
