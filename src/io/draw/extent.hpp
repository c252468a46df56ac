#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "carom/io/archive.hpp"
#include "io/draw/cast.hpp"

namespace carom::io {

/// The smallest box around what it was given.
template <int D>
struct Extent {
  Aabb<D> box{};
  bool empty = true;

  void add(const Vec<D>& point, double radius = 0) {
    for (int k = 0; k < D; ++k) {
      box.low[k] = empty ? point[k] - radius : std::min(box.low[k], point[k] - radius);
      box.high[k] = empty ? point[k] + radius : std::max(box.high[k], point[k] + radius);
    }
    empty = false;
  }
  double diagonal() const { return empty ? 0 : norm(box.high - box.low); }
  void archive(Archive& archive) { archive(box, empty); }
};

/// Watches a run to find the part of space that is worth showing: where things begin, meet and stand, and where balls
/// go as long as that is not far off.
template <int D>
class ExtentFinder {
 public:
  void begin(const World<D>& world, const Cast<D>& cast);
  void event(const Event<D>& event);
  /// Where balls came.
  void visit_all(const World<D>& world);
  /// Never empty and of positive size in every direction of 2D; in 3D some sides may be thin.
  Aabb<D> found() const;
  void archive(Archive& archive) { archive(core_, visited_, visits_, walled_, has_walls_, period_); }

 private:
  Extent<D> core_;
  Extent<D> visited_;
  std::uint64_t visits_ = 0;
  Extent<D> walled_;  ///< within half-spaces along the axes
  bool has_walls_ = false;
  std::optional<Vec<D>> period_;
};

/// Outline of the table of a 2D world with pockets among its obstacles, anticlockwise: the rectangle around its pockets
/// and edges, or their hull. Empty without pockets.
std::vector<Vec2> table_outline(const World<2>& world, const std::vector<BodyId>& obstacles);

}  // namespace carom::io
