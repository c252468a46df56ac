#pragma once
#include "carom/billiards/cue.hpp"
#include "carom/math/random.hpp"

#pragma GCC visibility push(default)

namespace carom::billiards {

/// How far strokes are from what the player meant: the standard deviations of independent normal errors.
struct ExecutionNoise {
  double speed = 0;      ///< m/s
  double heading = 0;    ///< rad
  double side = 0;       ///< radii
  double height = 0;     ///< radii
  double elevation = 0;  ///< rad
};

/// The errors of the Computer Olympiads' pool tournaments: 0.075 m/s, 0.125°, 0.1° of elevation, 0.5 mm of the tip
/// (Smith, "PickPocket: a computer billiards shark", Artificial Intelligence 171, 2007).
ExecutionNoise olympiad_noise(double ball_radius);

/// The stroke with errors added, always five draws in the order of the fields: the heading is turned by its error
/// (anticlockwise, its length is kept), speed and elevation are folded at 0, elevation at π/2 too. A tip beyond the
/// miscue limit is left there, for `strike` to refuse. Precondition: no standard deviation is negative.
Strike with_noise(const Strike& meant, const ExecutionNoise& noise, Random& random);

}  // namespace carom::billiards

#pragma GCC visibility pop
