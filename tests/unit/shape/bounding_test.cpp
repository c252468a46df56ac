#include "carom/shape/bounding.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "carom/query/overlap.hpp"

// Expected values: GMP rationals, by trying every set of points that could support the ball.
namespace carom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <int D>
using Rational = std::array<mpq_class, static_cast<std::size_t>(D)>;

template <int D>
Rational<D> rational(const Vec<D>& v) {
  Rational<D> q;
  for (int k = 0; k < D; ++k) q[static_cast<std::size_t>(k)] = v[k];
  return q;
}

template <std::size_t D>
mpq_class dot(const std::array<mpq_class, D>& a, const std::array<mpq_class, D>& b) {
  mpq_class sum = 0;
  for (std::size_t k = 0; k < D; ++k) sum += a[k] * b[k];
  return sum;
}

template <std::size_t D>
std::array<mpq_class, D> minus(const std::array<mpq_class, D>& a, const std::array<mpq_class, D>& b) {
  std::array<mpq_class, D> d;
  for (std::size_t k = 0; k < D; ++k) d[k] = a[k] - b[k];
  return d;
}

/// Gauss and Jordan; nullopt if singular.
std::optional<std::vector<mpq_class>> solve(std::vector<std::vector<mpq_class>> m) {
  const std::size_t n = m.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto pivot =
        std::find_if(m.begin() + static_cast<std::ptrdiff_t>(i), m.end(), [&](const auto& row) { return row[i] != 0; });
    if (pivot == m.end()) return std::nullopt;
    std::swap(m[i], *pivot);
    for (std::size_t row = 0; row < n; ++row) {
      if (row == i) continue;
      const mpq_class factor = m[row][i] / m[i][i];
      for (std::size_t k = i; k <= n; ++k) m[row][k] -= factor * m[i][k];
    }
  }
  std::vector<mpq_class> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = m[i][n] / m[i][i];
  return x;
}

/// The point as far from all of `support` that is in their convex hull, if there is one.
template <int D>
std::optional<Rational<D>> hull_center(const std::vector<Rational<D>>& support) {
  const std::size_t n = support.size() - 1;
  std::vector<std::vector<mpq_class>> equations(n, std::vector<mpq_class>(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    const auto e = minus(support[i + 1], support[0]);
    for (std::size_t j = 0; j < n; ++j) equations[i][j] = 2 * dot(e, minus(support[j + 1], support[0]));
    equations[i][n] = dot(e, e);
  }
  const auto weights = solve(equations);
  if (!weights) return std::nullopt;
  mpq_class rest = 1;
  Rational<D> center = support[0];
  for (std::size_t j = 0; j < n; ++j) {
    const mpq_class& weight = (*weights)[j];
    if (weight < 0) return std::nullopt;
    rest -= weight;
    for (std::size_t k = 0; k < D; ++k) center[k] += weight * (support[j + 1][k] - support[0][k]);
  }
  if (rest < 0) return std::nullopt;
  return center;
}

/// The centre of the smallest ball around `points`, supported by some of `candidates`: it holds all, and no ball that
/// holds its support is smaller because it lies in the support's convex hull.
template <int D>
std::optional<Rational<D>> exact_center(const std::vector<Vec<D>>& candidates, const std::vector<Vec<D>>& points) {
  std::vector<Rational<D>> all;
  for (const auto& point : points) all.push_back(rational<D>(point));
  std::vector<Rational<D>> support;
  const auto holds_all = [&](const Rational<D>& center) {
    const auto edge = minus(support[0], center);
    const mpq_class radius2 = dot(edge, edge);
    return std::all_of(all.begin(), all.end(), [&](const auto& point) {
      const auto d = minus(point, center);
      return dot(d, d) <= radius2;
    });
  };
  const std::function<std::optional<Rational<D>>(std::size_t)> search =
      [&](std::size_t begin) -> std::optional<Rational<D>> {
    if (!support.empty())
      if (const auto center = hull_center<D>(support); center && holds_all(*center)) return center;
    if (support.size() == D + 1) return std::nullopt;
    for (std::size_t i = begin; i < candidates.size(); ++i) {
      support.push_back(rational<D>(candidates[i]));
      if (const auto found = search(i + 1)) return found;
      support.pop_back();
    }
    return std::nullopt;
  };
  return search(0);
}

void expect_nearest(double value, const mpq_class& exact) {
  const mpq_class off = abs(mpq_class(value) - exact);
  for (const double way : {-kInfinity, kInfinity}) {
    const double neighbour = std::nextafter(value, way);
    const mpq_class other = abs(mpq_class(neighbour) - exact);
    EXPECT_TRUE(off < other || (off == other && (std::bit_cast<std::uint64_t>(value) & 1) == 0)) << value;
  }
}

template <int D>
bool holds(const Vec<D>& center, double radius, const std::vector<Vec<D>>& points) {
  return radius >= 0 && std::all_of(points.begin(), points.end(), [&](const auto& point) {
           const auto d = minus(rational<D>(point), rational<D>(center));
           return dot(d, d) <= mpq_class(radius) * mpq_class(radius);
         });
}

template <int D>
void expect_smallest(const Ball<D>& ball, const std::vector<Vec<D>>& candidates, const std::vector<Vec<D>>& points) {
  const auto exact = exact_center<D>(candidates, points);
  ASSERT_TRUE(exact);
  for (int k = 0; k < D; ++k) expect_nearest(ball.center[k], (*exact)[static_cast<std::size_t>(k)]);
  EXPECT_TRUE(holds<D>(ball.center, ball.radius, points));
  EXPECT_FALSE(holds<D>(ball.center, std::nextafter(ball.radius, -kInfinity), points));
  for (const auto& point : points) EXPECT_TRUE(overlap(ball, Ball<D>{point, 0}));
}

template <class T>
std::array<std::uint64_t, sizeof(T) / 8> bits(const T& value) {
  return std::bit_cast<std::array<std::uint64_t, sizeof(T) / 8>>(value);
}

/// Sets of points that tend to break things, by kind.
template <int D>
class Sets {
 public:
  static constexpr int kKinds = 9;

  std::vector<Vec<D>> operator()(int kind, int count) {
    std::vector<Vec<D>> points;
    for (int i = 0; i < count; ++i) points.push_back(point(kind, points));
    return points;
  }
  std::mt19937_64& engine() { return engine_; }

 private:
  double any() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }
  double small() { return static_cast<double>(static_cast<int>(engine_() % 5) - 2); }
  Vec<D> vec(double (Sets::*component)()) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = (this->*component)();
    return v;
  }
  Vec<D> point(int kind, const std::vector<Vec<D>>& before) {
    const Vec<D> v = vec(&Sets::any);
    const Vec<D> whole = vec(&Sets::small);
    switch (kind) {
      case 0:
        return v;
      case 1:
        return whole;  // many on one sphere, on lines, twice
      case 2:
        return v / norm(v);  // on a sphere but for rounding
      case 3:
        return v[0] * Vec<D>{3, 5};  // on a line but for rounding
      case 4:
        return whole[0] * Vec<D>{3, 5};  // on a line
      case 5:
        return 0x1p-30 * whole + Vec<D>{0x1p20, -0x1p22};
      case 6:
        return 0x1p-52 * v + Vec<D>{1, 1};  // a few of the smallest steps apart
      case 7:
        return 0x1p-1070 * whole;
      default:
        return before.empty() || engine_() % 3 == 0 ? 0x1p900 * v : before[engine_() % before.size()];
    }
  }

  std::mt19937_64 engine_{5};
};

template <int D>
void try_all_supports() {
  Sets<D> sets;
  for (int i = 0; i < 900; ++i) {
    const std::vector<Vec<D>> points = sets(i % Sets<D>::kKinds, 1 + i % 8);
    SCOPED_TRACE(i);
    expect_smallest<D>(smallest_ball(points), points, points);
  }
}

TEST(SmallestBall, IsTheSmallestOfAllThatAnyPointsSupportIn2D) {
  try_all_supports<2>();
}

TEST(SmallestBall, IsTheSmallestOfAllThatAnyPointsSupportIn3D) {
  try_all_supports<3>();
}

template <int D>
void certify_large_sets() {
  Sets<D> sets;
  for (int kind = 0; kind < 6; ++kind) {
    const std::vector<Vec<D>> points = sets(kind, kind == 2 ? 12 : 3000);
    const Ball<D> ball = smallest_ball(points);
    std::vector<Vec<D>> candidates;
    for (const Vec<D>& point : points) {
      const bool known = std::find(candidates.begin(), candidates.end(), point) != candidates.end();
      if (!known && norm(point - ball.center) > ball.radius * (1 - 1e-9)) candidates.push_back(point);
    }
    SCOPED_TRACE(kind);
    expect_smallest<D>(ball, candidates, points);
  }
}

TEST(SmallestBall, HasACertificateInTheConvexHullOfItsSupport) {
  certify_large_sets<2>();
  certify_large_sets<3>();
}

std::array<double, 5> numbers(const UprightCylinder& c) {
  return {c.center.x, c.center.y, c.center.z, c.radius, c.half_height};
}

template <int D>
void shuffle_and_compare() {
  Sets<D> sets;
  for (int kind = 0; kind < Sets<D>::kKinds; ++kind) {
    std::vector<Vec<D>> points = sets(kind, 200);
    if (kind == 1) points[7][0] = -0.0;
    const auto ball = bits(smallest_ball(points));
    const auto box = bits(smallest_box(points));
    std::array<std::uint64_t, 5> cylinder{};
    if constexpr (D == 3) cylinder = bits(numbers(smallest_cylinder(points)));
    for (int i = 0; i < 20; ++i) {
      std::shuffle(points.begin(), points.end(), sets.engine());
      EXPECT_EQ(bits(smallest_ball(points)), ball) << kind;
      EXPECT_EQ(bits(smallest_box(points)), box) << kind;
      if constexpr (D == 3) {
        EXPECT_EQ(bits(numbers(smallest_cylinder(points))), cylinder) << kind;
      }
    }
  }
}

TEST(SmallestBall, HasTheSameBitsInEveryOrderOfThePoints) {
  shuffle_and_compare<2>();
  shuffle_and_compare<3>();
}

TEST(SmallestBall, KnowsTheClassics) {
  const std::vector<Vec2> right_angle{{0, 0}, {6, 0}, {0, 8}};
  EXPECT_EQ(smallest_ball(right_angle).center, (Vec2{3, 4}));
  EXPECT_EQ(smallest_ball(right_angle).radius, 5);
  const std::vector<Vec2> obtuse{{-4, 0}, {4, 0}, {1, 2}};  // the longest side alone
  EXPECT_EQ(smallest_ball(obtuse).center, (Vec2{0, 0}));
  EXPECT_EQ(smallest_ball(obtuse).radius, 4);
  const std::vector<Vec3> tetrahedron{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  EXPECT_EQ(smallest_ball(tetrahedron).center, (Vec3{0, 0, 0}));
  EXPECT_EQ(smallest_ball(tetrahedron).radius, 0x1.bb67ae8584cabp+0);  // √3 = 1.7320508075688772935…, rounded up
}

TEST(SmallestBall, OfOnePointOrManyEqualOnesHasRadiusZero) {
  const std::vector<Vec3> points(5, Vec3{0.1, -3, 7});
  EXPECT_EQ(smallest_ball(std::span(points).first(1)).center, points[0]);
  EXPECT_EQ(smallest_ball(points).center, points[0]);
  EXPECT_EQ(smallest_ball(points).radius, 0);
}

TEST(SmallestBall, OfNoPointsIsAPointAtTheOrigin) {
  EXPECT_EQ(smallest_ball(std::span<const Vec2>()).center, (Vec2{0, 0}));
  EXPECT_EQ(smallest_ball(std::span<const Vec3>()).radius, 0);
  EXPECT_EQ(smallest_box(std::span<const Vec3>()).high, (Vec3{0, 0, 0}));
  EXPECT_EQ(smallest_cylinder({}).half_height, 0);
}

TEST(SmallestCylinder, IsTheSmallestCircleTimesTheRangeOfHeights) {
  Sets<3> sets;
  for (int i = 0; i < 300; ++i) {
    const std::vector<Vec3> points = sets(i % Sets<3>::kKinds, 1 + i % 8);
    const UprightCylinder cylinder = smallest_cylinder(points);
    std::vector<Vec2> shadows;
    for (const Vec3& point : points) shadows.push_back({point.x, point.y});
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(), [](const Vec3& a, const Vec3& b) { return a.z < b.z; });
    SCOPED_TRACE(i);
    expect_smallest<2>({{cylinder.center.x, cylinder.center.y}, cylinder.radius}, shadows, shadows);
    expect_nearest(cylinder.center.z, (mpq_class(low->z) + mpq_class(high->z)) / 2);
    const auto reaches = [&, bottom = low->z, top = high->z](double half_height) {
      const mpq_class middle = cylinder.center.z;
      return top - middle <= half_height && middle - bottom <= half_height;
    };
    EXPECT_TRUE(reaches(cylinder.half_height));
    EXPECT_TRUE(cylinder.half_height == 0 || !reaches(std::nextafter(cylinder.half_height, 0)));
  }
}

TEST(SmallestBox, HoldsTheExtremesOnEveryAxis) {
  const std::vector<Vec3> points{{1, 2, -3}, {-1, 5, 0}, {0, 0, 7}};
  EXPECT_EQ(smallest_box(points).low, (Vec3{-1, 0, -3}));
  EXPECT_EQ(smallest_box(points).high, (Vec3{1, 5, 7}));
}

}  // namespace
}  // namespace carom
