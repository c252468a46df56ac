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
#include <utility>

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

WholeFile::WholeFile(fs::path file) : file_(std::move(file)), begun_(file_.string() + ".begun") {
  descriptor_ = ::open(begun_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(begun_, "cannot be opened", errno);
}

WholeFile::~WholeFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  std::error_code ignored;
  fs::remove(begun_, ignored);
}

void WholeFile::write(std::string_view bytes) {
  write_all(descriptor_, bytes, begun_);
}

void WholeFile::rewrite_start(std::string_view bytes) {
  if (::lseek(descriptor_, 0, SEEK_SET) != 0) fail(begun_, "cannot write", errno);
  write_all(descriptor_, bytes, begun_);
}

void WholeFile::finish() {
  if (::fsync(descriptor_) != 0) fail(begun_, "cannot be brought to the disk", errno);
  if (std::rename(begun_.c_str(), file_.c_str()) != 0) fail(file_, "cannot be put into its place", errno);
  ::close(std::exchange(descriptor_, -1));
  sync(fs::absolute(file_).parent_path());
}

void write_whole(const fs::path& file, std::span<const std::string_view> parts) {
  WholeFile whole(file);
  for (const std::string_view bytes : parts) whole.write(bytes);
  whole.finish();
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
