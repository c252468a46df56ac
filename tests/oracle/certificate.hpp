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
  Wide lead = std::numeric_limits<Wide>::infinity();  ///< inside: how much nearer this side is than any other
};

/// The half-plane m·x ≥ d in front of a one-sided edge.
struct Front {
  Point m;
  Wide d = 0;
};

/// A convex set, grown by a radius. Places are seen from where the mover starts.
struct Body {
  enum class Sort { hull, plane, box, prism } sort = Sort::hull;
  std::vector<Point> corners;  ///< hull: of one, two or three points, or of a polygon in the plane
  Point low, high;             ///< box, prism
  Point normal;                ///< plane
  Wide offset = 0;             ///< plane
  Wide around = 0;             ///< prism: radius in the plane
  Wide grown = 0;
  int dimension = 3;
  std::vector<Front> fronts;  ///< only there for a point in front of it; empty: always

  Wide support(const Point& n) const;
  Lie lie(const Point& x) const;
  Wide size() const;
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
