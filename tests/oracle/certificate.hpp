#pragma once
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "carom/query/verdict.hpp"
#include "query.hpp"

// Cheap proofs that an answer is right. A direction n separates a point from a convex set on a stretch of time if
// n·x(t) stays above the set's support in that direction, max n·y: so a miss is proved, and a hit at t by separation
// until just before t and a point in common just after. What can not be proved in 64 bits is left open.
namespace oracle {

using Wide = long double;

/// Everything below is within 16 roundings of 64 bits of its terms, exp included.
inline constexpr Wide kError = 0x1p-60L;
inline constexpr Wide kEndless = std::numeric_limits<Wide>::infinity();

/// In the plane the last component is 0.
struct Point {
  Wide x = 0, y = 0, z = 0;

  friend Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Point operator*(Wide s, const Point& a) { return {s * a.x, s * a.y, s * a.z}; }
  friend Wide dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  friend Point cross(const Point& a, const Point& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  Wide size() const { return std::fabs(x) + std::fabs(y) + std::fabs(z); }
  Wide length() const { return std::sqrt(dot(*this, *this)); }
};

/// How a point lies to a convex set: the direction away from the nearest point of it (any length), and the distance,
/// which is < 0 inside. Neither is trusted: a direction is proved by the support, and a distance by its error bound.
struct Lie {
  Point away;
  Wide distance = 0;
  Wide lead = kEndless;  ///< inside: how much nearer this side is than any other
  Wide blur = 0;         ///< differences, outside: how far the unit direction may be from that of the nearest point
};

/// How far a point is within each end or edge of a flat body, times the length of that edge's `out`.
struct Within {
  Wide least = kEndless;
  Wide length = 0;  ///< of the longest `out`
};

/// The half-plane m·x ≥ d in front of a one-sided edge.
struct Front {
  Point m;
  Wide d = 0;
};

/// A direction of length 1, and the support of the corners there.
struct Side {
  Point n;
  Wide support = 0;
};

/// A set, grown by a radius, convex but for an arc. Places are seen from where the mover starts.
struct Body {
  enum class Sort { hull, plane, box, prism, differences, arc } sort = Sort::hull;
  std::vector<Point> corners;  ///< hull: of one, two or three points, or of a polygon in the plane; differences: any
  std::vector<Side> sides;     ///< differences: among them, if `all_sides`, those of the hull
  bool all_sides = false;
  Point low, high;    ///< box, prism
  Point normal;       ///< plane; differences: of a parallelogram in space, whose corners come in order, or 0
  Wide offset = 0;    ///< plane
  Wide around = 0;    ///< prism: radius in the plane; arc
  Point center;       ///< arc
  Point first, last;  ///< arc: unit vectors to its ends, less than half a turn apart
  Wide grown = 0;
  int dimension = 3;
  std::vector<Front> fronts;  ///< only there for a point in front of it; empty: always

  /// Of an arc: of its hull.
  Wide support(const Point& n) const;
  Wide core_support(const Point& n) const;
  Lie lie(const Point& x) const;
  /// From the nearest point of the hull, any length.
  Point away(const Point& x) const;
  Wide size() const;

  /// Beside a line in the plane, a triangle or a parallelogram: its normal, which is sure where the way to the nearest
  /// point is short; 0 for other bodies.
  Point flat_normal() const;
  bool is_thin() const { return sort == Sort::arc || flat_normal().size() > 0; }
  Within within(const Point& flat_normal, const Point& x) const;
  /// Of an arc: whether a direction from its centre is within its angle.
  bool sees(const Point& direction) const;
};

/// x(t) = start + v (t − from) + h (t − from)² + Σ w (1 − exp(−k (t − from)))/k
struct Leg {
  struct Fading {
    Point w;
    Wide k = 0;
  };
  Wide from = 0;
  Wide to = 0;  ///< may be infinite
  Point start, v, h;
  std::array<Fading, 2> fading;
  int fadings = 0;
  Wide start_terms = 0, v_terms = 0, h_terms = 0;  ///< sums of the sizes of what start, v and h are made of

  Point place(Wide t) const;
  Point velocity(Wide t) const;
  /// A bound on the sizes of all terms up to t.
  Wide size(Wide t) const;
  Wide fading_terms() const;
  bool is_still() const;
};

struct Scene {
  std::vector<Body> bodies;
  std::vector<Leg> legs;
  bool one_sided = false;
  Wide radius = 0;      ///< what errors are relative to, if the path is shorter
  Wide clock_rate = 0;  ///< > 0: legs run in s = (1 − exp(−k t))/k
};

/// nullopt: this sort of pair has no cheap proof.
template <int D>
std::optional<Scene> scene_of(const Query<D>& q);

enum class Proof { none, miss, hit, overlapping, separating };

struct Certificate {
  Proof proof = Proof::none;
  double error = 0;  ///< of the contact's position, in units of 2^-53 of the larger of the radius and the path
};

/// Which bodies stay clear until the horizon, one-sided ones from both sides.
std::vector<bool> clear_bodies(const Scene& scene, double horizon);

/// `time` is the library's, if there is an impact. A proof of a miss or a hit says that the shapes start apart, and
/// that the time (up to `error`) is right.
Certificate certify(const Scene& scene, std::optional<double> time, double horizon);

}  // namespace oracle
