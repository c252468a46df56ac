#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "carom/motion/motion.hpp"
#include "query/curved/curved_balls.hpp"
#include "query/curved/first_impact.hpp"

// When does a ball on its way first touch something round? Decisions are those of exact arithmetic on the numbers given
// (docs/theory/billiards.md, "From event to event").
namespace carom::billiards {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// A stretch of a centre's way: p + v s + ½ a s² for 0 ≤ s ≤ end.
template <int D>
struct Course {
  Vec<D> p{};
  Vec<D> v{};
  Vec<D> a{};
  double end = kNever;

  Vec<D> at(double s) const { return p + s * (v + (0.5 * s) * a); }
  Vec<D> velocity_at(double s) const { return v + s * a; }
};

// Where a course passes: the chord of its parabola, and how far it bulges from that. It tells that the course stays
// clear of a point only where that is certain: the margins are far above the roundings.
template <int D>
class Sweep {
 public:
  explicit Sweep(const Course<D>& course) : start_(course.p) {
    if (!(course.end < 1e9)) return;
    const Vec<D> first = (0.5 * course.end) * course.v;  // the middle control point, seen from the start
    chord_ = first + first + (0.5 * course.end * course.end) * course.a;
    const double length2 = norm2(chord_);
    if (!(length2 > 1e-6 * norm2(first))) return;
    is_known_ = true;
    length_ = std::sqrt(length2);
    bulge_ = size_of_cross(first);
    const double turn = dot(first, chord_);
    low_ = std::min(0.0, turn);
    high_ = std::max(length2, turn);
  }

  bool stays_clear(const Vec<D>& point, double reach) const {
    if (!is_known_) return false;
    const Vec<D> away = point - start_;
    const double room = (reach * (1 + 1e-9) + 1e-9) * length_;
    const double place = dot(away, chord_);
    return place < low_ - room || place > high_ + room || size_of_cross(away) > room + bulge_;
  }

 private:
  double size_of_cross(const Vec<D>& v) const {
    if constexpr (D == 2)
      return std::fabs(cross(v, chord_));
    else
      return norm(cross(v, chord_));
  }

  Vec<D> start_;
  Vec<D> chord_{};
  double length_ = 0;
  double bulge_ = 0;
  double low_ = 0;
  double high_ = 0;
  bool is_known_ = false;
};

template <int D>
bool stays_clear(const Course<D>& course, const Vec<D>& point, double reach) {
  return Sweep<D>(course).stays_clear(point, reach);
}

// When two balls of radii r and r0, or a ball and a point, first touch: the time on the common clock, kNever if not
// within `end`.
template <int D>
double meeting(const Course<D>& one, double r, const Course<D>& two, double r0, double end);

}  // namespace carom::billiards
