#pragma once
#include <vector>

#include "carom/mover/move_and_slide.hpp"
#include "index/search.hpp"
#include "index/store.hpp"
#include "mover/obstacle.hpp"

namespace carom::detail {

/// An obstacle, and the gap to it where the mover is.
template <int D>
struct Neighbour {
  Obstacle<D> obstacle;
  Passage passage = Passage::blocks;
  Gap<D> gap{};
  bool there = true;
  bool touches = false;
  /// Where the gap was looked at; elsewhere it is smaller by the way from there at most.
  Vec<D> seen_from{};
  double least = -kForever;

  bool is_seen(const Vec<D>& place) const { return least > -kForever && seen_from == place; }
};

/// The items near a mover.
template <int D>
class Surroundings {
 public:
  Surroundings(const Index<D>& index, const Figure<D>& figure, const SlideOptions& options)
      : stores_(index.stores()), figure_(figure), options_(options), extent_(figure.extent()) {}

  std::vector<Neighbour<D>>& near() { return near_; }
  const std::vector<Neighbour<D>>& near() const { return near_; }

  /// Holds whatever a mover meets that stays within `margin` of a place.
  void gather(const Vec<D>& place, double margin) {
    near_.clear();
    center_ = place;
    margin_ = margin;
    double size = 0;
    for (int k = 0; k < D; ++k) size = std::fmax(size, std::fabs(place[k]));
    const double reach = (margin + extent_) * (1 + 0x1p-20) + 0x1p-40 * size;
    reach2_ = reach * reach;
    Aabb<D> region;
    for (int k = 0; k < D; ++k) {
      region.low[k] = place[k] - reach;
      region.high[k] = place[k] + reach;
    }
    stores_.each([&](const auto& store) {
      std::size_t first = near_.size();
      const auto visit = [&](std::uint32_t number) { add(store, number); };
      for (const auto& part : store.parts()) search_.within(*part, region, visit);
      for (const std::uint32_t number : store.unframed()) add(store, number);
      unite(first);
    });
  }

  /// Whether what was gathered is enough for a mover that goes this far from a place.
  bool hold(const Vec<D>& place, double further) const {
    return margin_ >= 0 && norm(place - center_) + further <= margin_;
  }

  /// Calls visit(neighbour) for all items that a straight way may meet, until enough(part of the way).
  template <class Visit, class Enough>
  void along(const Vec<D>& place, const Vec<D>& way, double end, const Visit& visit, const Enough& enough) {
    stores_.each([&](const auto& store) {
      const auto ask = [&](std::uint32_t number) {
        if (auto neighbour = neighbour_of(store, number)) visit(*neighbour);
      };
      for (const auto& part : store.parts())
        search_.sweep(*part, {place, way, extent_ * (1 + 0x1p-20), end}, ask, enough);
      for (const std::uint32_t number : store.unframed()) ask(number);
    });
  }

 private:
  template <class Store>
  std::optional<Neighbour<D>> neighbour_of(const Store& store, std::uint32_t number) const {
    const ItemId item = store.id(number);
    const Passage passage = options_.passage ? options_.passage(item) : Passage::blocks;
    if (passage == Passage::ignored) return std::nullopt;
    return Neighbour<D>{Obstacle<D>(item, store[number]), passage};
  }

  template <class Store>
  void add(const Store& store, std::uint32_t number) {
    if (is_far(store[number])) return;
    if (auto neighbour = neighbour_of(store, number)) near_.push_back(std::move(*neighbour));
  }

  /// A triangle whose box is out of reach: most of those that a search finds.
  bool is_far(const auto& shape) const {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(shape)>, Triangle>) {
      double away2 = 0;
      for (int k = 0; k < 3; ++k) {
        const double low = std::min({shape.a[k], shape.b[k], shape.c[k]}) - center_[k];
        const double high = center_[k] - std::max({shape.a[k], shape.b[k], shape.c[k]});
        const double away = std::max({low, high, 0.0});
        away2 += away * away;
      }
      return away2 > reach2_;
    }
    return false;
  }

  /// A search may find an item more than once.
  void unite(std::size_t first) {
    if (near_.size() - first < 2) return;
    const auto begin = near_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto number = [](const Neighbour<D>& n) { return n.obstacle.item().number; };
    if (std::is_sorted(begin, near_.end(), [&](const auto& a, const auto& b) { return number(a) <= number(b); }))
      return;
    std::sort(begin, near_.end(), [&](const auto& a, const auto& b) { return number(a) < number(b); });
    near_.erase(std::unique(begin, near_.end(), [&](const auto& a, const auto& b) { return number(a) == number(b); }),
                near_.end());
  }

  const Stores<D>& stores_;
  const Figure<D>& figure_;
  const SlideOptions& options_;
  double extent_;
  Search<D> search_;
  std::vector<Neighbour<D>> near_;
  Vec<D> center_{};
  double margin_ = -1;
  double reach2_ = 0;
};

}  // namespace carom::detail
