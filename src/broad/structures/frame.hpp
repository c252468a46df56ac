#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "carom/math/vec.hpp"
#include "carom/shape/aabb.hpp"

namespace carom::broad {

/// The points within `reach` of from + velocity t, 0 ≤ t ≤ end: which items have a point among them?
template <int D>
struct Sweep {
  Vec<D> from{};
  Vec<D> velocity{};
  double reach = 0;
  double end = 0;
};

/// A stretch of a sweep in the units of a frame: the points at most `reach` from the line of `length` along `unit`.
/// `low`, `high`: a box around it, without the reach of items.
template <int D>
struct Piece {
  std::array<float, static_cast<std::size_t>(D)> from{};
  std::array<float, static_cast<std::size_t>(D)> unit{};
  std::array<float, static_cast<std::size_t>(D)> low{};
  std::array<float, static_cast<std::size_t>(D)> high{};
  float length = 0;
  float reach = 0;
};

/// How far a sweep through one frame has come: stretches before `time` are done.
template <int D>
struct Walk {
  Vec<D> from{};
  Vec<D> velocity{};
  double reach = 0;   ///< with all margins of rounding
  double margin = 0;  ///< of that, what the double arithmetic needs
  double speed = 0;
  double stride = 0;  ///< the length of a piece
  double time = 0;
  double end = 0;
  bool everything = false;  ///< beyond the range of the arithmetic: all items are candidates
  bool done = false;
};

/// The units in which a search structure keeps its items, so that single precision does for a filter: the point x is at
/// (x − origin)·scale. All items lie between 0 and `size` by their reference points, and at most `item_reach` (in these
/// units) around those.
///
/// Conservative by these margins, with u = 2⁻²⁴ and M = size + reach + item_reach + 2 stride, all in units of the
/// frame. A piece lies within size + 2.5 (reach + item_reach) + 1.5 stride ≤ 2.5 M of the origin. An item's coordinates
/// are rounded once, a piece's points once, and their difference once: 3 · 2.5 u M in each component. The direction of
/// a piece is off by 2u of its length, which is at most 1.5 M. Together less than 2⁻¹⁹ M for the distance of an item
/// from a piece. Before that, the piece's points are computed in double from coordinates up to G, the farthest place of
/// the sweep's beginning: 2⁻⁴⁸ (G + M). So a piece's reach is enlarged by 2⁻⁴⁴ (G + M) + 2⁻¹⁸ M.
template <int D>
class Frame {
 public:
  Vec<D> origin{};
  double scale = 1;
  Vec<D> size{};
  double item_reach = 0;

  /// Of a point, in the units of the frame.
  double place(const Vec<D>& point, int axis) const { return (point[axis] - origin[axis]) * scale; }

  /// A sensible length for the pieces of a long path.
  double stride = 1;

  /// For items with reference points in a box and of at most a size, in units of about `unit`.
  void set(const Aabb<D>& all, double unit, double reach_of_items);

  /// Begins a walk and gives its first piece (none if `walk.everything`); false when the sweep certainly stays clear of
  /// all items.
  bool start(const Sweep<D>& sweep, Walk<D>& walk, Piece<D>& piece) const;

  /// The same for a still box.
  bool start(const Aabb<D>& region, Walk<D>& walk, Piece<D>& piece) const;

  /// The stretch after what is done.
  Piece<D> next(Walk<D>& walk) const;

 private:
  bool start_short(Walk<D>& walk, Piece<D>& piece) const;
  bool start_long(const Sweep<D>& sweep, Walk<D>& walk, Piece<D>& piece) const;
};

/// Whether coordinates and sizes are in the range where the arithmetic of a frame can not overflow or underflow.
inline constexpr double kLargestPlace = 0x1p400;
inline constexpr double kSmallestPlace = 0x1p-400;
template <int D>
bool in_frame_range(const Vec<D>& v) {
  for (int k = 0; k < D; ++k)
    if (!(std::fabs(v[k]) <= kLargestPlace)) return false;
  return true;
}

}  // namespace carom::broad
