#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "broad/cell_grid.hpp"

namespace carom::detail {

/// Who can meet whom for a while. Each body is within a shell around a centre that stays until the body leaves it; two
/// bodies whose shells come close are in each other's list. Centres are kept in a grid of cells, so that a body that
/// gets a new centre finds its new neighbours there.
template <int D>
class NeighbourLists {
 public:
  /// The part of the slack that is left to rounding.
  static constexpr double kRounding = 0x1p-10;

  NeighbourLists() = default;
  /// `slack`: how far a body may be from its centre.
  NeighbourLists(double slack, const std::optional<Vec<D>>& period) : slack_(slack), period_(period) {}

  /// How far apart two centres of bodies of these radii may be that have to know each other.
  static double reach(double radius_a, double radius_b, double slack) {
    return radius_a + radius_b + 2 * slack * (1 + kRounding);
  }

  double slack() const { return slack_; }

  /// Gives a body that is in no list a new centre near `position`, and makes it known to its neighbours.
  /// `radius_of(body)`: of any body; the same for all if `equal`.
  template <class RadiusOf>
  void insert(std::uint32_t body, const Vec<D>& center, bool equal, CellGrid<D>& grid, Candidates& scratch,
              RadiusOf radius_of) {
    if (body >= shells_.size()) {
      shells_.resize(body + 1);
      centers_.resize(body + 1);
    }
    shells_[body] = {};
    centers_[body].position = inside(center);
    grid.insert(body, centers_[body].position);
    scratch.clear();
    grid.gather_near(body, scratch);
    const double radius = radius_of(body);
    const double reach_equal = reach(radius, radius, slack_);
    const Vec<D> mine = centers_[body].position;
    const bool across = period_ && is_near_border(mine, 2 * grid.width());
    // The near ones come first in `scratch`; no branch on what cannot be foreseen.
    std::uint32_t* near = scratch.data();
    for (const std::uint32_t other : scratch) {
      const Vec<D>& its = centers_[other].position;
      const double reach_here = equal ? reach_equal : reach(radius, radius_of(other), slack_);
      *near = other;
      near += norm2(across ? apart(mine, its) : mine - its) < reach_here * reach_here ? 1 : 0;
    }
    for (const std::uint32_t* other = scratch.data(); other != near; ++other) {
      if (*other == body) continue;
      add(shells_[body], *other);
      add(shells_[*other], body);
    }
  }

  /// Whether a point is within a distance of the periodic box's border.
  bool is_near_border(const Vec<D>& position, double distance) const {
    bool near = false;
    for (int k = 0; k < D; ++k) near = near || position[k] < distance || position[k] > (*period_)[k] - distance;
    return near;
  }

  void remove(std::uint32_t body, CellGrid<D>& grid, Candidates& scratch) {
    Shell& shell = shells_[body];
    if (shell.count <= kMost) {
      for (std::uint32_t k = 0; k < shell.count; ++k) drop(shells_[shell.bodies[k]], body);
    } else {
      scratch.clear();
      grid.gather_near(body, scratch);
      for (const std::uint32_t other : scratch) drop(shells_[other], body);
    }
    grid.remove(body);
  }

  /// Adds a body's neighbours, or, where they are too many for a list, all that are near.
  void gather(std::uint32_t body, const CellGrid<D>& grid, Candidates& found) const {
    const Shell& shell = shells_[body];
    if (shell.count > kMost) return grid.gather_near(body, found);
    found.reserve(kMost);
    found.add(shell.bodies, shell.count);
  }

  /// When a body on a straight path leaves its shell.
  double exit_after(std::uint32_t body, const Vec<D>& position, const Vec<D>& velocity) const {
    const Vec<D> from_center = apart(position, centers_[body].position);
    const double speed2 = norm2(velocity);
    if (speed2 == 0) return std::numeric_limits<double>::infinity();
    const double room = std::max(0.0, slack_ * slack_ - norm2(from_center));
    const double outwards = dot(from_center, velocity);
    const double root = std::sqrt(outwards * outwards + speed2 * room);
    return outwards > 0 ? room / (root + outwards) : (root - outwards) / speed2;
  }

 private:
  static constexpr std::uint32_t kMost = 31;
  static constexpr std::uint32_t kNobody = UINT32_MAX;

  /// Two cache lines.
  struct alignas(64) Shell {
    std::uint32_t count = 0;  ///< more than kMost: some are not in the list
    std::array<std::uint32_t, kMost> bodies = nobodies();
  };

  struct alignas(32) Center {
    Vec<D> position{};
  };

  static constexpr std::array<std::uint32_t, kMost> nobodies() {
    std::array<std::uint32_t, kMost> bodies{};
    bodies.fill(kNobody);
    return bodies;
  }

  static void add(Shell& shell, std::uint32_t body) {
    if (shell.count < kMost)
      shell.bodies[shell.count++] = body;
    else
      shell.count = kMost + 1;
  }

  static void drop(Shell& shell, std::uint32_t body) {
    if (shell.count > kMost) return;
    std::uint32_t place = kMost;
    for (std::uint32_t k = 0; k < kMost; ++k) place = shell.bodies[k] == body ? k : place;
    if (place >= shell.count) return;
    shell.bodies[place] = shell.bodies[--shell.count];
    shell.bodies[shell.count] = kNobody;
  }

  Vec<D> inside(Vec<D> position) const {
    if (!period_) return position;
    for (int k = 0; k < D; ++k) {
      if (position[k] < 0) position[k] += (*period_)[k];
      if (position[k] >= (*period_)[k]) position[k] -= (*period_)[k];
      if (!(position[k] >= 0)) position[k] = 0;
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

  double slack_ = 0;
  std::optional<Vec<D>> period_;
  std::vector<Shell> shells_;
  std::vector<Center> centers_;
};

}  // namespace carom::detail
