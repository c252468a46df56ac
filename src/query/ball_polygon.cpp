#include "query/answers.hpp"
#include "query/polygon_parts.hpp"

namespace carom {

CAROM_ANSWER(Circle, Polygon);
CAROM_ANSWER(Polygon, Circle);

}  // namespace carom
