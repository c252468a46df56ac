#include "broad/structures/ball_grid.hpp"

#include <algorithm>
#include <limits>

#include "broad/structures/ball_grid_scan.hpp"
#include "broad/structures/spacing.hpp"

namespace carom::broad {
namespace {

constexpr double kBallsPerCell = 6;
constexpr double kStride = 3;
constexpr float kNowhere = std::numeric_limits<float>::quiet_NaN();  // compares as far from everything
constexpr std::size_t kPadding = 64;                                 // the loops load whole vectors

}  // namespace

template <int D>
BallGrid<D>::BallGrid(const Ball<D>* balls, const std::uint32_t* numbers, std::size_t count,
                      const BallBounds<D>& bounds) {
  choose_cells(bounds, count);
  if (numbers)
    build(
        balls, [&](std::size_t k) { return numbers[k]; }, count);
  else
    build(
        balls, [](std::size_t k) { return static_cast<std::uint32_t>(k); }, count);
}

template <int D>
void BallGrid<D>::choose_cells(const BallBounds<D>& bounds, std::size_t count) {
  equal_ = bounds.least == bounds.most;
  const double cells = std::max(1.0, static_cast<double>(count) / kBallsPerCell);
  const Aabb<D>& all = bounds.centers;
  this->frame_.set(all, cube_side<D>(all.high - all.low, cells), bounds.most);
  this->frame_.stride = kStride;
  for (std::size_t k = 0; k < D; ++k) cells_[k] = static_cast<std::int32_t>(this->frame_.size[static_cast<int>(k)]) + 1;
}

template <int D>
std::uint32_t BallGrid<D>::cell_of(const Ball<D>& ball) const {
  std::uint32_t cell = 0;
  for (int k = D - 1; k >= 0; --k)
    cell = cell * static_cast<std::uint32_t>(cells_[static_cast<std::size_t>(k)]) +
           static_cast<std::uint32_t>(this->frame_.place(ball.center, k));
  return cell;
}

template <int D>
void BallGrid<D>::set(std::size_t slot, const Ball<D>& ball) {
  for (int k = 0; k < D; ++k)
    place_[static_cast<std::size_t>(k)][slot] = static_cast<float>(this->frame_.place(ball.center, k));
  if (!equal_) radius_[slot] = static_cast<float>(ball.radius * this->frame_.scale * (1 + 0x1p-20));
}

/// A counting sort by cells.
template <int D>
template <class NumberOf>
void BallGrid<D>::build(const Ball<D>* balls, const NumberOf& number_of, std::size_t count) {
  std::size_t cells = 1;
  for (const std::int32_t along : cells_) cells *= static_cast<std::size_t>(along);
  start_ = Buffer<std::uint32_t>(cells + 1);
  std::fill_n(start_.data(), cells + 1, 0U);
  Buffer<std::uint32_t> cell(count);
  for (std::size_t k = 0; k < count; ++k) ++start_[cell[k] = cell_of(balls[number_of(k)])];
  std::uint32_t sum = 0;
  for (std::size_t c = 0; c <= cells; ++c) start_[c] = sum += start_[c];

  this->count_ = this->live_ = count;
  this->numbers_ = Buffer<std::uint32_t>(count + kPadding);
  for (auto& place : place_) place = Buffer<float>(count + kPadding);
  if (!equal_) radius_ = Buffer<float>(count + kPadding);
  for (std::size_t k = count; k-- > 0;) {
    const std::uint32_t slot = --start_[cell[k]];
    set(slot, balls[number_of(k)]);
    this->numbers_[slot] = number_of(k);
  }
  for (auto& place : place_) std::fill_n(place.data() + count, kPadding, kNowhere);
  if (!equal_) std::fill_n(radius_.data() + count, kPadding, 0.0F);
  std::fill_n(this->numbers_.data() + count, kPadding, 0U);
}

template <int D>
double BallGrid<D>::crowding() const {
  double sum = 0;
  for (std::size_t c = 0; c < cell_count(); ++c) {
    const double own = start_[c + 1] - start_[c];
    sum += own * own;
  }
  return sum / static_cast<double>(this->count_);
}

template <int D>
bool BallGrid<D>::move_ball(std::uint32_t slot, const Ball<D>& ball) {
  const Frame<D>& frame = this->frame_;
  const double radius = ball.radius * frame.scale;
  if (equal_ ? radius != frame.item_reach : !(radius <= frame.item_reach)) return false;
  for (int k = 0; k < D; ++k) {
    const double place = frame.place(ball.center, k);
    if (!(place >= 0 && place <= frame.size[k])) return false;
  }
  const std::uint32_t cell = cell_of(ball);
  if (slot < start_[cell] || slot >= start_[cell + 1]) return false;
  set(slot, ball);
  return true;
}

template <int D>
GridView<D> BallGrid<D>::view() const {
  GridView<D> view;
  for (std::size_t k = 0; k < D; ++k) view.place[k] = place_[k].data();
  view.radius = radius_.data();
  view.whole = this->live_ == this->count_;
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
void BallGrid<D>::clear(std::uint32_t slot) {
  for (auto& place : place_) place[slot] = kNowhere;
}

template class BallGrid<2>;
template class BallGrid<3>;

}  // namespace carom::broad
