#pragma once
#include "carom/math/visibility.hpp"
#include "carom/query/overlap.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Where two still shapes meet.
template <int D>
struct Contact {
  Vec<D> point{};    ///< on the boundary of the second shape, deepest inside the first
  Vec<D> normal{};   ///< unit, from the first shape to the second: moving the first by −depth·normal parts them
  double depth = 0;  ///< 0 when just touching
};

/// The contact of two still shapes; nullopt when apart. Of several features of a polygon or of a mesh, the deepest.
/// Where the centre gives no direction the normal is documented, for a ball as the first shape: −e_x for coincident
/// centres; the front turned over for a centre on an edge, a segment or a triangle; −e_x on a cylinder's axis. Where
/// several points are equally deep (box on box) the point is the middle of them along each axis.
template <class A, SupportedPair<A> B>
CAROM_VISIBLE std::optional<Contact<kDimension<A>>> contact(const A& a, const B& b);

}  // namespace carom

#pragma GCC visibility pop
