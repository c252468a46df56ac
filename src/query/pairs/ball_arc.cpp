#include "query/answers.hpp"
#include "query/parts/arc_parts.hpp"

namespace carom {

CAROM_ANSWER(Circle, Arc);
CAROM_ANSWER(Arc, Circle);

}  // namespace carom
