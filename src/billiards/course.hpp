#pragma once
#include <limits>
#include <optional>

#include "carom/motion/motion.hpp"
#include "query/curved_balls.hpp"
#include "query/first_impact.hpp"

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

// Whether a course stays farther than `reach` from a point, by its chord and the bulge of its parabola: true is
// certain, its margins are far above the roundings.
template <int D>
bool stays_clear(const Course<D>& course, const Vec<D>& point, double reach) {
  if (!(course.end < 1e9)) return false;
  const Vec<D> first = (0.5 * course.end) * course.v;  // the parabola's middle control point, seen from the start
  const Vec<D> chord = course.end * (course.v + (0.5 * course.end) * course.a);
  const double length2 = norm2(chord);
  const double swing2 = norm2(first);
  if (!(length2 > 1e-6 * swing2)) return false;
  const Vec<D> away = point - course.p;
  const double length = std::sqrt(length2);
  const double room = reach * (1 + 1e-9) + 1e-9;
  const double place = dot(away, chord);
  const double turn = dot(first, chord);
  if (place < std::fmin(0.0, turn) - room * length || place > std::fmax(length2, turn) + room * length) return true;
  if constexpr (D == 2) {
    return std::fabs(cross(away, chord)) > room * length + std::fabs(cross(first, chord));
  } else {
    return norm(cross(away, chord)) > room * length + norm(cross(first, chord));
  }
}

// When two balls of radii r and r0, or a ball and a point, first touch: the time on the common clock, kNever if not
// within `end`.
template <int D>
double meeting(const Course<D>& one, double r, const Course<D>& two, double r0, double end);

}  // namespace carom::billiards
