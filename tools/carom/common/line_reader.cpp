#include "common/line_reader.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;

[[noreturn]] void fail(const std::string& name) {
  throw std::system_error(errno, std::generic_category(), "cannot read " + name);
}

}  // namespace

LineReader::LineReader(const std::string& file, std::function<void()> before_waiting)
    : name_(file == "-" ? "the standard input" : file),
      before_waiting_(std::move(before_waiting)),
      descriptor_(file == "-" ? STDIN_FILENO : open(file.c_str(), O_RDONLY | O_CLOEXEC)),
      buffer_(kBufferBytes) {
  if (descriptor_.value < 0) fail(name_);
}

LineReader::Descriptor::~Descriptor() {
  if (value > STDIN_FILENO) close(value);
}

bool LineReader::fill() {
  before_waiting_();
  ssize_t got = 0;
  do {
    got = read(descriptor_.value, buffer_.data(), buffer_.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail(name_);
  begin_ = 0;
  end_ = static_cast<std::size_t>(got);
  return got > 0;
}

bool LineReader::has_whole_line() const {
  return begin_ < end_ && std::memchr(buffer_.data() + begin_, '\n', end_ - begin_) != nullptr;
}

// Reads on to the end of the line; what has been read is not empty.
Line LineReader::take() {
  Line line;
  do {
    const char* const from = buffer_.data() + begin_;
    const char* const to = buffer_.data() + end_;
    const char* const newline = std::find(from, to, '\n');
    const std::size_t room = kLongestLine - line.text.size();
    const auto length = static_cast<std::size_t>(newline - from);
    line.too_long = line.too_long || length > room;
    line.text.append(from, std::min(length, room));
    begin_ += length + (newline == to ? 0 : 1);
    if (newline != to) break;
  } while (fill());
  return line;
}

std::vector<Line> LineReader::next() {
  std::vector<Line> lines;
  if (begin_ == end_ && !fill()) return lines;
  do {
    lines.push_back(take());
  } while (has_whole_line());
  return lines;
}
