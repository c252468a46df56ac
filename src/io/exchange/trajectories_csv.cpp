#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "io/exchange/formats.hpp"
#include "io/json/short_name.hpp"

namespace carom::io {
namespace {

constexpr std::size_t kMostRows = 10'000'000;

std::vector<std::string_view> cells_of(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string_view> cells;
  for (std::size_t at = 0;; ++at) {
    const std::size_t end = std::min(line.find(',', at), line.size());
    cells.push_back(line.substr(at, end - at));
    if (end == line.size()) return cells;
    at = end;
  }
}

class CsvReader {
 public:
  CsvReader(std::string_view csv, const std::string& origin) : rest_(csv), origin_(origin) {
    const std::vector<std::string_view> head = cells_of(next_line());
    for (std::size_t k = 0; k < kColumns.size(); ++k) {
      const auto found = std::find(head.begin(), head.end(), kColumns[k]);
      if (found == head.end()) fail("columns", "no column \"" + std::string(kColumns[k]) + "\"", "time, ball, x, y");
      columns_[k] = static_cast<std::size_t>(found - head.begin());
    }
    width_ = head.size();
  }

  RecordedShot read() {
    std::map<int, BallTrack> tracks;
    while (!rest_.empty()) {
      const std::string_view line = next_line();
      if (line.empty()) continue;
      if (number_ > kMostRows) fail("rows", fmt::format("more than {}", kMostRows), "fewer");
      add_row(cells_of(line), tracks);
    }
    RecordedShot shot{short_name_from(origin_), {}};
    for (auto& [number, track] : tracks) shot.tracks.push_back(std::move(track));
    return shot;
  }

 private:
  static constexpr std::array<std::string_view, 4> kColumns = {"time", "ball", "x", "y"};

  [[noreturn]] void fail(std::string_view what, const std::string& got, const std::string& expected) const {
    throw input_error(origin_, fmt::format("line {}: {}", number_, what), got, expected);
  }

  std::string_view next_line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return line;
  }

  void add_row(const std::vector<std::string_view>& cells, std::map<int, BallTrack>& tracks) const {
    if (cells.size() != width_) fail("the row", fmt::format("{} cells", cells.size()), fmt::format("{}", width_));
    const double time = number(cells, 0, 0, 1e9);
    const double ball = number(cells, 1, 0, 9999);
    BallTrack& track = tracks[static_cast<int>(ball)];
    if (ball != static_cast<int>(ball)) fail(kColumns[1], fmt::format("{}", ball), "a whole number");
    if (!track.times.empty() && time < track.times.back())
      fail(kColumns[0], fmt::format("{}", time), fmt::format("{} or later", track.times.back()));
    track.number = static_cast<int>(ball);
    track.times.push_back(time);
    track.places.push_back({number(cells, 2, -1e6, 1e6), number(cells, 3, -1e6, 1e6)});
  }

  double number(const std::vector<std::string_view>& cells, std::size_t column, double low, double high) const {
    const std::string_view text = cells[columns_[column]];
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value >= low && value <= high))
      fail(kColumns[column], shown(std::string(text)), fmt::format("a number from {} to {}", low, high));
    return value;
  }

  std::string_view rest_;
  const std::string& origin_;
  std::array<std::size_t, kColumns.size()> columns_{};
  std::size_t width_ = 0;
  std::size_t number_ = 0;
};

}  // namespace

Exchange read_trajectories(const std::string& csv, const std::string& origin) {
  Exchange exchange;
  exchange.recordings = {CsvReader(csv, origin).read()};
  exchange.notes = {
      "recordings hold where balls are, seen from above; phases, heights, velocities and spins are left out"};
  return exchange;
}

}  // namespace carom::io
