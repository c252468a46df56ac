#include "carom/io/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "carom/io/scene.hpp"

namespace carom::io {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;
constexpr int kMostWait = 5000;  // ms, for somebody who writes into a named pipe

std::string system_reason() {
  return std::generic_category().message(errno);
}

/// Why a thing of this kind is not read; null if it is. Opening a device can wait for ever, or do something.
const char* refusal(mode_t mode) {
  if (S_ISDIR(mode)) return "got a folder, expected a file";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "got a device, expected a file or a pipe";
  if (S_ISSOCK(mode)) return "got a socket, expected a file or a pipe";
  return nullptr;
}

}  // namespace

InputFile::InputFile(std::string name, int descriptor) : name_(std::move(name)), descriptor_(descriptor) {}

InputFile::InputFile(const std::filesystem::path& file) : name_(file.string()) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) fail(system_reason());
  if (const char* reason = refusal(status.st_mode)) fail(reason);
  descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor_ < 0) fail(system_reason());
  try {
    if (S_ISFIFO(status.st_mode)) wait_for_writer();
    ::fcntl(descriptor_, F_SETFL, O_RDONLY);  // from here on reading waits
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

InputFile InputFile::standard_input() {
  return {"stdin", STDIN_FILENO};
}

InputFile::InputFile(InputFile&& other) noexcept
    : name_(std::move(other.name_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      ahead_(std::move(other.ahead_)) {}

InputFile::~InputFile() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

void InputFile::fail(const std::string& reason) const {
  throw InputError(fmt::format("{}: cannot be read: {}", name_, reason));
}

// A pipe that has a writer is not at its end: reading without waiting fails with EAGAIN then. What has come after all
// in between is kept.
void InputFile::wait_for_writer() {
  pollfd pipe{descriptor_, POLLIN, 0};
  if (::poll(&pipe, 1, kMostWait) != 0) return;
  ahead_.resize(1);
  const ssize_t got = ::read(descriptor_, ahead_.data(), ahead_.size());
  if (got == 0) fail("got a pipe that nobody writes to, expected a file, or a writer");
  if (got < 0) ahead_.clear();
}

std::size_t InputFile::read(char* to, std::size_t most) {
  if (!ahead_.empty() && most > 0) {
    *to = ahead_.front();
    ahead_.clear();
    return 1;
  }
  ssize_t got = 0;
  do {
    got = ::read(descriptor_, to, most);
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail(system_reason());
  return static_cast<std::size_t>(got);
}

std::string InputFile::read_all() {
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode) && std::cmp_greater(status.st_size, kMostBytes))
    fail(fmt::format("got {} bytes, expected at most {} (1 GiB)", status.st_size, kMostBytes));
  std::string text;
  std::vector<char> block(std::size_t{1} << 16);
  while (const std::size_t got = read(block.data(), block.size())) {
    text.append(block.data(), got);
    if (text.size() > kMostBytes)
      fail(fmt::format("got more than {} bytes (1 GiB), expected at most that", kMostBytes));
  }
  return text;
}

std::string read_text(const std::filesystem::path& file) {
  return InputFile(file).read_all();
}

}  // namespace carom::io
