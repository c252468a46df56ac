#include "carom/query/batch.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <memory>
#include <vector>

#include "carom/query/overlap.hpp"
#include "unit/math/on_every_target.hpp"
#include "unit/query/close_pair.hpp"

// The truth is the single query, which first_contact_test.cpp and tests/oracle hold against exact arithmetic. The
// vector code is run on every instruction set that this processor has.
namespace carom {
namespace {

/// Owns what BallColumns looks at.
template <int D, class Real>
struct Columns {
  std::array<std::vector<Real>, static_cast<std::size_t>(2 * D + 1)> data;

  void add(const Ball<D>& ball, const Linear<D>& motion) {
    for (int k = 0; k < D; ++k) {
      data[static_cast<std::size_t>(k)].push_back(static_cast<Real>(ball.center[k]));
      data[static_cast<std::size_t>(D + 1 + k)].push_back(static_cast<Real>(motion.velocity[k]));
    }
    data[D].push_back(static_cast<Real>(ball.radius));
  }
  std::size_t size() const { return data[D].size(); }
  BallColumns<D, Real> view(std::size_t count, bool moving = true) const {
    BallColumns<D, Real> result;
    for (std::size_t k = 0; k < D; ++k) {
      result.center[k] = std::span(data[k]).first(count);
      if (moving) result.velocity[k] = std::span(data[D + 1 + k]).first(count);
    }
    result.radius = std::span(data[D]).first(count);
    return result;
  }
  BallColumns<D, Real> view() const { return view(size()); }
  Ball<D> ball(std::size_t i) const { return {vector(0, i), data[D][i]}; }
  Linear<D> motion(std::size_t i) const { return {vector(D + 1, i)}; }

 private:
  Vec<D> vector(std::size_t first, std::size_t i) const {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = data[first + static_cast<std::size_t>(k)][i];
    return v;
  }
};

template <int D, class Real>
struct TwoColumns {
  Columns<D, Real> a;
  Columns<D, Real> b;
};

/// Easy and hard pairs, in any order, of ordinary, huge and tiny size.
template <int D, class Real>
TwoColumns<D, Real> some_pairs(Inputs& in, int count) {
  TwoColumns<D, Real> result;
  for (int k = 0; k < count; ++k) {
    ClosePair<D> pair(in);
    const int exponent =
        in.below(20) == 0 ? in.below(sizeof(Real) == 8 ? 900 : 120) - (sizeof(Real) == 8 ? 450 : 60) : 0;
    const double scale = std::ldexp(1, exponent);
    result.a.add({scale * pair.a.center, scale * pair.a.radius}, pair.motion_a);
    result.b.add({scale * pair.b.center, scale * pair.b.radius}, pair.motion_b);
  }
  return result;
}

template <int D>
void expect_the_bits_of_single_times(const TwoColumns<D, double>& pairs, std::size_t count, double horizon) {
  std::vector<double> times(count + 1, -7);
  impact_times(pairs.a.view(count), pairs.b.view(count), std::span(times).first(count), horizon);
  for (std::size_t k = 0; k < count; ++k) {
    const double single = impact_time(pairs.a.ball(k), pairs.a.motion(k), pairs.b.ball(k), pairs.b.motion(k), horizon);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(times[k]), std::bit_cast<std::uint64_t>(single)) << k << " of " << count;
  }
  ASSERT_EQ(times[count], -7);
}

template <int D>
void expect_the_bits_of_single_times() {
  Inputs in(31);
  const auto pairs = some_pairs<D, double>(in, 20000);
  for (const double horizon : {kForever, 1e3, 1.0, 1e-3, 0.0}) expect_the_bits_of_single_times(pairs, 20000, horizon);
  for (std::size_t count = 0; count < 70; ++count) expect_the_bits_of_single_times(pairs, count, 2.0);
}

TEST(Batch, TimesInDoubleHaveTheBitsOfTheSingleQuery) {
  on_every_target([] {
    expect_the_bits_of_single_times<2>();
    expect_the_bits_of_single_times<3>();
  });
}

TEST(Batch, PairsThatNeedExactArithmeticHaveTheBitsOfTheSingleQuery) {
  // Pythagorean triples: exact grazes, and touches at the horizon's end.
  TwoColumns<2, double> pairs;
  Inputs in(32);
  for (int k = 0; k < 3000; ++k) {
    const double scale = std::ldexp(1, in.below(60) - 30);
    const double back = 1 + in.below(7);
    const double off = 5 * (1 + (in.below(3) - 1) * 0x1p-52);
    pairs.a.add({Vec2{3, -4} - back * Vec2{4, 3}, off - 1}, {{scale * 4, scale * 3}});
    pairs.b.add({{0, 0}, 1}, {});
  }
  on_every_target([&] {
    for (const double horizon : {kForever, 4.0, 1.0}) expect_the_bits_of_single_times(pairs, 3000, horizon);
  });
}

template <int D>
void expect_float_times_within_their_bound(const TwoColumns<D, float>& pairs, float horizon) {
  std::vector<float> times(pairs.a.size());
  impact_times(pairs.a.view(), pairs.b.view(), times, horizon);
  for (std::size_t k = 0; k < times.size(); ++k) {
    const Ball<D> a = pairs.a.ball(k);
    const Ball<D> b = pairs.b.ball(k);
    const double truth = impact_time(a, pairs.a.motion(k), b, pairs.b.motion(k), horizon);
    ASSERT_EQ(std::isinf(times[k]), truth == kForever) << k;
    if (truth == kForever || truth > std::numeric_limits<float>::max()) continue;
    ASSERT_LE(times[k], horizon);
    ASSERT_GE(times[k], 0);
    const double speed = norm(pairs.a.motion(k).velocity - pairs.b.motion(k).velocity);
    const double bound = 194 * 0x1p-24 * std::fmax(a.radius + b.radius, truth * speed);
    ASSERT_LE(std::fabs(times[k] - truth) * speed, bound + 0x1p-149 * speed) << k;
  }
}

TEST(Batch, FloatsDecideAsExactArithmeticDoesAndTimesKeepTheirBound) {
  Inputs in(33);
  const auto flat = some_pairs<2, float>(in, 20000);
  const auto solid = some_pairs<3, float>(in, 20000);
  on_every_target([&] {
    for (const float horizon : {std::numeric_limits<float>::infinity(), 1e3F, 1.0F, 1e-3F, 0.0F}) {
      expect_float_times_within_their_bound(flat, horizon);
      expect_float_times_within_their_bound(solid, horizon);
    }
  });
}

template <int D, class Real>
void expect_single_overlaps() {
  Inputs in(34);
  auto pairs = some_pairs<D, Real>(in, 5000);
  for (int k = 0; k < 500; ++k) {  // exactly touching, and an ulp from it
    pairs.a.add({Vec<D>{3, 0}, 2}, {});
    pairs.b.add(
        {Vec<D>{0, 4}, in.below(3) == 0 ? 3 : 3 * (1 + (in.below(3) - 1) * (sizeof(Real) == 8 ? 0x1p-52 : 0x1p-23))},
        {});
  }
  for (const std::size_t count : {pairs.a.size(), std::size_t{0}, std::size_t{1}, std::size_t{13}}) {
    const std::unique_ptr<bool[]> answers(new bool[count]);
    overlaps(pairs.a.view(count), pairs.b.view(count, false), std::span(answers.get(), count));
    for (std::size_t k = 0; k < count; ++k)
      ASSERT_EQ(answers[k], proximity(pairs.a.ball(k), pairs.b.ball(k)) != Proximity::apart) << k;
  }
}

TEST(Batch, OverlapsAreThoseOfTheSingleQuery) {
  on_every_target([] {
    expect_single_overlaps<2, double>();
    expect_single_overlaps<3, double>();
    expect_single_overlaps<2, float>();
    expect_single_overlaps<3, float>();
  });
}

TEST(Batch, IndexPairsPickTheirBodies) {
  Inputs in(35);
  const auto sides = some_pairs<3, double>(in, 300);
  const BallColumns<3> balls = sides.a.view();
  std::vector<IndexPair> pairs;
  for (int k = 0; k < 1000; ++k)
    pairs.push_back({static_cast<std::uint32_t>(in.below(300)), static_cast<std::uint32_t>(in.below(300))});
  std::vector<double> times(pairs.size());
  const std::unique_ptr<bool[]> answers(new bool[pairs.size()]);
  impact_times(balls, pairs, times, 5);
  overlaps(balls, pairs, std::span(answers.get(), pairs.size()));
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto [a, b] = pairs[k];
    ASSERT_EQ(times[k], impact_time(sides.a.ball(a), sides.a.motion(a), sides.a.ball(b), sides.a.motion(b), 5));
    ASSERT_EQ(answers[k], proximity(sides.a.ball(a), sides.a.ball(b)) != Proximity::apart);
  }
}

TEST(Batch, BallsWithoutVelocitiesStandStill) {
  Columns<2, double> movers;
  Columns<2, double> still;
  for (int k = 0; k < 2500; ++k) {
    movers.add({{0, 0}, 1}, {{2, 0}});
    still.add({{10.0 + k, 0}, 1}, {{0, 0}});
  }
  std::vector<double> times(2500);
  impact_times(movers.view(), still.view(2500, false), times, 100);
  for (int k = 0; k < 2500; ++k)
    ASSERT_EQ(times[static_cast<std::size_t>(k)], 4 + 0.5 * k > 100 ? kForever : 4 + 0.5 * k);
}

/// Balls around the origin, many of them with small whole numbers, and some scaled far away.
template <int D, class Real>
Columns<D, Real> some_balls(Inputs& in, int count) {
  Columns<D, Real> balls;
  for (int k = 0; k < count; ++k) {
    const double scale = in.below(4) == 0 ? std::ldexp(1, in.below(20)) : 1;
    balls.add({in.vector<D>(scale), in.below(3) == 0 ? in.below(3) : in.real(0, 1)}, {in.vector<D>()});
  }
  return balls;
}

template <int D, class Real, class Shape>
void expect_single_answers(const Columns<D, Real>& balls, const Shape& shape, const Linear<D>& motion, Real horizon,
                           std::size_t count) {
  std::vector<Real> times(count);
  const std::unique_ptr<bool[]> answers(new bool[count]);
  impact_times(balls.view(count), shape, motion, times, horizon);
  overlaps(balls.view(count), shape, std::span(answers.get(), count));
  for (std::size_t k = 0; k < count; ++k) {
    const auto impact = time_of_impact(balls.ball(k), balls.motion(k), shape, motion, horizon);
    ASSERT_EQ(times[k], static_cast<Real>(impact ? impact->time : kForever)) << k << " of " << count;
    ASSERT_EQ(answers[k], proximity(balls.ball(k), shape) != Proximity::apart) << k;
  }
}

template <int D, class Real>
void expect_single_answers_of_shapes() {
  Inputs in(36);
  const auto balls = some_balls<D, Real>(in, 300);
  for (int i = 0; i < 12; ++i) {
    const Linear<D> motion{in.below(2) == 0 ? Vec<D>{} : in.vector<D>()};
    const Real horizon = in.below(2) == 0 ? std::numeric_limits<Real>::infinity() : static_cast<Real>(in.below(5));
    const std::size_t count = i % 3 == 0 ? static_cast<std::size_t>(in.below(20)) : balls.size();
    Segment<D> segment{in.vector<D>(), in.vector<D>(), D == 2 && in.below(2) == 0 ? Sides::front : Sides::two};
    if (segment.from == segment.to) segment.to[0] += 1;
    Aabb<D> box{in.vector<D>(), in.vector<D>()};
    for (int k = 0; k < D; ++k)
      if (box.high[k] < box.low[k]) std::swap(box.low[k], box.high[k]);
    const Vec<D> up = in.below(2) == 0 ? Vec<D>{0, 1} : segment.to - segment.from;
    expect_single_answers<D, Real>(balls, HalfSpace<D>::through(in.vector<D>(), up), motion, horizon, count);
    expect_single_answers<D, Real>(balls, segment, motion, horizon, count);
    expect_single_answers<D, Real>(balls, box, motion, horizon, count);
  }
}

TEST(Batch, BallsAgainstOneShapeHaveTheAnswersOfTheSingleQuery) {
  on_every_target([] {
    expect_single_answers_of_shapes<2, double>();
    expect_single_answers_of_shapes<3, double>();
    expect_single_answers_of_shapes<2, float>();
    expect_single_answers_of_shapes<3, float>();
  });
}

}  // namespace
}  // namespace carom
