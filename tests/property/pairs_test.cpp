#include "oracle/pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "carom/query/verdict.hpp"

// Laws of time_of_impact for pairs of every sort, made as the oracle's are. Order, mirror, the swap of two axes of the
// plane and scaling by powers of two keep every bit of the time; a larger ball never hits later beyond the bound of
// docs/theory/time-of-impact.md, 143 · 2⁻⁵³ of the larger of the radius and the path.
namespace carom {
namespace {

using oracle::Class;
using oracle::Laws;
using oracle::Random;

constexpr int kPairs = 400;

template <int D, class Shape>
struct Pair {
  Ball<D> a;
  Shape b;
  Motion<D> motion_a;
  Motion<D> motion_b;
  double horizon;
};

template <int D, class Shape>
Pair<D, Shape> pair(std::uint64_t index, Laws laws) {
  Random random(7, index);
  const auto q = oracle::make_query<D, Ball<D>, Shape>(oracle::any_class(random), laws, random);
  return {std::get<Ball<D>>(q.a), std::get<Shape>(q.b), q.motion_a, q.motion_b, q.horizon};
}

template <int D, class Shape>
std::optional<Impact<D>> ask(const Pair<D, Shape>& q) {
  return time_of_impact(q.a, q.motion_a, q.b, q.motion_b, q.horizon);
}

template <class Shape>
class PairLaws : public testing::Test {};
using AllShapes = testing::Types<Ball<2>, Ball<3>, HalfSpace<2>, HalfSpace<3>, Segment<2>, Segment<3>, Aabb<2>, Aabb<3>,
                                 Capsule<2>, Capsule<3>>;
TYPED_TEST_SUITE(PairLaws, AllShapes);

template <class Shape, class Check>
void for_all_pairs(const Check& check) {
  constexpr int D = kDimension<Shape>;
  for (const Laws laws : {Laws::linear, Laws::accelerating, Laws::stopping, Laws::damped})
    for (std::uint64_t i = 0; i < kPairs; ++i) {
      SCOPED_TRACE(std::string(name(laws)) + ", pair " + std::to_string(i));
      check(pair<D, Shape>(i, laws));
    }
}

// A change of view acts on vectors; boxes and one-sided edges have to be put right afterwards.
template <int D, class View>
Motion<D> seen(Motion<D> m, const View& view) {
  m.velocity = view(m.velocity);
  m.acceleration = view(m.acceleration);
  return m;
}
template <int D, class View>
Ball<D> seen(const Ball<D>& b, const View& view) {
  return {view(b.center), b.radius};
}
template <int D, class View>
HalfSpace<D> seen(const HalfSpace<D>& h, const View& view) {
  return {view(h.normal), h.offset};
}
template <int D, class View>
Segment<D> seen(const Segment<D>& s, const View& view) {
  // A mirror image turns left into right.
  if (s.sides == Sides::front) return {view(s.to), view(s.from), s.sides};
  return {view(s.from), view(s.to), s.sides};
}
template <int D, class View>
Capsule<D> seen(const Capsule<D>& c, const View& view) {
  return {view(c.from), view(c.to), c.radius};
}
template <int D, class View>
Aabb<D> seen(const Aabb<D>& b, const View& view) {
  Aabb<D> result{view(b.low), view(b.high)};
  for (int k = 0; k < D; ++k)
    if (result.low[k] > result.high[k]) std::swap(result.low[k], result.high[k]);
  return result;
}

/// A larger ball may come to lie astride a one-sided edge, and pass.
template <class Shape>
bool is_one_sided(const Shape&) {
  return false;
}
template <int D>
bool is_one_sided(const Segment<D>& s) {
  return s.sides == Sides::front;
}

template <int D, class Shape, class View>
Pair<D, Shape> seen(const Pair<D, Shape>& q, const View& view) {
  return {seen(q.a, view), seen(q.b, view), seen(q.motion_a, view), seen(q.motion_b, view), q.horizon};
}

template <int D>
void expect_same_time(const std::optional<Impact<D>>& one, const std::optional<Impact<D>>& other) {
  ASSERT_EQ(one.has_value(), other.has_value());
  if (one) {
    ASSERT_EQ(one->time, other->time);
    ASSERT_EQ(one->start, other->start);
  }
}

TYPED_TEST(PairLaws, TheOrderOfTheShapesDoesNotMatter) {
  for_all_pairs<TypeParam>([](const auto& q) {
    const auto one = ask(q);
    const auto other = time_of_impact(q.b, q.motion_b, q.a, q.motion_a, q.horizon);
    expect_same_time(one, other);
  });
}

TYPED_TEST(PairLaws, AMirrorImageMeetsAtTheSameTime) {
  for_all_pairs<TypeParam>([](const auto& q) {
    expect_same_time(ask(q), ask(seen(q, [](auto v) {
                       v[0] = -v[0];
                       return v;
                     })));
  });
}

TYPED_TEST(PairLaws, TheAxesOfThePlaneCanBeSwapped) {
  if constexpr (kDimension<TypeParam> == 2)
    for_all_pairs<TypeParam>([](const auto& q) {
      expect_same_time(ask(q), ask(seen(q, [](auto v) {
                         std::swap(v[0], v[1]);
                         return v;
                       })));
    });
}

TYPED_TEST(PairLaws, ALargerBallNeverHitsLater) {
  for_all_pairs<TypeParam>([](const auto& q) {
    if (is_one_sided(q.b)) return;
    const auto one = ask(q);
    if (!one || one->start != Proximity::apart) return;
    auto larger = q;
    larger.a.radius *= 1.25;
    if (proximity(larger.a, larger.b) != Proximity::apart) return;
    const auto other = ask(larger);
    ASSERT_TRUE(other);
    const double t = one->time;
    const double path = norm(q.motion_a.velocity) * t + norm(q.motion_b.velocity) * t +
                        0.5 * t * t * (norm(q.motion_a.acceleration) + norm(q.motion_b.acceleration));
    const double late = other->time - t;
    ASSERT_LE(late * norm(q.motion_a.velocity_at(t) - q.motion_b.velocity_at(t)),
              300 * 0x1p-53 * std::max(2 * larger.a.radius, path));
  });
}

}  // namespace
}  // namespace carom
