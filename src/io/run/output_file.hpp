#pragma once
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "carom/io/archive.hpp"
#include "io/run/checksum.hpp"

namespace carom::io {

/// A file that is written from its start to its end through a buffer, every write checked.
/// Errors are thrown as std::runtime_error with the file's name and the system's reason.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  /// A file that is there already, to go on where `archive` says.
  static OutputFile existing(std::filesystem::path path);
  OutputFile(OutputFile&&) = default;

  void write(std::string_view text);
  void write(char c);
  /// The shortest decimal that reads back as the same double.
  void write(double number);
  void write_integer(std::int64_t number);
  /// Everything is with the system afterwards, or an error is thrown.
  void close();
  /// Keeps how long the file is and its checksum, with everything up to there on the disk; reading cuts it back to
  /// that. ArchiveError if it has become shorter or has other bytes.
  void archive(Archive& archive);

 private:
  OutputFile(std::filesystem::path path, const char* mode);
  void cut_to(std::uint64_t length, const std::string& digits);
  /// Where `bytes` more, at most a buffer full, may be written.
  char* room(std::size_t bytes);
  void flush();
  void put(std::string_view text);
  template <class Number>
  void write_number(Number number);

  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::unique_ptr<char[]> buffer_;
  std::size_t used_ = 0;
  std::uint64_t put_ = 0;  ///< bytes that were given to the system
  Checksum checksum_;      ///< of them
};

/// A file that is written at once.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace carom::io
