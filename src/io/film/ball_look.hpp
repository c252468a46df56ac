#pragma once
#include <string>
#include <vector>

#include "io/film/light.hpp"

namespace carom::io {

/// What a ball's surface looks like: one colour, or a band of it on ivory; with its number in two discs, or with six
/// dots that show how it turns.
class BallLook {
 public:
  enum class Marks { none, dots, number };

  /// `number` of at most two digits.
  BallLook(Color color, bool striped, Marks marks, int number = 0);

  /// At a place of the surface, from the centre in radii, in the ball's own directions: the band goes around z, the
  /// numbers are at x and −x, their upper ends towards z.
  Light at(const Vec3& n) const;
  const Light& base() const { return base_; }

 private:
  double ink(double across, double up) const;

  Light base_, mark_;
  bool striped_;
  Marks marks_;
  std::vector<float> ink_;  ///< how much of a digit covers each place of a disc, row by row
};

}  // namespace carom::io
