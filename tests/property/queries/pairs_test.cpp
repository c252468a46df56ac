#include <gtest/gtest.h>

#include <cfloat>

#include "carom/query/verdict.hpp"
#include "property/queries/pair_views.hpp"
#include "property/queries/signed_distance.hpp"

// Laws of time_of_impact for pairs of every sort, made as the oracle's are. Order, mirror, the swap of two axes of the
// plane and units that differ by powers of two keep every bit of the time. Where the same exact question is asked with
// other numbers, the verdict is the same and both times are within the bounds of docs/theory/time-of-impact.md.
namespace carom {
namespace {

using oracle::Laws;
using test::ask;
using test::Pair;
using test::seen;

template <class First, class Second>
struct Two {
  using A = First;
  using B = Second;
};

template <class Types>
class PairLaws : public testing::Test {};
using AllPairs =
    testing::Types<Two<Circle, Circle>, Two<Sphere, Sphere>, Two<Circle, HalfSpace2>, Two<Sphere, HalfSpace3>,
                   Two<Circle, Segment2>, Two<Sphere, Segment3>, Two<Circle, Aabb2>, Two<Sphere, Aabb3>,
                   Two<Circle, Capsule2>, Two<Sphere, Capsule3>, Two<Circle, Polygon>, Two<Circle, ConvexPolygon>,
                   Two<Circle, Arc>, Two<Sphere, UprightCylinder>, Two<Sphere, Triangle>, Two<Sphere, TriangleMesh>,
                   Two<Aabb2, Aabb2>, Two<Aabb3, Aabb3>, Two<UprightCylinder, UprightCylinder>,
                   Two<UprightCylinder, Aabb3>, Two<UprightCylinder, HalfSpace3>, Two<UprightCylinder, Segment3>,
                   Two<UprightCylinder, Triangle>, Two<Segment2, Segment2>, Two<Segment3, Segment3>,
                   Two<Segment2, Capsule2>, Two<Segment3, Capsule3>, Two<Segment2, Aabb2>, Two<Segment3, Aabb3>,
                   Two<Capsule2, Capsule2>, Two<Capsule3, Capsule3>, Two<Capsule2, Aabb2>, Two<Capsule3, Aabb3>,
                   Two<Segment2, ConvexPolygon>, Two<Capsule2, ConvexPolygon>, Two<Aabb2, ConvexPolygon>,
                   Two<ConvexPolygon, ConvexPolygon>, Two<Segment3, Triangle>, Two<Capsule3, Triangle>,
                   Two<Aabb3, Triangle>, Two<Triangle, Triangle>, Two<Segment2, HalfSpace2>, Two<Segment3, HalfSpace3>,
                   Two<Capsule2, HalfSpace2>, Two<Capsule3, HalfSpace3>, Two<Aabb2, HalfSpace2>, Two<Aabb3, HalfSpace3>,
                   Two<ConvexPolygon, HalfSpace2>, Two<Triangle, HalfSpace3>>;
TYPED_TEST_SUITE(PairLaws, AllPairs);

/// A ball at the rim of a cylinder costs most; two hulls cost much, and share their code.
template <class Types>
inline constexpr std::uint64_t kPairs = std::is_same_v<Types, Two<Sphere, UprightCylinder>>    ? 50
                                        : StandingOnHull<typename Types::A, typename Types::B> ? 20
                                        : HullShape<typename Types::A>                         ? 40
                                                                                               : 200;

constexpr Laws kPolynomial[] = {Laws::linear, Laws::accelerating, Laws::stopping, Laws::damped};
constexpr Laws kTranscendental[] = {Laws::damped_apart, Laws::mixed};

template <class Types, class Check>
void for_pairs(Laws laws, std::uint64_t count, const Check& check) {
  for (std::uint64_t i = 0; i < count; ++i) {
    SCOPED_TRACE(std::string(name(laws)) + ", pair " + std::to_string(i));
    check(test::any_pair<typename Types::A, typename Types::B>(i, laws));
  }
}
/// Pairs whose movement is a polynomial of a clock.
template <class Types, class Check>
void for_polynomial_pairs(const Check& check) {
  for (const Laws laws : kPolynomial) for_pairs<Types>(laws, kPairs<Types>, check);
}
template <class Types, class Check>
void for_transcendental_pairs(const Check& check) {
  for (const Laws laws : kTranscendental) for_pairs<Types>(laws, kPairs<Types> / 10, check);
}
template <class Types, class Check>
void for_all_pairs(const Check& check) {
  for_polynomial_pairs<Types>(check);
  for_transcendental_pairs<Types>(check);
}

// ---- The documented bounds

/// Neither is accelerated beside the other nor stops, and they share a clock: the path is straight.
template <class A, class B>
bool is_straight(const Pair<A, B>& q) {
  const auto& [m, n] = std::pair(q.motion_a, q.motion_b);
  const bool one_clock = m.damping == n.damping || is_zero(m.velocity) || is_zero(n.velocity);
  return m.stop == kForever && n.stop == kForever && m.acceleration == n.acceleration && one_clock;
}

/// How far the time t of an impact may be off: 2⁻⁴⁸ t, half more where one body slows beside one that stands; on
/// straight paths, damped or not, what moves the position by 2⁻⁴⁸ of the path, for two balls by 369 · 2⁻⁵³ of the
/// larger of that and the sum of the radii.
template <class A, class B>
double time_bound(const Pair<A, B>& q, double t) {
  const bool on_a_clock = (q.motion_a.deceleration > 0 && is_zero(q.motion_b.velocity)) ||
                          (q.motion_b.deceleration > 0 && is_zero(q.motion_a.velocity));
  if (!is_straight(q)) return (on_a_clock ? 1.5 : 1) * 0x1p-48 * t;
  const auto path = q.motion_a.displacement(t) - q.motion_b.displacement(t);
  const double speed = norm(q.motion_a.velocity_at(t) - q.motion_b.velocity_at(t));
  if constexpr (BallShape<A> && BallShape<B>)
    return 369 * 0x1p-53 * std::max(norm(path), q.a.radius + q.b.radius) / speed;
  return 0x1p-48 * norm(path) / speed;
}

template <int D>
void expect_same_time(const std::optional<Impact<D>>& one, const std::optional<Impact<D>>& other, double unit = 1) {
  ASSERT_EQ(one.has_value(), other.has_value());
  if (one) {
    ASSERT_EQ(unit * one->time, other->time);
    ASSERT_EQ(one->start, other->start);
  }
}

template <class A, class B>
using Answer = std::optional<Impact<kDimension<A>>>;

/// The answers to the same exact question.
template <class A, class B>
void expect_near_time(const Pair<A, B>& one, const Answer<A, B>& first, const Pair<A, B>& other,
                      const Answer<A, B>& second) {
  ASSERT_EQ(first.has_value(), second.has_value());
  if (!first) return;
  ASSERT_EQ(first->start, second->start);
  ASSERT_EQ(first->time == 0, second->time == 0);
  if (first->time == 0) return;
  ASSERT_LE(std::fabs(first->time - second->time), time_bound(one, first->time) + time_bound(other, second->time));
}
template <class A, class B>
void expect_same_answer(const Pair<A, B>& one, const Pair<A, B>& other) {
  expect_near_time(one, ask(one), other, ask(other));
}

// ---- To the bit

TYPED_TEST(PairLaws, TheOrderOfTheShapesDoesNotMatter) {
  for_all_pairs<TypeParam>(
      [](const auto& q) { expect_same_time(ask(q), time_of_impact(q.b, q.motion_b, q.a, q.motion_a, q.horizon)); });
}

template <class Types, class View>
void expect_same_in_mirror(const View& view) {
  for_all_pairs<Types>([&](const auto& q) { expect_same_time(ask(q), ask(test::mirrored(q, view))); });
}

TYPED_TEST(PairLaws, AMirrorImageMeetsAtTheSameTime) {
  expect_same_in_mirror<TypeParam>([](auto v) {
    v[0] = -v[0];
    return v;
  });
}

TYPED_TEST(PairLaws, TheAxesOfThePlaneCanBeSwapped) {
  if constexpr (kDimension<typename TypeParam::A> == 2)
    expect_same_in_mirror<TypeParam>([](const Vec2& v) { return Vec2{v.y, v.x}; });
}

TYPED_TEST(PairLaws, TheUnitOfLengthDoesNotMatter) {
  for_all_pairs<TypeParam>([](const auto& q) {
    const auto one = ask(q);
    for (const double by : {0x1p-9, 0x1p20}) expect_same_time(one, ask(test::with_lengths_times(q, by)));
  });
}

TYPED_TEST(PairLaws, TheUnitOfTimeDoesNotMatter) {
  for_all_pairs<TypeParam>([](auto q) {
    auto one = ask(q);
    // Without a horizon a quartic's roots are sought up to a bound, 4 (1 + …), that knows of the unit.
    if (std::is_same_v<typename TypeParam::B, Arc> && one && one->time > 0 && q.horizon == kForever) {
      q.horizon = 2 * one->time;
      one = ask(q);
    }
    for (const double by : {0x1p-9, 0x1p20}) expect_same_time(one, ask(test::with_times_times(q, by)), by);
  });
}

// ---- Within the bounds

TYPED_TEST(PairLaws, TheAxesOfSpaceCanBeExchanged) {
  using A = typename TypeParam::A;
  if constexpr (kDimension<A> == 3) {
    // Views leave cylinders along z.
    constexpr bool kHasZ = std::is_same_v<A, UprightCylinder> || std::is_same_v<typename TypeParam::B, UprightCylinder>;
    for_all_pairs<TypeParam>([](const auto& q) {
      expect_same_answer(q, seen(q, [](const Vec3& v) { return kHasZ ? Vec3{v.y, v.x, v.z} : Vec3{v.y, v.z, v.x}; }));
    });
  }
}

TYPED_TEST(PairLaws, ACylindersAxisIsOnlyAName) {
  using A = typename TypeParam::A;
  using B = typename TypeParam::B;
  if constexpr (std::is_same_v<A, UprightCylinder> || std::is_same_v<B, UprightCylinder>)
    for_all_pairs<TypeParam>([](const auto& q) {
      const oracle::Query<3> query{q.a, q.b, q.motion_a, q.motion_b, q.horizon};
      for (const std::uint64_t axis : {0U, 1U}) {
        const auto turned = oracle::about_axis<3, A, B>(query, axis);
        const Pair<A, B> other{std::get<A>(turned.a), std::get<B>(turned.b), turned.motion_a, turned.motion_b,
                               q.horizon};
        if constexpr (std::is_same_v<B, HalfSpace3>)
          expect_same_answer(q, other);  // sums of three terms, in another order
        else
          expect_same_time(ask(q), ask(other));
      }
    });
}

TYPED_TEST(PairLaws, ACommonVelocityDoesNotMatter) {
  for_all_pairs<TypeParam>([](auto q) {
    if (!test::goes_on(q.motion_a) || !test::goes_on(q.motion_b)) return;
    q.motion_a = test::motion_on_grid(q.motion_a);
    q.motion_b = test::motion_on_grid(q.motion_b);
    auto drifting = q;
    drifting.motion_a.velocity += test::far_away<q.kD>();
    drifting.motion_b.velocity += test::far_away<q.kD>();
    expect_same_answer(q, drifting);
  });
}

TYPED_TEST(PairLaws, TheOriginDoesNotMatter) {
  for_all_pairs<TypeParam>([](auto q) {
    q.a = test::shape_on_grid(q.a);
    q.b = test::shape_on_grid(q.b);
    auto elsewhere = q;
    oracle::shift(elsewhere.a, test::far_away<q.kD>());
    oracle::shift(elsewhere.b, test::far_away<q.kD>());
    expect_same_answer(q, elsewhere);
  });
}

/// How far apart the shapes are at a time.
template <class A, class B>
double gap_at(const Pair<A, B>& q, test::Real t) {
  constexpr int D = kDimension<A>;
  const auto displacement = [t](const Motion<D>& m) {
    return t * test::Place<D>(m.velocity) + t * t / 2 * test::Place<D>(m.acceleration);
  };
  return static_cast<double>(test::gap(q.a, q.b, displacement(q.motion_a) - displacement(q.motion_b)));
}

/// Where two shapes on the grid are apart, and apart again at `end`, from where time runs backwards, they meet if and
/// only if they do forwards. What they meet at then is their last contact, for two balls on straight paths the second
/// root: it is not before the first, and there the gap is closed, up to the rounding of its own terms.
template <class A, class B>
void expect_same_backwards(Pair<A, B> q, double end) {
  q.horizon = end;
  const auto back = test::reversed(q, end);
  if (proximity(q.a, q.b) != Proximity::apart || proximity(back.a, back.b) != Proximity::apart) return;
  const auto first = ask(q);
  const auto last = ask(back);
  ASSERT_EQ(first.has_value(), last.has_value());
  if (!first) return;
  const double doubt = time_bound(back, last->time);
  const test::Real last_forwards = test::Real(end) - last->time;
  ASSERT_LE(first->time - time_bound(q, first->time), last_forwards + doubt);
  const double speed = norm(back.motion_a.velocity_at(last->time) - back.motion_b.velocity_at(last->time));
  const double rounding = 32 * static_cast<double>(LDBL_EPSILON) * test::reach(q, end);
  ASSERT_LE(std::fabs(gap_at(q, last_forwards)), speed * doubt + rounding);
}

TYPED_TEST(PairLaws, TimeCanRunBackwards) {
  for_all_pairs<TypeParam>([](auto q) {
    if (!test::goes_on(q.motion_a) || !test::goes_on(q.motion_b) || test::is_one_sided(q.b)) return;
    q = test::on_grid(q);
    const auto hit = ask(q);
    const double end = std::ldexp(1, std::ilogb(hit && hit->time > 0 ? hit->time : 1) + 2);
    if (test::reach(q, end) < 0x1p52 * test::kGrid * std::min(1.0, 0.5 * end * end)) expect_same_backwards(q, end);
  });
}

TYPED_TEST(PairLaws, ALargerShapeNeverHitsLater) {
  for_all_pairs<TypeParam>([](const auto& q) {
    // It may come to lie astride a one-sided edge, and pass.
    if (test::is_one_sided(q.b)) return;
    const auto one = ask(q);
    if (!one || one->start != Proximity::apart) return;
    auto larger = q;
    test::enlarge(larger.a);
    if (proximity(larger.a, larger.b) != Proximity::apart) return;
    const auto other = ask(larger);
    ASSERT_TRUE(other);
    ASSERT_LE(other->time - one->time, time_bound(q, one->time) + time_bound(larger, other->time));
  });
}

}  // namespace
}  // namespace carom
