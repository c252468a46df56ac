#include "index/store.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "broad/ball_grid.hpp"
#include "broad/box_tree.hpp"

namespace carom::detail {
namespace {

// Balls that share their cells with more others than this are better off in a tree.
constexpr double kMostCrowded = 24;
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
  return largest_side(box_around(shape));
}

/// Sizes of one class differ by a factor of 8 at most.
int size_class(double size) {
  int exponent = 0;
  std::frexp(size, &exponent);
  return size > 0 ? (exponent + 3000) / 3 : 0;
}

template <class Shape>
bool can_be_framed(const Shape& shape) {
  const auto box = box_around(shape);
  return in_frame_range(box.low) && in_frame_range(box.high);
}
// The centre and the radius themselves: this is asked for each of a million.
template <int D>
bool can_be_framed(const Ball<D>& ball) {
  return in_frame_range(ball.center) && ball.radius <= kLargestPlace;
}

}  // namespace

template <int D, class Shape>
Store<D, Shape>::Store(std::span<const Shape> shapes) : shapes_(shapes.begin(), shapes.end()), size_(shapes.size()) {
  bool framed = true;
  double least = kForever;
  double most = 0;
  for (const Shape& shape : shapes_) {
    framed &= can_be_framed(shape);
    least = std::min(least, size_of(shape));
    most = std::max(most, size_of(shape));
  }
  if (shapes_.empty()) return;
  if (framed && size_class(least) == size_class(most)) {
    parts_.push_back(structure(nullptr, shapes_.size()));
  } else {
    std::vector<std::uint32_t> numbers(shapes_.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    build(numbers);
  }
}

/// A structure for shapes_[numbers[k]], k < count, or for all if `numbers` is null.
template <int D, class Shape>
std::unique_ptr<Structure<D>> Store<D, Shape>::structure(const std::uint32_t* numbers, std::size_t count) const {
  if constexpr (kKind<Shape> == ItemKind::ball) {
    auto grid = std::make_unique<BallGrid<D>>(shapes_.data(), numbers, count);
    if (grid->crowding() < kMostCrowded) return grid;
  }
  std::vector<Aabb<D>> boxes(count);
  std::vector<std::uint32_t> own(numbers ? 0 : count);
  std::iota(own.begin(), own.end(), 0U);
  const std::span<const std::uint32_t> all(numbers ? numbers : own.data(), count);
  for (std::size_t k = 0; k < count; ++k) boxes[k] = box_around(shapes_[all[k]]);
  return std::make_unique<BoxTree<D>>(boxes, all);
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
  parts_.push_back(structure(numbers.data(), numbers.size()));
  if (!places_.empty()) note_places(*parts_.back());
}

template <int D, class Shape>
void Store<D, Shape>::note_places(Structure<D>& part) {
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
  Structure<D>* part = std::exchange(place.part, nullptr);
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
    } else if (place.part->move_box(place.slot, box_around(shape))) {
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

}  // namespace carom::detail
