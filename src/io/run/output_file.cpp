#include "io/run/output_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

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

OutputFile::OutputFile(std::filesystem::path path) : OutputFile(std::move(path), "wb") {}

OutputFile OutputFile::existing(std::filesystem::path path) {
  return {std::move(path), "r+b"};
}

OutputFile::OutputFile(std::filesystem::path path, const char* mode)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), mode)) {
  if (!file_) fail(path_, errno);
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);
  buffer_ = std::make_unique<char[]>(kBufferBytes);
}

void OutputFile::write(std::string_view text) {
  if (text.size() > kBufferBytes) {
    flush();
    put(text);
    return;
  }
  std::memcpy(room(text.size()), text.data(), text.size());
  used_ += text.size();
}

void OutputFile::write(char c) {
  *room(1) = c;
  ++used_;
}

void OutputFile::write(double number) {
  write_number(number);
}

void OutputFile::write_integer(std::int64_t number) {
  write_number(number);
}

template <class Number>
void OutputFile::write_number(Number number) {
  char* const start = room(kNumberBytes);
  used_ += static_cast<std::size_t>(std::to_chars(start, start + kNumberBytes, number).ptr - start);
}

char* OutputFile::room(std::size_t bytes) {
  if (used_ + bytes > kBufferBytes) flush();
  return buffer_.get() + used_;
}

void OutputFile::flush() {
  put({buffer_.get(), used_});
  used_ = 0;
}

void OutputFile::put(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail(path_, errno);
  put_ += text.size();
  checksum_.add(text);
}

void OutputFile::close() {
  flush();
  if (std::fclose(file_.release()) != 0) fail(path_, errno);
}

void OutputFile::archive(Archive& archive) {
  if (!archive.reading()) {
    flush();
    if (fsync(fileno(file_.get())) != 0) fail(path_, errno);
  }
  std::uint64_t length = put_;
  std::string digits = checksum_.digits();
  archive(length, digits);
  if (archive.reading()) cut_to(length, digits);
}

void OutputFile::cut_to(std::uint64_t length, const std::string& digits) {
  used_ = 0;
  const int descriptor = fileno(file_.get());
  struct stat now {};
  if (fstat(descriptor, &now) != 0) fail(path_, errno);
  if (static_cast<std::uint64_t>(now.st_size) < length)
    throw ArchiveError(path_.string() + " is shorter than it was: " + std::to_string(now.st_size) + " bytes, not " +
                       std::to_string(length));
  checksum_ = checksum_of_file(path_, length);
  if (checksum_.digits() != digits)
    throw ArchiveError(path_.string() + " is damaged: its first " + std::to_string(length) +
                       " bytes are not those that were written");
  if (ftruncate(descriptor, static_cast<off_t>(length)) != 0 ||
      std::fseek(file_.get(), static_cast<long>(length), SEEK_SET) != 0)
    fail(path_, errno);
  put_ = length;
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.close();
}

}  // namespace carom::io
