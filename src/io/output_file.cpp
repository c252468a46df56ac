#include "io/output_file.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>

namespace carom::io {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::size_t kNumberBytes = 32;  // the longest shortest double has 24 characters, an int64 20

[[noreturn]] void fail(const std::filesystem::path& path, int reason) {
  throw std::runtime_error(path.string() + ": cannot write: " + std::strerror(reason));
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")) {
  if (!file_) fail(path_, errno);
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);
  buffer_.reserve(kBufferBytes);
}

void OutputFile::write(std::string_view text) {
  make_room(text.size());
  buffer_ += text;
}

void OutputFile::write(char c) {
  make_room(1);
  buffer_ += c;
}

void OutputFile::write(double number) {
  char text[kNumberBytes];
  write(std::string_view(text, static_cast<std::size_t>(std::to_chars(text, text + kNumberBytes, number).ptr - text)));
}

void OutputFile::write_integer(std::int64_t number) {
  char text[kNumberBytes];
  write(std::string_view(text, static_cast<std::size_t>(std::to_chars(text, text + kNumberBytes, number).ptr - text)));
}

void OutputFile::make_room(std::size_t bytes) {
  if (buffer_.size() + bytes > kBufferBytes) flush();
}

void OutputFile::flush() {
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size()) fail(path_, errno);
  buffer_.clear();
}

void OutputFile::close() {
  flush();
  if (std::fclose(file_.release()) != 0) fail(path_, errno);
}

}  // namespace carom::io
