#include "io/run/checksum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace carom::io {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  throw std::runtime_error(file.string() + ": cannot be read: " + reason);
}

}  // namespace

struct Checksum::State {
  State() { XXH3_128bits_reset(&xxh); }

  XXH3_state_t xxh;  // aligned to 64 bytes
};

Checksum::Checksum() : state_(std::make_unique<State>()) {}
Checksum::Checksum(Checksum&&) noexcept = default;
Checksum& Checksum::operator=(Checksum&&) noexcept = default;
Checksum::~Checksum() = default;

void Checksum::add(std::string_view bytes) {
  XXH3_128bits_update(&state_->xxh, bytes.data(), bytes.size());
}

std::string Checksum::digits() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state_->xxh));
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

Checksum checksum_of_file(const std::filesystem::path& file, std::uint64_t length) {
  struct Closer {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  const std::unique_ptr<std::FILE, Closer> input(std::fopen(file.c_str(), "rb"));
  if (!input) fail(file, std::strerror(errno));
  std::vector<char> piece(kPiece);
  Checksum sum;
  while (length > 0) {
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(length, kPiece));
    const std::size_t got = std::fread(piece.data(), 1, wanted, input.get());
    if (got == 0) fail(file, std::ferror(input.get()) != 0 ? std::strerror(errno) : "it is shorter than it was");
    sum.add({piece.data(), got});
    length -= got;
  }
  return sum;
}

Checksum checksum_of_file(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t length = std::filesystem::file_size(file, error);
  if (error) fail(file, error.message());
  return checksum_of_file(file, length);
}

}  // namespace carom::io
