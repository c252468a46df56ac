#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "carom/io/archive.hpp"

namespace carom::io {

/// What `write` archives, in a file with its length and checksum before it (docs/formats/checkpoint.md, "Damage"):
/// whole on the disk afterwards, or what was there before. It goes there piece by piece. std::runtime_error as
/// `WholeFile`.
void write_sealed(const std::filesystem::path& file, const std::function<void(Archive&)>& write);

/// A sealed file that is as it was written. It is mapped, not read: one of 10⁷ bodies is larger than its world.
class SealedFile {
 public:
  /// ArchiveError with the file's name if it cannot be read or is not as it was written.
  explicit SealedFile(const std::filesystem::path& file);
  SealedFile(const SealedFile&) = delete;
  SealedFile& operator=(const SealedFile&) = delete;
  ~SealedFile();

  /// What was archived.
  std::string_view bytes() const { return bytes_; }

 private:
  void* mapped_ = nullptr;
  std::string_view bytes_;
};

/// The checksum that its seal names, as digits; ArchiveError if there is no seal.
std::string seal_of(const std::filesystem::path& file);

}  // namespace carom::io
