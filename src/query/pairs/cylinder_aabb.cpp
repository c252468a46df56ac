#include "query/parts/upright_parts.hpp"

namespace carom {

CAROM_ANSWER(UprightCylinder, Aabb3);
CAROM_ANSWER(Aabb3, UprightCylinder);

}  // namespace carom
