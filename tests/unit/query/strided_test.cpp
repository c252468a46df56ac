#include <gtest/gtest.h>

#include <array>
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

enum class Layout { mixed, vectors, columns };
constexpr std::array kLayouts{Layout::mixed, Layout::vectors, Layout::columns};

/// Balls in rows of place, radius, velocity, and a number that belongs to nobody; or places, velocities and radii by
/// themselves, one vector or one column after the other.
template <int D>
struct Rows {
  static constexpr std::size_t kWidth = 2 * D + 2;
  std::size_t count;
  Layout layout;
  std::vector<double> data;

  /// With a row more, to which columns may point where there is no ball.
  Rows(std::size_t size, unsigned seed, Layout laid_out = Layout::mixed)
      : count(size), layout(laid_out), data((count + 1) * kWidth) {
    std::mt19937 bits(seed);
    std::uniform_real_distribution<double> number(-4, 4);
    for (double& one : data) one = number(bits);
    for (std::size_t k = 0; k < count; ++k) at(k, D) = 0.1 + 0.1 * std::abs(at(k, D));
  }
  StridedColumn column(std::size_t number) const {
    const double* const start = data.data();
    if (layout == Layout::mixed) return {start + number, static_cast<std::ptrdiff_t>(kWidth)};
    if (layout == Layout::columns || number == D) return {start + number * count, 1};
    const std::size_t first = number < D ? 0 : D + 1;
    return {start + first * count + (number - first), D};
  }
  double& at(std::size_t k, std::size_t number) {
    const StridedColumn entries = column(number);
    return const_cast<double&>(entries.first[static_cast<std::ptrdiff_t>(k) * entries.step]);
  }
  StridedBalls<D> view() const {
    StridedBalls<D> balls;
    for (std::size_t axis = 0; axis < D; ++axis) {
      balls.center[axis] = column(axis);
      balls.velocity[axis] = column(D + 1 + axis);
    }
    balls.radius = column(D);
    return balls;
  }
  Ball<D> ball(std::size_t k) {
    Ball<D> ball{{}, at(k, D)};
    for (int axis = 0; axis < D; ++axis) ball.center[axis] = at(k, static_cast<std::size_t>(axis));
    return ball;
  }
  Linear<D> motion(std::size_t k) {
    Linear<D> motion;
    for (int axis = 0; axis < D; ++axis) motion.velocity[axis] = at(k, static_cast<std::size_t>(D + 1 + axis));
    return motion;
  }
};

template <int D>
void expect_each_pair_by_itself(Rows<D> a, Rows<D> b) {
  const std::size_t count = a.count;
  std::vector<double> times(count);
  impact_times(a.view(), b.view(), std::span(times), 3.0);
  const auto answers = std::make_unique<bool[]>(count);
  overlaps(a.view(), b.view(), std::span(answers.get(), count));
  for (std::size_t k = 0; k < count; ++k) {
    EXPECT_EQ(times[k], impact_time(a.ball(k), a.motion(k), b.ball(k), b.motion(k), 3.0)) << k;
    EXPECT_EQ(answers[k], proximity(a.ball(k), b.ball(k)) != Proximity::apart) << k;
  }
}

TEST(StridedBalls, EachPairIsAnsweredAsByItselfWhateverTheirNumberAndHoweverTheyLie) {
  for (const Layout of_a : kLayouts)
    for (const Layout of_b : kLayouts)
      for (const std::size_t count : {0, 1, 5, 127, 128, 129, 300}) {
        expect_each_pair_by_itself<2>({count, 1, of_a}, {count, 2, of_b});
        expect_each_pair_by_itself<3>({count, 1, of_a}, {count, 2, of_b});
      }
}

TEST(StridedBalls, NumbersTooLargeToBeSquaredAreGoodOnes) {
  for (const Layout layout : kLayouts) {
    Rows<2> a(40, 1, layout), b(40, 2, layout);
    for (const std::size_t k : {0, 17, 39}) {
      a.at(k, 0) = -1e200;
      b.at(k, 0) = 1e200;
      a.at(k, 1) = b.at(k, 1) = 0;
      a.at(k, 3) = 1e190;
    }
    expect_each_pair_by_itself<2>(a, b);
  }
}

TEST(StridedBalls, OneNumberMayStandForAll) {
  for (const Layout layout : kLayouts) {
    Rows<2> a(200, 1, layout), b(200, 2, layout);
    StridedBalls<2> same = b.view();
    const double radius = 0.25;
    same.radius = {&radius, 0};
    std::vector<double> times(200);
    impact_times(a.view(), same, std::span(times));
    for (std::size_t k = 0; k < 200; ++k)
      EXPECT_EQ(times[k], impact_time(a.ball(k), a.motion(k), Circle{b.ball(k).center, radius}, b.motion(k)));
  }
}

/// What impact_times and overlaps say of them.
std::array<std::string, 2> complaints(const Rows<2>& a, const Rows<2>& b) {
  const auto complaint = [](const auto& ask) -> std::string {
    try {
      ask();
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  std::vector<double> times(a.count);
  const auto answers = std::make_unique<bool[]>(a.count);
  return {complaint([&] { impact_times(a.view(), b.view(), std::span(times)); }),
          complaint([&] { overlaps(a.view(), b.view(), std::span(answers.get(), a.count)); })};
}

TEST(StridedBalls, BadNumbersAreRefusedByPlaceAndValue) {
  for (const Layout layout : kLayouts) {
    Rows<2> a(200, 1, layout), b(200, 2, layout);
    const std::array<std::string, 2> none;
    EXPECT_EQ(complaints(a, b), none);
    b.at(150, 4) = std::numeric_limits<double>::infinity();
    EXPECT_EQ(complaints(a, b)[0], "the second ball of pair 150: velocity[1] inf: expected a finite number");
    EXPECT_EQ(complaints(a, b)[1], "");  // velocities do not matter
    a.at(3, 2) = -0.5;
    for (const std::string& complaint : complaints(a, b))
      EXPECT_EQ(complaint, "the first ball of pair 3: radius -0.500000: expected a finite number of at least 0");
    a.at(0, 1) = std::numeric_limits<double>::quiet_NaN();
    for (const std::string& complaint : complaints(a, b))
      EXPECT_NE(complaint.find("the first ball of pair 0: center[1]"), std::string::npos);
  }
}

TEST(StridedBalls, NoBadNumberIsOverlookedWhereverItStands) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
    for (const Layout layout : kLayouts)
      for (std::size_t count = 1; count < 40; count += 6)
        for (std::size_t k = 0; k < count; ++k)
          for (const std::size_t column : {0, 1, 2, 3, 4}) {
            Rows<2> a(count, 1, layout), b(count, 2, layout);
            (k % 2 == 0 ? a : b).at(k, column) = bad;
            const auto [times, answers] = complaints(a, b);
            EXPECT_NE(times.find("of pair " + std::to_string(k)), std::string::npos) << count << ' ' << column;
            EXPECT_EQ(answers.empty(), column > 2);
          }
}

}  // namespace
}  // namespace carom
