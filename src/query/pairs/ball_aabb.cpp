#include "query/answers.hpp"
#include "query/parts/box_parts.hpp"

namespace carom {

CAROM_ANSWER(Ball<2>, Aabb<2>);
CAROM_ANSWER(Ball<3>, Aabb<3>);
CAROM_ANSWER(Aabb<2>, Ball<2>);
CAROM_ANSWER(Aabb<3>, Ball<3>);

}  // namespace carom
