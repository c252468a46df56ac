#include <gtest/gtest.h>

#include <random>

#include "carom/query/clip_motion.hpp"
#include "carom/query/contact.hpp"
#include "carom/query/distance.hpp"
#include "carom/query/verdict.hpp"
#include "property/queries/signed_distance.hpp"

// Every pair of shapes and every question, against the shapes' signed distances followed in small steps.
namespace carom {
namespace {

using test::gap;
using test::Place;
using test::Real;

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  template <int D>
  Vec<D> in_cube(double half) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = between(-half, half);
    return v;
  }

 private:
  std::mt19937_64 engine_;
};

template <class Shape>
struct Make;
template <int D>
struct Make<Ball<D>> {
  static Ball<D> shape(Dice& dice) { return {dice.in_cube<D>(3), dice.below(8) == 0 ? 0 : dice.between(0.1, 2)}; }
};
template <int D>
struct Make<HalfSpace<D>> {
  static HalfSpace<D> shape(Dice& dice) { return HalfSpace<D>::through(dice.in_cube<D>(2), dice.in_cube<D>(1)); }
};
template <int D>
struct Make<Segment<D>> {
  static Segment<D> shape(Dice& dice) { return {dice.in_cube<D>(3), dice.in_cube<D>(3)}; }
};
template <int D>
struct Make<Capsule<D>> {
  static Capsule<D> shape(Dice& dice) { return {dice.in_cube<D>(3), dice.in_cube<D>(3), dice.between(0, 1)}; }
};
template <int D>
struct Make<Aabb<D>> {
  static Aabb<D> shape(Dice& dice) {
    Aabb<D> box{dice.in_cube<D>(3), {}};
    for (int k = 0; k < D; ++k) box.high[k] = box.low[k] + dice.between(0.1, 3);
    return box;
  }
};
template <>
struct Make<UprightCylinder> {
  static UprightCylinder shape(Dice& dice) {
    return {dice.in_cube<3>(2), dice.below(8) == 0 ? 0 : dice.between(0.1, 2),
            dice.below(8) == 0 ? 0 : dice.between(0.1, 2)};
  }
};
template <>
struct Make<Polygon> {
  static Polygon shape(Dice& dice) {
    Polygon polygon{{}, dice.below(2) == 0, Sides::two};
    for (int k = 0; k < 5; ++k) polygon.vertices.push_back(dice.in_cube<2>(3));
    return polygon;
  }
};
template <>
struct Make<ConvexPolygon> {
  /// Points on an ellipse, in order.
  static ConvexPolygon shape(Dice& dice) {
    ConvexPolygon polygon;
    const Vec2 center = dice.in_cube<2>(2);
    const int n = 3 + dice.below(6);
    const double turn = dice.between(0, 1);
    for (int k = 0; k < n; ++k) {
      const double angle = 6.283185307179586 * (k + turn + dice.between(0, 0.6)) / n;
      polygon.vertices.push_back(center + Vec2{2 * std::cos(angle), 1.2 * std::sin(angle)});
    }
    return polygon;
  }
};
template <>
struct Make<Arc> {
  static Arc shape(Dice& dice) {
    return {dice.in_cube<2>(2), dice.between(0.1, 3), dice.in_cube<2>(1), dice.in_cube<2>(1)};
  }
};
template <>
struct Make<Triangle> {
  static Triangle shape(Dice& dice) { return {dice.in_cube<3>(3), dice.in_cube<3>(3), dice.in_cube<3>(3)}; }
};
template <>
struct Make<TriangleMesh> {
  /// A bumpy patch of ground, with one more triangle on an inner edge.
  static TriangleMesh shape(Dice& dice) {
    TriangleMesh mesh;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) mesh.vertices.push_back({i - 1.5, j - 1.5, dice.between(-0.5, 0.5)});
    const auto at = [](int i, int j) { return static_cast<std::uint32_t>(4 * i + j); };
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
        mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    mesh.vertices.push_back({0, 0, 2});
    mesh.triangles.push_back({at(1, 1), at(2, 2), 16});
    return mesh;
  }
};

template <int D>
Motion<D> any_motion(Dice& dice) {
  const int law = dice.below(4);
  if (law == 0) return {};
  if (law == 1) return Linear<D>{dice.in_cube<D>(3)};
  if (law == 2) return Accelerating<D>{dice.in_cube<D>(3), dice.in_cube<D>(2)};
  return Stopping<D>{dice.in_cube<D>(3), dice.between(0.5, 3)};
}

template <int D>
Place<D> displacement(const Motion<D>& m, Real t) {
  const Real time = std::min<Real>(t, m.stop);
  return time * Place<D>(m.velocity) + (time * time / 2) * Place<D>(m.acceleration);
}

template <class A, class B>
struct Two {
  using First = A;
  using Second = B;
};

/// Hulls are slow to follow, and share their code; but segments in space seldom overlap with anything.
template <class First, class Second>
inline constexpr int kCasesOf = (HullShape<First> && !std::is_same_v<First, Segment3> &&
                                 !(UprightShape<First> && UprightShape<Second>)) ||
                                        StandingOnHull<First, Second>
                                    ? 100
                                    : 600;
/// Two segments in space have a point in common where they cross: never by chance.
template <class First, class Second>
inline constexpr bool kMayOverlap = !std::is_same_v<First, Segment3> || !std::is_same_v<Second, Segment3>;

template <class Pair>
class Shapes : public testing::Test {
 public:
  using A = typename Pair::First;
  using B = typename Pair::Second;
  static constexpr int kD = kDimension<A>;
  static constexpr int kCases = kCasesOf<A, B>;
  static constexpr bool kConvex =
      !std::is_same_v<B, Polygon> && !std::is_same_v<B, TriangleMesh> && !std::is_same_v<B, Arc>;

  struct Case {
    A a;
    B b;
    Motion<kD> motion_a, motion_b;
    double horizon;

    Real gap_at(Real t) const { return gap(a, b, displacement<kD>(motion_a, t) - displacement<kD>(motion_b, t)); }
  };

  static Case any_case(Dice& dice) {
    Case c{Make<A>::shape(dice), Make<B>::shape(dice), any_motion<kD>(dice), any_motion<kD>(dice), 3};
    if (dice.below(2) == 0) c.motion_b = {};
    return c;
  }
};

using Pairs = testing::Types<
    Two<Circle, Circle>, Two<Sphere, Sphere>, Two<Circle, HalfSpace2>, Two<Sphere, HalfSpace3>, Two<Circle, Segment2>,
    Two<Sphere, Segment3>, Two<Circle, Aabb2>, Two<Sphere, Aabb3>, Two<Circle, Capsule2>, Two<Sphere, Capsule3>,
    Two<Circle, Polygon>, Two<Circle, ConvexPolygon>, Two<Circle, Arc>, Two<Sphere, UprightCylinder>,
    Two<Sphere, Triangle>, Two<Sphere, TriangleMesh>, Two<Aabb2, Aabb2>, Two<Aabb3, Aabb3>,
    Two<UprightCylinder, UprightCylinder>, Two<UprightCylinder, Aabb3>, Two<Aabb3, UprightCylinder>,
    Two<UprightCylinder, HalfSpace3>, Two<UprightCylinder, Segment3>, Two<UprightCylinder, Triangle>,
    Two<Segment2, Segment2>, Two<Segment3, Segment3>, Two<Segment2, Capsule2>, Two<Segment3, Capsule3>,
    Two<Segment2, Aabb2>, Two<Segment3, Aabb3>, Two<Capsule2, Capsule2>, Two<Capsule3, Capsule3>, Two<Capsule2, Aabb2>,
    Two<Capsule3, Aabb3>, Two<Segment2, ConvexPolygon>, Two<Capsule2, ConvexPolygon>, Two<Aabb2, ConvexPolygon>,
    Two<ConvexPolygon, ConvexPolygon>, Two<Segment3, Triangle>, Two<Capsule3, Triangle>, Two<Aabb3, Triangle>,
    Two<Triangle, Triangle>, Two<Segment2, HalfSpace2>, Two<Segment3, HalfSpace3>, Two<Capsule2, HalfSpace2>,
    Two<Capsule3, HalfSpace3>, Two<Aabb2, HalfSpace2>, Two<Aabb3, HalfSpace3>, Two<ConvexPolygon, HalfSpace2>,
    Two<Triangle, HalfSpace3>>;
TYPED_TEST_SUITE(Shapes, Pairs);

constexpr int kSteps = 400;

TYPED_TEST(Shapes, DistanceIsTheSignedDistance) {
  Dice dice(1);
  for (int i = 0; i < TestFixture::kCases; ++i) {
    const auto c = TestFixture::any_case(dice);
    const auto d = distance(c.a, c.b);
    const auto truth = static_cast<double>(c.gap_at(0));
    EXPECT_NEAR(d.distance, truth, 1e-13 * (1 + std::fabs(truth))) << i;
    EXPECT_NEAR(norm(d.normal), 1, 1e-13) << i;
    EXPECT_NEAR(norm(d.point_a + d.distance * d.normal - d.point_b), 0, 1e-12) << i;
    const Overlap o = overlap(c.a, c.b);
    EXPECT_EQ(static_cast<bool>(o), truth <= 0) << i;
    EXPECT_EQ(o.depth, std::max(0.0, -d.distance)) << i;
    EXPECT_EQ(o.proximity, proximity(c.a, c.b)) << i;
    EXPECT_EQ(contact(c.a, c.b).has_value(), truth <= 0) << i;
    // Moving the first along −normal takes convex shapes apart by as much.
    const Place<TestFixture::kD> away = Real(-0.01L) * Place<TestFixture::kD>(d.normal);
    if (truth > 0 && TestFixture::kConvex) {
      EXPECT_NEAR(static_cast<double>(gap(c.a, c.b, away)), truth + 0.01, 1e-10) << i;
    }
  }
}

TYPED_TEST(Shapes, TheFirstTouchIsWhereTheGapFirstCloses) {
  Dice dice(2);
  int hits = 0;
  for (int i = 0; i < TestFixture::kCases; ++i) {
    const auto c = TestFixture::any_case(dice);
    if (c.gap_at(0) <= 0) continue;
    const auto hit = time_of_impact(c.a, c.motion_a, c.b, c.motion_b, c.horizon);
    const Real end = hit ? hit->time : c.horizon;
    if (hit) {
      ++hits;
      EXPECT_NEAR(static_cast<double>(c.gap_at(end)), 0, 1e-12) << i;
      EXPECT_EQ(hit->start, Proximity::apart);
      EXPECT_NEAR(norm(hit->normal), 1, 1e-12) << i;
    }
    for (int step = 1; step < kSteps; ++step)
      ASSERT_GT(c.gap_at(end * step / kSteps), -1e-12) << i << " at " << step << " of " << kSteps;
  }
  EXPECT_GT(hits, TestFixture::kCases / 40);
}

TYPED_TEST(Shapes, AnOverlappingStartIsAnImpactWhereTheGapFalls) {
  Dice dice(3);
  int seen = 0;
  for (int i = 0; i < TestFixture::kCases; ++i) {
    const auto c = TestFixture::any_case(dice);
    if (c.gap_at(0) >= 0) continue;
    const auto hit = time_of_impact(c.a, c.motion_a, c.b, c.motion_b, c.horizon);
    const Real slope = c.gap_at(1e-7L) - c.gap_at(0);
    if (std::fabs(slope) < 1e-12L) continue;
    ++seen;
    if constexpr (TestFixture::kConvex) {
      ASSERT_EQ(hit && hit->time == 0, slope < 0) << i;
      EXPECT_EQ(verdict(c.a, c.motion_a, c.b, c.motion_b, c.horizon), Verdict::overlapping);
      // Parting: the gap only grows until the impact.
      const Real end = hit ? hit->time : c.horizon;
      Real before = c.gap_at(0);
      for (int step = 1; step < kSteps; ++step) {
        const Real now = c.gap_at(end * step / kSteps);
        if (before < -1e-12L && now < 0) {
          ASSERT_GT(now - before, -1e-12L) << i << " at " << step;
        }
        before = now;
      }
      if (hit && hit->time > 0) {
        EXPECT_LT(c.gap_at(end), 1e-12L);
      }
    }
  }
  if (kMayOverlap<typename TestFixture::A, typename TestFixture::B>) {
    EXPECT_GT(seen, 5);
  }
}

TYPED_TEST(Shapes, TheOtherWayRoundTheNormalIsTurned) {
  Dice dice(4);
  for (int i = 0; i < TestFixture::kCases; ++i) {
    const auto c = TestFixture::any_case(dice);
    const auto one = time_of_impact(c.a, c.motion_a, c.b, c.motion_b, c.horizon);
    const auto other = time_of_impact(c.b, c.motion_b, c.a, c.motion_a, c.horizon);
    ASSERT_EQ(one.has_value(), other.has_value()) << i;
    if (one) {
      EXPECT_EQ(one->time, other->time) << i;
      EXPECT_NEAR(norm(one->normal + other->normal), 0, 1e-12) << i;
      EXPECT_EQ(one->start, other->start) << i;
      if (one->start == Proximity::apart) {
        EXPECT_NEAR(norm(one->point - other->point), 0, 1e-10) << i;
      }
    }
    EXPECT_EQ(distance(c.a, c.b).distance, distance(c.b, c.a).distance) << i;
    EXPECT_EQ(verdict(c.a, c.motion_a, c.b, c.motion_b, c.horizon),
              verdict(c.b, c.motion_b, c.a, c.motion_a, c.horizon));
    EXPECT_EQ(clip_motion(c.a, c.motion_a, c.b, c.motion_b, c.horizon).fraction,
              clip_motion(c.b, c.motion_b, c.a, c.motion_a, c.horizon).fraction);
  }
}

}  // namespace
}  // namespace carom
