#include "query/parts/hull_parts.hpp"

namespace carom {

#define CAROM_ANSWER_BOTH(A, B) \
  CAROM_ANSWER(A, B);           \
  CAROM_ANSWER(B, A)

CAROM_ANSWER(Segment2, Segment2);
CAROM_ANSWER(Capsule2, Capsule2);
CAROM_ANSWER(ConvexPolygon, ConvexPolygon);
CAROM_ANSWER_BOTH(Segment2, Capsule2);
CAROM_ANSWER_BOTH(Segment2, Aabb2);
CAROM_ANSWER_BOTH(Segment2, ConvexPolygon);
CAROM_ANSWER_BOTH(Capsule2, Aabb2);
CAROM_ANSWER_BOTH(Capsule2, ConvexPolygon);
CAROM_ANSWER_BOTH(Aabb2, ConvexPolygon);

CAROM_ANSWER(Segment3, Segment3);
CAROM_ANSWER(Capsule3, Capsule3);
CAROM_ANSWER(Triangle, Triangle);
CAROM_ANSWER_BOTH(Segment3, Capsule3);
CAROM_ANSWER_BOTH(Segment3, Aabb3);
CAROM_ANSWER_BOTH(Segment3, Triangle);
CAROM_ANSWER_BOTH(Capsule3, Aabb3);
CAROM_ANSWER_BOTH(Capsule3, Triangle);
CAROM_ANSWER_BOTH(Aabb3, Triangle);

}  // namespace carom
