#include "carom/math/exact.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <random>

// Expected values: GMP rationals.
namespace carom {
namespace {

mpq_class sum(const TwoTerms& x) {
  return mpq_class(x.high) + mpq_class(x.low);
}

class Doubles {
 public:
  double operator()(int most_exponent) {
    const int exponent = static_cast<int>(engine_() % static_cast<unsigned>(2 * most_exponent)) - most_exponent;
    return std::ldexp(static_cast<double>(static_cast<std::int64_t>(engine_()) >> 10), exponent);
  }

 private:
  std::mt19937_64 engine_{42};
};

TEST(Exact, TwoSumLosesNothing) {
  Doubles random;
  for (int i = 0; i < 100000; ++i) {
    const double a = random(60);
    const double b = random(60);
    const TwoTerms s = two_sum(a, b);
    ASSERT_EQ(sum(s), mpq_class(a) + mpq_class(b));
    ASSERT_EQ(s.high, a + b);
  }
}

TEST(Exact, TwoProductLosesNothing) {
  Doubles random;
  for (int i = 0; i < 100000; ++i) {
    const double a = random(300);
    const double b = random(300);
    const TwoTerms p = two_product(a, b);
    ASSERT_EQ(sum(p), mpq_class(a) * mpq_class(b));
    ASSERT_EQ(p.high, a * b);
  }
}

}  // namespace
}  // namespace carom
