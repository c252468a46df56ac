#include "index/store.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "broad/structures/ball_grid.hpp"
#include "broad/structures/box_tree.hpp"

namespace carom::index {
namespace {

// Balls that share their cells with more others than this are better off in a tree
// (docs/decisions/0005-grid-and-tree.md).
constexpr double kMostCrowded = 512;
// A class of sizes with fewer items than this is not worth a structure of its own.
constexpr std::size_t kLeastClass = 128;
// What comes later is built anew together with parts of up to this size, or up to this many times as large.
constexpr std::size_t kSmallPart = 32;
constexpr std::size_t kGrowth = 2;

template <int D>
double largest_side(const Aabb<D>& box) {
  double largest = 0;
  for (int k = 0; k < D; ++k) largest = std::max(largest, box.high[k] - box.low[k]);
  return largest;
}
template <int D>
double size_of(const Ball<D>& ball) {
  return ball.radius;
}
template <class Shape>
double size_of(const Shape& shape) {
  return largest_side(broad::box_around(shape));
}

/// Sizes of one class differ by a factor of 8 at most.
int size_class(double size) {
  int exponent = 0;
  std::frexp(size, &exponent);
  return size > 0 ? (exponent + 3000) / 3 : 0;
}

template <class Shape>
bool can_be_framed(const Shape& shape) {
  const auto box = broad::box_around(shape);
  return broad::in_frame_range(box.low) && broad::in_frame_range(box.high);
}
// The centre and the radius themselves: this is asked for each of a million.
template <int D>
bool can_be_framed(const Ball<D>& ball) {
  return broad::in_frame_range(ball.center) && ball.radius <= broad::kLargestPlace;
}

}  // namespace

/// Balls are copied and measured in one pass over memory: building an index is bound by that.
template <int D>
broad::BallBounds<D> copy_and_measure(std::span<const Ball<D>> balls, std::vector<Ball<D>>& copies) {
  constexpr std::size_t kBlock = 1024;
  copies.reserve(balls.size());
  broad::BallBounds<D> bounds(balls[0]);
  for (; !balls.empty(); balls = balls.subspan(std::min(kBlock, balls.size()))) {
    const auto block = balls.first(std::min(kBlock, balls.size()));
    copies.insert(copies.end(), block.begin(), block.end());
    for (const Ball<D>& ball : block) bounds.add(ball);
  }
  return bounds;
}

template <int D, class Shape>
Store<D, Shape>::Store(std::span<const Shape> shapes) : size_(shapes.size()) {
  if (shapes.empty()) return;
  if constexpr (kKind<Shape> == ItemKind::ball) {
    const broad::BallBounds<D> bounds = copy_and_measure<D>(shapes, shapes_);
    const bool framed = broad::in_frame_range(bounds.centers.low) && broad::in_frame_range(bounds.centers.high);
    if (framed && bounds.most <= broad::kLargestPlace && size_class(bounds.least) == size_class(bounds.most)) {
      auto grid = std::make_unique<broad::BallGrid<D>>(shapes_.data(), nullptr, shapes_.size(), bounds);
      if (grid->crowding() < kMostCrowded) {
        parts_.push_back(std::move(grid));
        return;
      }
    }
  } else {
    shapes_.assign(shapes.begin(), shapes.end());
  }
  std::vector<std::uint32_t> numbers(shapes_.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  build(numbers);
}

template <int D, class Shape>
std::unique_ptr<broad::Structure<D>> Store<D, Shape>::structure(std::span<const std::uint32_t> numbers) const {
  if constexpr (kKind<Shape> == ItemKind::ball) {
    broad::BallBounds<D> bounds(shapes_[numbers[0]]);
    for (const std::uint32_t number : numbers) bounds.add(shapes_[number]);
    auto grid = std::make_unique<broad::BallGrid<D>>(shapes_.data(), numbers.data(), numbers.size(), bounds);
    if (grid->crowding() < kMostCrowded) return grid;
  }
  std::vector<Aabb<D>> boxes;
  boxes.reserve(numbers.size());
  for (const std::uint32_t number : numbers) boxes.push_back(broad::box_around(shapes_[number]));
  return std::make_unique<broad::BoxTree<D>>(boxes, numbers);
}

template <int D, class Shape>
void Store<D, Shape>::build(const std::vector<std::uint32_t>& numbers) {
  std::vector<std::pair<int, std::uint32_t>> classed;
  for (const std::uint32_t number : numbers) {
    if (can_be_framed(shapes_[number]))
      classed.emplace_back(size_class(size_of(shapes_[number])), number);
    else
      unframed_.push_back(number);
  }
  std::stable_sort(classed.begin(), classed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::uint32_t> together;
  for (std::size_t k = 0; k < classed.size(); ++k) {
    together.push_back(classed[k].second);
    const bool last = k + 1 == classed.size();
    if (!last && (classed[k + 1].first == classed[k].first || together.size() < kLeastClass)) continue;
    build_class(together);
    together.clear();
  }
}

template <int D, class Shape>
void Store<D, Shape>::build_class(std::span<const std::uint32_t> numbers) {
  parts_.push_back(structure(numbers));
  if (!places_.empty()) note_places(*parts_.back());
}

template <int D, class Shape>
void Store<D, Shape>::note_places(broad::Structure<D>& part) {
  part.each([&](std::uint32_t number, std::uint32_t slot) { places_[number] = {&part, slot, true}; });
}

template <int D, class Shape>
void Store<D, Shape>::note_places() {
  if (!places_.empty() || shapes_.empty()) return;
  places_.resize(shapes_.size());
  for (const auto& part : parts_) note_places(*part);
}

template <int D, class Shape>
std::uint32_t Store<D, Shape>::insert(const Shape& shape) {
  note_places();
  const auto number = static_cast<std::uint32_t>(shapes_.size());
  shapes_.push_back(shape);
  places_.emplace_back();
  ++size_;
  add(number);
  return number;
}

/// Takes the items of a part over into `numbers`, and the part away.
template <int D, class Shape>
void Store<D, Shape>::absorb(std::size_t part, std::vector<std::uint32_t>& numbers) {
  parts_[part]->each([&](std::uint32_t number) { numbers.push_back(number); });
  parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(part));
}

template <int D, class Shape>
void Store<D, Shape>::add(std::uint32_t number) {
  places_[number] = {nullptr, 0, true};
  std::vector<std::uint32_t> numbers{number};
  while (!parts_.empty()) {
    const auto least = std::min_element(parts_.begin(), parts_.end(),
                                        [](const auto& a, const auto& b) { return a->live() < b->live(); });
    if ((*least)->live() > std::max(kSmallPart, kGrowth * numbers.size())) break;
    absorb(static_cast<std::size_t>(least - parts_.begin()), numbers);
  }
  std::sort(numbers.begin(), numbers.end());
  build(numbers);
}

template <int D, class Shape>
void Store<D, Shape>::take_out(std::uint32_t number) {
  Place& place = places_[number];
  place.live = false;
  if (!place.part) {
    unframed_.erase(std::find(unframed_.begin(), unframed_.end(), number));
    return;
  }
  broad::Structure<D>* part = std::exchange(place.part, nullptr);
  part->remove(place.slot);
  if (2 * part->live() > part->capacity()) return;
  const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const auto& p) { return p.get() == part; });
  std::vector<std::uint32_t> numbers;
  absorb(static_cast<std::size_t>(found - parts_.begin()), numbers);
  std::sort(numbers.begin(), numbers.end());
  if (!numbers.empty()) build(numbers);
}

template <int D, class Shape>
void Store<D, Shape>::remove(std::uint32_t number) {
  note_places();
  take_out(number);
  --size_;
}

template <int D, class Shape>
void Store<D, Shape>::move(std::uint32_t number, const Shape& shape) {
  note_places();
  const Place& place = places_[number];
  shapes_[number] = shape;
  if (place.part && can_be_framed(shape)) {
    if constexpr (kKind<Shape> == ItemKind::ball) {
      if (place.part->move_ball(place.slot, shape)) return;
    } else if (place.part->move_box(place.slot, broad::box_around(shape))) {
      return;
    }
  }
  take_out(number);
  add(number);
}

template class Store<2, Circle>;
template class Store<3, Sphere>;
template class Store<2, Segment<2>>;
template class Store<3, Segment<3>>;
template class Store<2, Aabb2>;
template class Store<3, Aabb3>;
template class Store<3, Triangle>;

}  // namespace carom::index
