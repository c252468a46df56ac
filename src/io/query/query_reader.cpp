#include "io/query/query_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <tuple>

#include "carom/shape/check.hpp"
#include "io/json/shape_reader.hpp"

namespace carom::io {
namespace {

/// A field's name, and how its value is read.
template <class Value>
struct Kind {
  std::string_view name;
  Value (*read)(const JsonNode&);
};

/// The one field that an object has, out of `kinds`.
template <class Value, std::size_t N>
std::pair<Value, std::string_view> read_kind(const JsonNode& node, const std::array<Kind<Value>, N>& kinds) {
  const auto* const fields = node.value().get_ptr<const Json::object_t*>();
  if (fields != nullptr && fields->size() == 1)
    for (const auto& [name, read] : kinds)
      if (fields->begin()->first == name) return {read(node.at(fields->begin()->first)), name};
  std::vector<std::string_view> names;
  names.reserve(N);
  for (const auto& kind : kinds) names.push_back(kind.name);
  node.expect_fields(names);
  node.fail("exactly one field, which says what kind it is");
}

template <int D>
Ball<D> read_point(const JsonNode& node) {
  return {node.vec<D>(), 0};
}

template <int D>
Aabb<D> read_query_box(const JsonNode& node) {
  node.expect_fields({"low", "high"});
  const Aabb<D> box{node.at("low").vec<D>(), node.at("high").vec<D>()};
  for (int k = 0; k < D; ++k)
    if (!(box.low[k] <= box.high[k])) node.fail("low ≤ high on every axis");
  return box;
}

template <int D>
using AnyShape = typename AnyQueryShape<D>::Type;

template <auto read>
constexpr auto as_shape2 = [](const JsonNode& node) -> AnyShape<2> { return read(node); };
template <auto read>
constexpr auto as_shape3 = [](const JsonNode& node) -> AnyShape<3> { return read(node); };

constexpr std::array<Kind<AnyShape<2>>, 8> kShapes2 = {{{"ball", as_shape2<read_ball<2>>},
                                                        {"point", as_shape2<read_point<2>>},
                                                        {"half_space", as_shape2<read_half_space<2>>},
                                                        {"segment", as_shape2<read_segment<2>>},
                                                        {"box", as_shape2<read_query_box<2>>},
                                                        {"capsule", as_shape2<read_capsule<2>>},
                                                        {"polygon", as_shape2<read_polygon>},
                                                        {"convex_polygon", as_shape2<read_convex_polygon>}}};

constexpr std::array<Kind<AnyShape<3>>, 9> kShapes3 = {{{"ball", as_shape3<read_ball<3>>},
                                                        {"point", as_shape3<read_point<3>>},
                                                        {"half_space", as_shape3<read_half_space<3>>},
                                                        {"segment", as_shape3<read_segment<3>>},
                                                        {"box", as_shape3<read_query_box<3>>},
                                                        {"capsule", as_shape3<read_capsule<3>>},
                                                        {"cylinder", as_shape3<read_cylinder>},
                                                        {"triangle", as_shape3<read_triangle>},
                                                        {"mesh", as_shape3<read_mesh>}}};

template <int D>
Motion<D> read_linear(const JsonNode& node) {
  node.expect_fields({"velocity"});
  return Linear<D>{node.at("velocity").vec<D>()};
}

template <int D>
Motion<D> read_accelerating(const JsonNode& node) {
  node.expect_fields({"velocity", "acceleration"});
  return Accelerating<D>{node.at("velocity").vec<D>(), node.at("acceleration").vec<D>()};
}

template <int D>
Motion<D> read_stopping(const JsonNode& node) {
  node.expect_fields({"velocity", "deceleration"});
  return Stopping<D>{node.at("velocity").vec<D>(), node.at("deceleration").non_negative()};
}

template <int D>
Motion<D> read_damped(const JsonNode& node) {
  node.expect_fields({"velocity", "damping"});
  return Damped<D>{node.at("velocity").vec<D>(), node.at("damping").non_negative()};
}

template <int D>
constexpr std::array<Kind<Motion<D>>, 4> kMotions = {{{"linear", read_linear<D>},
                                                      {"accelerating", read_accelerating<D>},
                                                      {"stopping", read_stopping<D>},
                                                      {"damped", read_damped<D>}}};

template <int D>
std::pair<AnyShape<D>, std::string_view> read_shape(const JsonNode& node) {
  if constexpr (D == 2)
    return read_kind(node, kShapes2);
  else
    return read_kind(node, kShapes3);
}

template <int D>
QueryBody<D> read_query_body(const JsonNode& node) {
  node.expect_fields({"shape", "motion"});
  const JsonNode shape_node = node.at("shape");
  QueryBody<D> body;
  std::tie(body.shape, body.kind) = read_shape<D>(shape_node);
  try {
    std::visit([](const auto& shape) { check(shape); }, body.shape);
  } catch (const std::invalid_argument& error) {
    throw InputError(fmt::format("{}.{}: {}", shape_node.place(), body.kind, error.what()));
  }
  if (const auto motion = node.find("motion")) body.motion = read_kind(*motion, kMotions<D>).first;
  return body;
}

double read_horizon(const JsonNode& node) {
  if (node.value() == "inf") return kForever;
  const double horizon = node.number("a number ≥ 0 or \"inf\"");
  if (!(horizon >= 0)) node.fail("a number ≥ 0 or \"inf\"");
  return horizon;
}

}  // namespace

template <int D>
Query<D> read_query(const JsonNode& node) {
  node.expect_fields({"dim", "a", "b", "horizon"});
  Query<D> query{read_query_body<D>(node.at("a")), read_query_body<D>(node.at("b"))};
  if (const auto horizon = node.find("horizon")) query.horizon = read_horizon(*horizon);
  return query;
}

template Query<2> read_query<2>(const JsonNode&);
template Query<3> read_query<3>(const JsonNode&);

}  // namespace carom::io
