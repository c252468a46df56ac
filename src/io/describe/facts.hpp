#pragma once
#include <nlohmann/json.hpp>

namespace carom::io {

/// What a file holds, as the JSON that `carom info --json` prints: "is" says which kind of file it is.
using Facts = nlohmann::ordered_json;

}  // namespace carom::io
