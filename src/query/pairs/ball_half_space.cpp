#include "query/answers.hpp"
#include "query/parts/half_space_parts.hpp"

namespace carom {

CAROM_ANSWER(Ball<2>, HalfSpace<2>);
CAROM_ANSWER(Ball<3>, HalfSpace<3>);
CAROM_ANSWER(HalfSpace<2>, Ball<2>);
CAROM_ANSWER(HalfSpace<3>, Ball<3>);

}  // namespace carom
