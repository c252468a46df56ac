#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "carom/query/distance.hpp"
#include "carom/query/time_of_impact.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/half_space.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// The last two are no items of an index, but of SlideOptions::others.
enum class ItemKind : std::uint8_t { ball, segment, box, triangle, capsule, cylinder };

/// An item of an index: its kind, and the how-manieth of that kind it is, counted from 0 in the order given. Where
/// several items are equally good answers, the least of these counts.
struct ItemId {
  ItemKind kind = ItemKind::ball;
  std::uint32_t number = 0;

  friend constexpr auto operator<=>(const ItemId&, const ItemId&) = default;
};

/// What an index is made of. The index keeps copies.
template <int D>
struct Items {
  std::span<const Ball<D>> balls{};
  std::span<const Segment<D>> segments{};
  std::span<const Aabb<D>> boxes{};
};

template <>
struct Items<3> {
  std::span<const Sphere> balls{};
  std::span<const Segment<3>> segments{};
  std::span<const Aabb3> boxes{};
  std::span<const Triangle> triangles{};
};

/// A ball on a straight path, for the queries that take many at once.
template <int D>
struct Cast {
  Ball<D> ball{};
  Vec<D> velocity{};
  double horizon = kForever;
};

/// The item that a cast meets first, and when.
struct FirstHit {
  ItemId item{};
  double time = kForever;  ///< from the query's start; kForever: nothing is met

  bool hit() const { return time < kForever; }
  friend constexpr bool operator==(const FirstHit&, const FirstHit&) = default;
};

/// An item that a moving shape meets.
template <int D>
struct Hit {
  ItemId item{};
  Impact<D> impact{};
};

/// An item and its signed distance from a point (carom/query/distance.hpp).
struct Nearest {
  ItemId item{};
  double distance = 0;
};

/// Two balls by their numbers, first < second.
struct BallPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;

  friend constexpr auto operator<=>(const BallPair&, const BallPair&) = default;
};

/// What questions to an index have cost: a question adds its own to what it is given.
struct IndexCounts {
  std::uint64_t examined = 0;  ///< items, boxes around several of them and, in all_pairs, pairs that were held against
                               ///< the question in single precision, many at once: those of a tree in blocks, free
                               ///< places included
  std::uint64_t decided = 0;   ///< items, or pairs, of which was decided one by one: what that did not leave out

  friend bool operator==(const IndexCounts&, const IndexCounts&) = default;
};

namespace index {
template <int D>
class Stores;
}

/// A world of still items that answers what a moving ball meets, what is near, and which items are near each other,
/// without looking at each item. Every answer is that of asking all items one by one, bit for bit: the search only
/// leaves out what certainly is no part of the answer, and time_of_impact, proximity and exact comparisons of distances
/// decide (docs/use/index.md). Whoever gives a question an IndexCounts is told what it cost.
///
/// Queries may run side by side in several threads; changes may not. Preconditions: those of the queries on shapes
/// (finite, radii ≥ 0, low ≤ high), fewer than 2³² items of a kind; an ItemId given is that of an item in the index.
template <int D>
class Index {
 public:
  Index();
  explicit Index(const Items<D>& items);
  ~Index();
  Index(Index&&) noexcept;
  Index& operator=(Index&&) noexcept;

  std::size_t size() const;
  bool contains(ItemId item) const;
  const Ball<D>& ball(ItemId item) const;
  const Segment<D>& segment(ItemId item) const;
  const Aabb<D>& box(ItemId item) const;
  const Triangle& triangle(ItemId item) const requires(D == 3);

  /// Adds an item; numbers are never used again. On average the work of O(log size) searches, now and then that of
  /// building all anew.
  ItemId insert(const Ball<D>& ball);
  ItemId insert(const Segment<D>& segment);
  ItemId insert(const Aabb<D>& box);
  ItemId insert(const Triangle& triangle) requires(D == 3);
  /// Puts another shape of the same kind in an item's place. A short move costs little, a long one what `insert` costs.
  void move(ItemId item, const Ball<D>& ball);
  void move(ItemId item, const Segment<D>& segment);
  void move(ItemId item, const Aabb<D>& box);
  void move(ItemId item, const Triangle& triangle) requires(D == 3);
  void remove(ItemId item);

  /// The item that a moving ball meets first, as time_of_impact says for each: of the earliest times the least ItemId.
  std::optional<Hit<D>> first_hit(const Ball<D>& ball, const Motion<D>& motion, double horizon = kForever,
                                  IndexCounts* counts = nullptr) const;
  /// All items that it meets, each as if it were the only one, by time, then ItemId.
  std::vector<Hit<D>> all_hits(const Ball<D>& ball, const Motion<D>& motion, double horizon = kForever,
                               IndexCounts* counts = nullptr) const;
  /// The same of a capsule and of a box, which see a one-sided segment from both sides.
  std::optional<Hit<D>> first_hit(const Capsule<D>& capsule, const Motion<D>& motion, double horizon = kForever,
                                  IndexCounts* counts = nullptr) const;
  std::optional<Hit<D>> first_hit(const Aabb<D>& box, const Motion<D>& motion, double horizon = kForever,
                                  IndexCounts* counts = nullptr) const;
  std::vector<Hit<D>> all_hits(const Capsule<D>& capsule, const Motion<D>& motion, double horizon = kForever,
                               IndexCounts* counts = nullptr) const;
  std::vector<Hit<D>> all_hits(const Aabb<D>& box, const Motion<D>& motion, double horizon = kForever,
                               IndexCounts* counts = nullptr) const;
  /// The first hits of many balls on straight paths: hits[k] answers casts[k] (as many hits as casts).
  void first_hits(std::span<const Cast<D>> casts, std::span<FirstHit> hits, IndexCounts* counts = nullptr) const;

  /// The item with the least signed distance from a point, decided exactly; nullopt for an empty index, or where only
  /// one-sided segments are there and the point is behind them all.
  std::optional<Nearest> nearest(const Vec<D>& point) const;
  /// The `count` items of least signed distance, or all that there are, in the order of distance, then ItemId.
  std::vector<Nearest> nearest(const Vec<D>& point, std::size_t count, IndexCounts* counts = nullptr) const;

  /// The items that have a point in common with a ball or a box (touching counts), by ItemId; one-sided segments as
  /// `proximity` says for a ball, and from both sides for a box.
  std::vector<ItemId> within(const Ball<D>& region, IndexCounts* counts = nullptr) const;
  std::vector<ItemId> within(const Aabb<D>& region, IndexCounts* counts = nullptr) const;
  /// The items that lie wholly outside of none of these half-spaces (their solid sides are the region), by ItemId: all
  /// that have a point in common with the convex region where these overlap, and beyond its edges and corners those
  /// that no single half-space parts from it. So a camera culls by its frustum: what is left out is not seen. Touching
  /// counts, decided exactly; one-sided segments from both sides. All items where there is no half-space.
  std::vector<ItemId> within(std::span<const HalfSpace<D>> region, IndexCounts* counts = nullptr) const;

  /// The items as the library's other rooms search them.
  const index::Stores<D>& stores() const { return *stores_; }

  /// Calls sink(first, second), first < second, for each pair of balls with |p₁ − p₂| ≤ r₁ + r₂ + gap, decided exactly:
  /// those whose surfaces are at most `gap` ≥ 0 apart, touching and overlapping ones included. The order of the pairs
  /// is the same in every run, but not sorted.
  template <class Sink>
  void all_pairs(double gap, Sink&& sink, IndexCounts* counts = nullptr) const {
    const auto take = [](void* context, std::span<const BallPair> pairs) {
      auto& receiver = *static_cast<std::remove_reference_t<Sink>*>(context);
      for (const BallPair& pair : pairs) receiver(pair.first, pair.second);
    };
    visit_pairs(gap, &sink, take, counts);
  }

 private:
  void visit_pairs(double gap, void* context, void (*take)(void*, std::span<const BallPair>),
                   IndexCounts* counts) const;

  std::unique_ptr<index::Stores<D>> stores_;
};

using Index2 = Index<2>;
using Index3 = Index<3>;

}  // namespace carom

#pragma GCC visibility pop
