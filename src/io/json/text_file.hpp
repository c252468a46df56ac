#pragma once
#include <filesystem>
#include <string>

namespace carom::io {

/// All of a file of at most 1 GiB. InputError with the file's name and the reason.
std::string read_text(const std::filesystem::path& file);

}  // namespace carom::io
