#include "query/answers.hpp"
#include "query/parts/segment_parts.hpp"

namespace carom {

CAROM_ANSWER(Ball<2>, Segment<2>);
CAROM_ANSWER(Ball<3>, Segment<3>);
CAROM_ANSWER(Segment<2>, Ball<2>);
CAROM_ANSWER(Segment<3>, Ball<3>);

}  // namespace carom
