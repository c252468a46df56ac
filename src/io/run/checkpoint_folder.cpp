#include "io/run/checkpoint_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "carom/io/archive.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kMagic = {'C', 'A', 'R', 'O', 'M', 'C', 'K', 'P'};
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kByteOrder = 0x01020304;
constexpr const char* kStart = "start";
constexpr const char* kStatePrefix = "state-";

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t byte_order = kByteOrder;
  std::uint64_t length = 0;
  std::uint64_t checksum = 0;
};

[[noreturn]] void fail(const fs::path& path, const char* what, int reason) {
  throw std::runtime_error(fmt::format("{}: {}: {}", path.string(), what, std::strerror(reason)));
}

/// h ← (h ⊕ w)·0x9E3779B97F4A7C15, h ← h ⊕ (h >> 29) for each word w of eight bytes, the last one filled with zeros.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
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

void write_sealed(const fs::path& file, std::string_view bytes) {
  Header header;
  header.length = bytes.size();
  header.checksum = checksum(bytes);
  std::string all(sizeof header, '\0');
  std::memcpy(all.data(), &header, sizeof header);
  all += bytes;
  write_whole(file, all);
}

/// ArchiveError if the file is not as it was written.
std::string read_sealed(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw ArchiveError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  const auto damaged = [&](const std::string& how) {
    throw ArchiveError(fmt::format("{}: damaged: {}", file.string(), how));
  };
  Header header;
  if (bytes.size() < sizeof header) damaged(fmt::format("it has {} bytes only", bytes.size()));
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kMagic) damaged("it does not begin as a checkpoint does");
  if (header.byte_order != kByteOrder || header.version != kVersion)
    throw ArchiveError(fmt::format("{}: of version {}, or of another kind of machine: expected version {}",
                                   file.string(), header.version, kVersion));
  bytes.erase(0, sizeof header);
  if (bytes.size() != header.length)
    damaged(fmt::format("it holds {} bytes where {} were written", bytes.size(), header.length));
  if (checksum(bytes) != header.checksum) damaged("its checksum is wrong");
  return bytes;
}

/// The numbers of the states in a folder, newest first.
std::vector<std::uint64_t> state_numbers(const fs::path& folder) {
  std::vector<std::uint64_t> numbers;
  const std::string_view prefix = kStatePrefix;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    std::uint64_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, number);
    if (error == std::errc() && stop == end) numbers.push_back(number);
  }
  std::sort(numbers.rbegin(), numbers.rend());
  return numbers;
}

}  // namespace

void sync(const fs::path& file_or_folder) {
  const Descriptor descriptor(file_or_folder, O_RDONLY);
  if (::fsync(descriptor) != 0) fail(file_or_folder, "cannot be brought to the disk", errno);
}

void write_whole(const fs::path& file, std::string_view bytes) {
  const fs::path begun = file.string() + ".begun";
  try {
    {
      const Descriptor descriptor(begun, O_WRONLY | O_CREAT | O_TRUNC);
      write_all(descriptor, bytes, begun);
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

CheckpointFolder::CheckpointFolder(const fs::path& folder) : folder_(folder) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error)
    throw std::runtime_error(fmt::format("{}: cannot make this folder: {}", folder_.string(), error.message()));
  const fs::path lock = folder_ / "lock";
  lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) fail(lock, "cannot be opened", errno);
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock_);
    throw std::runtime_error(fmt::format("{}: in use: another program runs in this folder", folder_.string()));
  }
  const std::vector<std::uint64_t> numbers = state_numbers(folder_);
  newest_ = numbers.empty() ? 0 : numbers.front();
}

CheckpointFolder::~CheckpointFolder() {
  ::close(lock_);
}

bool CheckpointFolder::holds_run(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kStart, ignored);
}

fs::path CheckpointFolder::state_file(std::uint64_t number) const {
  return folder_ / fmt::format("{}{}", kStatePrefix, number);
}

void CheckpointFolder::write_start(std::string_view bytes) {
  write_sealed(folder_ / kStart, bytes);
}

std::string CheckpointFolder::read_start() const {
  return read_sealed(folder_ / kStart);
}

void CheckpointFolder::write_state(std::string_view bytes) {
  write_sealed(state_file(newest_ + 1), bytes);
  ++newest_;
  remove_all_but_two();
}

void CheckpointFolder::remove_all_but_two() const {
  const std::vector<std::uint64_t> numbers = state_numbers(folder_);
  std::error_code ignored;
  for (std::size_t k = 2; k < numbers.size(); ++k) fs::remove(state_file(numbers[k]), ignored);
}

bool CheckpointFolder::read_state(const std::function<void(std::string_view)>& take,
                                  const std::function<void(const std::string&)>& warn) {
  std::string wrong;
  std::vector<fs::path> useless;
  for (const std::uint64_t number : state_numbers(folder_)) {
    try {
      take(read_sealed(state_file(number)));
      if (!wrong.empty()) warn(wrong + "; the checkpoint before it is used");
      for (const fs::path& file : useless) fs::remove(file);
      return true;
    } catch (const ArchiveError& error) {
      const std::string place = state_file(number).string();
      const std::string what = error.what();
      useless.push_back(place);
      if (!wrong.empty()) wrong += "; ";
      if (!what.starts_with(place)) wrong.append(place).append(": ");
      wrong += what;
    }
  }
  if (!wrong.empty()) throw std::runtime_error(wrong + "; no checkpoint before it is left");
  return false;
}

}  // namespace carom::io
