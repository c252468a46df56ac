#pragma once
#include "carom/query/overlap.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Two movements cut at the first touch.
template <int D>
struct ClippedMotion {
  double fraction = 1;      ///< of the duration that passes before the touch, in [0, 1]; 1 when nothing is met
  Vec<D> displacement_a{};  ///< of the first shape, up to the touch
  Vec<D> displacement_b{};  ///< of the second
  std::optional<Impact<D>> impact;
};

/// Moves two shapes for `duration` or until they first touch, whichever comes first: then both stop, exactly touching
/// up to rounding. Starting in overlap and approaching gives fraction 0, never a step backwards.
template <class A, ComparableTo<A> B>
ClippedMotion<kDimension<A>> clip_motion(const A& a, const Motion<kDimension<A>>& motion_a, const B& b,
                                         const Motion<kDimension<A>>& motion_b, double duration) {
  ClippedMotion<kDimension<A>> clipped;
  clipped.impact = time_of_impact(a, motion_a, b, motion_b, duration);
  const double time = clipped.impact ? clipped.impact->time : duration;
  clipped.fraction = duration > 0 ? time / duration : (clipped.impact ? 0 : 1);
  clipped.displacement_a = motion_a.displacement(time);
  clipped.displacement_b = motion_b.displacement(time);
  return clipped;
}

}  // namespace carom

#pragma GCC visibility pop
