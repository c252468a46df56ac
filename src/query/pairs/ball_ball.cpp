#include "query/answers.hpp"

namespace carom {

CAROM_ANSWER(Circle, Circle);
CAROM_ANSWER(Sphere, Sphere);

}  // namespace carom
