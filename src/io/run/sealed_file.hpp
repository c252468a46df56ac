#pragma once
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace carom::io {

/// The parts, one after another, in a file with their length and checksum before them (docs/formats/checkpoint.md,
/// "Damage"): whole on the disk afterwards, or what was there before. std::runtime_error as `write_whole`.
void write_sealed(const std::filesystem::path& file, std::initializer_list<std::string_view> parts);
/// ArchiveError with the file's name if it cannot be read or is not as it was written.
std::string read_sealed(const std::filesystem::path& file);
/// The checksum that its seal names, as digits; ArchiveError if there is no seal.
std::string seal_of(const std::filesystem::path& file);

}  // namespace carom::io
