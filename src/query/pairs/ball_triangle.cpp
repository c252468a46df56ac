#include "query/answers.hpp"
#include "query/parts/triangle_parts.hpp"

namespace carom {

CAROM_ANSWER(Sphere, Triangle);
CAROM_ANSWER(Triangle, Sphere);

}  // namespace carom
