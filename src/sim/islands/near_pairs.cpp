#include "sim/islands/near_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace carom::sim {
namespace {

/// Of the smallest radius: farther than what goes far in a tick.
constexpr double kSkin = 0.25;

template <int D>
bool is_near(const PlacedBall<D>& a, const PlacedBall<D>& b, double reach) {
  const double most = a.radius + b.radius + reach;
  return norm2(a.position - b.position) <= most * most;
}

template <int D>
using Cell = std::array<std::int64_t, static_cast<std::size_t>(D)>;

/// Balls of similar sizes in cells as wide as the largest of them reaches.
template <int D>
class Level {
 public:
  Level(double side, std::vector<std::pair<Cell<D>, std::uint32_t>> balls) : side_(side), balls_(std::move(balls)) {
    std::sort(balls_.begin(), balls_.end());
  }

  static Cell<D> cell_of(const Vec<D>& place, double side) {
    Cell<D> cell;
    for (int k = 0; k < D; ++k)
      cell[static_cast<std::size_t>(k)] =
          static_cast<std::int64_t>(std::clamp(std::floor(place[k] / side), -0x1p62, 0x1p62));
    return cell;
  }

  /// Calls visit(i, j) once for any two of them in one cell or in two next to each other. Cells are gone through in
  /// their order, and with them, as many behind, those of each row ahead.
  template <class Visit>
  void visit_pairs(Visit visit) const {
    constexpr std::array<std::array<std::int64_t, 2>, 4> kAhead = {{{1, 0}, {0, 1}, {1, -1}, {1, 1}}};
    constexpr std::size_t kRows = D == 2 ? 1 : 4;
    std::array<std::size_t, kRows> begins{};
    for (std::size_t k = 0; k < balls_.size(); ++k) {
      Cell<D> last = balls_[k].first;
      ++last[D - 1];
      for (std::size_t m = k + 1; m < balls_.size() && !(last < balls_[m].first); ++m)
        visit(balls_[k].second, balls_[m].second);
      for (std::size_t row = 0; row < kRows; ++row) {
        Cell<D> first = balls_[k].first;
        for (std::size_t axis = 0; axis + 1 < D; ++axis) first[axis] += kAhead[row][axis];
        last = first;
        --first[D - 1];
        ++last[D - 1];
        std::size_t& begin = begins[row];
        while (begin < balls_.size() && balls_[begin].first < first) ++begin;
        for (std::size_t m = begin; m < balls_.size() && !(last < balls_[m].first); ++m)
          visit(balls_[k].second, balls_[m].second);
      }
    }
  }

  /// Those in the cell of a place and next to it.
  template <class Visit>
  void visit_around(const Vec<D>& place, Visit visit) const {
    const Cell<D> middle = cell_of(place, side_);
    Cell<D> row = middle;
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      row[0] = middle[0] + dx;
      for (std::int64_t dy = -1; dy <= (D == 3 ? 1 : -1); ++dy) {
        if constexpr (D == 3) row[1] = middle[1] + dy;
        visit_row(row, middle[D - 1], visit);
      }
    }
  }

 private:
  /// Three cells that follow each other along the last axis.
  template <class Visit>
  void visit_row(Cell<D> row, std::int64_t middle, Visit visit) const {
    row[D - 1] = middle - 1;
    auto next = std::lower_bound(balls_.begin(), balls_.end(), row,
                                 [](const auto& ball, const Cell<D>& cell) { return ball.first < cell; });
    row[D - 1] = middle + 1;
    for (; next != balls_.end() && !(row < next->first); ++next) visit(next->second);
  }

  double side_;
  std::vector<std::pair<Cell<D>, std::uint32_t>> balls_;
};

}  // namespace

template <int D>
std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(std::span<const PlacedBall<D>> balls, double reach) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  double largest = 0;
  for (const PlacedBall<D>& ball : balls) largest = std::max(largest, ball.radius);
  const auto level_of = [&](double radius) {
    return radius > 0 ? std::min(60, std::max(0, std::ilogb(largest / radius))) : 60;
  };
  std::array<std::vector<std::pair<Cell<D>, std::uint32_t>>, 61> sorted;
  const auto side_of = [&](int level) { return (2 * std::ldexp(largest, -level) + reach) * (1 + 0x1p-40); };
  for (std::uint32_t i = 0; i < balls.size(); ++i) {
    const int level = level_of(balls[i].radius);
    sorted[static_cast<std::size_t>(level)].emplace_back(Level<D>::cell_of(balls[i].position, side_of(level)), i);
  }
  for (int level = 0; level <= 60; ++level) {
    auto& here = sorted[static_cast<std::size_t>(level)];
    if (here.empty()) continue;
    const Level<D> cells(side_of(level), std::move(here));
    const auto consider = [&](std::uint32_t i, std::uint32_t j) {
      if (!balls[i].moves && !balls[j].moves) return;
      if (is_near(balls[i], balls[j], reach)) pairs.emplace_back(std::min(i, j), std::max(i, j));
    };
    cells.visit_pairs(consider);
    for (std::uint32_t i = 0; i < balls.size(); ++i)
      if (level_of(balls[i].radius) > level)
        cells.visit_around(balls[i].position, [&](std::uint32_t j) { consider(i, j); });
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

template <int D>
bool NearPairs<D>::is_listed(std::span<const PlacedBall<D>> balls, std::span<const std::uint32_t> ids,
                             double reach) const {
  if (reach != reach_ || !std::equal(ids.begin(), ids.end(), ids_.begin(), ids_.end())) return false;
  const double most = 0.5 * skin_ * (1 - 0x1p-30);
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const PlacedBall<D>& then = balls_[i];
    if (balls[i].radius != then.radius || balls[i].moves != then.moves) return false;
    if (!(norm2(balls[i].position - then.position) <= most * most)) return false;
  }
  return true;
}

template <int D>
const std::vector<std::pair<std::uint32_t, std::uint32_t>>& NearPairs<D>::find(std::span<const PlacedBall<D>> balls,
                                                                               std::span<const std::uint32_t> ids,
                                                                               double reach) {
  if (!is_listed(balls, ids, reach)) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const PlacedBall<D>& ball : balls) smallest = std::min(smallest, ball.radius);
    reach_ = reach;
    skin_ = std::max(reach, kSkin * smallest);
    ids_.assign(ids.begin(), ids.end());
    balls_.assign(balls.begin(), balls.end());
    listed_ = near_pairs<D>(balls, reach + skin_);
  }
  near_.clear();
  for (const auto& [i, j] : listed_)
    if (is_near(balls[i], balls[j], reach)) near_.emplace_back(i, j);
  return near_;
}

template std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(std::span<const PlacedBall<2>>, double);
template std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(std::span<const PlacedBall<3>>, double);

template class NearPairs<2>;
template class NearPairs<3>;

}  // namespace carom::sim
