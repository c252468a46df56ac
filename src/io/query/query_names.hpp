#pragma once
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/index/index.hpp"
#include "carom/io/likely_meant.hpp"
#include "carom/query/prepared_mesh.hpp"
#include "carom/shape/arc.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/convex_polygon.hpp"
#include "carom/shape/triangle.hpp"
#include "carom/shape/triangle_mesh.hpp"
#include "carom/shape/upright_cylinder.hpp"
#include "io/json/json_node.hpp"

namespace carom::io {

template <int D>
struct AnyQueryShape;
template <>
struct AnyQueryShape<2> {
  using Type = std::variant<Circle, HalfSpace2, Segment2, Aabb2, Capsule2, Polygon, ConvexPolygon, Arc>;
};
template <>
struct AnyQueryShape<3> {
  using Type = std::variant<Sphere, HalfSpace3, Segment3, Aabb3, Capsule3, UprightCylinder, Triangle, TriangleMesh,
                            PreparedMesh>;
};

template <int D>
struct QueryShape {
  typename AnyQueryShape<D>::Type shape;
  std::string_view kind;  ///< its name in the line
};

/// Shared by all lines that use the name.
template <int D>
using ShapePointer = std::shared_ptr<const QueryShape<D>>;
template <int D>
using ItemsPointer = std::shared_ptr<const Index<D>>;

/// What lines have defined: shapes, and items of an index.
class QueryNames {
 public:
  using Thing = std::variant<ShapePointer<2>, ShapePointer<3>, ItemsPointer<2>, ItemsPointer<3>>;

  /// An error where the name is taken.
  void expect_new(const JsonNode& name) const;
  void define(const std::string& name, Thing thing, std::size_t line_number) {
    all_.insert({name, {std::move(thing), line_number}});
  }

  /// What a text names, one of the pointers above.
  template <class Pointer>
  const Pointer& find(const JsonNode& name) const {
    const auto found = all_.find(name.value().get_ref<const std::string&>());
    if (found == all_.end()) fail_unknown(name, Thing(Pointer()).index());
    if (const auto* pointer = std::get_if<Pointer>(&found->second.thing)) return *pointer;
    fail_other(name, Thing(Pointer()).index(), found->second);
  }

 private:
  struct Definition {
    Thing thing;
    std::size_t line_number = 0;
  };

  [[noreturn]] void fail_unknown(const JsonNode& name, std::size_t wanted) const;
  [[noreturn]] static void fail_other(const JsonNode& name, std::size_t wanted, const Definition& found);

  std::map<std::string, Definition> all_;
};

}  // namespace carom::io
