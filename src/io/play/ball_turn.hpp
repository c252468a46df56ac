#pragma once
#include <cstddef>

#include "io/film/quaternion.hpp"
#include "io/play/shot_paths.hpp"

namespace carom::io {

/// How a ball of a shot has turned: q' = ½ ω q, by Magnus' series up to the fourth order (Iserles, Nørsett, Acta
/// Numerica 8, 215, 1999), in steps of at most a tenth of a radian that end where its law changes. Exact while the
/// direction of the spin stays.
class BallTurn {
 public:
  /// Of the ball `index`; `paths` must outlive it.
  BallTurn(const ShotPaths& paths, std::size_t index, const Quaternion& start)
      : paths_(&paths), index_(index), turn_(start) {}

  /// `time` must not be before that of the last call. A ball that is gone stays as it was.
  const Quaternion& at(double time);

 private:
  void go(const ShotPaths::Leg& leg, double to);

  const ShotPaths* paths_;
  std::size_t index_;
  Quaternion turn_;
  double time_ = 0;
};

}  // namespace carom::io
