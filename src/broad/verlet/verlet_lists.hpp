#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "broad/cells/candidate_bodies.hpp"
#include "broad/cells/center_cells.hpp"
#include "broad/memory/fetch.hpp"
#include "broad/memory/free_places.hpp"
#include "broad/memory/large_array.hpp"
#include "broad/verlet/verlet_scan.hpp"

namespace carom::broad {

/// Room for finding the neighbours of a body.
struct NearBodies {
  CandidateBodies bodies;
  VerletScan scan;
  std::vector<float> distances2;
  std::size_t looked_at = 0;  ///< places of centres
};

/// Who can meet whom for a while. Each body is within its Verlet sphere, whose centre stays until the body leaves it;
/// two bodies whose spheres come close are in each other's Verlet list. Centres are kept in cells, so that a body that
/// gets a new centre finds its new neighbours there.
template <int D>
class VerletLists {
 public:
  /// The part of the skin that is left to rounding; how far from the cells' origin a centre may be, in skins.
  static constexpr double kRounding = 0x1p-9;
  static constexpr double kFar = 0x1p12;

  VerletLists() = default;
  /// `skin`: how far a body may be from its centre, the radius of its Verlet sphere; `radius`: of the largest body. The
  /// sides of cells are at least reach(radius, radius, skin, margin). `margin`: how far beyond its Verlet sphere a body
  /// is met only by those in its list.
  VerletLists(double skin, double radius, const std::optional<Vec<D>>& period, const CellTorus<D>& cells,
              double margin = 0)
      : skin_(skin), margin_(margin), radius_(radius), period_(period), cells_(cells) {}

  /// How far apart two centres of bodies of these radii may be that have to know each other.
  static double reach(double radius_a, double radius_b, double skin, double margin = 0) {
    return radius_a + radius_b + margin + 2 * skin * (1 + 2 * kRounding);
  }

  double skin() const { return skin_; }
  double margin() const { return margin_; }
  const CellTorus<D>& cells() const { return cells_.cells(); }
  /// The number of the cell in which the centre of a body's Verlet sphere is.
  std::size_t cell_index(std::uint32_t body) const { return cells_.index(body); }
  /// Where that cell is along an axis.
  std::int32_t cell(std::uint32_t body, std::size_t axis) const { return cells_.cell_of(body, axis); }
  /// Whether all cells of a neighbourhood are within half a period: then each copy in it is the nearest one.
  static bool is_wide(const CellTorus<D>& cells) {
    return std::all_of(cells.counts().begin(), cells.counts().end(), [](std::int32_t count) { return count >= 5; });
  }

  /// Whether a centre is not too far away.
  bool can_hold(const Vec<D>& center) const {
    bool can = true;
    if (period_) return can;
    for (int k = 0; k < D; ++k) can = can && std::fabs(center[k] - cells().origin()[k]) <= kFar * skin_;
    return can;
  }

  /// Makes room for so many bodies.
  void reserve(std::size_t bodies) {
    blocks_.reserve(bodies);
    cells_.reserve(bodies);
  }

  /// Makes room for so many changes, so that nothing moves while several threads change lists and cells, each its own;
  /// 0: one thread again.
  void make_room(std::size_t changes) {
    if (further_.capacity() - further_.size() < changes) further_.reserve(further_.size() + 2 * changes);
    cells_.make_room(changes);
    fixed_ = changes > 0;
  }
  /// That room did not suffice, and some neighbours are not known.
  bool ran_out() const { return free_.ran_out(); }

  /// Gives a body that is in no list a new centre, and makes it known to its neighbours, for which it calls
  /// fetch(other).
  template <class Fetch>
  void insert(std::uint32_t body, const Vec<D>& center, double radius, NearBodies& scratch, Fetch fetch) {
    make_room(body, radius);
    cells_.place(body, inside(center));
    std::size_t count = find_near(body, radius, scratch);
    cells_.link(body);
    std::uint32_t* near = scratch.bodies.data();
    for (std::size_t k = 0; k < count; ++k) {
      fetch_line(&blocks_[near[k]]);
      fetch(near[k]);
    }
    const std::size_t rest = count - std::min(count, kLast);
    const std::size_t full = link_lists_(blocks_.data(), body, near + rest, count - rest);
    for (std::size_t k = 0; k < rest; ++k) add(body, near[k]);
    for (std::size_t k = 0; k < rest + full; ++k) add(near[k], body);
  }

  void remove(std::uint32_t body) {
    std::array<std::uint32_t, 2 * ListBlock::kPlaces> near;
    const std::size_t count = unlink_lists_(blocks_.data(), body, near.data());
    for (std::size_t k = 0; k < count; ++k) drop(near[k], body);
    // What another thread may take is not read any more.
    for (ListBlock block = blocks_[body]; !block.is_last(body);) {
      const std::uint32_t next = block.next();
      block = further_[next];
      free_.give_back(next);
      visit_block(block, body, [&](std::uint32_t other) { drop(other, body); });
    }
    blocks_[body].clear(body);
    cells_.unlink(body);
  }

  /// Some of a body's neighbours, in no order, filled up with the body itself; all, if they are whole.
  std::span<const std::uint32_t, ListBlock::kPlaces - 1> list(std::uint32_t body) const {
    return std::span(blocks_[body].bodies).template first<kLast>();
  }
  /// The cache line in which they are: where the list is whole, all its numbers are those of bodies.
  const std::uint32_t* line(std::uint32_t body) const { return blocks_[body].bodies; }
  bool is_whole(std::uint32_t body) const { return blocks_[body].is_last(body); }
  /// In how many places of its blocks a body's neighbours are.
  std::size_t places(std::uint32_t body) const {
    std::size_t count = ListBlock::kPlaces;
    for (const ListBlock* block = &blocks_[body]; !block->is_last(body); block = &further_[block->next()])
      count += ListBlock::kPlaces;
    return count;
  }
  /// How many neighbours a body has.
  std::size_t neighbours(std::uint32_t body) const {
    std::size_t count = 0;
    for (const ListBlock* block = &blocks_[body];; block = &further_[block->next()]) {
      count += block->count_others(body);
      if (block->is_last(body)) return count;
      --count;  // its last place names a further block
    }
  }
  /// Writes these: the neighbours, filled up with the body itself. How many they are.
  std::size_t copy(std::uint32_t body, std::uint32_t* bodies) const {
    std::size_t count = 0;
    for (const ListBlock* block = &blocks_[body];; block = &further_[block->next()]) {
      std::copy_n(block->bodies, kLast, bodies + count);
      bodies[count + kLast] = body;
      count += ListBlock::kPlaces;
      if (block->is_last(body)) return count;
    }
  }

  /// Asks for what is known of a body.
  void fetch(std::uint32_t body) const {
    fetch_line(&blocks_[body]);
    cells_.fetch(body);
  }

  /// Ask for what a body needs that gets a new centre soon: first, and once that is there.
  void fetch_cells(std::uint32_t body, const Vec<D>& center, NearBodies& scratch) const {
    scratch.scan.reach = longest_reach();
    cells_.fetch_near(inside(center), scratch.scan);
    for (const std::uint32_t other : list(body)) fetch_line(&blocks_[other]);
  }
  void fetch_further(const Vec<D>& center, NearBodies& scratch) const {
    scratch.scan.reach = longest_reach();
    cells_.fetch_further(inside(center), scratch.scan);
  }

  /// Calls visit(other) for each of a body's neighbours.
  template <class Visit>
  void visit(std::uint32_t body, Visit visit) const {
    for (const ListBlock* block = &blocks_[body];; block = &further_[block->next()]) {
      visit_block(*block, body, visit);
      if (block->is_last(body)) return;
    }
  }

  /// Adds a body's neighbours.
  void gather(std::uint32_t body, CandidateBodies& found) const {
    visit(body, [&](std::uint32_t other) { found.add_one(other); });
  }

  /// Where a body is, from the centre of its Verlet sphere.
  Vec<D> from_center(std::uint32_t body, const Vec<D>& position) const { return apart(position, cells_.center(body)); }

  /// Whether that is in a Verlet sphere.
  bool holds(const Vec<D>& from_center) const { return norm2(from_center) < skin_ * skin_; }

  /// When a body on a straight path leaves its Verlet sphere.
  double exit_after(const Vec<D>& from_center, const Vec<D>& velocity) const {
    const double speed2 = norm2(velocity);
    if (speed2 == 0) return std::numeric_limits<double>::infinity();
    const double room = std::max(0.0, skin_ * skin_ - norm2(from_center));
    const double outwards = dot(from_center, velocity);
    const double root = std::sqrt(outwards * outwards + speed2 * room);
    return outwards > 0 ? room / (root + outwards) : (root - outwards) / speed2;
  }

 private:
  static constexpr std::size_t kLast = ListBlock::kPlaces - 1;

  template <class Visit>
  static void visit_block(const ListBlock& block, std::uint32_t list, Visit visit) {
    for (std::size_t k = 0; k < kLast; ++k)
      if (block.bodies[k] != list) visit(block.bodies[k]);
  }

  static std::size_t place_of(const ListBlock& block, std::uint32_t body) {
    return static_cast<std::size_t>(std::find(block.bodies, block.bodies + kLast, body) - block.bodies);
  }

  /// The block of a list in which there is a body, or none of it.
  ListBlock* find(std::uint32_t list, std::uint32_t body) {
    for (ListBlock* block = &blocks_[list];; block = &further_[block->next()]) {
      if (place_of(*block, body) != kLast) return block;
      if (block->is_last(list)) return nullptr;
    }
  }

  void add(std::uint32_t list, std::uint32_t body) {
    if (ListBlock* block = find(list, list)) {
      block->bodies[place_of(*block, list)] = body;
      return;
    }
    const std::uint32_t fresh = free_.take(further_, fixed_);
    if (fresh == FreePlaces::kNone) return;
    // What was first comes behind the new one.
    further_[fresh] = blocks_[list];
    blocks_[list].clear(list);
    blocks_[list].bodies[0] = body;
    blocks_[list].bodies[kLast] = UINT32_MAX - fresh;
  }

  void drop(std::uint32_t list, std::uint32_t body) {
    if (ListBlock* block = find(list, body)) block->bodies[place_of(*block, body)] = list;
  }

  void make_room(std::uint32_t body, double radius) {
    if (body >= blocks_.size()) {
      const std::size_t known = blocks_.size();
      blocks_.resize(body + 1);
      for (std::size_t k = known; k <= body; ++k) blocks_[k].clear(static_cast<std::uint32_t>(k));
    }
    if (radius == radius_ && radii_.empty()) return;
    if (radii_.size() < blocks_.size()) radii_.resize(blocks_.size(), static_cast<float>(radius_));
    radii_[body] = static_cast<float>(radius);
  }

  /// The bodies whose Verlet spheres come close to that of a body that is not linked.
  std::size_t find_near(std::uint32_t body, double radius, NearBodies& scratch) const {
    VerletScan& scan = scratch.scan;
    const auto longest = static_cast<float>(radius + margin_ + 2 * skin_ * (1 + kRounding));
    scan.reach = longest + static_cast<float>(radius_);
    cells_.gather_near(body, scan);
    scratch.bodies.clear();
    std::size_t kept = 0;
    scratch.looked_at = 0;
    do {
      const std::size_t room = CenterBlock::kPlaces * scan.count;
      scratch.looked_at += room;
      scratch.bodies.reserve(kept + room);
      std::uint32_t* near = scratch.bodies.data() + kept;
      if (radii_.empty()) {
        kept += near_centers_(scan, near, nullptr);
        continue;
      }
      if (scratch.distances2.size() < room) scratch.distances2.resize(2 * room);
      const std::size_t count = near_centers_(scan, near, scratch.distances2.data());
      for (std::size_t k = 0; k < count; ++k) {
        const float reach = longest + radii_[near[k]];
        scratch.bodies.data()[kept] = near[k];
        kept += scratch.distances2[k] < reach * reach ? 1 : 0;
      }
    } while (cells_.gather_further(scan));
    return kept;
  }

  float longest_reach() const { return static_cast<float>(reach(radius_, radius_, skin_, margin_)); }

  Vec<D> inside(Vec<D> position) const {
    if (!period_) return position;
    for (int k = 0; k < D; ++k) {
      const double side = (*period_)[k];
      if (position[k] < 0 || position[k] >= side) position[k] -= side * std::floor(position[k] / side);
      if (!(position[k] >= 0 && position[k] < side)) position[k] = 0;
    }
    return position;
  }

  /// Between the nearest copies.
  Vec<D> apart(const Vec<D>& a, const Vec<D>& b) const {
    Vec<D> difference = a - b;
    if (!period_) return difference;
    for (int k = 0; k < D; ++k) {
      const double side = (*period_)[k];
      if (std::fabs(difference[k]) > 0.5 * side) difference[k] -= side * std::floor(difference[k] / side + 0.5);
    }
    return difference;
  }

  double skin_ = 0;
  double margin_ = 0;
  double radius_ = 0;
  std::optional<Vec<D>> period_;
  CenterCells<D> cells_;
  NearCenters near_centers_ = best_near_centers<D>();
  LinkLists link_lists_ = best_link_lists();
  UnlinkLists unlink_lists_ = best_unlink_lists();
  LargeArray<ListBlock> blocks_;   ///< the first one of each list
  LargeArray<ListBlock> further_;  ///< where lists are longer
  FreePlaces free_;                ///< of these
  bool fixed_ = false;             ///< further_ stays where it is
  LargeArray<float> radii_;        ///< of all bodies, where they are not all the largest
};

}  // namespace carom::broad
