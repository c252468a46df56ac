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

constexpr std::array<Kind<AnyShape<2>>, 9> kShapes2 = {{{"ball", as_shape2<read_ball<2>>},
                                                        {"point", as_shape2<read_point<2>>},
                                                        {"half_space", as_shape2<read_half_space<2>>},
                                                        {"segment", as_shape2<read_segment<2>>},
                                                        {"box", as_shape2<read_query_box<2>>},
                                                        {"capsule", as_shape2<read_capsule<2>>},
                                                        {"polygon", as_shape2<read_polygon>},
                                                        {"convex_polygon", as_shape2<read_convex_polygon>},
                                                        {"arc", as_shape2<read_arc>}}};

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
std::pair<AnyShape<D>, std::string_view> read_any_shape(const JsonNode& node) {
  if constexpr (D == 2)
    return read_kind(node, kShapes2);
  else
    return read_kind(node, kShapes3);
}

/// The items of a list, by kind.
template <int D>
class ItemLists {
  static constexpr const char* kItems = D == 2 ? "a ball, a point, a segment, a box or a polygon"
                                               : "a ball, a point, a segment, a box, a triangle or a mesh";

  void insert(const Ball<D>& ball) { balls_.push_back(ball); }
  void insert(const Segment<D>& segment) { segments_.push_back(segment); }
  void insert(const Aabb<D>& box) { boxes_.push_back(box); }
  void insert(const Polygon& polygon) requires(D == 2) {
    for (int k = 0; k < polygon.edge_count(); ++k) segments_.push_back(polygon.edge(k));
  }
  void insert(const Triangle& triangle) requires(D == 3) { triangles_.push_back(triangle); }
  void insert(const TriangleMesh& mesh) requires(D == 3) {
    for (std::size_t k = 0; k < mesh.triangles.size(); ++k) triangles_.push_back(mesh.triangle(k));
  }
  void insert(const PreparedMesh& mesh) requires(D == 3) { insert(mesh.mesh()); }

 public:
  void add(const JsonNode& node, const QueryNames& names) {
    with_shape<void>(node, read_query_shape<D>(node, names), kItems,
                     [&](const auto& shape) -> decltype(insert(shape)) { insert(shape); });
  }
  ItemsPointer<D> index() const {
    if constexpr (D == 2)
      return std::make_shared<const Index2>(Items<2>{balls_, segments_, boxes_});
    else
      return std::make_shared<const Index3>(Items<3>{balls_, segments_, boxes_, triangles_});
  }

 private:
  std::vector<Ball<D>> balls_;
  std::vector<Segment<D>> segments_;
  std::vector<Aabb<D>> boxes_;
  std::vector<Triangle> triangles_;
};

}  // namespace

template <int D>
ShapePointer<D> read_query_shape(const JsonNode& node, const QueryNames& names) {
  if (node.value().is_string()) return names.find<ShapePointer<D>>(node);
  auto read = std::make_shared<QueryShape<D>>();
  std::tie(read->shape, read->kind) = read_any_shape<D>(node);
  try {
    std::visit([](const auto& shape) { check(shape); }, read->shape);
  } catch (const std::invalid_argument& error) {
    throw InputError(fmt::format("{}.{}: {}", node.place(), read->kind, error.what()));
  }
  return read;
}

template <int D>
ShapePointer<D> read_lasting_shape(const JsonNode& node, const QueryNames& names) {
  ShapePointer<D> read = read_query_shape<D>(node, names);
  if constexpr (D == 3)
    if (const auto* mesh = std::get_if<TriangleMesh>(&read->shape))
      return std::make_shared<QueryShape<3>>(QueryShape<3>{PreparedMesh(*mesh), read->kind});
  return read;
}

template <int D>
QueryBody<D> read_query_body(const JsonNode& node, const QueryNames& names) {
  node.expect_fields({"shape", "motion"});
  QueryBody<D> body{read_query_shape<D>(node.at("shape"), names), {}};
  if (const auto motion = node.find("motion")) body.motion = read_kind(*motion, kMotions<D>).first;
  return body;
}

template <int D>
ItemsPointer<D> read_query_items(const JsonNode& node, const QueryNames& names) {
  if (node.value().is_string()) return names.find<ItemsPointer<D>>(node);
  ItemLists<D> lists;
  for (std::size_t i = 0; i < node.size(); ++i) lists.add(node[i], names);
  return lists.index();
}

template <int D>
Linear<D> read_straight_motion(const JsonNode& node) {
  node.expect_fields({"linear"});
  return {read_linear<D>(node.at("linear")).velocity};
}

double read_horizon(const JsonNode& line) {
  const auto node = line.find("horizon");
  if (!node || node->value() == "inf") return kForever;
  const double horizon = node->number("a number ≥ 0 or \"inf\"");
  if (!(horizon >= 0)) node->fail("a number ≥ 0 or \"inf\"");
  return horizon;
}

template ShapePointer<2> read_query_shape<2>(const JsonNode&, const QueryNames&);
template ShapePointer<3> read_query_shape<3>(const JsonNode&, const QueryNames&);
template ShapePointer<2> read_lasting_shape<2>(const JsonNode&, const QueryNames&);
template ShapePointer<3> read_lasting_shape<3>(const JsonNode&, const QueryNames&);
template QueryBody<2> read_query_body<2>(const JsonNode&, const QueryNames&);
template QueryBody<3> read_query_body<3>(const JsonNode&, const QueryNames&);
template ItemsPointer<2> read_query_items<2>(const JsonNode&, const QueryNames&);
template ItemsPointer<3> read_query_items<3>(const JsonNode&, const QueryNames&);
template Linear2 read_straight_motion<2>(const JsonNode&);
template Linear3 read_straight_motion<3>(const JsonNode&);

}  // namespace carom::io
