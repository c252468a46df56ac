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
    for (const Vec<D>& normal : normals)
      if (!is_ground(normal)) add_walls(normal);
  }

  /// Where the ground falls away along something too steep, in the crease of both if there is a way, or else level with
  /// what is steep. 0 where what hangs over leaves no way.
  Vec<D> way() const {
    Vec<D> way = along(across_(walls_), floors_);
    if (leads_into(way, [&](const Vec<D>& normal) { return is_steep(normal); })) {
      const Vec<D> kept = in_creases();
      way = is_zero(kept) ? over_steep(way) : along(kept, floors_);
    }
    return leads_into(way, hangs_over) ? Vec<D>{} : way;
  }

 private:
  static constexpr int kUp = D - 1;
  static constexpr Vec<D> kUpwards = [] {
    Vec<D> up{};
    up[kUp] = 1;
    return up;
  }();

  bool is_ground(const Vec<D>& normal) const { return normal[kUp] >= slope_; }
  bool is_steep(const Vec<D>& normal) const { return normal[kUp] > 0 && !is_ground(normal); }
  static bool hangs_over(const Vec<D>& normal) { return normal[kUp] < 0; }

  /// What is too steep is not climbed: its wall is the normal laid flat. What hangs over is met where it and the ground
  /// come together.
  void add_walls(const Vec<D>& normal) {
    if (!hangs_over(normal)) return add_wall(walls_, kUpwards, normal);
    for (const Vec<D>& floor : floors_) add_wall(walls_, floor, normal);
  }

  /// A way w on the floor g leads against n if it leads against the wall above their crease: w·g = 0 and w·n ≥ 0 give
  /// w·m ≥ 0 with m = g_up n − n_up g, which is level. Where they are parallel there is none.
  static void add_wall(std::vector<Vec<D>>& walls, const Vec<D>& floor, const Vec<D>& normal) {
    Vec<D> wall = floor[kUp] * normal - normal[kUp] * floor;
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

  /// Across, on the floor that leaves most: w·n ≥ 0 for what is steep wherever one of the floors demands enough.
  Vec<D> in_creases() const {
    Vec<D> best{};
    for (const Vec<D>& floor : floors_) {
      std::vector<Vec<D>> walls = walls_;
      for (const Vec<D>& normal : normals_)
        if (is_steep(normal)) add_wall(walls, floor, normal);
      if (const Vec<D> across = across_(walls); longer(across, best)) best = across;
    }
    return best;
  }

  Vec<D> over_steep(const Vec<D>& way) const {
    std::vector<Vec<D>> below = floors_;
    for (const Vec<D>& normal : normals_)
      if (is_steep(normal) && normal[kUp] > kGraze) below.push_back(normal);
    return along(way, below);
  }

  template <class Kind>
  bool leads_into(const Vec<D>& way, const Kind& is_of_kind) const {
    const double least = -kApproach * norm(way);
    return std::any_of(normals_.begin(), normals_.end(),
                       [&](const Vec<D>& normal) { return is_of_kind(normal) && dot(way, normal) < least; });
  }

  std::span<const Vec<D>> normals_;
  double slope_;
  const Across& across_;
  std::vector<Vec<D>> floors_;  ///< the ground, or where there is none the level
  std::vector<Vec<D>> walls_;   ///< level normals
};

}  // namespace carom::mover
