#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "io/run/durable_file.hpp"

namespace carom::io {

/// A folder for temporary files that goes with the program: at its end, or, if it is killed, when the next one of this
/// name is made.
class ScratchFolder {
 public:
  /// Where the system keeps temporary files. std::runtime_error if it cannot be made.
  explicit ScratchFolder(const std::string& name);
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::optional<FolderLock> lock_;  ///< tells others that this one is in use
};

}  // namespace carom::io
