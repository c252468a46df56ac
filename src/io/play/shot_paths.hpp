#pragma once
#include <optional>
#include <vector>

#include "carom/io/shot.hpp"

namespace carom::io {

/// Where the balls of a shot are at any time, by the states that its events have left.
class ShotPaths {
 public:
  /// `before`: the balls before the stroke. All three must outlive it.
  ShotPaths(const billiards::Table& table, const billiards::TableState& before, const billiards::Outcome& outcome);

  struct Place {
    billiards::Phase phase;
    billiards::BallState state;
  };
  /// Of the ball before[index]; nullopt where it is on the table no more.
  std::optional<Place> at(std::size_t index, double time) const;
  /// The motion that it has from `time` on, which began at `from` and goes on up to `to`.
  struct Leg {
    const billiards::MotionPhase& phase;
    double from, to;
  };
  /// nullopt where it is on the table no more.
  std::optional<Leg> leg(std::size_t index, double time) const;
  /// As an event of it begins; at rest at its place where nothing came before.
  Place before(std::size_t index, double time) const;

 private:
  struct Stretch {
    double from;
    billiards::MotionPhase phase;
  };

  const Stretch* stretch(std::size_t index, double time) const;

  std::vector<std::vector<Stretch>> stretches_;  ///< by ball
  std::vector<double> gone_;                     ///< when it leaves the table
};

}  // namespace carom::io
