#pragma once
#include <cstdint>

#include "sim/domain/window.hpp"

namespace carom::sim {

/// For bounds in plain double arithmetic.
inline constexpr double kSafe = 1 - 0x1p-30;

/// A ball that an uncertain one can reach, and when, at the earliest.
struct ReachableBall {
  double time;
  std::uint32_t body;
  UncertainBall by;

  // The earliest on top of a heap.
  friend bool operator<(const ReachableBall& a, const ReachableBall& b) { return a.time > b.time; }
};

/// Whom an uncertain ball can reach within a window, wherever it goes from then on.
template <int D>
class Reachability {
 public:
  Reachability(const WorldData<D>& data, const Window<D>& window, const UncertainBall& uncertain);

  /// When, at the earliest, it can touch another ball, wherever both go; infinite if not in this window.
  ReachableBall touch(std::uint32_t other) const;
  /// The same if it has not until a time at which the other's place is known.
  ReachableBall touch_after(std::uint32_t other, double time) const;
  /// Whether it can touch a ball with which nothing is done yet in the window, wherever both go.
  bool may_touch(std::uint32_t other) const;
  /// Whether it can touch one that stays on a path until a time.
  bool may_touch(std::uint32_t other, const Particle<D>& path, double until) const;

 private:
  Vec<D> apart(const Particle<D>& path, double after) const;
  double radius_sum(std::uint32_t other) const { return radius_ + data_.store.known_radius(other); }

  const WorldData<D>& data_;
  const Window<D>& window_;
  UncertainBall uncertain_;
  Vec<D> place_;  ///< the last that is certain
  double radius_;
};

}  // namespace carom::sim
