#include "io/run/sealed_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "carom/io/archive.hpp"
#include "io/run/checksum.hpp"
#include "io/run/durable_file.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kMagic = {'C', 'A', 'R', 'O', 'M', 'C', 'K', 'P'};
constexpr std::uint32_t kVersion = 10;
constexpr std::uint32_t kByteOrder = 0x01020304;

struct Seal {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t byte_order = kByteOrder;
  std::uint64_t length = 0;
  std::array<char, 32> checksum{};  ///< its digits

  std::string digits() const { return {checksum.begin(), checksum.end()}; }
};

std::string_view bytes_of(const Seal& seal) {
  return {reinterpret_cast<const char*>(&seal), sizeof seal};
}

[[noreturn]] void damaged(const fs::path& file, const std::string& how) {
  throw ArchiveError(fmt::format("{}: damaged: {}", file.string(), how));
}

std::ifstream opened(const fs::path& file) {
  std::error_code ignored;
  if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored)) damaged(file, "expected a file");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw ArchiveError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  return stream;
}

Seal read_seal(std::ifstream& stream, const fs::path& file) {
  Seal seal;
  stream.read(reinterpret_cast<char*>(&seal), sizeof seal);
  if (stream.gcount() != sizeof seal) damaged(file, fmt::format("it has {} bytes only", stream.gcount()));
  if (seal.magic != kMagic) damaged(file, "it does not begin as a checkpoint does");
  if (seal.byte_order != kByteOrder || seal.version != kVersion)
    throw ArchiveError(fmt::format("{}: of version {}, or of another kind of machine: expected version {}",
                                   file.string(), seal.version, kVersion));
  return seal;
}

/// Of the rest of a stream.
std::string read_checksum(std::ifstream& stream) {
  Checksum sum;
  std::vector<char> piece(1 << 20);
  while (stream) {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    sum.add({piece.data(), static_cast<std::size_t>(stream.gcount())});
  }
  return sum.digits();
}

void* mapped(const fs::path& file, std::size_t size) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  void* const bytes = descriptor < 0 ? MAP_FAILED : ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  const int reason = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (bytes == MAP_FAILED)
    throw ArchiveError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(reason)));
  return bytes;
}

}  // namespace

void write_sealed(const fs::path& file, const std::function<void(Archive&)>& write) {
  WholeFile whole(file);
  Seal seal;
  Checksum checksum;
  whole.write(bytes_of(seal));
  Archive archive([&](std::string_view bytes) {
    seal.length += bytes.size();
    checksum.add(bytes);
    whole.write(bytes);
  });
  write(archive);
  archive.flush();
  std::ranges::copy(checksum.digits(), seal.checksum.begin());
  whole.rewrite_start(bytes_of(seal));
  whole.finish();
}

SealedFile::SealedFile(const fs::path& file) {
  std::ifstream stream = opened(file);
  const Seal seal = read_seal(stream, file);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error) - sizeof seal;
  if (error || size != seal.length)
    damaged(file, fmt::format("it holds {} bytes where {} were written", size, seal.length));
  // Read once by the stream, for a disk that fails is an error there, and ends the program where it is mapped.
  if (read_checksum(stream) != seal.digits()) damaged(file, "its checksum is wrong");
  mapped_ = mapped(file, sizeof seal + seal.length);
  bytes_ = {static_cast<const char*>(mapped_) + sizeof seal, static_cast<std::size_t>(seal.length)};
}

SealedFile::~SealedFile() {
  ::munmap(mapped_, sizeof(Seal) + bytes_.size());
}

std::string seal_of(const fs::path& file) {
  std::ifstream stream = opened(file);
  return read_seal(stream, file).digits();
}

}  // namespace carom::io
