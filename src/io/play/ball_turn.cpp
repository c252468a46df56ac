#include "io/play/ball_turn.hpp"

#include <algorithm>
#include <cmath>

namespace carom::io {
namespace {

Vec3 spin_at(const ShotPaths::Leg& leg, double time) {
  return leg.phase.at(std::clamp(time - leg.from, 0.0, leg.phase.end)).angular_velocity;
}

/// ∫ω dt by Simpson's rule, and −h²/12 ω₀ × ω₁, as finite turns do not commute.
Vec3 turned(const ShotPaths::Leg& leg, double from, double to) {
  const double h = to - from;
  const Vec3 first = spin_at(leg, from), middle = spin_at(leg, from + h / 2), last = spin_at(leg, to);
  return h / 6 * (first + 4 * middle + last) - h * h / 12 * cross(first, last);
}

}  // namespace

const Quaternion& BallTurn::at(double time) {
  while (time_ < time) {
    const auto leg = paths_->leg(index_, time_);
    if (!leg) break;
    double to = std::min(time, leg->to);
    for (const double change : {leg->from + leg->phase.spin_end, leg->from + leg->phase.end})
      if (time_ < change) to = std::min(to, change);
    go(*leg, to);
  }
  return turn_;
}

void BallTurn::go(const ShotPaths::Leg& leg, double to) {
  constexpr double kMostAngle = 0.1;
  const double fastest = std::max(norm(spin_at(leg, time_)), norm(spin_at(leg, to)));
  const double steps = std::max(1.0, std::ceil(fastest * (to - time_) / kMostAngle)), begin = time_;
  for (double k = 0; k < steps; ++k)
    turn_ = Quaternion::by(turned(leg, begin + (to - begin) * (k / steps), begin + (to - begin) * ((k + 1) / steps))) *
            turn_;
  time_ = to;
}

}  // namespace carom::io
