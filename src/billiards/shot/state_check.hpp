#pragma once
#include "billiards/table/open_area.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {

// validate(table, state), which is quicker for balls in an area known to be open.
void check_balls(const Table& table, const TableState& state, const OpenArea* open);

}  // namespace carom::billiards
