#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/mover/move_and_slide.hpp"
#include "carom/query/distance.hpp"

// Random moves in random surroundings, and what must hold after each. Depths are those of the certified `distance`,
// which shares no code with the mover: of pairs that it does not know by sweeping the item along the mover's line, or
// by the least distance of its points.
namespace carom::testing {

template <int D>
struct Obstacles {
  std::vector<Ball<D>> balls{};
  std::vector<Segment<D>> segments{};
  std::vector<Aabb<D>> boxes{};
  std::vector<Triangle> triangles{};
  std::vector<Capsule<D>> capsules{};
  std::vector<UprightCylinder> cylinders{};

  SlideOptions options() const {
    SlideOptions options;
    if constexpr (D == 2)
      options.others.capsules2 = capsules;
    else
      options.others = {.capsules3 = capsules, .cylinders = cylinders};
    return options;
  }

  Index<D> index() const {
    if constexpr (D == 2)
      return Index2({balls, segments, boxes});
    else
      return Index3({balls, segments, boxes, triangles});
  }
};

/// The least value of a convex function of 0 ≤ t ≤ 1, by the golden section.
template <class F>
double least_value(const F& f) {
  constexpr double kGolden = 0.61803398874989485;
  double low = 0;
  double high = 1;
  double a = 1 - kGolden;
  double b = kGolden;
  double at_a = f(a);
  double at_b = f(b);
  for (int k = 0; k < 60; ++k) {
    if (at_a <= at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - kGolden * (high - low);
      at_a = f(a);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + kGolden * (high - low);
      at_b = f(b);
    }
  }
  return std::min({f(0), f(1), at_a, at_b});
}

template <int D>
std::vector<Vec<D>> corners_of(const Segment<D>& segment) {
  return {segment.from, segment.to};
}
inline std::vector<Vec3> corners_of(const Triangle& triangle) {
  return {triangle.a, triangle.b, triangle.c};
}
template <int D>
std::vector<Vec<D>> corners_of(const Aabb<D>& box) {
  std::vector<Vec<D>> all;
  for (int c = 0; c < (1 << D); ++c) {
    Vec<D> corner;
    for (int k = 0; k < D; ++k) corner[k] = (c >> k) & 1 ? box.high[k] : box.low[k];
    all.push_back(corner);
  }
  return all;
}

/// Their hull (Andrew's monotone chain).
inline ConvexPolygon hull(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(),
            [](const Vec2& a, const Vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  ConvexPolygon polygon;
  auto& hull = polygon.vertices;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = hull.size();
    for (const Vec2& p : points) {
      while (hull.size() >= start + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return polygon;
}

/// The surfaces that a shape sweeps along a line: those of its faces at both ends, and of its edges on the way.
class SweptMesh {
 public:
  explicit SweptMesh(const Vec3& along) : along_(along) {}

  void edge(const Vec3& a, const Vec3& b) {
    add(a, b, b + along_);
    add(a, b + along_, a + along_);
  }
  void face(const Vec3& a, const Vec3& b, const Vec3& c) {
    add(a, b, c);
    add(a + along_, b + along_, c + along_);
  }
  const TriangleMesh& mesh() const { return mesh_; }

 private:
  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    if (is_zero(cross(b - a, c - a))) return;
    const auto first = static_cast<std::uint32_t>(mesh_.vertices.size());
    for (const Vec3& v : {a, b, c}) mesh_.vertices.push_back(v);
    mesh_.triangles.push_back({first, first + 1, first + 2});
  }

  Vec3 along_;
  TriangleMesh mesh_;
};

inline TriangleMesh swept(const Segment<3>& segment, const Vec3& along) {
  SweptMesh mesh(along);
  mesh.edge(segment.from, segment.to);
  return mesh.mesh();
}
inline TriangleMesh swept(const Triangle& t, const Vec3& along) {
  SweptMesh mesh(along);
  mesh.face(t.a, t.b, t.c);
  mesh.edge(t.a, t.b);
  mesh.edge(t.b, t.c);
  mesh.edge(t.c, t.a);
  return mesh.mesh();
}
inline TriangleMesh swept(const Aabb3& box, const Vec3& along) {
  SweptMesh mesh(along);
  const std::vector<Vec3> c = corners_of(box);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t own = std::size_t{1} << axis;
    const std::size_t u = std::size_t{1} << ((axis + 1) % 3);
    const std::size_t v = std::size_t{1} << ((axis + 2) % 3);
    for (const std::size_t side : {std::size_t{0}, own}) {
      mesh.face(c[side], c[side | u], c[side | u | v]);
      mesh.face(c[side], c[side | u | v], c[side | v]);
    }
    for (const std::size_t other : {std::size_t{0}, u, v, u | v}) mesh.edge(c[other], c[other | own]);
  }
  return mesh.mesh();
}

/// A capsule and a shape are its ball and the shape swept along its line, turned over.
inline double swept_gap(const Capsule2& capsule, const std::vector<Vec2>& points) {
  std::vector<Vec2> all = points;
  for (const Vec2& p : points) all.push_back(p - (capsule.to - capsule.from));
  return distance(Circle{capsule.from, capsule.radius}, hull(all)).distance;
}
template <class Shape>
double swept_gap(const Capsule3& capsule, const Shape& shape) {
  const Sphere end{capsule.from, capsule.radius};
  const double to_surface = distance(end, swept(shape, capsule.from - capsule.to)).distance;
  // A whole capsule inside a box is far from all surfaces.
  if constexpr (std::is_same_v<Shape, Aabb3>) return std::min(to_surface, distance(end, shape).distance);
  return to_surface;
}

/// Of an upright cylinder's distance from a point, convex in that point, the least one on a shape.
inline double point_gap(const UprightCylinder& cylinder, const Vec3& point) {
  return distance(Sphere{point, 0}, cylinder).distance;
}
inline double least_point_gap(const UprightCylinder& cylinder, const Segment<3>& s) {
  return least_value([&](double t) { return point_gap(cylinder, s.from + t * (s.to - s.from)); });
}
inline double least_point_gap(const UprightCylinder& cylinder, const Triangle& t) {
  return least_value([&](double u) {
    const Vec3 from = t.a + u * (t.b - t.a);
    const Vec3 to = t.a + u * (t.c - t.a);
    return least_point_gap(cylinder, Segment<3>{from, to});
  });
}

/// Capsules are balls along a line: of their distances, convex along it, the least.
template <int D, class Shape>
double along_line(const Capsule<D>& capsule, const Shape& shape) {
  return least_value([&](double t) {
    return distance(Ball<D>{capsule.from + t * (capsule.to - capsule.from), capsule.radius}, shape).distance;
  });
}

template <int D>
Ball<D> ball_around(const Capsule<D>& capsule) {
  return {0.5 * (capsule.from + capsule.to), 0.5 * norm(capsule.to - capsule.from) + capsule.radius};
}
template <int D>
Ball<D> ball_around(const Ball<D>& ball) {
  return ball;
}
inline Sphere ball_around(const UprightCylinder& cylinder) {
  return {cylinder.center, cylinder.radius + cylinder.half_height};
}

template <int D>
std::vector<Vec<D>> corners_of(const Ball<D>& ball) {
  Vec<D> half;
  for (int k = 0; k < D; ++k) half[k] = ball.radius;
  return {ball.center - half, ball.center + half};
}
template <int D>
std::vector<Vec<D>> corners_of(const Capsule<D>& capsule) {
  return corners_of(ball_around(capsule));
}
inline std::vector<Vec3> corners_of(const UprightCylinder& cylinder) {
  return corners_of(ball_around(cylinder));
}

/// How far the boxes around a ball and a shape are apart; ≤ 0 if they are not.
template <int D, class Shape>
double boxes_apart(const Ball<D>& ball, const Shape& shape) {
  Vec<D> low = ball.center;
  Vec<D> high = ball.center;
  bool first = true;
  for (const Vec<D>& corner : corners_of(shape)) {
    for (int k = 0; k < D; ++k) {
      low[k] = first ? corner[k] : std::min(low[k], corner[k]);
      high[k] = first ? corner[k] : std::max(high[k], corner[k]);
    }
    first = false;
  }
  double most = -kForever;
  for (int k = 0; k < D; ++k)
    most = std::max({most, low[k] - ball.center[k] - ball.radius, ball.center[k] - ball.radius - high[k]});
  return most;
}

/// The gap where it is small, else something below it.
template <int D, class Mover, class Shape>
double gap_to(const Mover& mover, const Shape& shape) {
  if (const double at_least = boxes_apart(ball_around(mover), shape); at_least > 1e-9 * (1 + at_least)) return at_least;
  if constexpr (SupportedPair<Mover, Shape>) {
    return distance(mover, shape).distance;
  } else if constexpr (std::is_same_v<Shape, Capsule<D>>) {
    return along_line(shape, mover);
  } else if constexpr (std::is_same_v<Shape, UprightCylinder>) {
    return along_line(mover, shape);
  } else {
    const double at_least = distance(ball_around(mover), shape).distance;
    if (at_least > 0) return at_least;
    if constexpr (std::is_same_v<Mover, UprightCylinder>)
      return least_point_gap(mover, shape);
    else if constexpr (D == 2)
      return swept_gap(mover, corners_of(shape));
    else
      return swept_gap(mover, shape);
  }
}

/// The deepest overlap, as a negative gap; or the least gap.
template <int D, class Mover>
double least_gap(const Mover& mover, const Obstacles<D>& world) {
  double least = kForever;
  for (const auto& shape : world.balls) least = std::min(least, gap_to<D>(mover, shape));
  for (const auto& shape : world.segments) least = std::min(least, gap_to<D>(mover, shape));
  for (const auto& shape : world.boxes) least = std::min(least, gap_to<D>(mover, shape));
  for (const auto& shape : world.capsules) least = std::min(least, gap_to<D>(mover, shape));
  if constexpr (D == 3)
    for (const auto& shape : world.cylinders) least = std::min(least, gap_to<D>(mover, shape));
  if constexpr (D == 3)
    for (const auto& shape : world.triangles) least = std::min(least, gap_to<D>(mover, shape));
  return least;
}

template <int D>
Vec<D> random_place(Random& random, double reach) {
  Vec<D> v;
  for (int k = 0; k < D; ++k) v[k] = random.uniform(-reach, reach);
  return v;
}

/// Things of all kinds between −10 and 10.
template <int D>
Obstacles<D> random_obstacles(Random& random, int segments = 20) {
  Obstacles<D> world;
  for (int k = 0; k < 4; ++k) world.balls.push_back({random_place<D>(random, 10), random.uniform(0.05, 1.5)});
  for (int k = 0; k < segments; ++k) {
    const Vec<D> from = random_place<D>(random, 10);
    world.segments.push_back({from, from + random_place<D>(random, 4)});
  }
  for (int k = 0; k < 4; ++k) {
    const Vec<D> low = random_place<D>(random, 10);
    Vec<D> high = low;
    for (int a = 0; a < D; ++a) high[a] += random.uniform(0.1, 3);
    world.boxes.push_back({low, high});
  }
  if constexpr (D == 3)
    for (int k = 0; k < 25; ++k) {
      const Vec3 a = random_place<3>(random, 10);
      world.triangles.push_back({a, a + random_place<3>(random, 5), a + random_place<3>(random, 5)});
    }
  return world;
}

/// A star-shaped room of random corners, and a few pillars in it.
inline Obstacles<2> random_room(Random& random) {
  Obstacles<2> world;
  std::vector<Vec2> corners;
  const int count = 5 + static_cast<int>(random.below(12));
  for (int k = 0; k < count; ++k) {
    // A turn of k/count, by the rational points of the circle in each quarter.
    const double turn = 4.0 * k / count;
    const double t = turn - std::floor(turn);
    Vec2 unit{(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)};
    for (int quarter = static_cast<int>(turn); quarter > 0; --quarter) unit = {-unit.y, unit.x};
    corners.push_back(random.uniform(3, 10) * unit);
  }
  for (std::size_t k = 0; k < corners.size(); ++k)
    world.segments.push_back({corners[k], corners[(k + 1) % corners.size()]});
  for (int k = 0; k < 3; ++k) world.balls.push_back({random_place<2>(random, 5), random.uniform(0.01, 0.6)});
  return world;
}

/// A grid of hills, two triangles to a square.
inline Obstacles<3> random_terrain(Random& random, int side = 12, double steep = 1) {
  Obstacles<3> world;
  std::vector<double> heights(static_cast<std::size_t>((side + 1) * (side + 1)));
  for (double& height : heights) height = random.uniform(-steep, steep);
  const auto corner = [&](int i, int j) {
    return Vec3{i - 0.5 * side, j - 0.5 * side, heights[static_cast<std::size_t>(i * (side + 1) + j)]};
  };
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      world.triangles.push_back({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)});
      world.triangles.push_back({corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)});
    }
  return world;
}

template <class Mover>
double thickness(const Mover& mover) {
  if constexpr (std::is_same_v<Mover, UprightCylinder>)
    return std::min(mover.radius, mover.half_height);
  else
    return mover.radius;
}

template <class Mover>
Mover shifted(Mover mover, const Vec<kDimension<Mover>>& by) {
  if constexpr (requires { mover.center; }) {
    mover.center += by;
  } else {
    mover.from += by;
    mover.to += by;
  }
  return mover;
}

/// Directions all around, alike.
template <int D>
std::vector<Vec<D>> directions(int count) {
  Random random(1);
  std::vector<Vec<D>> all;
  for (int k = 0; k < count; ++k) all.push_back(random.direction<D>());
  return all;
}

/// What is wrong with a result; empty if nothing.
template <class Mover>
std::string complaint(const Index<kDimension<Mover>>& index, const Obstacles<kDimension<Mover>>& world,
                      const Mover& start, const Vec<kDimension<Mover>>& intended, const SlideResult<Mover>& result) {
  constexpr int D = kDimension<Mover>;
  const double length = norm(intended);
  const double thick = thickness(start);
  if (result.end == SlideEnd::overlapping) return "began in overlap";
  if (result.end == SlideEnd::out_of_iterations) return "did not come to an end";
  const double gap = least_gap<D>(result.mover, world);
  if (gap < -1e-12 * thick) return "overlap of " + std::to_string(-gap / thick) + " radii";
  const double rounding = 1e-13 * (1 + norm(ball_around(start).center) + length);
  if (norm(result.displacement) > length + rounding) return "faster than intended";
  if (dot(result.displacement, intended) < -rounding * length) return "against the intention";
  if (result.end != SlideEnd::stuck) return "";
  const SlideResult<Mover> again = move_and_slide(index, result.mover, intended, world.options());
  if (!is_zero(again.displacement)) return "creeps where it was stuck";
  if (result.holding.empty()) return "stuck without a reason";
  // No direction along the intention is free.
  static const std::vector<Vec<D>> all = directions<D>(D == 2 ? 180 : 400);
  const double step = 1e-6 * thick;
  for (const Vec<D>& u : all)
    if (dot(u, intended) > 0.02 * length && least_gap<D>(shifted(result.mover, step * u), world) >= 0)
      return "stuck with a way left";
  return "";
}

}  // namespace carom::testing
