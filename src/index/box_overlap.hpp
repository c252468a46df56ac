#pragma once
#include "carom/shape/aabb.hpp"
#include "carom/shape/segment.hpp"
#include "carom/shape/triangle.hpp"

namespace carom::index {

/// Whether a segment or a triangle and a solid box have a point in common, decided exactly.
template <int D>
bool overlaps_box(const Segment<D>& segment, const Aabb<D>& box);
bool overlaps_box(const Triangle& triangle, const Aabb3& box);

}  // namespace carom::index
