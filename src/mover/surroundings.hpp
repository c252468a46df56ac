#pragma once
#include <vector>

#include "carom/mover/move_and_slide.hpp"
#include "index/search.hpp"
#include "index/store.hpp"
#include "mover/frame.hpp"
#include "mover/obstacle.hpp"

namespace carom::mover {

/// An obstacle, and the gap to it where the mover is.
template <int D>
struct Neighbour {
  Obstacle<D> obstacle;
  Passage passage = Passage::blocks;
  Gap<D> gap{};
  bool there = true;
  bool touches = false;
  /// At a place the gap is at least this; elsewhere it is smaller by the way from there at most.
  double least = 0;
  Vec<D> seen_from{};
  bool is_looked_at = false;

  template <class Shape>
  Neighbour(ItemId item, const Shape& shape, Passage is) : obstacle(item, shape), passage(is) {}

  bool is_seen(const Vec<D>& place) const { return is_looked_at && seen_from == place; }
};

/// How far a mover at a place surely is from a triangle's plane; ≤ 0 where it may reach it.
inline double off_plane(const Triangle& t, const Figure<3>& figure, const Vec3& place) {
  if (figure.is_upright()) return 0;
  const auto size = [](const Vec3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); };
  const Vec3 u = t.b - t.a;
  const Vec3 v = t.c - t.a;
  const Vec3 from = place - t.a;
  const Vec3 area = cross(u, v);
  const double first = dot(area, from);
  const double last = first + dot(area, figure.line);
  if (!(first * last > 0)) return 0;
  const double doubt = 0x1p-44 * size(u) * size(v) * (size(from) + size(figure.line));
  return (std::fmin(std::fabs(first), std::fabs(last)) - doubt) / norm(area) - figure.radius;
}

/// The items near a mover. They are looked for in space and kept as the mover's frame sees them.
template <int D>
class Surroundings {
 public:
  Surroundings(const Index<D>& index, const Frame<D>& frame, const Figure<D>& figure, const SlideOptions& options)
      : stores_(index.stores()), frame_(frame), figure_(figure), options_(options), extent_(figure.extent()) {}

  const Figure<D>& figure() const { return figure_; }
  const SlideOptions& options() const { return options_; }

  std::vector<Neighbour<D>>& near() { return near_; }
  const std::vector<Neighbour<D>>& near() const { return near_; }

  /// Holds whatever a mover meets that stays within `margin` of a place.
  void gather(const Vec<D>& place, double margin) {
    near_.clear();
    center_ = place;
    margin_ = margin;
    double size = 0;
    for (int k = 0; k < D; ++k) size = std::max(size, std::fabs(place[k]));
    const double reach = margin + 0x1p-20 * (margin + extent_) + 0x1p-40 * size;
    const Aabb<D> box = figure_.box();
    occupied_ = frame_.in_space(Aabb<D>{place + box.low, place + box.high});
    region_ = occupied_;
    for (int k = 0; k < D; ++k) {
      region_.low[k] -= reach;
      region_.high[k] += reach;
    }
    stores_.each([&](const auto& store) {
      numbers_.clear();
      const auto visit = [&](std::uint32_t number) { numbers_.push_back(number); };
      for (const auto& part : store.parts()) search_.within(*part, region_, visit);
      for (const std::uint32_t number : store.unframed()) numbers_.push_back(number);
      // A search may find an item more than once.
      std::sort(numbers_.begin(), numbers_.end());
      numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
      near_.reserve(near_.size() + numbers_.size());
      for (const std::uint32_t number : numbers_) keep_near(store.id(number), store[number], place);
    });
    each_other([&](ItemId item, const auto& shape) { keep_near(item, shape, place); });
  }

  /// Whether what was gathered is enough for a mover that goes this far from a place.
  bool hold(const Vec<D>& place, double further) const {
    return margin_ >= 0 && norm(place - center_) + further <= margin_;
  }

  /// Calls visit(neighbour) for all items that a straight way may meet, until enough(part of the way).
  template <class Visit, class Enough>
  void along(const Vec<D>& place, const Vec<D>& way, double end, const Visit& visit, const Enough& enough) {
    const broad::Sweep<D> sweep{frame_.in_space(place), frame_.in_space(way), extent_ * (1 + 0x1p-20), end};
    stores_.each([&](const auto& store) {
      const auto ask = [&](std::uint32_t number) {
        if (auto neighbour = neighbour_of(store.id(number), store[number])) visit(*neighbour);
      };
      for (const auto& part : store.parts()) search_.sweep(*part, sweep, ask, enough);
      for (const std::uint32_t number : store.unframed()) ask(number);
    });
    each_other([&](ItemId item, const auto& shape) {
      if (auto neighbour = neighbour_of(item, shape)) visit(*neighbour);
    });
  }

 private:
  /// Calls visit(id, shape) for all movers beside the index.
  template <class Visit>
  void each_other(const Visit& visit) const {
    const auto all = [&](ItemKind kind, const auto& shapes) {
      for (std::uint32_t k = 0; k < shapes.size(); ++k) visit(ItemId{kind, k}, shapes[k]);
    };
    const OtherMovers& others = options_.others;
    if constexpr (D == 2) {
      all(ItemKind::capsule, others.capsules2);
    } else {
      all(ItemKind::capsule, others.capsules3);
      all(ItemKind::cylinder, others.cylinders);
    }
  }

  template <class Shape>
  void keep_near(ItemId item, const Shape& shape, const Vec<D>& place) {
    const Aabb<D> around = broad::box_around(shape);
    if (beyond(around, region_) > 0) return;
    const Passage passage = passage_of(item);
    if (passage == Passage::ignored) return;
    frame_.with_upright(shape, [&](const Shape& upright) {
      Neighbour<D>& neighbour = near_.emplace_back(item, upright, passage);
      neighbour.seen_from = place;
      neighbour.least = beyond(around, occupied_);
      if constexpr (std::same_as<Shape, Triangle>)
        neighbour.least = std::fmax(neighbour.least, off_plane(upright, figure_, place));
    });
  }

  Passage passage_of(ItemId item) const { return options_.passage ? options_.passage(item) : Passage::blocks; }

  template <class Shape>
  std::optional<Neighbour<D>> neighbour_of(ItemId item, const Shape& shape) const {
    const Passage passage = passage_of(item);
    if (passage == Passage::ignored) return std::nullopt;
    return std::optional<Neighbour<D>>(std::in_place, item, frame_.upright(shape), passage);
  }

  /// How far two boxes are apart on some axis; ≤ 0 if on none.
  static double beyond(const Aabb<D>& a, const Aabb<D>& b) {
    double most = a.low[0] - b.high[0];
    for (int k = 0; k < D; ++k) most = std::max({most, a.low[k] - b.high[k], b.low[k] - a.high[k]});
    return most;
  }

  const index::Stores<D>& stores_;
  const Frame<D>& frame_;
  const Figure<D>& figure_;
  const SlideOptions& options_;
  double extent_;
  index::Search<D> search_;
  std::vector<Neighbour<D>> near_;
  Vec<D> center_{};
  double margin_ = -1;
  Aabb<D> occupied_{};  ///< by the mover, in space
  Aabb<D> region_{};    ///< where what it meets may be, in space
  std::vector<std::uint32_t> numbers_;
};

}  // namespace carom::mover
