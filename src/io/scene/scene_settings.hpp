#pragma once
#include <string>
#include <utility>
#include <vector>

#include "io/json/json_text.hpp"

namespace carom::io {

/// Sets document.PATH = VALUE for each pair. PATH is fields joined by dots, and [i] for the elements of lists:
/// bodies[0].ball.radius. The value is JSON, or else a text. The last field may be new (the reader finds out whether it
/// is a known one); what is on the way to it must exist, except the objects `defaults` and `view`.
void apply_settings(Json& document, const std::vector<std::pair<std::string, std::string>>& settings,
                    const std::string& origin);

}  // namespace carom::io
