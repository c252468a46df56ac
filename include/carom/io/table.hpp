#pragma once
#include <filesystem>
#include <string>

#include "carom/billiards/table.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// Reads a billiard table (docs/formats/table.md) and checks it. InputError names the file, the place in it, the value
/// found there and what was expected. `origin` is the file's name in messages.
billiards::Table parse_table(const std::string& text, const std::string& origin);
billiards::Table read_table(const std::filesystem::path& file);

}  // namespace carom::io

#pragma GCC visibility pop
