#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "io/describe/facts.hpp"

namespace carom::io {

/// Whether the text is one of those that play_facts knows.
bool is_play(const std::string& text, const std::string& origin);

/// What a table, a shot, a rack, a saved game or the outcome of a shot holds; nothing if the text is none of them.
/// InputError if it is one with a fault.
std::optional<Facts> play_facts(const std::string& text, const std::filesystem::path& file);

/// These facts for people.
std::string play_text(const Facts& facts);

}  // namespace carom::io
