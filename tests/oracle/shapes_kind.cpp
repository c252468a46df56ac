#include "shapes_kind.hpp"

namespace oracle {
namespace {

const std::vector<Laws> kBallLaws{Laws::accelerating, Laws::stopping, Laws::damped, Laws::damped_apart, Laws::mixed};

template <int D>
void add_dimension(std::vector<Kind>& kinds) {
  add_kinds<D, Ball<D>, Ball<D>>("ball-ball", kBallLaws, kinds);
  add_kinds<D, Ball<D>, HalfSpace<D>>("ball-plane", kLaws, kinds);
  add_kinds<D, Ball<D>, Segment<D>>("ball-segment", kLaws, kinds);
  add_kinds<D, Ball<D>, Aabb<D>>("ball-box", kLaws, kinds);
  add_kinds<D, Ball<D>, Capsule<D>>("ball-capsule", kLaws, kinds);
  add_kinds<D, Aabb<D>, Aabb<D>>("box-box", kLaws, kinds);
}

}  // namespace

std::vector<Kind> shape_kinds() {
  std::vector<Kind> kinds;
  add_dimension<2>(kinds);
  add_dimension<3>(kinds);
  add_kinds<2, Ball<2>, ConvexPolygon>("ball-convex-polygon", kLaws, kinds);
  add_kinds<2, Ball<2>, Polygon>("ball-polygon", kLaws, kinds);
  add_kinds<2, Ball<2>, Arc>("ball-arc", kLaws, kinds);
  add_kinds<3, Ball<3>, UprightCylinder>("ball-cylinder", kLaws, kinds);
  add_kinds<3, Ball<3>, Triangle>("ball-triangle", kLaws, kinds);
  add_kinds<3, Ball<3>, TriangleMesh>("ball-mesh", kLaws, kinds);
  add_kinds<3, UprightCylinder, UprightCylinder>("cylinder-cylinder", kLaws, kinds);
  add_kinds<3, UprightCylinder, Aabb<3>>("cylinder-box", kLaws, kinds);
  add_kinds<3, UprightCylinder, HalfSpace<3>>("cylinder-plane", kLaws, kinds);
  return kinds;
}

}  // namespace oracle
