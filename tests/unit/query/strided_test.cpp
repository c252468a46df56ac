#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "carom/query/batch.hpp"
#include "carom/query/overlap.hpp"

// The truth is the single query.
namespace carom {
namespace {

/// Balls in rows: place, radius, velocity, and a number that belongs to nobody.
template <int D>
struct Rows {
  static constexpr std::ptrdiff_t kWidth = 2 * D + 2;
  std::vector<double> data;

  /// With a row more, to which columns may point where there is no ball.
  Rows(std::size_t count, unsigned seed) : data((count + 1) * static_cast<std::size_t>(kWidth)) {
    std::mt19937 bits(seed);
    std::uniform_real_distribution<double> number(-4, 4);
    for (double& one : data) one = number(bits);
    for (std::size_t k = 0; k < count; ++k) at(k, D) = 0.1 + 0.1 * std::abs(at(k, D));
  }
  double& at(std::size_t k, int column) { return data[k * kWidth + static_cast<std::size_t>(column)]; }
  StridedBalls<D> view() const {
    StridedBalls<D> balls;
    for (int axis = 0; axis < D; ++axis) {
      balls.center[static_cast<std::size_t>(axis)] = {data.data() + axis, kWidth};
      balls.velocity[static_cast<std::size_t>(axis)] = {data.data() + D + 1 + axis, kWidth};
    }
    balls.radius = {data.data() + D, kWidth};
    return balls;
  }
  Ball<D> ball(std::size_t k) {
    Ball<D> ball{{}, at(k, D)};
    for (int axis = 0; axis < D; ++axis) ball.center[axis] = at(k, axis);
    return ball;
  }
  Linear<D> motion(std::size_t k) {
    Linear<D> motion;
    for (int axis = 0; axis < D; ++axis) motion.velocity[axis] = at(k, D + 1 + axis);
    return motion;
  }
};

template <int D>
void expect_each_pair_by_itself(std::size_t count) {
  Rows<D> a(count, 1), b(count, 2);
  std::vector<double> times(count);
  impact_times(a.view(), b.view(), std::span(times), 3.0);
  const auto answers = std::make_unique<bool[]>(count);
  overlaps(a.view(), b.view(), std::span(answers.get(), count));
  for (std::size_t k = 0; k < count; ++k) {
    EXPECT_EQ(times[k], impact_time(a.ball(k), a.motion(k), b.ball(k), b.motion(k), 3.0)) << k;
    EXPECT_EQ(answers[k], proximity(a.ball(k), b.ball(k)) != Proximity::apart) << k;
  }
}

TEST(StridedBalls, EachPairIsAnsweredAsByItselfWhateverTheirNumber) {
  for (const std::size_t count : {0, 1, 5, 127, 128, 129, 300}) {
    expect_each_pair_by_itself<2>(count);
    expect_each_pair_by_itself<3>(count);
  }
}

TEST(StridedBalls, OneNumberMayStandForAll) {
  Rows<2> a(200, 1), b(200, 2);
  StridedBalls<2> same = b.view();
  const double radius = 0.25;
  same.radius = {&radius, 0};
  std::vector<double> times(200);
  impact_times(a.view(), same, std::span(times));
  for (std::size_t k = 0; k < 200; ++k)
    EXPECT_EQ(times[k], impact_time(a.ball(k), a.motion(k), Circle{b.ball(k).center, radius}, b.motion(k)));
}

std::string complaint(Rows<2>& a, Rows<2>& b) {
  std::vector<double> times(200);
  try {
    impact_times(a.view(), b.view(), std::span(times));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(StridedBalls, BadNumbersAreRefusedByPlaceAndValue) {
  Rows<2> a(200, 1), b(200, 2);
  EXPECT_EQ(complaint(a, b), "");
  b.at(150, 4) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(complaint(a, b), "the second ball of pair 150: velocity[1] inf: expected a finite number");
  a.at(3, 2) = -0.5;
  EXPECT_EQ(complaint(a, b), "the first ball of pair 3: radius -0.500000: expected a finite number of at least 0");
  a.at(0, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(complaint(a, b).find("the first ball of pair 0: center[1]"), std::string::npos);
}

}  // namespace
}  // namespace carom
