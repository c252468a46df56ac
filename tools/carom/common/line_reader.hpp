#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "carom/io/input_file.hpp"

struct Line {
  std::string text;       ///< without its end
  bool too_long = false;  ///< beyond LineReader::kLongestLine bytes: only the beginning is here
};

/// The lines of a file or of the standard input: those that have arrived are handed out before more is waited for, so
/// that another program can talk to this one line by line.
class LineReader {
 public:
  /// `file` is a path, or "-" for the standard input. `before_waiting` is called whenever more must be read.
  LineReader(const std::string& file, std::function<void()> before_waiting);

  /// All lines that have arrived, at least one; none after the last. InputError if reading fails or a line has no end
  /// within 1 GiB.
  std::vector<Line> next();

  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;

 private:
  bool fill();
  bool has_whole_line() const;
  Line take();

  std::function<void()> before_waiting_;
  carom::io::InputFile input_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what has been read and not handed out
  std::size_t end_ = 0;
};
