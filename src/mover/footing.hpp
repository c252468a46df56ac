#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "mover/cone.hpp"

namespace carom::mover {

/// Which way a walker goes that touches contacts with these normals, of which those are ground whose part upwards is at
/// least `slope`. `across(walls)` gives the movement nearest to the intended one that leads against none of some level
/// normals. Of a way w on the ground the part upwards is that which the highest ground g demands, w·g ≥ 0.
template <int D, class Across>
class Footing {
 public:
  Footing(std::span<const Vec<D>> normals, double slope, const Across& across)
      : normals_(normals), slope_(slope), across_(across) {
    for (const Vec<D>& normal : normals)
      if (is_ground(normal)) floors_.push_back(normal);
    if (floors_.empty()) floors_.push_back(kUpwards);
  }

  /// On the floor that leaves most, or where what is steep leaves none, level with that. 0 where what hangs over does.
  Vec<D> way() const {
    Vec<D> best{};
    for (const Vec<D>& floor : floors_)
      if (const Vec<D> across = across_(walls(floor)); longer(across, best)) best = across;
    const Vec<D> way = is_zero(best) ? over_steep(across_(walls(kUpwards))) : along(best, floors_);
    return leads_under(way) ? Vec<D>{} : way;
  }

 private:
  static constexpr int kUp = D - 1;
  static constexpr Vec<D> kUpwards = [] {
    Vec<D> up{};
    up[kUp] = 1;
    return up;
  }();

  bool is_ground(const Vec<D>& normal) const { return normal[kUp] >= slope_; }
  bool is_steep(const Vec<D>& normal) const { return normal[kUp] >= 0 && !is_ground(normal); }
  static bool hangs_over(const Vec<D>& normal) { return normal[kUp] < 0; }

  /// A way on several floors is above each of them: it is clear of what hangs over only if it is so on all floors, and
  /// of what is steep as soon as it is so on one.
  std::vector<Vec<D>> walls(const Vec<D>& carrying) const {
    std::vector<Vec<D>> walls;
    for (const Vec<D>& normal : normals_) {
      if (is_steep(normal)) add_wall(walls, carrying, normal);
      if (hangs_over(normal))
        for (const Vec<D>& floor : floors_) add_wall(walls, floor, normal);
    }
    return walls;
  }

  /// A way w on the floor g leads against n if it leads against the wall above their crease: w·g = 0 and w·n ≥ 0 give
  /// w·m ≥ 0 with m = g_up n − n_up g, which is level; of an upright contact that is n. Parallel planes have none.
  static void add_wall(std::vector<Vec<D>>& walls, const Vec<D>& floor, const Vec<D>& normal) {
    Vec<D> wall = normal[kUp] == 0 ? normal : floor[kUp] * normal - normal[kUp] * floor;
    wall[kUp] = 0;
    if (norm2(wall) > kParallel) walls.push_back(wall / norm(wall));
  }

  /// The way above or below another: w·n ≥ 0 where w_up ≥ −(w·n without that part)/n_up.
  static Vec<D> along(Vec<D> way, std::span<const Vec<D>> below) {
    way[kUp] = 0;
    const double length = norm(way);
    double rise = -kForever;
    for (const Vec<D>& normal : below) rise = std::fmax(rise, -dot(way, normal) / normal[kUp]);
    if (std::fabs(rise) > kTurn * length) way[kUp] = rise;
    return way;
  }

  Vec<D> over_steep(const Vec<D>& way) const {
    std::vector<Vec<D>> below = floors_;
    for (const Vec<D>& normal : normals_)
      if (is_steep(normal) && normal[kUp] > kGraze) below.push_back(normal);
    return along(way, below);
  }

  bool leads_under(const Vec<D>& way) const {
    const double least = -kApproach * norm(way);
    return std::any_of(normals_.begin(), normals_.end(),
                       [&](const Vec<D>& normal) { return hangs_over(normal) && dot(way, normal) < least; });
  }

  std::span<const Vec<D>> normals_;
  double slope_;
  const Across& across_;
  std::vector<Vec<D>> floors_;  ///< the ground, or where there is none the level
};

}  // namespace carom::mover
