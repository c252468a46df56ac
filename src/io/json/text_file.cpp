#include "io/json/text_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "carom/io/scene.hpp"

namespace carom::io {
namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;

[[noreturn]] void fail_to_read(const std::string& file, const std::string& reason) {
  throw InputError(fmt::format("{}: cannot be read: {}", file, reason));
}

}  // namespace

std::string read_text(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) fail_to_read(file.string(), "got a folder, expected a file");
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (!error && size > kMostBytes)
    fail_to_read(file.string(), fmt::format("got {} bytes, expected at most {} (1 GiB)", size, kMostBytes));
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) fail_to_read(file.string(), std::generic_category().message(errno));
  std::string text;
  std::array<char, 1 << 16> block{};
  while (stream.read(block.data(), block.size()) || stream.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kMostBytes) fail_to_read(file.string(), "got more than 1 GiB, expected at most that");
  }
  if (stream.bad()) fail_to_read(file.string(), std::generic_category().message(errno));
  return text;
}

}  // namespace carom::io
