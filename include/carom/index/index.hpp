#pragma once
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "carom/query/time_of_impact.hpp"

namespace carom {

namespace detail {
template <int D>
class Stores;
}

enum class ItemKind : std::uint8_t { ball, segment, box };

/// An item of an index: the how-manieth of its kind, counted from 0 in the order given.
struct ItemId {
  ItemKind kind = ItemKind::ball;
  std::uint32_t number = 0;

  friend constexpr auto operator<=>(const ItemId&, const ItemId&) = default;
};

/// What an index is made of.
template <int D>
struct Items {
  std::span<const Ball<D>> balls{};
  std::span<const Segment<D>> segments{};
  std::span<const Aabb<D>> boxes{};
};

/// A ball that moves in a straight line through an index.
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

/// Two balls by their numbers, first < second.
struct BallPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;

  friend constexpr auto operator<=>(const BallPair&, const BallPair&) = default;
};

template <int D>
class Index {
 public:
  Index();
  explicit Index(const Items<D>& items);
  ~Index();
  Index(Index&&) noexcept;
  Index& operator=(Index&&) noexcept;

  std::size_t size() const;

  /// One answer per cast, those of `first_hit`.
  void first_hits(std::span<const Cast<D>> casts, std::span<FirstHit> hits) const;

  /// Calls sink(first, second), first < second, for each pair of balls whose surfaces are at most `gap` apart, touching
  /// and overlapping ones included.
  template <class Sink>
  void all_pairs(double gap, Sink&& sink) const {
    visit_pairs(gap, &sink, [](void* context, std::span<const BallPair> pairs) {
      auto& receiver = *static_cast<std::remove_reference_t<Sink>*>(context);
      for (const BallPair& pair : pairs) receiver(pair.first, pair.second);
    });
  }

 private:
  void visit_pairs(double gap, void* context, void (*take)(void*, std::span<const BallPair>)) const;

  std::unique_ptr<detail::Stores<D>> stores_;
};

}  // namespace carom
