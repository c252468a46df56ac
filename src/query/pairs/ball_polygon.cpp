#include "query/answers.hpp"
#include "query/parts/polygon_parts.hpp"

namespace carom {

CAROM_ANSWER(Circle, Polygon);
CAROM_ANSWER(Polygon, Circle);

}  // namespace carom
