#pragma once
#include <algorithm>
#include <span>

#include "carom/query/overlap.hpp"
#include "carom/shape/half_space.hpp"
#include "index/search.hpp"

namespace carom::index {

/// Which items some half-spaces, together, leave out: those that lie wholly outside of one of them.
template <int D>
class Culling {
 public:
  explicit Culling(std::span<const HalfSpace<D>> region) : region_(region) {}

  bool may_show(const Ball<D>& ball) const {
    return std::all_of(region_.begin(), region_.end(),
                       [&](const HalfSpace<D>& half) { return proximity(ball, half) != Proximity::apart; });
  }
  bool may_show(const Segment<D>& segment) const { return any_shows({segment.from, segment.to}); }
  bool may_show(const Triangle& triangle) const requires(D == 3) {
    return any_shows({triangle.a, triangle.b, triangle.c});
  }
  /// The corner that lies deepest in a half-space decides.
  bool may_show(const Aabb<D>& box) const {
    return std::all_of(region_.begin(), region_.end(), [&](const HalfSpace<D>& half) {
      Vec<D> corner;
      for (int k = 0; k < D; ++k) corner[k] = half.normal[k] > 0 ? box.low[k] : box.high[k];
      return shows(corner, half);
    });
  }

  /// Visits all items of a structure that may show, some more than once: by the boxes in which they are kept; or by
  /// boxes of their reference points, halved until all that these items reach lies outside of a half-space, or few are
  /// left. (What reaches over several such boxes may show where none of these does.)
  template <class Visit>
  void look(Search<D>& search, const broad::Structure<D>& part, const Visit& visit) const {
    if (search.boxes(
            part, [&](const Aabb<D>& box) { return may_show(box); }, visit))
      return;
    const broad::Frame<D>& frame = part.frame();
    Aabb<D> box;
    double scale = 0;
    for (int k = 0; k < D; ++k) {
      box.low[k] = frame.origin[k];
      box.high[k] = frame.origin[k] + frame.size[k] / frame.scale;
      scale = std::max({scale, std::fabs(box.low[k]), std::fabs(box.high[k])});
    }
    const double reach = frame.item_reach / frame.scale + 0x1p-40 * scale;
    std::size_t left = part.live();
    int halvings = 0;
    for (; left > kFew; left /= 2) ++halvings;
    split({search, part, reach, halvings}, box, 0, visit);
  }

 private:
  /// So many items are tried one by one sooner than their space is halved.
  static constexpr std::size_t kFew = 16;

  static bool shows(const Vec<D>& point, const HalfSpace<D>& half) {
    return proximity(Ball<D>{point, 0}, half) != Proximity::apart;
  }
  bool any_shows(std::initializer_list<Vec<D>> points) const {
    return std::all_of(region_.begin(), region_.end(), [&](const HalfSpace<D>& half) {
      return std::any_of(points.begin(), points.end(), [&](const Vec<D>& point) { return shows(point, half); });
    });
  }

  struct Halving {
    Search<D>& search;
    const broad::Structure<D>& part;
    double reach;
    int most;
  };

  template <class Visit>
  void split(const Halving& halving, const Aabb<D>& box, int depth, const Visit& visit) const {
    Aabb<D> reached = box;
    for (int k = 0; k < D; ++k) {
      reached.low[k] -= halving.reach;
      reached.high[k] += halving.reach;
    }
    if (!may_show(reached)) return;
    const int axis = depth % D;
    const double middle = box.low[axis] + 0.5 * (box.high[axis] - box.low[axis]);
    if (depth >= halving.most || !(middle > box.low[axis] && middle < box.high[axis]))
      return halving.search.within(halving.part, box, visit);
    Aabb<D> lower = box, upper = box;
    lower.high[axis] = upper.low[axis] = middle;
    split(halving, lower, depth + 1, visit);
    split(halving, upper, depth + 1, visit);
  }

  std::span<const HalfSpace<D>> region_;
};

}  // namespace carom::index
