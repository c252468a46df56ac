#include "query/parts/cylinder_hull_parts.hpp"

namespace carom {

CAROM_ANSWER(UprightCylinder, Segment3);
CAROM_ANSWER(Segment3, UprightCylinder);
CAROM_ANSWER(UprightCylinder, Triangle);
CAROM_ANSWER(Triangle, UprightCylinder);

}  // namespace carom
