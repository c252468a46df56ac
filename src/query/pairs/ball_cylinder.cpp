#include "query/answers.hpp"
#include "query/parts/cylinder_parts.hpp"

namespace carom {

CAROM_ANSWER(Sphere, UprightCylinder);
CAROM_ANSWER(UprightCylinder, Sphere);

}  // namespace carom
