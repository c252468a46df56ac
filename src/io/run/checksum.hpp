#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace carom::io {

/// XXH3 of 128 bits (https://xxhash.com) of bytes that come piece by piece: it finds damage, not forgery.
class Checksum {
 public:
  Checksum();
  Checksum(Checksum&&) noexcept;
  Checksum& operator=(Checksum&&) noexcept;
  ~Checksum();

  void add(std::string_view bytes);
  /// Of all so far: 32 hexadecimal digits, as `xxh128sum` writes them.
  std::string digits() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Of a file's first `length` bytes, or of all of it. std::runtime_error with the file's name and the reason if it
/// cannot be read or is shorter.
Checksum checksum_of_file(const std::filesystem::path& file, std::uint64_t length);
Checksum checksum_of_file(const std::filesystem::path& file);

}  // namespace carom::io
