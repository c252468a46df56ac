#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

namespace carom::broad {

/// Some centres of Verlet spheres in a cell: half a cache line. Free places, the last ones, hold nobody.
struct alignas(32) CenterBlock {
  static constexpr std::size_t kPlaces = 4;
  static constexpr std::uint32_t kNobody = UINT32_MAX;

  std::uint32_t bodies[kPlaces] = {kNobody, kNobody, kNobody, kNobody};
  std::uint8_t within[3][kPlaces] = {};  ///< where, by axis: in 256ths of the cell
  std::uint32_t next = kNobody;          ///< the number of a further block
};

/// Blocks to be looked through, a multiple of kPlaces of them, and where the low corners of their cells are, from the
/// centre whose neighbours are looked for.
struct VerletScan {
  std::size_t count = 0;
  std::vector<const CenterBlock*> blocks;
  std::vector<float> corners[3];  ///< by axis
  float unit[3] = {0, 0, 0};      ///< a 256th of a cell
  float reach = 0;
  std::size_t unfinished_count = 0;
  std::vector<std::uint32_t> unfinished;  ///< which of the blocks have a further one

  void clear() { count = 0; }
  /// Makes room for so many more.
  void reserve(std::size_t more) {
    if (count + more <= blocks.size()) return;
    blocks.resize(2 * (count + more));
    for (auto& axis : corners) axis.resize(blocks.size());
    unfinished.resize(blocks.size());
  }
  /// There is room.
  void add(const CenterBlock& block, float x, float y, float z) {
    blocks[count] = &block;
    corners[0][count] = x;
    corners[1][count] = y;
    corners[2][count] = z;
    ++count;
  }
  /// Fills up with blocks that hold nobody. How many are missing is anybody's guess, so that all are written.
  void pad() {
    static constexpr CenterBlock kEmpty{};
    constexpr std::size_t kMissing = CenterBlock::kPlaces - 1;
    reserve(kMissing);
    const std::size_t full = (count + kMissing) / CenterBlock::kPlaces * CenterBlock::kPlaces;
    for (std::size_t k = 0; k < kMissing; ++k) add(kEmpty, 0, 0, 0);
    count = full;
  }
};

/// The 3^D cells around that of a centre: what is known of them is a sum, or a choice, of numbers of each axis.
struct CellsAround {
  static constexpr std::size_t kMost = 27;

  std::uint32_t parts[3][4];  ///< of the numbers of cells
  float corners[3][4];        ///< where their low corners are from the centre
  float distances2[3][4];     ///< how far they are along the axis, squared
};

/// Which cells are within reach? Puts these blocks of `cells` and their corners into the scan, which is empty and has
/// room for 16 more than CellsAround::kMost, and returns how many they are.
using NearCells = std::size_t (*)(const CellsAround& around, const CenterBlock* cells, VerletScan& scan);

/// Which centres are within reach? Writes their bodies to `near` and, unless null, the squares of their distances to
/// `distances2`, with room for 16 for each 4 blocks, notes the blocks that are not all of their cells, and returns how
/// many the bodies are.
using NearCenters = std::size_t (*)(VerletScan& scan, std::uint32_t* near, float* distances2);

/// Some of the bodies of a list: a cache line. Free places hold the body whose list it is; the last one, where a list
/// needs more than this, holds the number of a further block, counted from the end of all numbers.
struct alignas(64) ListBlock {
  static constexpr std::size_t kPlaces = 16;
  std::uint32_t bodies[kPlaces];

  bool is_last(std::uint32_t self) const { return bodies[kPlaces - 1] == self; }
  std::uint32_t next() const { return UINT32_MAX - bodies[kPlaces - 1]; }
  /// How many numbers are not this one: in vectors, as it is done for every list that is looked at.
  std::size_t count_others(std::uint32_t self) const {
    using Four [[gnu::vector_size(16)]] = std::int32_t;
    const auto one = static_cast<std::int32_t>(self);
    const Four own = {one, one, one, one};
    const auto equal = [&](std::size_t from) {
      Four four;
      std::memcpy(&four, bodies + from, sizeof(four));
      return four == own;  // true is −1
    };
    const Four others = Four{4, 4, 4, 4} + equal(0) + equal(4) + equal(8) + equal(12);
    std::uint64_t halves[2];
    std::memcpy(halves, &others, sizeof(halves));
    const std::uint64_t both = halves[0] + halves[1];
    return (both & UINT32_MAX) + (both >> 32);
  }
  void clear(std::uint32_t self) { std::fill(std::begin(bodies), std::end(bodies), self); }
};

/// Enters a body and those near it, at most kPlaces − 1, into each other's first blocks; its own is empty. Moves those
/// to the front of `near` in whose first block there is no place, and returns how many they are. There is room for 16
/// more.
using LinkLists = std::size_t (*)(ListBlock* blocks, std::uint32_t body, std::uint32_t* near, std::size_t count);

/// Takes a body out of the first blocks of those in its own first one. Writes those to `near` in which it is not, and
/// returns how many they are. There is room for 32.
using UnlinkLists = std::size_t (*)(ListBlock* blocks, std::uint32_t body, std::uint32_t* near);

/// Those for this machine.
template <int D>
NearCells best_near_cells();
template <int D>
NearCenters best_near_centers();
LinkLists best_link_lists();
UnlinkLists best_unlink_lists();

}  // namespace carom::broad
