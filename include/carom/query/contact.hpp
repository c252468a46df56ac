#pragma once
#include <optional>

#include "carom/query/overlap.hpp"

namespace carom {

/// Where two still shapes meet.
template <int D>
struct Contact {
  Vec<D> point{};    ///< on the boundary of the second shape, deepest inside the first
  Vec<D> normal{};   ///< unit, from the first shape to the second: moving the first by −depth·normal parts them
  double depth = 0;  ///< 0 when just touching
};

/// The contact of a ball with another still shape; nullopt when apart. Where the centre gives no direction (on another
/// centre, on an edge) the normal is documented: −e_x for coincident centres, the edge's front turned over for a centre
/// on the edge.
template <int D>
std::optional<Contact<D>> contact(const Ball<D>& a, const Ball<D>& b);
template <int D>
std::optional<Contact<D>> contact(const Ball<D>& a, const HalfSpace<D>& b);
template <int D>
std::optional<Contact<D>> contact(const Ball<D>& a, const Segment<D>& b);
template <int D>
std::optional<Contact<D>> contact(const Ball<D>& a, const Aabb<D>& b);
std::optional<Contact<2>> contact(const Circle& a, const Polygon& b);

}  // namespace carom
