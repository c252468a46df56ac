#include "broad/ball_grid.hpp"

#include <algorithm>
#include <limits>

#include "broad/ball_grid_scan.hpp"
#include "carom/math/portable.hpp"

namespace carom::detail {
namespace {

constexpr double kBallsPerCell = 6;
constexpr double kStride = 3;
constexpr float kNowhere = std::numeric_limits<float>::quiet_NaN();  // compares as far from everything
constexpr std::size_t kPadding = 64;                                 // the loops load whole vectors

template <int D>
struct Bounds {
  Vec<D> low;
  Vec<D> high;
  double least_radius = std::numeric_limits<double>::infinity();
  double most_radius = 0;
};

template <int D, class At>
Bounds<D> bounds_of(const At& at, std::size_t count) {
  Bounds<D> bounds{at(0).center, at(0).center};
  for (std::size_t k = 0; k < count; ++k) {
    const Ball<D>& ball = at(k);
    for (int axis = 0; axis < D; ++axis) {
      bounds.low[axis] = std::min(bounds.low[axis], ball.center[axis]);
      bounds.high[axis] = std::max(bounds.high[axis], ball.center[axis]);
    }
    bounds.least_radius = std::min(bounds.least_radius, ball.radius);
    bounds.most_radius = std::max(bounds.most_radius, ball.radius);
  }
  return bounds;
}

double root(double x, int degree) {
  return degree == 1 ? x : degree == 2 ? std::sqrt(x) : portable::cbrt(x);
}

/// The side of cubes of which about `cells` fill a box; an axis along which it is shorter than a cube is left out.
template <int D>
double cell_side(const Vec<D>& extent, double cells) {
  std::array<double, static_cast<std::size_t>(D)> sorted;
  for (int k = 0; k < D; ++k) sorted[static_cast<std::size_t>(k)] = extent[k];
  std::sort(sorted.rbegin(), sorted.rend());
  double side = 0;
  for (int axes = D; axes > 0; --axes) {
    // Π extent / cells in the form that does not overflow
    double ratio = 1;
    for (int k = 1; k < axes; ++k) ratio *= sorted[static_cast<std::size_t>(k)] / sorted[0];
    side = sorted[0] * root(ratio / cells, axes);
    if (sorted[static_cast<std::size_t>(axes - 1)] >= side) break;
  }
  return side;
}

}  // namespace

template <int D>
BallGrid<D>::BallGrid(const Ball<D>* balls, const std::uint32_t* numbers, std::size_t count) {
  const auto build = [&](const auto& number) {
    const auto at = [&](std::size_t k) -> const Ball<D>& { return balls[number(k)]; };
    const Bounds<D> bounds = bounds_of<D>(at, count);
    Frame<D>& frame = this->frame_;
    const Vec<D> extent = bounds.high - bounds.low;
    double side = cell_side<D>(extent, std::max(1.0, static_cast<double>(count) / kBallsPerCell));
    side = std::clamp(std::max(side, 2 * bounds.most_radius), kSmallestPlace, kLargestPlace);
    frame.origin = bounds.low;
    frame.scale = 1 / side;
    frame.item_reach = bounds.most_radius * frame.scale;
    std::size_t cells = 1;
    for (int k = 0; k < D; ++k) {
      frame.size[k] = extent[k] * frame.scale;
      const auto i = static_cast<std::size_t>(k);
      cells_[i] = static_cast<std::int32_t>(std::floor(frame.size[k])) + 1;
      cells *= static_cast<std::size_t>(cells_[i]);
    }
    frame.stride = kStride;

    const auto cell_of = [&](const Ball<D>& ball) {
      std::size_t cell = 0;
      for (int k = D - 1; k >= 0; --k)
        cell = cell * static_cast<std::size_t>(cells_[static_cast<std::size_t>(k)]) +
               static_cast<std::size_t>(frame.place(ball.center, k));
      return static_cast<std::uint32_t>(cell);
    };
    start_ = Buffer<std::uint32_t>(cells + 1);
    std::fill_n(start_.data(), cells + 1, 0U);
    Buffer<std::uint32_t> cell(count);
    for (std::size_t k = 0; k < count; ++k) ++start_[cell[k] = cell_of(at(k))];
    std::uint32_t sum = 0;
    for (std::size_t c = 0; c <= cells; ++c) start_[c] = sum += start_[c];

    this->count_ = count;
    this->numbers_ = Buffer<std::uint32_t>(count + kPadding);
    for (auto& place : place_) place = Buffer<float>(count + kPadding);
    const bool equal = bounds.least_radius == bounds.most_radius;
    if (!equal) radius_ = Buffer<float>(count + kPadding);
    for (std::size_t k = count; k-- > 0;) {
      const std::uint32_t slot = --start_[cell[k]];
      const Ball<D>& ball = at(k);
      for (int axis = 0; axis < D; ++axis)
        place_[static_cast<std::size_t>(axis)][slot] = static_cast<float>(frame.place(ball.center, axis));
      if (!equal) radius_[slot] = static_cast<float>(ball.radius * frame.scale * (1 + 0x1p-20));
      this->numbers_[slot] = static_cast<std::uint32_t>(number(k));
    }
    for (auto& place : place_) std::fill_n(place.data() + count, kPadding, kNowhere);
    if (!equal) std::fill_n(radius_.data() + count, kPadding, 0.0F);
  };
  if (numbers)
    build([&](std::size_t k) { return numbers[k]; });
  else
    build([](std::size_t k) { return k; });
}

template <int D>
GridView<D> BallGrid<D>::view() const {
  GridView<D> view;
  for (std::size_t k = 0; k < D; ++k) view.place[k] = place_[k].data();
  view.radius = radius_.data();
  view.number = this->numbers_.data();
  view.start = start_.data();
  view.count = cells_;
  double most = this->frame_.item_reach;
  for (int k = 0; k < D; ++k) most += this->frame_.size[k];
  view.rounding = static_cast<float>(0x1p-20 * most);
  view.item_reach = static_cast<float>(this->frame_.item_reach * (1 + 0x1p-20));
  return view;
}

template <int D>
void BallGrid<D>::scan(std::span<const Piece<D>> pieces, Candidates& found) const {
  scan_grid(view(), pieces, found);
}

template <int D>
void BallGrid<D>::near_pairs(double gap, std::size_t from, std::size_t to, Found<NearPair>& certain,
                             Found<NearPair>& perhaps) const {
  const double scaled = gap * this->frame_.scale;
  const auto least = static_cast<float>(scaled * (1 - 0x1p-20));
  const auto most = static_cast<float>(scaled * (1 + 0x1p-20) + 0x1p-100);
  pairs_in_grid(view(), {least, most, from, to}, certain, perhaps);
}

template <int D>
void BallGrid<D>::remove(std::uint32_t slot) {
  for (auto& place : place_) place[slot] = kNowhere;
}

template class BallGrid<2>;
template class BallGrid<3>;

}  // namespace carom::detail
