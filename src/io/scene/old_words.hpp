#pragma once
#include <string>

#include "io/json/json_text.hpp"

namespace carom::io {

/// Gives each field of a scene that has an old name (the table in old_words.cpp) its name of today, and hands `warn`
/// one line for each old name: `origin: "leans" is called "contacts" now`. InputError where a field stands there under
/// both names.
void rename_old_words(Json& scene, const std::string& origin, const Warn& warn);

}  // namespace carom::io
