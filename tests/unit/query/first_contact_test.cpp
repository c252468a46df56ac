#include "query/first_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "carom/query/time_of_impact.hpp"
#include "query/curved/first_impact.hpp"
#include "query/straight/linear_impact.hpp"
#include "query/straight/straight_plane.hpp"
#include "rounds.hpp"
#include "unit/query/close_pair.hpp"

// Closed forms by hand; and every filter against the exact arithmetic that it stands for (which tests/oracle checks).
namespace carom::query {
namespace {

template <class Exact = math::Dyadic, class Build>
void expect_filters_agree(const Build& build, double horizon) {
  const double truth = exact_first_impact(build.template operator()<Exact>(), ExactSpan<Exact>(horizon));
  const auto agree = [&](const std::optional<double>& time) {
    if (!time) return;
    ASSERT_EQ(*time == kNever, truth == kNever) << *time << ' ' << truth;
    if (truth == kNever) return;
    ASSERT_EQ(*time == 0, truth == 0);
    ASSERT_LE(std::fabs(*time - truth), kTimeError * truth);
    ASSERT_LE(*time, horizon);
  };
  agree(filtered_first_impact<double>(build.template operator()<math::Uncertain<double>>(), horizon));
  agree(filtered_first_impact<TwoTerms>(build.template operator()<math::Uncertain<TwoTerms>>(), horizon));
}

template <int D>
void expect_all_features_agree(Inputs& in) {
  RelativePath<D> path{in.vector<D>(3), in.vector<D>(), in.below(3) > 0 ? in.vector<D>() : Vec<D>{}};
  if (in.below(2) == 0) path.p0 = in.vector<D>(), path.v0 = in.vector<D>();
  const double r = in.below(3) == 0 ? in.below(3) : in.real(0, 2);
  const double horizon = in.below(3) > 0 ? kNever : in.below(2) == 0 ? in.below(5) : in.real(0, 5);
  Segment<D> segment{in.vector<D>(), in.vector<D>(), D == 2 && in.below(2) == 0 ? Sides::front : Sides::two};
  if (segment.from == segment.to) segment.to[0] += 1;
  Aabb<D> box{in.vector<D>(), in.vector<D>()};
  for (int k = 0; k < D; ++k)
    if (box.high[k] < box.low[k]) std::swap(box.low[k], box.high[k]);
  std::array<int, static_cast<std::size_t>(D)> signs{};
  while (signs == std::array<int, static_cast<std::size_t>(D)>{})
    for (int& sign : signs) sign = in.below(3) - 1;
  const HalfSpace<D> plane = HalfSpace<D>::through(in.vector<D>(), segment.to - segment.from);
  const HalfSpace<D> unit = plane.unit();
  const End end = in.below(2) == 0 ? End::from : End::to;

  expect_filters_agree([&]<class N>() { return ball_feature(course<N, D>(path), r, 0.1); }, horizon);
  expect_filters_agree([&]<class N>() { return plane_feature<N, D>(course<N, D>(path), unit, r); }, horizon);
  expect_filters_agree<math::Surd>([&]<class N>() { return half_space_feature<N, D>(course<N, D>(path), plane, r); },
                                   horizon);
  expect_filters_agree([&]<class N>() { return side_feature<N, D>(course<N, D>(path), segment, r); }, horizon);
  expect_filters_agree([&]<class N>() { return end_feature<N, D>(course<N, D>(path), segment, end, r); }, horizon);
  expect_filters_agree([&]<class N>() { return box_feature<N, D>(course<N, D>(path), box, signs, r); }, horizon);
}

TEST(FirstContact, FiltersAgreeWithExactArithmetic) {
  Inputs in(5);
  for (int i = 0; i < test::rounds(3000); ++i) {
    expect_all_features_agree<2>(in);
    expect_all_features_agree<3>(in);
    if (HasFatalFailure()) return;
  }
}

TEST(FirstContact, StraightPathsAgreeWithExactArithmeticOnGrazesAndTouches) {
  // Directions and offsets from integers times powers of two, nudged by ulps: half of them tie.
  Inputs in(6);
  for (int i = 0; i < test::rounds(100000); ++i) {
    const double scale = std::ldexp(1, in.below(60) - 30);
    const Vec2 w{scale * 4, scale * 3};
    const double back = std::ldexp(1 + in.below(7), in.below(20) - 4);
    Vec2 p = Vec2{3, -4} - back * Vec2{4, 3};
    if (in.below(2) == 0) p[in.below(2)] *= 1 + (in.below(5) - 2) * 0x1p-52;
    const double r = in.below(3) > 0 ? 5 : 5 * (1 + (in.below(5) - 2) * 0x1p-52);
    const double horizon = in.below(2) == 0 ? kNever : back / scale * (1 + (in.below(3) - 1) * 0x1p-52);
    const double truth = exact_linear_impact<2>({p, w, {}}, r, 0, horizon);
    const double time = first_contact_balls<2>(p, w, r, horizon);
    ASSERT_EQ(time == kNever, truth == kNever);
    if (truth != kNever) {
      ASSERT_LE(std::fabs(time - truth), 0x1p-45 * truth);
    }
  }
}

TEST(FirstContact, GrazesBeyondTheReachOfDoubleDoubleAreDecided) {
  // Pythagorean triples (a, b, c) of 50 bits: p = (c, ε), w = (−a, b), R = b. |p × w| = c b + ε a against R |w| = b c:
  // the sign of ε, far below 2^-106, decides.
  Inputs in(9);
  for (int i = 0; i < test::rounds(20000); ++i) {
    const double m = (1 << 24) + in.below(1 << 23);
    const double n = 1 + in.below(1 << 24);
    const double a = m * m - n * n;
    const double b = 2 * m * n;
    const double c = m * m + n * n;
    const double tiny = std::ldexp(1 + in.below(1000), -in.below(200));
    const Vec2 w{-a, b};
    ASSERT_EQ(first_contact_balls<2>({c, tiny}, w, b, kNever), kNever);
    ASSERT_NE(first_contact_balls<2>({c, -tiny}, w, b, kNever), kNever);
    ASSERT_NE(first_contact_balls<2>({c, 0}, w, b, kNever), kNever);
    ASSERT_EQ(first_contact_balls<3>({c, tiny, 0}, {-a, b, 0}, b, kNever), kNever);
  }
}

template <int D>
void expect_impact_times_of_exact_arithmetic(Inputs& in) {
  const ClosePair<D> pair(in);
  const auto& [a, b, motion_a, motion_b, horizon] = pair;
  const RelativePath<D> path{a.center, motion_a.velocity, {}, b.center, motion_b.velocity, {}};
  const double truth = exact_linear_impact<D>(path, a.radius, b.radius, horizon);
  const double compensated =
      linear_impact<D>(a.center, motion_a.velocity, a.radius, b.center, motion_b.velocity, b.radius, horizon);
  for (const double time : {impact_time(a, motion_a, b, motion_b, horizon), compensated}) {
    ASSERT_EQ(time == kNever, truth == kNever);
    ASSERT_LE(time == kNever ? 0 : time, horizon);
    if (truth == kNever) continue;
    ASSERT_EQ(time == 0, truth == 0);
    const double speed = norm(motion_a.velocity - motion_b.velocity);
    ASSERT_LE(std::fabs(time - truth) * speed, 4.1e-14 * std::fmax(a.radius + b.radius, truth * speed));
  }
}

template <int D>
void expect_plane_impacts_of_exact_arithmetic(Inputs& in) {
  const HalfSpace<D> plane = HalfSpace<D>::through(in.vector<D>(4), in.vector<D>() + Vec<D>{0.1});
  const RelativeMotion<D> m{in.vector<D>(4), Linear<D>{in.vector<D>()}, {}, Linear<D>{in.vector<D>()}};
  const double radius = in.below(3) == 0 ? in.below(3) : in.real(0, 2);
  const double horizon = in.below(2) == 0 ? kNever : in.real(0, 5);
  const auto time = straight_plane_impact(m.p, m.motion.velocity, radius, plane, m.other.velocity, horizon);
  if (!time) return;
  const RelativePath<D> path{m.p, m.motion.velocity, {}, {}, m.other.velocity, {}};
  const double truth = exact_first_impact(half_space_feature<math::Surd, D>(course<math::Surd, D>(path), plane, radius),
                                          ExactSpan<math::Surd>(horizon));
  ASSERT_EQ(*time == kNever, truth == kNever);
  ASSERT_LE(truth == kNever ? 0 : std::fabs(*time - truth), 0x1p-50 * std::fmin(truth, 0x1p900));
}

TEST(FirstContact, StraightPathsToAPlaneAgreeWithExactArithmetic) {
  Inputs in(12);
  for (int i = 0; i < test::rounds(20000); ++i) {
    expect_plane_impacts_of_exact_arithmetic<2>(in);
    expect_plane_impacts_of_exact_arithmetic<3>(in);
    if (HasFatalFailure()) return;
  }
}

TEST(FirstContact, EveryStageForStraightPathsAgreesWithExactArithmetic) {
  Inputs in(10);
  for (int i = 0; i < test::rounds(200000); ++i) {
    expect_impact_times_of_exact_arithmetic<2>(in);
    expect_impact_times_of_exact_arithmetic<3>(in);
    if (HasFatalFailure()) return;
  }
}

TEST(FirstContact, APairThatHasJustBouncedIsLeftAlone) {
  Inputs in(8);
  for (int i = 0; i < 10000; ++i) {
    const double angle = in.real(0, 7);
    const Vec2 n{std::cos(angle), std::sin(angle)};
    const Vec2 p = 2 * (1 + (in.below(5) - 2) * 0x1p-52) * n;
    const Vec2 w = in.real(1e-6, 1) * n + in.real(-3, 3) * Vec2{-n.y, n.x};
    ASSERT_EQ(first_contact_balls<2>(p, w, 2, kNever), kNever);
    ASSERT_EQ(first_contact_point<2>(p, w, {}, {}, 2, kNever), kNever);
  }
}

TEST(FirstContact, ABallRestingOnAPlaneTouchesItNow) {
  const HalfSpace<2> ground{{0, 1}, 0};
  EXPECT_EQ(first_contact_plane<2>({0, 1}, {}, {0, -1}, ground, 1, kNever), 0);
  EXPECT_EQ(first_contact_plane<2>({0, 1 - 1e-16}, {3, 0}, {0, -1}, ground, 1, 0), 0);
  EXPECT_EQ(first_contact_plane<2>({0, 1}, {}, {0, 1}, ground, 1, kNever), kNever);
  EXPECT_EQ(first_contact_plane<2>({0, 1}, {3, 0}, {}, ground, 1, kNever), kNever);
}

TEST(FirstContact, AFaceOfABoxEndsAtItsEdges) {
  const Face top{2, 1, {{0, 0, 0}, {1, 1, 1}}};
  EXPECT_DOUBLE_EQ(first_contact_face({0.5, 0.5, 3}, {0, 0, -1}, {}, top, 0.5, kNever), 1.5);
  EXPECT_EQ(first_contact_face({1.25, 0.5, 3}, {0, 0, -1}, {}, top, 0.5, kNever), kNever);
  EXPECT_EQ(first_contact_face({0.5, 0.5, -3}, {0, 0, 1}, {}, top, 0.5, kNever), kNever);
}

TEST(FirstContact, AThrownBallMeetsAPointOnACertainArc) {
  // x = t, y = 2t − t²: at height 1 above the point (1, 0) at t = 1, its summit; radius ½ meets the point (2, 0) when
  // (t − 2)² + (2t − t²)² = ¼, (t − 2)² (1 + t²) = ¼.
  const double t = first_contact_point<2>({0, 0}, {1, 2}, {0, -2}, {2, 0}, 0.5, kNever);
  EXPECT_NEAR((t - 2) * (t - 2) * (1 + t * t), 0.25, 1e-14);
  EXPECT_LT(t, 2);
  EXPECT_EQ(first_contact_point<2>({0, 0}, {1, 2}, {0, -2}, {1, 0}, 0.5, 1.9), kNever);
}

}  // namespace
}  // namespace carom::query
