#include "math/exact/dyadic.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

// Expected values: GMP rationals.
namespace carom::math {
namespace {

/// Any finite double at all, by its bits.
class AnyDouble {
 public:
  double operator()() {
    for (;;) {
      const auto x = std::bit_cast<double>(engine_());
      if (std::isfinite(x)) return engine_() % 8 == 0 ? std::trunc(std::fmod(x, 100)) : x;
    }
  }

 private:
  std::mt19937_64 engine_{7};
};

int sign(const mpq_class& q) {
  return sgn(q);
}

TEST(Dyadic, SignsOfPolynomialExpressionsAreExactForAnyDoubles) {
  AnyDouble random;
  for (int i = 0; i < 20000; ++i) {
    const double a = random();
    const double b = random();
    const double c = random();
    const double d = i % 3 == 0 ? a : random();
    const Dyadic x = Dyadic(a) * Dyadic(b) - Dyadic(c) * Dyadic(d) + Dyadic(a);
    const mpq_class q = mpq_class(a) * mpq_class(b) - mpq_class(c) * mpq_class(d) + mpq_class(a);
    ASSERT_EQ(x.sign(), sign(q));
    ASSERT_EQ((x * x - x).sign(), sign(q * q - q));
  }
}

TEST(Dyadic, AProductDividedByOneFactorIsTheOther) {
  AnyDouble random;
  for (int i = 0; i < 5000; ++i) {
    const Dyadic a = Dyadic(random()) * Dyadic(random()) - Dyadic(random());
    const Dyadic b = Dyadic(random()) - Dyadic(random());
    if (a.is_zero() || b.is_zero()) continue;
    ASSERT_TRUE((exact_quotient(a * b, b) - a).is_zero());
    ASSERT_TRUE((exact_quotient(a * b, a) - b).is_zero());
  }
}

TEST(Dyadic, DifferenceOfEqualsIsZero) {
  for (const double x : {1.0, -3.5, 0x1p-1074, std::numeric_limits<double>::max()}) {
    EXPECT_TRUE((Dyadic(x) - Dyadic(x)).is_zero());
    EXPECT_TRUE((Dyadic(x) * Dyadic(0)).is_zero());
  }
}

TEST(Dyadic, RoundsToTheNearestDouble) {
  // The hardware rounds a sum and a product of two doubles to nearest, ties to even.
  std::mt19937_64 engine(3);
  for (int i = 0; i < 100000; ++i) {
    const double a =
        std::ldexp(static_cast<double>(static_cast<std::int64_t>(engine()) >> 10), static_cast<int>(engine() % 80));
    const double b =
        std::ldexp(static_cast<double>(static_cast<std::int64_t>(engine()) >> 10), static_cast<int>(engine() % 80));
    ASSERT_EQ((Dyadic(a) + Dyadic(b)).to_double(), a + b);
    ASSERT_EQ((Dyadic(a) * Dyadic(b)).to_double(), a * b);
  }
}

TEST(Dyadic, CarriesAndBorrowsRunThroughAllDigits) {
  for (const int exponent : {63, 64, 65, 128, 320, 1000}) {
    const Dyadic power(std::ldexp(1.0, exponent));
    const Dyadic ones = power - Dyadic(1);
    EXPECT_TRUE((ones + Dyadic(1) - power).is_zero());
    // (2^n − 1)² = 2^2n − 2·2^n + 1
    EXPECT_TRUE((ones * ones - (power * power - Dyadic(2) * power + Dyadic(1))).is_zero());
    EXPECT_TRUE((exact_quotient(ones * ones, ones) - ones).is_zero());
  }
}

TEST(Dyadic, KeepsTheSmallestAndTheLargestDouble) {
  for (const double x : {0x1p-1074, 0x1.8p-1060, 0x1p-1022, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(Dyadic(x).to_double(), x);
    EXPECT_EQ((-Dyadic(x)).to_double(), -x);
  }
}

TEST(Dyadic, QuotientsRoundToTheNearestDouble) {
  // A rational's distance to the quotient, and to the two doubles next to it.
  std::mt19937_64 engine(19);
  for (int i = 0; i < 20000; ++i) {
    const auto number = [&] {
      const int exponent = i % 4 == 0 ? 0 : static_cast<int>(engine() % 500) - 250;
      return std::ldexp(static_cast<double>(static_cast<std::int64_t>(engine()) >> (engine() % 60)), exponent);
    };
    const double a = number();
    const double b = std::fabs(number());
    if (b == 0) continue;
    const double c = i % 3 == 0 ? number() : 0;
    const mpq_class exact = (mpq_class(a) * mpq_class(b) + mpq_class(c)) / (mpq_class(b) * mpq_class(b));
    const double quotient = nearest_quotient(Dyadic(a) * Dyadic(b) + Dyadic(c), Dyadic(b) * Dyadic(b));
    const mpq_class off = abs(mpq_class(quotient) - exact);
    for (const double way : {-1e300, 1e300}) {
      const mpq_class other = abs(mpq_class(std::nextafter(quotient, way)) - exact);
      ASSERT_TRUE(off < other || (off == other && (std::bit_cast<std::uint64_t>(quotient) & 1) == 0)) << a << ' ' << b;
    }
  }
  EXPECT_EQ(nearest_quotient(Dyadic(), Dyadic(3)), 0);
  EXPECT_EQ(nearest_quotient(Dyadic(0x1p-1074) * Dyadic(3), Dyadic(2)), 0x1p-1073);  // a tie goes to the even one
}

}  // namespace
}  // namespace carom::math
