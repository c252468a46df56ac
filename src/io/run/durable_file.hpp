#pragma once
#include <filesystem>
#include <span>
#include <string_view>

// Files that are whole and under their name, whatever happens around them. Errors are std::runtime_error with the
// file's name and the system's reason.
namespace carom::io {

/// A file that is written in parts, and has its name only once it is whole; until then the file of that name is as it
/// was.
class WholeFile {
 public:
  explicit WholeFile(std::filesystem::path file);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  /// Without `finish`, nothing is left of it.
  ~WholeFile();

  void write(std::string_view bytes);
  /// In place of the first bytes that were written.
  void rewrite_start(std::string_view bytes);
  /// All is with the disk afterwards, under its name.
  void finish();

 private:
  std::filesystem::path file_;
  std::filesystem::path begun_;
  int descriptor_ = -1;
};

/// The parts' bytes, one after another, are with the disk afterwards, whole and under this name, or the file of that
/// name is as it was.
void write_whole(const std::filesystem::path& file, std::span<const std::string_view> parts);
inline void write_whole(const std::filesystem::path& file, std::string_view bytes) {
  write_whole(file, std::span(&bytes, 1));
}
/// The file, or the names in a folder, are with the disk afterwards.
void sync(const std::filesystem::path& file_or_folder);

/// A folder that one program at a time holds, until it lets go or dies. It leaves nothing behind; a file system that
/// has no locks gives none.
class FolderLock {
 public:
  /// std::runtime_error if another holds it, or there is no such folder.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

  /// Whether nobody holds a folder.
  static bool is_free(const std::filesystem::path& folder);

 private:
  int descriptor_;
};

}  // namespace carom::io
