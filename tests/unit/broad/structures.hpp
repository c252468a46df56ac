#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "broad/structures/structure.hpp"
#include "carom/math/random.hpp"

// Queries that a structure of still items is asked in its tests.
namespace carom::broad {

template <int D>
Vec<D> random_place(Random& random, double low, double high) {
  Vec<D> place;
  for (int k = 0; k < D; ++k) place[k] = random.uniform(low, high);
  return place;
}

/// A sweep in a cube of that side: a point, a short one, or a long one through it and beyond.
template <int D>
Sweep<D> random_sweep(Random& random, double side) {
  Sweep<D> sweep;
  sweep.from = random_place<D>(random, -0.1 * side, 1.1 * side);
  sweep.reach = random.below(4) == 0 ? 0 : random.uniform(0, 0.1 * side);
  sweep.end = random.uniform(0.5, 2);
  const std::uint64_t kind = random.below(5);
  if (kind == 0) return sweep;
  Vec<D> step = random_place<D>(random, 0, side) - sweep.from;
  if (kind == 1) step = 0.1 * step;
  if (kind == 2) step = 10 * step;
  if (random.below(4) == 0) step[static_cast<int>(random.below(D))] = 0;
  sweep.velocity = step / sweep.end;
  return sweep;
}

/// A segment in space.
template <int D>
struct Stretch {
  Vec<D> from{};
  Vec<D> step{};

  Vec<D> at(double share) const { return from + share * step; }
};

template <int D>
double distance(const Stretch<D>& stretch, const Vec<D>& place) {
  const double length2 = norm2(stretch.step);
  const double share = length2 > 0 ? std::clamp(dot(place - stretch.from, stretch.step) / length2, 0.0, 1.0) : 0;
  return norm(stretch.at(share) - place);
}

/// The distance from a box is a convex function of the place.
template <int D>
double distance(const Stretch<D>& stretch, const Aabb<D>& box) {
  const auto distance_at = [&](double share) {
    const Vec<D> place = stretch.at(share);
    Vec<D> apart;
    for (int k = 0; k < D; ++k) apart[k] = place[k] - std::clamp(place[k], box.low[k], box.high[k]);
    return norm(apart);
  };
  double low = 0;
  double high = 1;
  for (int n = 0; n < 60; ++n) {
    const double third = (high - low) / 3;
    if (distance_at(low + third) < distance_at(high - third))
      high -= third;
    else
      low += third;
  }
  return std::min({distance_at(0), distance_at(1), distance_at(0.5 * (low + high))});
}

/// Where a piece is, in the units of the scene.
template <int D>
Stretch<D> stretch_of(const Frame<D>& frame, const Piece<D>& piece) {
  Stretch<D> stretch;
  for (int k = 0; k < D; ++k) {
    const auto i = static_cast<std::size_t>(k);
    stretch.from[k] = frame.origin[k] + double{piece.from[i]} / frame.scale;
    stretch.step[k] = double{piece.unit[i]} * double{piece.length} / frame.scale;
  }
  return stretch;
}

/// The pieces of a sweep, none if it certainly meets nothing.
template <int D>
std::vector<Piece<D>> pieces_of(const Frame<D>& frame, const Sweep<D>& sweep) {
  Walk<D> walk;
  std::vector<Piece<D>> pieces(1);
  if (!frame.start(sweep, walk, pieces[0])) return {};
  EXPECT_FALSE(walk.everything);
  while (!walk.done) pieces.push_back(frame.next(walk));
  return pieces;
}

/// The numbers that each of some pieces finds.
template <int D>
std::vector<std::set<std::uint32_t>> scan(const Structure<D>& structure, const std::vector<Piece<D>>& pieces) {
  Candidates found;
  structure.scan(pieces, found);
  std::vector<std::set<std::uint32_t>> numbers(pieces.size());
  std::uint32_t last = 0;
  for (const Candidate& candidate : found.all()) {
    EXPECT_NE(candidate.item, UINT32_MAX) << "a slot that nobody is in";
    EXPECT_GE(candidate.piece, last) << "those of one piece are not together";
    last = candidate.piece;
    numbers[candidate.piece].insert(candidate.item);
  }
  return numbers;
}

/// How much of a structure sweeps find.
struct Share {
  std::size_t reached = 0;  ///< by brute force
  std::size_t found = 0;
  std::size_t asked = 0;
};

/// Each of `items` (nullptr: not there) that a sweep, or one of its pieces, reaches must be found. apart(item,
/// stretch): the distance of their surfaces.
template <int D, class Item, class Apart>
void expect_reached_are_found(const Structure<D>& structure, const std::vector<const Item*>& items,
                              const Sweep<D>& sweep, const Apart& apart, Share& share) {
  const std::vector<Piece<D>> pieces = pieces_of(structure.frame(), sweep);
  const auto found = scan(structure, pieces);
  const Stretch<D> whole{sweep.from, sweep.end * sweep.velocity};
  for (std::uint32_t n = 0; n < items.size(); ++n) {
    bool is_found = false;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const bool here = found[k].count(n) == 1;
      is_found = is_found || here;
      share.found += here ? 1 : 0;
      ASSERT_TRUE(!here || items[n] != nullptr) << n << " is not there any more";
      if (items[n] == nullptr) continue;
      const bool is_reached = apart(*items[n], stretch_of(structure.frame(), pieces[k])) <= sweep.reach;
      ASSERT_TRUE(here || !is_reached) << n;
    }
    share.asked += pieces.size();
    if (items[n] == nullptr || apart(*items[n], whole) > sweep.reach) continue;
    ++share.reached;
    ASSERT_TRUE(is_found) << n;
  }
}

/// The numbers that a box finds.
template <int D>
std::set<std::uint32_t> scan_region(const Structure<D>& structure, const Aabb<D>& region) {
  Walk<D> walk;
  std::vector<Piece<D>> pieces(1);
  if (!structure.frame().start(region, walk, pieces[0])) return {};
  EXPECT_FALSE(walk.everything);
  return scan(structure, pieces)[0];
}

/// In which slot each of `count` items is.
template <int D>
std::vector<std::uint32_t> slots_of(const Structure<D>& structure, std::size_t count) {
  std::vector<std::uint32_t> slots(count);
  structure.each([&](std::uint32_t number, std::uint32_t slot) { slots[number] = slot; });
  return slots;
}

}  // namespace carom::broad
