#include "query/parts/upright_parts.hpp"

namespace carom {

CAROM_ANSWER(UprightCylinder, UprightCylinder);

}  // namespace carom
