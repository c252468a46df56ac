#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

#pragma GCC visibility push(default)

namespace carom::io {

/// A file, a pipe or the standard input that is read from where it is to its end.
class InputFile {
 public:
  /// InputError with the file's name and the reason if it cannot be opened, or is a folder, a device, a socket, or a
  /// named pipe that nothing has opened for writing after five seconds: such a thing would be waited for for ever.
  explicit InputFile(const std::filesystem::path& file);
  /// The standard input, whatever it is.
  static InputFile standard_input();

  InputFile(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  /// Bytes that have come, at least one and at most `most`, into `to`; 0 at the end. Waits for them. InputError.
  std::size_t read(char* to, std::size_t most);
  /// All that is left, of at most 1 GiB. InputError.
  std::string read_all();

 private:
  InputFile(std::string name, int descriptor);
  [[noreturn]] void fail(const std::string& reason) const;
  void wait_for_writer();

  std::string name_;
  int descriptor_ = -1;
  std::string ahead_;  // read already
};

/// All of a file of at most 1 GiB. InputError.
std::string read_text(const std::filesystem::path& file);

}  // namespace carom::io

#pragma GCC visibility pop
