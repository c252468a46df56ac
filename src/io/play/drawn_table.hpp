#pragma once
#include <nlohmann/json.hpp>

#include "carom/billiards/table.hpp"

namespace carom::io {

/// A table as pages draw it: cushions and obstacles as lines and arcs, pockets, spots, lines, the D.
nlohmann::json drawn_table(const billiards::Table& table);

}  // namespace carom::io
