#pragma once
#include <optional>
#include <variant>

#include "carom/query/pair.hpp"
#include "carom/query/prepared_mesh.hpp"
#include "carom/shape/check.hpp"
#include "function.hpp"

// Two shapes that a question is about.
namespace carom::python {

template <int D>
struct ShapesOf;
template <>
struct ShapesOf<2> {
  using type = std::variant<const Ball<2>*, const HalfSpace<2>*, const Segment<2>*, const Aabb<2>*, const Capsule<2>*,
                            const Polygon*, const Arc*, const ConvexPolygon*>;
};
template <>
struct ShapesOf<3> {
  using type = std::variant<const Ball<3>*, const HalfSpace<3>*, const Segment<3>*, const Aabb<3>*, const Capsule<3>*,
                            const UprightCylinder*, const Triangle*, const TriangleMesh*, const PreparedMesh*>;
};

template <class Shapes>
struct FindShape;
template <class... T>
struct FindShape<std::variant<const T*...>> {
  static std::optional<std::variant<const T*...>> in(py::handle object) {
    std::optional<std::variant<const T*...>> found;
    const auto take = [&]<class One>(const One* value) {
      if (value) found = value;
      return value != nullptr;
    };
    (take(try_value<T>(object)) || ...);
    return found;
  }
};

template <int D>
std::optional<typename ShapesOf<D>::type> shape_in(py::handle object) {
  return FindShape<typename ShapesOf<D>::type>::in(object);
}

[[noreturn]] inline void refuse_pair(const Arguments& arguments, std::size_t a, std::size_t b) {
  const auto type = [](py::handle object) { return std::string(Py_TYPE(object.ptr())->tp_name); };
  for (const std::size_t k : {a, b})
    if (!shape_in<2>(arguments[k]) && !shape_in<3>(arguments[k]))
      expect_type(arguments.place(k), "a shape", arguments[k]);
  throw py::type_error(arguments.place(a).text() + ", " + arguments.place(b).text() + ": no query takes " +
                       type(arguments[a]) + " and " + type(arguments[b]) +
                       " (docs/use/queries.md has the table of pairs)");
}

/// ask(shape a, shape b) for the arguments of these places; TypeError that names both types for two that no query
/// takes.
template <class Ask>
py::object ask_pair(const Arguments& arguments, std::size_t a, std::size_t b, const Ask& ask) {
  const auto ask_in = [&](const auto& one, const auto& other) {
    return std::visit(
        [&]<class A, class B>(const A* first, const B* second) -> py::object {
          if constexpr (SupportedPair<A, B>) {
            if constexpr (std::is_same_v<A, UprightCylinder> && std::is_same_v<B, UprightCylinder>)
              check(*first, *second);
            return ask(*first, *second);
          } else {
            refuse_pair(arguments, a, b);
          }
        },
        one, other);
  };
  if (const auto one = shape_in<2>(arguments[a]))
    if (const auto other = shape_in<2>(arguments[b])) return ask_in(*one, *other);
  if (const auto one = shape_in<3>(arguments[a]))
    if (const auto other = shape_in<3>(arguments[b])) return ask_in(*one, *other);
  refuse_pair(arguments, a, b);
}

}  // namespace carom::python
