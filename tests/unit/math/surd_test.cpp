#include "math/exact/surd.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

// Expected signs and values follow from identities of roots, or from sums of squares that integers decide.
namespace carom::math {
namespace {

Surd root(double x) {
  return Surd::root(Dyadic(x));
}

TEST(Surd, RootsOfSquaresAreExactNumbers) {
  EXPECT_TRUE((root(9) - Surd(3)).is_zero());
  EXPECT_TRUE((root(2.25) - Surd(1.5)).is_zero());
  EXPECT_TRUE((root(0x1p-1074) - Surd(0x1p-537)).is_zero());
  EXPECT_TRUE(root(0).is_zero());
}

TEST(Surd, DependentRootsAreOne) {
  EXPECT_TRUE((root(8) - Surd(2) * root(2)).is_zero());
  EXPECT_TRUE((root(2) * root(3) - root(6)).is_zero());
  EXPECT_TRUE((root(6) * root(10) - Surd(2) * root(15)).is_zero());
  EXPECT_TRUE((Surd(5) * root(18) - Surd(3) * root(50)).is_zero());
}

TEST(Surd, ProductsAndQuotientsNeverRound) {
  const Surd sum = root(2) + root(3);
  EXPECT_TRUE((sum * sum - (Surd(5) + Surd(2) * root(6))).is_zero());
  EXPECT_TRUE((Surd::inverse(Dyadic(3)) * Surd(3) - Surd(1)).is_zero());
  const Surd third = root(5) * Surd::inverse(Dyadic(7));
  EXPECT_TRUE((third * third * Surd(49) - Surd(5)).is_zero());
  EXPECT_TRUE((exact_quotient(sum * root(7), sum) - root(7)).is_zero());
}

TEST(Surd, SignsAreCertainHoweverNearToZero) {
  // The convergents p/q of √2: p² − 2 q² = ±1, so p − q √2 = ±1/(p + q √2).
  double p = 1;
  double q = 1;
  for (int i = 0; i < 60; ++i) {
    const double next = p + 2 * q;
    q = p + q;
    p = next;
    if (p > 0x1p52) break;
    EXPECT_EQ((Surd(p) - Surd(q) * root(2)).sign(), i % 2 == 0 ? 1 : -1);
  }
  // √2 + √3 − √(5 + 2 √6) = 0; with 10 in place of √96 … the sums differ in the 20th digit or so.
  EXPECT_EQ((root(2) + root(3) + root(5) - root(2) - root(5) - root(3)).sign(), 0);
  const Surd tiny(0x1p-300);
  EXPECT_EQ((root(2) * root(3) - root(6) + tiny).sign(), 1);
  EXPECT_EQ((root(2) * root(3) - root(6) - tiny).sign(), -1);
}

TEST(Surd, RandomSumsHaveTheSignsThatSquaresTell) {
  std::mt19937_64 engine(1);
  const auto whole = [&] { return static_cast<double>(static_cast<std::int64_t>(engine() % 41) - 20); };
  for (int i = 0; i < 3000; ++i) {
    const double a = static_cast<double>(engine() % 30);
    const double x = whole();
    const double y = whole();
    const double signed_square = (x < 0 ? -x * x : x * x) + (y < 0 ? -y * y * a : y * y * a);  // same sign as the sum
    EXPECT_EQ((Surd(x) + Surd(y) * root(a)).sign(), (signed_square > 0) - (signed_square < 0))
        << x << ' ' << y << ' ' << a;
  }
}

TEST(Surd, GivesTheNearestDouble) {
  for (const double x : {2.0, 3.0, 5.0, 0.1, 1e300, 1e-300}) EXPECT_EQ(root(x).to_double(), std::sqrt(x)) << x;
  EXPECT_EQ((Surd::inverse(Dyadic(3)) + Surd()).to_double(), 1.0 / 3);
  EXPECT_EQ((Surd(10) * Surd::inverse(Dyadic(7)) * Surd(-1)).to_double(), -10.0 / 7);
  EXPECT_TRUE(std::isinf((Surd(0x1p1023) * root(5)).to_double()));
  EXPECT_EQ((Surd(0x1p-1074) * root(2) * Surd(0.25)).to_double(), 0);
}

TEST(Surd, PolynomialsLoseTheirFractions) {
  const Polynomial<Surd> p{Surd::inverse(Dyadic(3)), root(2), Surd::inverse(Dyadic(5)) * root(3)};
  const Polynomial<Surd> q = whole(p);
  // The same up to one positive factor: cross products agree.
  for (int k = 0; k <= 2; ++k) {
    EXPECT_EQ(q[k].sign(), p[k].sign());
    EXPECT_TRUE((q[k] * p[0] - q[0] * p[k]).is_zero());
  }
}

}  // namespace
}  // namespace carom::math
