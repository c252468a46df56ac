#include "query/answers.hpp"
#include "query/parts/box_box_parts.hpp"

namespace carom {

CAROM_ANSWER(Aabb<2>, Aabb<2>);
CAROM_ANSWER(Aabb<3>, Aabb<3>);

}  // namespace carom
