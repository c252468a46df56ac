#include <algorithm>

#include "certificate.hpp"

namespace oracle {
namespace {

// ---- Nearest points

Point nearest_on_line(const Point& a, const Point& b, const Point& x) {
  const Point d = b - a;
  const Wide share = dot(x - a, d) / dot(d, d);
  return a + std::clamp(share, Wide{0}, Wide{1}) * d;
}

/// Outside of the prism over the triangle the nearest point is on an edge.
Point nearest_on_triangle(const std::vector<Point>& v, const Point& x) {
  const Point n = cross(v[1] - v[0], v[2] - v[0]);
  bool within = true;
  for (std::size_t i = 0; i < 3; ++i) within = within && dot(cross(n, v[(i + 1) % 3] - v[i]), x - v[i]) >= 0;
  if (within) return x - (dot(n, x - v[0]) / dot(n, n)) * n;
  Point best;
  Wide least = kEndless;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point p = nearest_on_line(v[i], v[(i + 1) % 3], x);
    if (const Wide d = dot(x - p, x - p); d < least) least = d, best = p;
  }
  return best;
}

Lie lie_to_polygon(const std::vector<Point>& v, const Point& x) {
  Wide deepest = -kEndless;
  Wide lead = kEndless;
  Point out;
  Point best;
  Wide least = kEndless;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Point& to = v[i + 1 == v.size() ? 0 : i + 1];
    const Point d = to - v[i];
    const Wide inverse = 1 / d.length();
    const Point n{d.y * inverse, -d.x * inverse, 0};
    if (const Wide beyond = dot(n, x - v[i]); beyond > deepest)
      lead = beyond - deepest, deepest = beyond, out = n;
    else
      lead = std::min(lead, deepest - beyond);
    const Point p = nearest_on_line(v[i], to, x);
    if (const Wide d2 = dot(x - p, x - p); d2 < least) least = d2, best = p;
  }
  if (deepest <= 0) return {out, deepest, lead};
  return {x - best, std::sqrt(least)};
}

struct Beyond {
  Wide most = -kEndless;  ///< beyond any bound; < 0 inside
  Wide lead = kEndless;   ///< over the next
  Point out;              ///< away from that bound
  Point outside;          ///< how far outside on each axis
};

Beyond beyond_bounds(const Point& low, const Point& high, const Point& x, int dimension) {
  Beyond b;
  const Wide lows[] = {low.x - x.x, low.y - x.y, low.z - x.z};
  const Wide highs[] = {x.x - high.x, x.y - high.y, x.z - high.z};
  Wide outside[3] = {};
  for (int k = 0; k < dimension; ++k) {
    const bool is_low = lows[k] > highs[k];
    const Wide out = is_low ? lows[k] : highs[k];
    if (out > 0) outside[k] = is_low ? -out : out;
    b.lead = std::min(out > b.most ? out - b.most : std::min(b.lead, b.most - out),
                      highs[k] - lows[k] > 0 ? highs[k] - lows[k] : lows[k] - highs[k]);
    if (out > b.most) {
      b.most = out;
      const Wide sign = is_low ? -1 : 1;
      b.out = {k == 0 ? sign : 0, k == 1 ? sign : 0, k == 2 ? sign : 0};
    }
  }
  b.outside = {outside[0], outside[1], outside[2]};
  return b;
}

Lie lie_to_box(const Body& body, const Point& x) {
  const Beyond b = beyond_bounds(body.low, body.high, x, body.dimension);
  if (b.most <= 0) return {b.out, b.most, b.lead};
  return {b.outside, b.outside.length()};
}

Lie lie_to_prism(const Body& body, const Point& x) {
  const Point flat{x.x, x.y, 0};
  const Beyond plane = beyond_bounds(body.low, body.high, flat, 2);
  const Wide out = plane.most > 0 ? plane.outside.length() : plane.most;
  const Point planar = plane.most > 0 ? (1 / out) * plane.outside : plane.out;
  const Wide s = out - body.around;
  const Wide low = body.low.z - x.z;
  const Wide high = x.z - body.high.z;
  const Wide z = std::max(low, high);
  const Point up{0, 0, high > low ? Wide{1} : Wide{-1}};
  if (s > 0 && z > 0) {
    const Point away = s * planar + z * up;
    return {away, away.length()};
  }
  // Inside of the core the planar direction is one of several.
  if (s <= 0 && z <= 0)
    return s > z ? Lie{planar, s, plane.most > 0 ? s - z : 0} : Lie{up, z, std::min(z - s, std::fabs(high - low))};
  return s > z ? Lie{planar, s} : Lie{up, z};
}

// ---- Two hulls: the hull of the differences of their corners

/// Between a corner and up to three others, in directions eᵢ from it: the corner + Σ wᵢ eᵢ.
struct Best {
  Point place;
  Wide least = kEndless;
  std::array<Wide, 3> weights{};
};

/// Corners seen from x; what is nearest to 0 lies between the newest and any of the others.
class Simplex {
 public:
  explicit Simplex(const Point& first) : points_{first}, nearest_(first) {}

  const Point& nearest() const { return nearest_; }
  bool is_full(int dimension) const { return count_ == dimension + 1; }

  /// Whether that brings it nearer.
  bool add(const Point& newest) {
    Best best;
    const Point y = -1 * newest;
    std::array<Point, 3> e;
    for (int i = 0; i < count_; ++i) e[at(i)] = points_[at(i)] - newest;
    consider(best, newest, e, {});
    for (int i = 0; i < count_; ++i) {
      consider(best, newest, e, weight(i, dot(y, e[at(i)]) / dot(e[at(i)], e[at(i)])));
      for (int j = 0; j < i; ++j) {
        const Wide ii = dot(e[at(i)], e[at(i)]), jj = dot(e[at(j)], e[at(j)]), ij = dot(e[at(i)], e[at(j)]);
        const Wide iy = dot(e[at(i)], y), jy = dot(e[at(j)], y), det = ii * jj - ij * ij;
        std::array<Wide, 3> w = weight(i, (iy * jj - jy * ij) / det);
        w[at(j)] = (jy * ii - iy * ij) / det;
        consider(best, newest, e, w);
      }
    }
    if (count_ == 3) {
      const Point n = cross(e[1], e[2]);
      const Wide det = dot(e[0], n);
      consider(best, newest, e, {dot(y, n) / det, dot(y, cross(e[2], e[0])) / det, dot(y, cross(e[0], e[1])) / det});
    }
    if (!(best.least < dot(nearest_, nearest_))) return false;
    keep(best, newest);
    return true;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static std::array<Wide, 3> weight(int i, Wide w) {
    std::array<Wide, 3> weights{};
    weights[at(i)] = w;
    return weights;
  }
  static void consider(Best& best, const Point& newest, const std::array<Point, 3>& e, const std::array<Wide, 3>& w) {
    if (!(w[0] >= 0 && w[1] >= 0 && w[2] >= 0 && w[0] + w[1] + w[2] <= 1)) return;
    const Point p = newest + (w[0] * e[0] + w[1] * e[1] + w[2] * e[2]);
    if (const Wide d2 = dot(p, p); d2 < best.least) best = {p, d2, w};
  }
  void keep(const Best& best, const Point& newest) {
    int kept = 0;
    for (int i = 0; i < count_; ++i)
      if (best.weights[at(i)] > 0) points_[at(kept++)] = points_[at(i)];
    points_[at(kept++)] = newest;
    count_ = kept;
    nearest_ = best.place;
  }

  std::array<Point, 4> points_;
  int count_ = 1;
  Point nearest_;
};

/// The way from the nearest point of the hull to x: Gilbert, Johnson, Keerthi, "A fast procedure for computing the
/// distance between complex objects in three-dimensional space", 1988. Where it ends early, still that of a point
/// within.
Point way_from_hull(const Body& body, const Point& x) {
  Simplex simplex(body.corners[0] - x);
  for (int i = 0; i < 64; ++i) {
    const Point d = -1 * simplex.nearest();
    const Point* farthest = &body.corners[0];
    Wide most = -kEndless;
    for (const Point& p : body.corners)
      if (const Wide along = dot(d, p); along > most) most = along, farthest = &p;
    const Point newest = *farthest - x;
    if (!(dot(d, newest) + dot(d, d) > 0x1p-62L * dot(d, d)) || !simplex.add(newest)) break;
    if (simplex.is_full(body.dimension)) break;
  }
  return -1 * simplex.nearest();
}

Lie lie_to_differences(const Body& body, const Point& x) {
  const Side* side = nullptr;
  Wide most = -kEndless;
  Wide lead = kEndless;
  for (const Side& s : body.sides) {
    const Wide out = dot(s.n, x) - s.support;
    if (out > most)
      lead = out - most, most = out, side = &s;
    else
      lead = std::min(lead, most - out);
  }
  const Wide error = kError * (x.size() + body.size());
  // What is flat has nothing inside, and is within the error of one of its sides.
  if (body.all_sides && most < -error) return {side->n, most, lead};
  const Point way = way_from_hull(body, x);
  const Wide distance = way.length();
  const bool is_side = most > -error && (distance - most < 1e-9L * distance || distance < 1e-12L * body.size());
  const Point n = is_side ? side->n : distance > 0 ? (1 / distance) * way : way;
  // cos φ ≥ (n·x − support)/distance for the angle φ between n and the way from the nearest point.
  const Wide cosine = std::max(Wide{0}, (dot(n, x) - body.core_support(n) - error) / (distance + error));
  return {n, distance, distance > 0 ? kEndless : 0, 2 * std::sqrt(std::max(Wide{0}, 1 - cosine * cosine))};
}

// ---- An arc

/// To the curve, not to its hull.
Lie lie_to_arc(const Body& body, const Point& x) {
  const Point y = x - body.center;
  if (body.sees(y)) {
    const Wide out = y.length() - body.around;
    return {(out < 0 ? Wide{-1} : Wide{1}) * y, std::fabs(out)};
  }
  const Point from_first = y - body.around * body.first;
  const Point from_last = y - body.around * body.last;
  const Point& least = dot(from_first, from_first) < dot(from_last, from_last) ? from_first : from_last;
  return {least, least.length()};
}

}  // namespace

Wide Body::support(const Point& n) const {
  if (sort == Sort::plane) return offset;
  return core_support(n) + (grown > 0 ? grown * n.length() : 0);
}

Wide Body::core_support(const Point& n) const {
  Wide most = -kEndless;
  switch (sort) {
    case Sort::plane:
      return offset;
    case Sort::hull:
    case Sort::differences:
      for (const Point& p : corners) most = std::max(most, dot(n, p));
      break;
    case Sort::arc:
      return dot(n, center) + around * (sees(n) ? n.length() : std::max(dot(n, first), dot(n, last)));
    case Sort::box:
    case Sort::prism:
      most = std::max(n.x * low.x, n.x * high.x) + std::max(n.y * low.y, n.y * high.y) +
             (dimension == 3 ? std::max(n.z * low.z, n.z * high.z) : 0);
      if (around > 0) most += around * std::sqrt(n.x * n.x + n.y * n.y);
  }
  return most;
}

Lie Body::lie(const Point& x) const {
  switch (sort) {
    case Sort::plane:
      return {normal, dot(normal, x) - offset};
    case Sort::box:
      return lie_to_box(*this, x);
    case Sort::prism:
      return lie_to_prism(*this, x);
    case Sort::differences:
      return lie_to_differences(*this, x);
    case Sort::arc:
      return lie_to_arc(*this, x);
    case Sort::hull:
      break;
  }
  if (dimension == 2 && corners.size() > 2) return lie_to_polygon(corners, x);
  if (grown == 0) {
    if (const Point n = flat_normal(); n.size() > 0 && within(n, x).least > 0) {
      const Wide out = dot(n, x - corners[0]);
      return {(out < 0 ? Wide{-1} : Wide{1}) * n, std::fabs(out) / n.length()};
    }
  }
  const Point p = corners.size() == 1   ? corners[0]
                  : corners.size() == 2 ? nearest_on_line(corners[0], corners[1], x)
                                        : nearest_on_triangle(corners, x);
  return {x - p, (x - p).length()};
}

Point Body::away(const Point& x) const {
  if (sort != Sort::arc) return lie(x).away;
  const Point y = x - center;
  if (sees(y) && y.length() >= around) return y;
  // Beyond the chord or an end of it; between the chord and the arc there is no way out.
  const Point p = nearest_on_line(around * first, around * last, y);
  return y - p;
}

/// Twice for differences: the way to the nearest of them takes more roundings.
Wide Body::size() const {
  Wide most = low.size() + high.size() + std::fabs(offset) + around + center.size() + grown;
  for (const Point& p : corners) most = std::max(most, (sort == Sort::differences ? 2 : 1) * p.size() + grown);
  return most;
}

Point Body::flat_normal() const {
  const std::vector<Point>& v = corners;
  if (sort == Sort::differences) return normal;
  if (dimension == 2 && v.size() == 2) return {v[1].y - v[0].y, v[0].x - v[1].x, 0};
  if (dimension == 3 && v.size() == 3) return cross(v[1] - v[0], v[2] - v[0]);
  return {};
}

Within Body::within(const Point& n, const Point& x) const {
  const std::vector<Point>& v = corners;
  Within result;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Point& to = v[(i + 1) % v.size()];
    const Point in = v.size() == 2 ? to - v[i] : cross(n, to - v[i]);
    result.least = std::min(result.least, dot(in, x - v[i]));
    result.length = std::max(result.length, in.size());
  }
  return result;
}

bool Body::sees(const Point& y) const {
  return cross(first, y).z >= 0 && cross(y, last).z >= 0 && dot(first + last, y) >= 0;
}

}  // namespace oracle
