#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "broad/cell_grid.hpp"
#include "broad/shell_scan.hpp"

namespace carom::detail {

/// Asks for some memory, which is needed soon.
inline void fetch_lines(const void* from, std::size_t bytes) {
  const char* at = static_cast<const char*>(from);
  for (std::size_t k = 0; k < bytes; k += 64) __builtin_prefetch(at + k);
}

/// Who can meet whom for a while. Each body is within a shell around a centre that stays until the body leaves it; two
/// bodies whose shells come close are in each other's list. Centres are kept in a grid of cells, so that a body that
/// gets a new centre finds its new neighbours there.
template <int D>
class NeighbourLists {
 public:
  /// The part of the slack that is left to rounding, and how far from the grid's origin a centre may be, in slacks:
  /// differences of single precision are then off by less than 2⁻¹⁰ slacks.
  static constexpr double kRounding = 0x1p-9;
  static constexpr double kFar = 0x1p12;

  NeighbourLists() = default;
  /// `slack`: how far a body may be from its centre.
  NeighbourLists(double slack, const Vec<D>& origin, const std::optional<Vec<D>>& period)
      : slack_(slack), origin_(origin), period_(period) {}

  /// How far apart two centres of bodies of these radii may be that have to know each other.
  static double reach(double radius_a, double radius_b, double slack) {
    return radius_a + radius_b + 2 * slack * (1 + 2 * kRounding);
  }

  double slack() const { return slack_; }

  /// Whether a centre is not too far away.
  bool can_hold(const Vec<D>& center) const {
    bool can = true;
    if (period_) return can;
    for (int k = 0; k < D; ++k) can = can && std::fabs(center[k] - origin_[k]) <= kFar * slack_;
    return can;
  }

  /// Gives a body that is in no list a new centre near `position`, and makes it known to its neighbours.
  void insert(std::uint32_t body, const Vec<D>& center, double radius, CellGrid<D>& grid, Candidates& scratch) {
    if (body >= shells_.size()) {
      shells_.resize(body + 1);
      centers_.resize(body + 1);
    }
    shells_[body].clear(body);
    const Vec<D> place = inside(center) - origin_;
    for (int k = 0; k < D; ++k) centers_[body].position[k] = static_cast<float>(place[k]);
    centers_[body].radius = static_cast<float>(radius);
    grid.insert(body, center_of(body));
    scratch.clear();
    grid.gather_near(body, scratch);
    ShellScan<D> scan{centers_.data(), body, static_cast<float>(2 * slack_ * (1 + kRounding)),
                      period_ && is_near_border(place, 2 * grid.width())};
    if (scan.across)
      for (int k = 0; k < D; ++k) scan.period[k] = static_cast<float>((*period_)[k]);
    const std::uint32_t* near = scratch.data();
    const std::uint32_t* end = near + near_shells_(scan, scratch.data(), scratch.count());
    for (; near != end; ++near) {
      shells_[body].add(*near);
      shells_[*near].add(body);
    }
  }

  void remove(std::uint32_t body, CellGrid<D>& grid, Candidates& scratch) {
    Shell& shell = shells_[body];
    if (shell.count <= kMost) {
      for (std::uint32_t k = 0; k < shell.count; ++k) shells_[shell.bodies[k]].drop(body, shell.bodies[k]);
    } else {
      scratch.clear();
      grid.gather_near(body, scratch);
      for (const std::uint32_t other : scratch) shells_[other].drop(body, other);
    }
    grid.remove(body);
  }

  /// A body's neighbours, filled up with the body itself to kWhole.
  static constexpr std::uint32_t kWhole = 16;
  const std::uint32_t* list(std::uint32_t body) const { return shells_[body].bodies.data(); }
  std::uint32_t count(std::uint32_t body) const { return shells_[body].count; }

  /// The first of them.
  std::span<const std::uint32_t, kWhole> few(std::uint32_t body) const {
    return std::span<const std::uint32_t, kWhole>(list(body), kWhole);
  }
  /// Asks for what is known of a body.
  void fetch(std::uint32_t body) const {
    fetch_lines(&shells_[body], sizeof(Shell));
    fetch_lines(&centers_[body], 1);
  }

  /// Adds a body's neighbours, or, where they are too many for a list, all that are near.
  void gather(std::uint32_t body, const CellGrid<D>& grid, Candidates& found) const {
    const Shell& shell = shells_[body];
    if (shell.count > kMost) return grid.gather_near(body, found);
    found.reserve(kMost);
    found.add(shell.bodies, shell.count);
  }

  /// Whether a body is certain to be in its shell where it is now and at `position`.
  bool holds(std::uint32_t body, const Vec<D>& position) const {
    return norm2(apart(position, center_of(body))) < slack_ * slack_;
  }

  /// When a body on a straight path leaves its shell.
  double exit_after(std::uint32_t body, const Vec<D>& position, const Vec<D>& velocity) const {
    const Vec<D> from_center = apart(position, center_of(body));
    const double speed2 = norm2(velocity);
    if (speed2 == 0) return std::numeric_limits<double>::infinity();
    const double room = std::max(0.0, slack_ * slack_ - norm2(from_center));
    const double outwards = dot(from_center, velocity);
    const double root = std::sqrt(outwards * outwards + speed2 * room);
    return outwards > 0 ? room / (root + outwards) : (root - outwards) / speed2;
  }

 private:
  static constexpr std::uint32_t kMost = 23;

  /// A cache line and a half.
  struct alignas(32) Shell {
    std::uint32_t count = 0;                    ///< more than kMost: some are not in the list
    std::array<std::uint32_t, kMost> bodies{};  ///< beyond the count: the body itself

    void clear(std::uint32_t self) {
      count = 0;
      bodies.fill(self);
    }
    void add(std::uint32_t body) {
      if (count < kMost)
        bodies[count++] = body;
      else
        count = kMost + 1;
    }
    void drop(std::uint32_t body, std::uint32_t self) {
      if (count > kMost) return;
      // It is there once at most: a sum, for vectors.
      std::uint32_t place = 0;
      for (std::uint32_t k = 0; k < kMost; ++k) place += bodies[k] == body ? k + 1 : 0;
      if (place == 0) return;
      bodies[place - 1] = bodies[--count];
      bodies[count] = self;
    }
  };

  Vec<D> center_of(std::uint32_t body) const {
    Vec<D> center = origin_;
    for (int k = 0; k < D; ++k) center[k] += static_cast<double>(centers_[body].position[k]);
    return center;
  }

  bool is_near_border(const Vec<D>& position, double distance) const {
    bool near = false;
    for (int k = 0; k < D; ++k) near = near || position[k] < distance || position[k] > (*period_)[k] - distance;
    return near;
  }

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

  double slack_ = 0;
  Vec<D> origin_{};
  std::optional<Vec<D>> period_;
  NearShells<D> near_shells_ = best_near_shells<D>();
  std::vector<Shell> shells_;
  std::vector<ShellCenter> centers_;
};

}  // namespace carom::detail
