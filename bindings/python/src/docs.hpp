#pragma once
#include <string_view>

namespace carom::python {

/// The comment on a name in the public C++ headers, "World::step" or "billiards::Cue::mass"; empty if there is none.
/// docstrings.py writes it when the module is built.
std::string_view doc(std::string_view name);

}  // namespace carom::python
