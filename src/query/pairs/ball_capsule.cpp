#include "query/answers.hpp"
#include "query/parts/capsule_parts.hpp"

namespace carom {

CAROM_ANSWER(Ball<2>, Capsule<2>);
CAROM_ANSWER(Ball<3>, Capsule<3>);
CAROM_ANSWER(Capsule<2>, Ball<2>);
CAROM_ANSWER(Capsule<3>, Ball<3>);

}  // namespace carom
