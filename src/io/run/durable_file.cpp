#include "io/run/durable_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

namespace carom::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& what, int reason) {
  throw std::runtime_error(path.string() + ": " + what + ": " + std::strerror(reason));
}

class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) fail(path, "cannot be opened", errno);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }
  operator int() const { return number_; }

 private:
  int number_;
};

void write_all(int descriptor, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(path, "cannot write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

/// Whether the lock was got, or there are no locks.
bool lock(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

}  // namespace

void sync(const fs::path& file_or_folder) {
  const Descriptor descriptor(file_or_folder, O_RDONLY);
  if (::fsync(descriptor) != 0) fail(file_or_folder, "cannot be brought to the disk", errno);
}

void write_whole(const fs::path& file, std::span<const std::string_view> parts) {
  const fs::path begun = file.string() + ".begun";
  try {
    {
      const Descriptor descriptor(begun, O_WRONLY | O_CREAT | O_TRUNC);
      for (const std::string_view bytes : parts) write_all(descriptor, bytes, begun);
      if (::fsync(descriptor) != 0) fail(begun, "cannot be brought to the disk", errno);
    }
    if (std::rename(begun.c_str(), file.c_str()) != 0) fail(file, "cannot be put into its place", errno);
    sync(file.parent_path());
  } catch (...) {
    std::error_code ignored;
    fs::remove(begun, ignored);
    throw;
  }
}

FolderLock::FolderLock(const fs::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0) fail(folder, "cannot be opened", errno);
  if (lock(descriptor_)) return;
  ::close(descriptor_);
  throw std::runtime_error(folder.string() + ": in use: another program writes into this folder");
}

FolderLock::~FolderLock() {
  ::close(descriptor_);
}

bool FolderLock::is_free(const fs::path& folder) {
  const Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY);
  return lock(descriptor);
}

}  // namespace carom::io
