#pragma once
#include <optional>

#include "carom/billiards/layout.hpp"

namespace carom::io {

/// The regulation table that has these marks; nullopt if none has.
std::optional<billiards::Table> regulation_table(const billiards::Layout& layout);

}  // namespace carom::io
