#include "broad/structures/box_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "broad/structures/box_tree_scan.hpp"
#include "broad/structures/spacing.hpp"
#include "math/radix_sort.hpp"

namespace carom::broad {
namespace {

constexpr std::size_t kPadding = 64;  // the loops load whole vectors
constexpr float kNowhere = 1e30F;
constexpr double kBoxesPerCube = 2;
constexpr double kStride = 8;

/// The lowest 63 / D bits of k, D − 1 zeros between any two.
template <int D>
std::uint64_t spread(std::uint64_t k) {
  if constexpr (D == 2) {
    k = (k | k << 16) & 0x0000ffff0000ffffULL;
    k = (k | k << 8) & 0x00ff00ff00ff00ffULL;
    k = (k | k << 4) & 0x0f0f0f0f0f0f0f0fULL;
    k = (k | k << 2) & 0x3333333333333333ULL;
    return (k | k << 1) & 0x5555555555555555ULL;
  } else {
    k = (k | k << 32) & 0x001f00000000ffffULL;
    k = (k | k << 16) & 0x001f0000ff0000ffULL;
    k = (k | k << 8) & 0x100f00f00f00f00fULL;
    k = (k | k << 4) & 0x10c30c30c30c30c3ULL;
    return (k | k << 2) & 0x1249249249249249ULL;
  }
}

template <int D>
Aabb<D> around(std::span<const Aabb<D>> boxes) {
  Aabb<D> all = boxes[0];
  for (const Aabb<D>& box : boxes)
    for (int k = 0; k < D; ++k) {
      all.low[k] = std::min(all.low[k], box.low[k]);
      all.high[k] = std::max(all.high[k], box.high[k]);
    }
  return all;
}

template <int D>
Buffer<math::Keyed> morton_order(std::span<const Aabb<D>> boxes, const Frame<D>& frame) {
  constexpr double kPlaces = D == 2 ? 0x1p31 : 0x1p21;
  double most = 0;
  for (int k = 0; k < D; ++k) most = std::max(most, frame.size[k]);
  const double scale = most > 0 ? (kPlaces - 1) / most : 0;
  Buffer<math::Keyed> order(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    std::uint64_t key = 0;
    for (int k = 0; k < D; ++k) {
      const double middle = 0.5 * (frame.place(boxes[i].low, k) + frame.place(boxes[i].high, k));
      key |= spread<D>(static_cast<std::uint64_t>(std::clamp(middle * scale, 0.0, kPlaces - 1))) << k;
    }
    order[i] = {key, static_cast<std::uint32_t>(i)};
  }
  math::radix_sort(order);
  return order;
}

}  // namespace

template <int D>
BoxTree<D>::Level::Level(std::size_t size) : count(size) {
  for (auto* side : {&low, &high})
    for (auto& axis : *side) {
      axis = Buffer<float>(size + kPadding);
      std::fill_n(axis.data() + size, kPadding, kNowhere);
    }
}

/// Box k becomes the one around its children.
template <int D>
void BoxTree<D>::Level::set(std::size_t k, const Level& below) {
  const std::size_t from = kWidth * k;
  const std::size_t to = std::min(from + kWidth, below.count);
  for (std::size_t axis = 0; axis < D; ++axis) {
    low[axis][k] = *std::min_element(below.low[axis].data() + from, below.low[axis].data() + to);
    high[axis][k] = *std::max_element(below.high[axis].data() + from, below.high[axis].data() + to);
  }
}

template <int D>
LevelView<D> BoxTree<D>::Level::view() const {
  LevelView<D> view;
  for (std::size_t axis = 0; axis < D; ++axis) {
    view.low[axis] = low[axis].data();
    view.high[axis] = high[axis].data();
  }
  view.count = count;
  return view;
}

template <int D>
BoxTree<D>::BoxTree(std::span<const Aabb<D>> boxes, std::span<const std::uint32_t> numbers) {
  const Aabb<D> all = around(boxes);
  this->frame_.set(all, cube_side<D>(all.high - all.low, static_cast<double>(boxes.size()) / kBoxesPerCube), 0);
  this->frame_.stride = kStride;
  this->count_ = this->live_ = boxes.size();
  this->numbers_ = Buffer<std::uint32_t>(boxes.size() + kPadding);
  levels_.emplace_back(boxes.size());
  const Buffer<math::Keyed> order = morton_order(boxes, this->frame_);
  for (std::size_t slot = 0; slot < boxes.size(); ++slot) {
    this->numbers_[slot] = numbers[order[slot].index];
    set_leaf(slot, boxes[order[slot].index]);
  }
  while (levels_.back().count > kWidth) {
    levels_.emplace_back((levels_.back().count + kWidth - 1) / kWidth);
    Level& top = levels_.back();
    for (std::size_t k = 0; k < top.count; ++k) top.set(k, levels_[levels_.size() - 2]);
  }
}

template <int D>
void BoxTree<D>::set_leaf(std::size_t slot, const Aabb<D>& box) {
  for (std::size_t axis = 0; axis < D; ++axis) {
    const auto k = static_cast<int>(axis);
    levels_[0].low[axis][slot] = static_cast<float>(this->frame_.place(box.low, k));
    levels_[0].high[axis][slot] = static_cast<float>(this->frame_.place(box.high, k));
  }
}

template <int D>
void BoxTree<D>::clear(std::uint32_t slot) {
  for (std::size_t axis = 0; axis < D; ++axis) {
    levels_[0].low[axis][slot] = kNowhere;
    levels_[0].high[axis][slot] = -kNowhere;
  }
}

template <int D>
bool BoxTree<D>::move_box(std::uint32_t slot, const Aabb<D>& box) {
  const std::size_t level = std::min<std::size_t>(2, levels_.size() - 1);
  std::size_t ancestor = slot;
  for (std::size_t k = 0; k < level; ++k) ancestor /= kWidth;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const auto k = static_cast<int>(axis);
    const double low = this->frame_.place(box.low, k);
    const double high = this->frame_.place(box.high, k);
    if (!(low >= 0 && high <= this->frame_.size[k])) return false;
    if (level > 0 && !(low >= levels_[level].low[axis][ancestor] && high <= levels_[level].high[axis][ancestor]))
      return false;
  }
  set_leaf(slot, box);
  ancestor = slot;
  for (std::size_t k = 1; k < levels_.size(); ++k) levels_[k].set(ancestor /= kWidth, levels_[k - 1]);
  return true;
}

template <int D>
void BoxTree<D>::scan(std::span<const Piece<D>> pieces, Candidates& found) const {
  std::array<LevelView<D>, 32> views;
  for (std::size_t k = 0; k < levels_.size(); ++k) views[k] = levels_[k].view();
  scan_tree(std::span<const LevelView<D>>(views.data(), levels_.size()), this->numbers_.data(), pieces, found);
}

/// Around all that the node has, in units of the space: places are rounded to within 2⁻²⁴ of the frame's size, and
/// twice in double.
template <int D>
Aabb<D> BoxTree<D>::box_of_node(std::size_t level, std::size_t node) const {
  Aabb<D> box;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const auto k = static_cast<int>(axis);
    const double origin = this->frame_.origin[k];
    const double margin =
        (0x1p-22 * this->frame_.size[k] + 0x1p-120) / this->frame_.scale + 0x1p-48 * std::fabs(origin);
    box.low[k] = origin + levels_[level].low[axis][node] / this->frame_.scale - margin;
    box.high[k] = origin + levels_[level].high[axis][node] / this->frame_.scale + margin;
  }
  return box;
}

template <int D>
void BoxTree<D>::scan_node(std::size_t level, std::size_t node, const std::function<bool(const Aabb<D>&)>& pass,
                           Candidates& found) const {
  found.note_looked_at(1);
  if (!pass(box_of_node(level, node))) return;
  const std::size_t from = kWidth * node, to = std::min(from + kWidth, levels_[level - 1].count);
  for (std::size_t child = from; child < to; ++child) {
    if (level > 1)
      scan_node(level - 1, child, pass, found);
    else if (this->numbers_[child] != this->kNone)
      found.add({0, this->numbers_[child]});
  }
}

template <int D>
bool BoxTree<D>::scan_boxes(const std::function<bool(const Aabb<D>&)>& pass, Candidates& found) const {
  const std::size_t top = levels_.size() - 1;
  if (top == 0)
    this->each([&](std::uint32_t number) { found.add({0, number}); });
  else
    for (std::size_t node = 0; node < levels_[top].count; ++node) scan_node(top, node, pass, found);
  return true;
}

template class BoxTree<2>;
template class BoxTree<3>;

}  // namespace carom::broad
