#include "math/exact/uncertain.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <random>

// Expected values: GMP rationals.
namespace carom::math {
namespace {

template <class Real>
void expect_enclosed() {
  using N = Uncertain<Real>;
  std::mt19937_64 engine(11);
  const auto random = [&] {
    return std::ldexp(static_cast<double>(static_cast<std::int64_t>(engine()) >> 10),
                      static_cast<int>(engine() % 40) - 60);
  };
  for (int i = 0; i < 20000; ++i) {
    const double a = random();
    const double b = random();
    const double c = i % 2 == 0 ? std::nextafter(a, 0.0) : random();
    const N x = (N(a) * N(b) - N(c) * N(b)) * N(a) + N(b) * N(b);
    const mpq_class q =
        (mpq_class(a) * mpq_class(b) - mpq_class(c) * mpq_class(b)) * mpq_class(a) + mpq_class(b) * mpq_class(b);
    const mpq_class off = abs(mpq_class(x.value()) - q);
    ASSERT_LE(off, mpq_class(x.error()) + mpq_class(std::fabs(x.value()) * 0x1p-52));
    if (x.sign() != N::kUnknown) {
      ASSERT_EQ(x.sign(), sgn(q));
    }
  }
}

TEST(Uncertain, EnclosesTheTruthInDoubleArithmetic) {
  expect_enclosed<double>();
}
TEST(Uncertain, EnclosesTheTruthInDoubleDoubleArithmetic) {
  expect_enclosed<TwoTerms>();
}

TEST(Uncertain, KnowsExactZero) {
  using N = Uncertain<double>;
  EXPECT_EQ((N(3) - N(3)).sign(), 0);
  EXPECT_EQ((N(0) * N(3)).sign(), 0);
}

TEST(Uncertain, OverflowAndUnderflowAreUnknownNotWrong) {
  using N = Uncertain<double>;
  EXPECT_EQ((N(1e200) * N(1e200)).sign(), N::kUnknown);
  EXPECT_EQ((N(1e200) * N(1e200) - N(1e200) * N(1e200)).sign(), N::kUnknown);
  EXPECT_EQ((N(1e-200) * N(1e-200)).sign(), N::kUnknown);
}

}  // namespace
}  // namespace carom::math
