#include "query/parts/standing_hull_parts.hpp"

namespace carom {

#define CAROM_ANSWER_STANDING(A, Plane) \
  CAROM_ANSWER(A, Plane);               \
  CAROM_ANSWER(Plane, A)

CAROM_ANSWER_STANDING(Segment2, HalfSpace2);
CAROM_ANSWER_STANDING(Capsule2, HalfSpace2);
CAROM_ANSWER_STANDING(Aabb2, HalfSpace2);
CAROM_ANSWER_STANDING(ConvexPolygon, HalfSpace2);
CAROM_ANSWER_STANDING(Segment3, HalfSpace3);
CAROM_ANSWER_STANDING(Capsule3, HalfSpace3);
CAROM_ANSWER_STANDING(Aabb3, HalfSpace3);
CAROM_ANSWER_STANDING(Triangle, HalfSpace3);

}  // namespace carom
