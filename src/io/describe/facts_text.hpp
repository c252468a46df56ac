#pragma once
#include <string>

#include "io/describe/facts.hpp"

namespace carom::io {

/// The facts of any file, in a few lines for people.
std::string facts_text(const Facts& facts);

}  // namespace carom::io
