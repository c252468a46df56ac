#include "carom/math/random.hpp"
#include "carom/response/bounce.hpp"
#include "carom/response/combine.hpp"
#include "carom/response/merge.hpp"
#include "carom/response/restitution.hpp"
#include "carom/response/rough_bounce.hpp"
#include "carom/response/slide.hpp"
#include "module.hpp"
#include "record.hpp"

namespace carom::python {
namespace {

template <int D>
void define_responses_in(py::module_& module) {
  const std::string number = std::to_string(D);
  Record<Bounce<D>>(module, ("Bounce" + number).c_str(), "Bounce")
      .template field<&Bounce<D>::velocity1>("velocity1")
      .template field<&Bounce<D>::velocity2>("velocity2")
      .template field<&Bounce<D>::dissipated>("dissipated")
      .end();
  Record<Lump<D>>(module, ("Lump" + number).c_str(), "Lump")
      .template field<&Lump<D>::ball>("ball")
      .template field<&Lump<D>::velocity>("velocity")
      .template field<&Lump<D>::mass>("mass")
      .template field<&Lump<D>::spin>("spin")
      .end();
  Record<RoughBall<D>>(module, ("RoughBall" + number).c_str(), "RoughBall")
      .template field<&RoughBall<D>::velocity>("velocity")
      .template field<&RoughBall<D>::spin>("spin")
      .template field<&RoughBall<D>::mass>("mass")
      .template field<&RoughBall<D>::radius>("radius")
      .end();
  Record<RoughBounce<D>>(module, ("RoughBounce" + number).c_str(), "RoughBounce")
      .template field<&RoughBounce<D>::first>("first")
      .template field<&RoughBounce<D>::second>("second")
      .template field<&RoughBounce<D>::dissipated>("dissipated")
      .end();
  Record<SlideLimit<D>>(module, ("SlideLimit" + number).c_str(), "SlideLimit")
      .template field<&SlideLimit<D>::normal>("normal")
      .template field<&SlideLimit<D>::speed>("speed")
      .end();
}

/// A mass of a body that bounces.
double mass_of(const Arguments& arguments, std::size_t k) {
  const double mass = arguments.get<double>(k);
  if (!(mass > 0)) expect_value(arguments.place(k), "a mass above 0", arguments[k]);
  return mass;
}

void expect_finite_mass(double mass1, double mass2) {
  if (std::isinf(mass1) && std::isinf(mass2)) throw py::value_error("one of the two masses must be finite");
}

template <int D>
Vec<D> axis_of(const Arguments& arguments, std::size_t k) {
  const auto axis = arguments.get<Vec<D>>(k);
  if (is_zero(axis)) expect_value(arguments.place(k), "a direction", arguments[k]);
  return axis;
}

template <int D>
py::object bounce_in(const Arguments& arguments) {
  const double mass1 = mass_of(arguments, 1), mass2 = mass_of(arguments, 3);
  expect_finite_mass(mass1, mass2);
  return py::cast(bounce(arguments.get<Vec<D>>(0), mass1, arguments.get<Vec<D>>(2), mass2, axis_of<D>(arguments, 4),
                         arguments.not_negative(5)));
}

template <int D>
py::object rough_bounce_in(const Arguments& arguments) {
  const auto& first = arguments.get<RoughBall<D>>(0);
  const auto& second = arguments.get<RoughBall<D>>(1);
  expect_finite_mass(first.mass, second.mass);
  for (const RoughBall<D>& ball : {first, second})
    if (!(ball.mass > 0) || !(ball.radius >= 0) || (std::isfinite(ball.mass) && ball.radius == 0))
      throw py::value_error("first, second: expected masses above 0, and radii above 0 with finite masses");
  const auto& roughness = arguments.get<Roughness>(3);
  if (!(roughness.inertia > 0)) throw py::value_error("roughness.inertia: expected a number above 0");
  return py::cast(rough_bounce(first, second, axis_of<D>(arguments, 2), roughness));
}

template <int D>
py::object slide_in(const Arguments& arguments) {
  const auto limits = arguments.get<std::vector<SlideLimit<D>>>(1);
  return Convert<std::optional<Vec<D>>>::to(slide<D>(arguments.get<Vec<D>>(0), limits));
}

py::object combined(const Arguments& arguments) {
  return py::float_(combine(arguments.get<CombineRule>(0), arguments.not_negative(1), mass_of(arguments, 2),
                            arguments.not_negative(3), mass_of(arguments, 4)));
}

py::object merged(const Arguments& arguments) {
  if (const auto* a = try_value<Lump<3>>(arguments[0])) return py::cast(merge(*a, arguments.get<Lump<3>>(1)));
  return py::cast(merge(arguments.get<Lump<2>>(0), arguments.get<Lump<2>>(1)));
}

/// plane(arguments), or space(arguments) where the first is a vector of three numbers.
py::object by_vector(const Arguments& arguments, Callee plane, Callee space) {
  return elements(arguments[0], arguments.place(0), "a vector").size() == 3 ? space(arguments) : plane(arguments);
}

void define_random(py::module_& module) {
  const py::class_<Random> type(module, "Random", std::string(doc("Random")).c_str());
  python_class<Random> = reinterpret_cast<PyTypeObject*>(type.ptr());
  constructor<Random>(type, "Random(seed: int, stream: int = 0) -> None", [](const Arguments& arguments) {
    return std::make_unique<Random>(arguments.get<std::uint64_t>(0), arguments.get<std::uint64_t>(1, 0));
  });
  function(type, "bits(self) -> int", "Random::bits",
           [](const Arguments& arguments) -> py::object { return py::int_(arguments.self<Random>().bits()); });
  function(type, "uniform(self, low: float = 0, high: float = 1) -> float", "Random::uniform",
           [](const Arguments& arguments) -> py::object {
             Random& self = arguments.self<Random>();
             if (!arguments.has(1) && !arguments.has(2)) return py::float_(self.uniform());
             return py::float_(self.uniform(arguments.get<double>(1, 0), arguments.get<double>(2, 1)));
           });
  function(type, "below(self, count: int) -> int", "Random::below", [](const Arguments& arguments) -> py::object {
    const auto count = arguments.get<std::uint64_t>(1);
    if (count == 0) expect_value(arguments.place(1), "a number above 0", arguments[1]);
    return py::int_(arguments.self<Random>().below(count));
  });
  function(type, "normal(self) -> float", "Random::normal",
           [](const Arguments& arguments) -> py::object { return py::float_(arguments.self<Random>().normal()); });
  const auto vector = [&type](const char* name, const char* documented, Callee call) {
    function(type, (std::string(name) + "(self, dimension: int = 3) -> Vector").c_str(), documented, call);
  };
  vector("direction", "Random::direction", [](const Arguments& arguments) {
    Random& self = arguments.self<Random>();
    return arguments.get<int>(1, 3) == 2 ? Convert<Vec2>::to(self.direction<2>())
                                         : Convert<Vec3>::to(self.direction<3>());
  });
  vector("in_ball", "Random::in_ball", [](const Arguments& arguments) {
    Random& self = arguments.self<Random>();
    return arguments.get<int>(1, 3) == 2 ? Convert<Vec2>::to(self.in_ball<2>()) : Convert<Vec3>::to(self.in_ball<3>());
  });
}

}  // namespace

void define_responses(py::module_& module) {
  define_responses_in<2>(module);
  define_responses_in<3>(module);
  Record<Roughness>(module, "Roughness", "Roughness")
      .field<&Roughness::normal>("normal")
      .field<&Roughness::tangential>("tangential")
      .field<&Roughness::inertia>("inertia")
      .field<&Roughness::friction>("friction")
      .end();
  function(
      module,
      "bounce(velocity1: Vector, mass1: float, velocity2: Vector, mass2: float, axis: Vector, restitution: float) -> "
      "Bounce2 | Bounce3",
      "bounce", [](const Arguments& arguments) { return by_vector(arguments, bounce_in<2>, bounce_in<3>); });
  function(module,
           "rough_bounce(first: RoughBall2 | RoughBall3, second: RoughBall2 | RoughBall3, axis: Vector, "
           "roughness: Roughness) -> RoughBounce2 | RoughBounce3",
           "rough_bounce", [](const Arguments& arguments) {
             return try_value<RoughBall<3>>(arguments[0]) ? rough_bounce_in<3>(arguments)
                                                          : rough_bounce_in<2>(arguments);
           });
  function(module, "slide(intended: Vector, limits: Sequence[SlideLimit2] | Sequence[SlideLimit3]) -> Vector | None",
           "slide", [](const Arguments& arguments) { return by_vector(arguments, slide_in<2>, slide_in<3>); });
  function(module, "combine(rule: CombineRule | str, x1: float, mass1: float, x2: float, mass2: float) -> float",
           "combine", combined);
  function(module, "merge(a: Lump2 | Lump3, b: Lump2 | Lump3) -> Lump2 | Lump3", "merge", merged);
  function(module, "restitution_at(speed: float, e: float, full_speed: float) -> float", "restitution_at",
           [](const Arguments& arguments) -> py::object {
             const double full = arguments.get<double>(2);
             if (!(full > 0)) expect_value(arguments.place(2), "a speed above 0", arguments[2]);
             return py::float_(restitution_at(arguments.not_negative(0), arguments.not_negative(1), full));
           });
  define_random(module);
}

}  // namespace carom::python
