#include "io/run/scratch_folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace carom::io {
namespace {

namespace fs = std::filesystem;

/// Those of programs that were killed; another user's cannot be opened and stay.
void remove_abandoned(const fs::path& place, const std::string& beginning) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(place, error)) {
    if (!entry.path().filename().string().starts_with(beginning) || !entry.is_directory(error)) continue;
    try {
      if (FolderLock::is_free(entry.path())) fs::remove_all(entry.path(), error);
    } catch (const std::runtime_error&) {
    }
  }
}

}  // namespace

ScratchFolder::ScratchFolder(const std::string& name) {
  const fs::path place = fs::temp_directory_path();
  remove_abandoned(place, name + "-");
  std::string pattern = (place / (name + "-XXXXXX")).string();
  if (!mkdtemp(pattern.data()))
    throw std::runtime_error(pattern + ": cannot make this folder for temporary files: " + std::strerror(errno));
  path_ = pattern;
  lock_.emplace(path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace carom::io
