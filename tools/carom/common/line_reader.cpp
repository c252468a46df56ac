#include "common/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "carom/io/scene.hpp"

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr std::size_t kNoLine = std::size_t{1} << 30;

carom::io::InputFile opened(const std::string& file) {
  return file == "-" ? carom::io::InputFile::standard_input() : carom::io::InputFile(file);
}

}  // namespace

LineReader::LineReader(const std::string& file, std::function<void()> before_waiting)
    : before_waiting_(std::move(before_waiting)), input_(opened(file)), buffer_(kBufferBytes) {}

bool LineReader::fill() {
  before_waiting_();
  begin_ = 0;
  end_ = input_.read(buffer_.data(), buffer_.size());
  return end_ > 0;
}

bool LineReader::has_whole_line() const {
  return begin_ < end_ && std::memchr(buffer_.data() + begin_, '\n', end_ - begin_) != nullptr;
}

// Reads on to the end of the line; what has been read is not empty.
Line LineReader::take() {
  Line line;
  std::size_t taken = 0;
  do {
    const char* const from = buffer_.data() + begin_;
    const char* const to = buffer_.data() + end_;
    const char* const newline = std::find(from, to, '\n');
    const std::size_t room = kLongestLine - line.text.size();
    const auto length = static_cast<std::size_t>(newline - from);
    line.too_long = line.too_long || length > room;
    line.text.append(from, std::min(length, room));
    taken += length;
    if (taken > kNoLine) throw carom::io::InputError("the input: got more than 1 GiB without an end of a line");
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
