#include "query/answers.hpp"
#include "query/parts/standing_parts.hpp"

namespace carom {

CAROM_ANSWER(UprightCylinder, HalfSpace3);
CAROM_ANSWER(HalfSpace3, UprightCylinder);

}  // namespace carom
