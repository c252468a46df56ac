#include "shapes_kind.hpp"

namespace oracle {
namespace {

template <int D>
void add_dimension(std::vector<Kind>& kinds) {
  add_kinds<D, Segment<D>, Segment<D>>("segment-segment", kLaws, kinds);
  add_kinds<D, Segment<D>, Capsule<D>>("segment-capsule", kLaws, kinds);
  add_kinds<D, Segment<D>, Aabb<D>>("segment-box", kLaws, kinds);
  add_kinds<D, Capsule<D>, Capsule<D>>("capsule-capsule", kLaws, kinds);
  add_kinds<D, Capsule<D>, Aabb<D>>("capsule-box", kLaws, kinds);
  add_kinds<D, Segment<D>, HalfSpace<D>>("segment-plane", kLaws, kinds);
  add_kinds<D, Capsule<D>, HalfSpace<D>>("capsule-plane", kLaws, kinds);
  add_kinds<D, Aabb<D>, HalfSpace<D>>("box-plane", kLaws, kinds);
}

/// A convex polygon in the plane, a triangle in space.
template <int D, class Last>
void add_last(const std::string& last, std::vector<Kind>& kinds) {
  add_kinds<D, Segment<D>, Last>("segment-" + last, kLaws, kinds);
  add_kinds<D, Capsule<D>, Last>("capsule-" + last, kLaws, kinds);
  add_kinds<D, Aabb<D>, Last>("box-" + last, kLaws, kinds);
  add_kinds<D, Last, Last>(last + "-" + last, kLaws, kinds);
  add_kinds<D, Last, HalfSpace<D>>(last + "-plane", kLaws, kinds);
}

}  // namespace

std::vector<Kind> hull_kinds() {
  std::vector<Kind> kinds;
  add_dimension<2>(kinds);
  add_dimension<3>(kinds);
  add_last<2, ConvexPolygon>("convex-polygon", kinds);
  add_last<3, Triangle>("triangle", kinds);
  return kinds;
}

}  // namespace oracle
