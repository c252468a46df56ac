#include "query/answers.hpp"
#include "query/parts/convex_polygon_parts.hpp"

namespace carom {

CAROM_ANSWER(Circle, ConvexPolygon);
CAROM_ANSWER(ConvexPolygon, Circle);

}  // namespace carom
