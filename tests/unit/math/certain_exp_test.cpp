#include "math/exact/certain_exp.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <random>

// Expected values: MPFR at 500 bits.
namespace carom::math {
namespace {

class Exactly {
 public:
  Exactly() { mpfr_init2(x_, 500); }
  ~Exactly() { mpfr_clear(x_); }
  Exactly(const Exactly&) = delete;
  Exactly& operator=(const Exactly&) = delete;
  mpfr_ptr get() { return x_; }

 private:
  mpfr_t x_;
};

void add(mpfr_ptr sum, double x) {
  mpfr_add_d(sum, sum, x, MPFR_RNDN);
}

/// Subtracts the middle of x, exactly.
void take(mpfr_ptr sum, const Uncertain<double>& x) {
  add(sum, -x.middle());
}
void take(mpfr_ptr sum, const Uncertain<TwoTerms>& x) {
  add(sum, -x.middle().high);
  add(sum, -x.middle().low);
}
void take(mpfr_ptr sum, const Uncertain<Wide>& x) {
  // Peels off doubles until nothing is left.
  Dyadic rest = x.middle().exactly();
  while (!rest.is_zero()) {
    const double part = rest.to_double();
    add(sum, -part);
    rest = rest - Dyadic(part);
  }
}

/// Whether truth (which is lost) lies within the bounds of x; `spread` becomes the relative width of the bounds.
template <class Real>
bool holds(mpfr_ptr truth, const Uncertain<Real>& x, double& spread) {
  spread = std::max(spread, x.error() / std::fabs(x.value()));
  take(truth, x);
  return std::fabs(mpfr_get_d(truth, MPFR_RNDA)) <= x.error();
}

template <class Real>
void expect_bounds_hold(double allowed) {
  std::mt19937_64 engine(11);
  double spread = 0;
  for (int i = 0; i < 2000; ++i) {
    const double x =
        -std::ldexp(1 + static_cast<double>(engine() >> 12) * 0x1p-52, static_cast<int>(engine() % 60) - 50);
    if (x < -300) continue;
    Exactly truth;
    mpfr_set_d(truth.get(), x, MPFR_RNDN);
    mpfr_expm1(truth.get(), truth.get(), MPFR_RNDN);
    ASSERT_TRUE(holds(truth.get(), certain_exponential(Uncertain<Real>(x)).minus_one, spread)) << x;
    mpfr_set_d(truth.get(), x, MPFR_RNDN);
    mpfr_exp(truth.get(), truth.get(), MPFR_RNDN);
    ASSERT_TRUE(holds(truth.get(), certain_exponential(Uncertain<Real>(x)).whole, spread)) << x;
    mpfr_set_d(truth.get(), 1, MPFR_RNDN);
    mpfr_div_d(truth.get(), truth.get(), x, MPFR_RNDN);
    ASSERT_TRUE(holds(truth.get(), certain_reciprocal<Real>(x), spread)) << x;
  }
  EXPECT_LT(spread, allowed);
}

TEST(CertainExp, BoundsHoldInDouble) {
  expect_bounds_hold<double>(0x1p-40);
}

TEST(CertainExp, BoundsHoldInDoubleDouble) {
  expect_bounds_hold<TwoTerms>(0x1p-80);
}

TEST(CertainExp, BoundsHoldInTwoHundredBits) {
  expect_bounds_hold<Wide>(0x1p-230);
}

TEST(CertainExp, AnUncertainArgumentIsCoveredFromEndToEnd) {
  for (const double radius : {1e-12, 1e-6, 0.3, 5.0}) {
    for (const double x : {-6.0, -40.0, -0.5}) {
      const auto both = certain_exponential(Uncertain<TwoTerms>(x, radius)).whole;
      EXPECT_LE(both.value() - both.error(), std::exp(x - radius) * (1 + 1e-15));
      EXPECT_GE(both.value() + both.error(), std::exp(x + radius) * (1 - 1e-15));
    }
  }
}

}  // namespace
}  // namespace carom::math
