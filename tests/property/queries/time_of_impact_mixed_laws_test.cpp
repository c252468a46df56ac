#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "carom/query/distance.hpp"
#include "carom/query/time_of_impact.hpp"

// Any law against any other, for a ball and all sorts of shapes: the distance, sampled along the way, is positive
// before the impact that was found and 0 at it. (Starts in touch and grazes are left to the tests with exact answers.)
namespace carom {
namespace {

class Inputs {
 public:
  explicit Inputs(std::uint64_t seed) : engine_(seed) {}
  double real(double low, double high) { return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53); }
  template <int D>
  Vec<D> vector(double size) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = real(-size, size);
    return v;
  }
  template <int D>
  Motion<D> law() {
    const Vec<D> v = vector<D>(3);
    switch (engine_() % 6) {
      case 0:
        return Linear<D>{v};
      case 1:
        return Accelerating<D>{v, vector<D>(1)};
      case 2:
        return Stopping<D>{v, real(0.3, 2)};
      case 3:
        return Damped<D>{v, 0.5};
      case 4:
        return Damped<D>{v, real(0.1, 2)};
      default:
        return Damped<D>{};
    }
  }

 private:
  std::mt19937_64 engine_;
};

template <int D>
void make(Inputs& in, Ball<D>& b) {
  b = {in.vector<D>(4), in.real(0.1, 1)};
}
template <int D>
void make(Inputs& in, HalfSpace<D>& h) {
  h = HalfSpace<D>::through(in.vector<D>(4), in.vector<D>(1));
}
template <int D>
void make(Inputs& in, Segment<D>& s) {
  s = {in.vector<D>(4), in.vector<D>(4)};
}
template <int D>
void make(Inputs& in, Aabb<D>& b) {
  b.low = in.vector<D>(4);
  for (int k = 0; k < D; ++k) b.high[k] = b.low[k] + in.real(0.1, 2);
}

template <int D>
Ball<D> moved(Ball<D> b, const Vec<D>& by) {
  b.center += by;
  return b;
}
template <int D>
HalfSpace<D> moved(HalfSpace<D> h, const Vec<D>& by) {
  h.point += by;
  return h;
}
template <int D>
Segment<D> moved(Segment<D> s, const Vec<D>& by) {
  s.from += by;
  s.to += by;
  return s;
}
template <int D>
Aabb<D> moved(Aabb<D> b, const Vec<D>& by) {
  b.low += by;
  b.high += by;
  return b;
}

template <class Shape, int D>
void expect_distances_tell_the_same(std::uint64_t seed) {
  Inputs in(seed);
  for (int i = 0; i < 300; ++i) {
    Ball<D> ball;
    Shape shape;
    make(in, ball);
    make(in, shape);
    const Motion<D> law = in.law<D>();
    const Motion<D> other = in.law<D>();
    const auto apart = [&](double t) {
      return distance(moved(ball, law.displacement(t)), moved(shape, other.displacement(t))).distance;
    };
    if (apart(0) < 1e-3) continue;
    const double horizon = 6;
    const auto impact = time_of_impact(ball, law, shape, other, i % 2 == 0 ? horizon : kForever);
    const double end = impact ? impact->time : horizon;
    for (int k = 0; k < 60; ++k) {
      ASSERT_GT(apart(end * k / 60), -1e-11) << seed << ' ' << i << ' ' << k;
    }
    if (impact && end < 100) {
      ASSERT_NEAR(apart(end), 0, 1e-11) << seed << ' ' << i;
    }
  }
}

TEST(MixedLaws, BallsInThePlane) {
  expect_distances_tell_the_same<Circle, 2>(1);
}
TEST(MixedLaws, BallsInSpace) {
  expect_distances_tell_the_same<Sphere, 3>(2);
}
TEST(MixedLaws, PlanesOnBothDimensions) {
  expect_distances_tell_the_same<HalfSpace<2>, 2>(3);
  expect_distances_tell_the_same<HalfSpace<3>, 3>(4);
}
TEST(MixedLaws, Segments) {
  expect_distances_tell_the_same<Segment<2>, 2>(5);
  expect_distances_tell_the_same<Segment<3>, 3>(6);
}
TEST(MixedLaws, Boxes) {
  expect_distances_tell_the_same<Aabb<2>, 2>(7);
  expect_distances_tell_the_same<Aabb<3>, 3>(8);
}

}  // namespace
}  // namespace carom
