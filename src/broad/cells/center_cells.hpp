#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "broad/cells/cell_torus.hpp"
#include "broad/memory/fetch.hpp"
#include "broad/memory/free_places.hpp"
#include "broad/memory/large_array.hpp"
#include "broad/verlet/four.hpp"
#include "broad/verlet/verlet_scan.hpp"

namespace carom::broad {

/// The centres of Verlet spheres, in cells. A centre is one of 256^D points of its cell: then it takes a byte per axis
/// where it is looked for, and all of its neighbourhood is known from the lines of the cells alone.
template <int D>
class CenterCells {
 public:
  static constexpr int kBits = 8;

  CenterCells() = default;
  explicit CenterCells(const CellTorus<D>& cells)
      : cells_(cells), unit_(cells.side() / (1 << kBits)), first_(cells.size(), CenterBlock{}) {}

  const CellTorus<D>& cells() const { return cells_; }

  /// Makes room for so many bodies.
  void reserve(std::size_t bodies) { centers_.reserve(bodies); }
  /// Makes room for so many links, so that nothing moves meanwhile.
  void make_room(std::size_t links) {
    if (further_.capacity() - further_.size() < links) further_.reserve(further_.size() + 2 * links);
  }

  /// The point that is nearest to a place becomes a body's centre, which is not found before it is linked.
  void place(std::uint32_t body, const Vec<D>& place) {
    if (body >= centers_.size()) centers_.resize(body + 1);
    centers_[body] = Center(point_at(place));
  }

  void link(std::uint32_t body) {
    CenterBlock& first = first_[index(body)];
    std::size_t place = place_of(first, CenterBlock::kNobody);
    if (place == CenterBlock::kPlaces) {
      const std::uint32_t fresh = free_.take(further_, false);
      further_[fresh] = first;
      first = {};
      first.next = fresh;
      place = 0;
    }
    first.bodies[place] = body;
    const Cell<D> point = centers_[body].point();
    for (std::size_t k = 0; k < D; ++k) first.within[k][place] = static_cast<std::uint8_t>(point[k]);
  }

  /// The last one of the first block takes the place that becomes free.
  void unlink(std::uint32_t body) {
    CenterBlock& first = first_[index(body)];
    CenterBlock* block = &first;
    std::size_t place = place_of(first, body);
    while (place == CenterBlock::kPlaces) {
      block = &further_[block->next];
      place = place_of(*block, body);
    }
    const std::size_t last = place_of(first, CenterBlock::kNobody) - 1;
    block->bodies[place] = first.bodies[last];
    for (std::size_t axis = 0; axis < D; ++axis) block->within[axis][place] = first.within[axis][last];
    first.bodies[last] = CenterBlock::kNobody;
    if (last > 0 || first.next == CenterBlock::kNobody) return;
    const std::uint32_t emptied = first.next;
    first = further_[emptied];
    free_.give_back(emptied);
  }

  Vec<D> center(std::uint32_t body) const {
    const Cell<D> point = centers_[body].point();
    Vec<D> center = cells_.origin();
    for (int k = 0; k < D; ++k) center[k] += (point[static_cast<std::size_t>(k)] + 0.5) * unit_[k];
    return center;
  }

  /// The cell in which a body's centre is, along an axis, and its number.
  std::int32_t cell_of(std::uint32_t body, std::size_t axis) const { return centers_[body].along(axis) >> kBits; }
  std::size_t index(std::uint32_t body) const {
    return cells_.index_of([&](std::size_t axis) { return cell_of(body, axis); });
  }

  /// What has to be scanned for the centres within reach of a body's.
  void gather_near(std::uint32_t body, VerletScan& scan) const {
    for (std::size_t k = 0; k < D; ++k) scan.unit[k] = static_cast<float>(unit_[static_cast<int>(k)]);
    scan.clear();
    scan.reserve(kRoom);
    scan.count = near_cells_(around(centers_[body]), first_.data(), scan);
    scan.pad();
  }
  /// What has to be scanned after that; false if that was all.
  bool gather_further(VerletScan& scan) const {
    scan.count = 0;
    for (std::size_t n = 0; n < scan.unfinished_count; ++n) {
      const std::uint32_t k = scan.unfinished[n];
      scan.add(further_[scan.blocks[k]->next], scan.corners[0][k], scan.corners[1][k], scan.corners[2][k]);
    }
    scan.pad();
    return scan.count > 0;
  }

  void fetch(std::uint32_t body) const { fetch_line(&centers_[body]); }
  /// Ask for what the neighbourhood of a place takes: first, and once that is there.
  void fetch_near(const Vec<D>& place, VerletScan& scan) const {
    visit_near(place, scan, [](const CenterBlock& cell) { fetch_line(&cell); });
  }
  void fetch_further(const Vec<D>& place, VerletScan& scan) const {
    visit_near(place, scan, [&](const CenterBlock& cell) {
      if (cell.next != CenterBlock::kNobody) fetch_line(&further_[cell.next]);
    });
  }

 private:
  /// A point of a cell, counted from the origin: 21 bits per axis.
  class Center {
   public:
    Center() = default;
    explicit Center(const Cell<D>& point) {
      for (std::size_t k = 0; k < D; ++k)
        packed_ |= (static_cast<std::uint64_t>(point[k]) & ((1u << kWidth) - 1)) << (kWidth * k);
    }
    Cell<D> point() const {
      Cell<D> point;
      for (std::size_t k = 0; k < D; ++k) point[k] = along(k);
      return point;
    }
    std::int32_t along(std::size_t axis) const {
      const std::size_t above = 64 - kWidth * (axis + 1);
      return static_cast<std::int32_t>(static_cast<std::int64_t>(packed_ << above) >> (64 - kWidth));
    }

   private:
    static constexpr std::size_t kWidth = 21;
    std::uint64_t packed_ = 0;
  };

  static constexpr std::size_t kRoom = CellsAround::kMost + 16;

  CellsAround around(const Center& center) const {
    CellsAround around;
    const auto parts = cells_.parts_around([&](std::size_t k) { return center.along(k) >> kBits; });
    for (std::size_t k = 0; k < D; ++k) {
      const auto unit = static_cast<float>(unit_[static_cast<int>(k)]);
      const float side = static_cast<float>(1 << kBits) * unit;
      const float within = static_cast<float>(static_cast<std::uint8_t>(center.along(k))) * unit;
      const float beyond = side - within;
      set_four(around.parts[k], parts[k][0], parts[k][1], parts[k][2], 0u);
      set_four(around.corners[k], -side - within, -within, beyond, 0.0F);
      // What there is not is out of reach.
      set_four(around.distances2[k], within * within, 0.0F, beyond * beyond, std::numeric_limits<float>::infinity());
    }
    return around;
  }

  Cell<D> point_at(const Vec<D>& place) const {
    Cell<D> point;
    for (int k = 0; k < D; ++k) {
      // As std::floor, which many processors' common instructions have to call.
      const double at = (place[k] - cells_.origin()[k]) / unit_[k];
      const auto whole = static_cast<std::int32_t>(at);
      point[static_cast<std::size_t>(k)] = whole - (at < whole ? 1 : 0);
    }
    return point;
  }

  /// Calls visit(block) for the cells within reach of a place.
  template <class Visit>
  void visit_near(const Vec<D>& place, VerletScan& scan, Visit visit) const {
    scan.clear();
    scan.reserve(kRoom);
    const std::size_t count = near_cells_(around(Center(point_at(place))), first_.data(), scan);
    for (std::size_t k = 0; k < count; ++k) visit(*scan.blocks[k]);
  }

  /// kPlaces, if it is not there. Nobody can foresee which one it is: so there is no branch.
  static std::size_t place_of(const CenterBlock& block, std::uint32_t body) {
    std::size_t place = CenterBlock::kPlaces;
    for (std::size_t k = CenterBlock::kPlaces; k-- > 0;) place = block.bodies[k] == body ? k : place;
    return place;
  }

  CellTorus<D> cells_;
  Vec<D> unit_{};  ///< of the points
  NearCells near_cells_ = best_near_cells<D>();
  LargeArray<Center> centers_;
  LargeArray<CenterBlock> first_;    ///< of each cell; only this may be less than full
  LargeArray<CenterBlock> further_;  ///< of cells that hold more
  FreePlaces free_;                  ///< of these
};

}  // namespace carom::broad
