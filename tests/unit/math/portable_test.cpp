// Oracle: Boost.Multiprecision with 100 decimal digits.
#include "carom/math/portable.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "rounds.hpp"

namespace {

using Real = boost::multiprecision::cpp_bin_float_100;
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

Real log_plus_one(const Real& x) {
  return log(1 + x);
}
Real exp_less_one(const Real& x) {
  return exp(x) - 1;
}
Real cube_root(const Real& x) {
  return x < 0 ? Real(-cbrt(Real(-x))) : Real(cbrt(x));
}
Real sine_pi(const Real& x) {
  return sin(boost::math::constants::pi<Real>() * x);
}
Real cosine_pi(const Real& x) {
  return cos(boost::math::constants::pi<Real>() * x);
}

// The error of `value` in units in the last place of the exact result.
double ulps(double value, const Real& exact) {
  const double rounded = std::abs(exact.convert_to<double>());
  const double ulp = std::max(std::nextafter(rounded, kInf) - rounded, kTiny);
  return abs((Real(value) - exact) / ulp).convert_to<double>();
}

template <class Function, class Oracle>
double worst(Function function, Oracle oracle, double low, double high, int count, std::uint32_t seed) {
  std::mt19937_64 random(seed);
  double largest = 0;
  for (int i = 0; i < count; ++i) {
    const double x = low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
    largest = std::max(largest, ulps(function(x), oracle(Real(x))));
  }
  return largest;
}

// Positive doubles of every size: random bit patterns.
template <class Function, class Oracle>
double worst_of_any_size(Function function, Oracle oracle, int count, std::uint32_t seed) {
  std::mt19937_64 random(seed);
  double largest = 0;
  for (int i = 0; i < count; ++i) {
    const double x = std::bit_cast<double>(random() >> 1);
    if (std::isfinite(x) && x > 0) largest = std::max(largest, ulps(function(x), oracle(Real(x))));
  }
  return largest;
}

constexpr int kCount = carom::test::rounds(2000);

TEST(Portable, LogIsWithinItsBound) {
  const auto oracle = [](const Real& x) { return Real(log(x)); };
  EXPECT_LE(worst(carom::portable::log, oracle, 0, 2, kCount, 1), 0.6);
  EXPECT_LE(worst(carom::portable::log, oracle, 0.999, 1.001, kCount, 2), 0.6);
  EXPECT_LE(worst_of_any_size(carom::portable::log, oracle, kCount, 3), 0.6);
}

TEST(Portable, Log1pIsWithinItsBound) {
  EXPECT_LE(worst(carom::portable::log1p, log_plus_one, -1, 1, kCount, 1), 0.6);
  EXPECT_LE(worst(carom::portable::log1p, log_plus_one, -1e-9, 1e-9, kCount, 2), 0.6);
  EXPECT_LE(worst(carom::portable::log1p, log_plus_one, 1, 1e6, kCount, 3), 0.6);
  EXPECT_LE(worst(carom::portable::log1p, log_plus_one, -1, -0.99, kCount, 4), 0.6);
}

TEST(Portable, ExpIsWithinItsBound) {
  const auto oracle = [](const Real& x) { return Real(exp(x)); };
  EXPECT_LE(worst(carom::portable::exp, oracle, -1, 1, kCount, 1), 0.6);
  EXPECT_LE(worst(carom::portable::exp, oracle, -708, 709.7, kCount, 2), 0.6);
  EXPECT_LE(worst(carom::portable::exp, oracle, -745, -708, kCount, 3), 1);
}

TEST(Portable, Expm1IsWithinItsBound) {
  EXPECT_LE(worst(carom::portable::expm1, exp_less_one, -1, 1, kCount, 1), 0.6);
  EXPECT_LE(worst(carom::portable::expm1, exp_less_one, -1e-8, 1e-8, kCount, 2), 0.6);
  EXPECT_LE(worst(carom::portable::expm1, exp_less_one, -50, 60, kCount, 3), 0.6);
  EXPECT_LE(worst(carom::portable::expm1, exp_less_one, 60, 709.7, kCount, 4), 0.6);
}

TEST(Portable, CbrtIsWithinItsBound) {
  EXPECT_LE(worst(carom::portable::cbrt, cube_root, -8, 8, kCount, 1), 0.501);
  EXPECT_LE(worst_of_any_size(carom::portable::cbrt, cube_root, kCount, 2), 0.501);
}

TEST(Portable, CbrtOfACubeIsExact) {
  for (double x = -2000; x <= 2000; ++x) ASSERT_EQ(carom::portable::cbrt(x * x * x), x);
}

TEST(Portable, SineAndCosineOfPiAreWithinTheirBound) {
  EXPECT_LE(worst(carom::portable::sin_pi, sine_pi, -2, 2, kCount, 1), 0.8);
  EXPECT_LE(worst(carom::portable::cos_pi, cosine_pi, -2, 2, kCount, 2), 0.8);
  EXPECT_LE(worst(carom::portable::sin_pi, sine_pi, -1e9, 1e9, kCount, 3), 0.8);
  EXPECT_LE(worst(carom::portable::cos_pi, cosine_pi, -1e9, 1e9, kCount, 4), 0.8);
}

TEST(Portable, SineAndCosineOfPiAreExactAtTheQuarters) {
  for (int i = -8; i <= 8; ++i) {
    const double sines[] = {0, 1, 0, -1};
    EXPECT_EQ(carom::portable::sin_pi(0.5 * i), sines[i & 3]);
    EXPECT_EQ(carom::portable::cos_pi(0.5 * i), sines[(i + 1) & 3]);
  }
  EXPECT_EQ(carom::portable::cos_pi(0x1p60), 1);
  EXPECT_EQ(carom::portable::cos_pi(0x1p53 + 2), 1);
  EXPECT_EQ(carom::portable::cos_pi(0x1p52 + 1), -1);
}

TEST(Portable, SpecialValuesAreThoseOfTheFloatingPointStandard) {
  using carom::portable::cos_pi;
  using carom::portable::sin_pi;
  EXPECT_EQ(carom::portable::log(1), 0);
  EXPECT_EQ(carom::portable::log(0), -kInf);
  EXPECT_EQ(carom::portable::log(kInf), kInf);
  EXPECT_TRUE(std::isnan(carom::portable::log(-1)));
  EXPECT_EQ(carom::portable::log1p(-1), -kInf);
  EXPECT_TRUE(std::isnan(carom::portable::log1p(-1.5)));
  EXPECT_EQ(carom::portable::log1p(kTiny), kTiny);
  EXPECT_EQ(carom::portable::exp(0), 1);
  EXPECT_EQ(carom::portable::exp(-kInf), 0);
  EXPECT_EQ(carom::portable::exp(kInf), kInf);
  EXPECT_EQ(carom::portable::exp(710), kInf);
  EXPECT_EQ(carom::portable::exp(-746), 0);
  EXPECT_EQ(carom::portable::expm1(-kInf), -1);
  EXPECT_EQ(carom::portable::expm1(kInf), kInf);
  EXPECT_TRUE(std::signbit(carom::portable::expm1(-0.0)));
  EXPECT_EQ(carom::portable::cbrt(-kInf), -kInf);
  EXPECT_TRUE(std::signbit(carom::portable::cbrt(-0.0)));
  EXPECT_EQ(carom::portable::cbrt(0x1p-1074), 0x1p-358);
  EXPECT_LE(ulps(carom::portable::log(kTiny), log(Real(kTiny))), 0.6);
  EXPECT_TRUE(std::isnan(sin_pi(kInf)));
  EXPECT_TRUE(std::isnan(cos_pi(-kInf)));
  for (const auto function : {carom::portable::log, carom::portable::log1p, carom::portable::exp,
                              carom::portable::expm1, carom::portable::cbrt, sin_pi, cos_pi})
    EXPECT_TRUE(std::isnan(function(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
