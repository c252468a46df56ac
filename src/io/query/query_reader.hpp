#pragma once
#include "carom/query/time_of_impact.hpp"
#include "io/query/query_names.hpp"

// What lines of `carom query` are made of. Where a shape or items stand, a name may stand for them.
namespace carom::io {

/// A shape and how it moves.
template <int D>
struct QueryBody {
  ShapePointer<D> shape;
  Motion<D> motion;
};

template <int D>
ShapePointer<D> read_query_shape(const JsonNode& node, const QueryNames& names);
/// One that many lines will ask about: a mesh is prepared for that.
template <int D>
ShapePointer<D> read_lasting_shape(const JsonNode& node, const QueryNames& names);
template <int D>
QueryBody<D> read_query_body(const JsonNode& node, const QueryNames& names);
/// A list of shapes: balls, segments, boxes and triangles; polygons are their edges and meshes their triangles.
template <int D>
ItemsPointer<D> read_query_items(const JsonNode& node, const QueryNames& names);

/// {"linear": {"velocity": …}} alone.
template <int D>
Linear<D> read_straight_motion(const JsonNode& node);
/// An error of a line as a whole.
[[noreturn]] inline void fail_line(const JsonNode& line, const std::string& expected) {
  JsonNode(line.value(), "", "the line").fail(expected);
}
/// The field `horizon` of a line: no end unless given.
double read_horizon(const JsonNode& line);

/// "a ball", "an arc".
inline std::string with_article(std::string_view kind) {
  return fmt::format("{} {}", kind == "arc" ? "an" : "a", kind);
}

/// What `ask` answers of a shape if it is one of the right kind; an error at `node` otherwise.
template <class Value, int D, class Ask>
Value with_shape(const JsonNode& node, const ShapePointer<D>& shape, const char* expected, const Ask& ask) {
  return std::visit(
      [&]<class Shape>(const Shape& one) -> Value {
        if constexpr (requires { ask(one); }) return ask(one);
        node.fail(with_article(shape->kind), expected);
      },
      shape->shape);
}

}  // namespace carom::io
