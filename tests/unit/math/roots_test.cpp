#include "math/roots.hpp"

#include <gtest/gtest.h>

#include <cmath>

// Expected values: polynomials multiplied out from chosen roots.
namespace carom::math {
namespace {

ExactPolynomial from_roots(std::initializer_list<double> roots) {
  ExactPolynomial p{Dyadic(1)};
  for (const double r : roots) p = p * ExactPolynomial{Dyadic(-r), Dyadic(1)};
  return p;
}

TEST(Roots, DifferentRootsAreIsolatedInOrder) {
  const ExactPolynomial p = from_roots({3, -2, 0.5, 1.25});
  const auto roots = isolate_roots(p, Dyadic(10));
  ASSERT_EQ(roots.size(), 3u);
  EXPECT_EQ(nearest_double(p, roots[0]), 0.5);
  EXPECT_EQ(nearest_double(p, roots[1]), 1.25);
  EXPECT_EQ(nearest_double(p, roots[2]), 3);
}

TEST(Roots, DegreeEightIsIsolatedWithFullMantissas) {
  // Close pairs, a triple root and one beyond the end; (16/3, say, is not a double: the mantissas are full.)
  const double a = 1.0 / 3;
  const double b = std::sqrt(2.0);
  const ExactPolynomial p = from_roots({a, std::nextafter(a, 1.0), b, b, b, 16.0 / 3, -7.0 / 9, 1e5 / 3});
  const auto roots = isolate_roots(p, Dyadic(10));
  ASSERT_EQ(roots.size(), 4u);
  EXPECT_EQ(nearest_double(p, roots[0]), a);
  EXPECT_EQ(nearest_double(p, roots[1]), std::nextafter(a, 1.0));
  EXPECT_EQ(nearest_double(p, roots[2]), b);
  EXPECT_EQ(nearest_double(p, roots[3]), 16.0 / 3);
  EXPECT_EQ(sign_at_root(from_roots({b, -b, 0.7, 2, 3, 5, 8, 11}), p, roots[2]), 0);
  EXPECT_EQ(sign_at_root(from_roots({b, -b, 0.7, 2, 3, 5, 8, 11}), p, roots[3]), 1);
}

TEST(Roots, AMultipleRootIsFoundOnce) {
  const ExactPolynomial p = from_roots({2, 2, 5, 5});
  const auto roots = isolate_roots(p, Dyadic(10));
  ASSERT_EQ(roots.size(), 2u);
  EXPECT_EQ(nearest_double(p, roots[0]), 2);
  EXPECT_EQ(nearest_double(p, roots[1]), 5);
}

TEST(Roots, RootsAnUlpApartAreToldApart) {
  const double next = std::nextafter(2.0, 3.0);
  const ExactPolynomial p = from_roots({2, next, -1});
  const auto roots = isolate_roots(p, Dyadic(10));
  ASSERT_EQ(roots.size(), 2u);
  EXPECT_EQ(nearest_double(p, roots[0]), 2);
  EXPECT_EQ(nearest_double(p, roots[1]), next);
}

TEST(Roots, TheEndCountsAndTheStartDoesNot) {
  const ExactPolynomial p = from_roots({0, 0, 4});
  EXPECT_EQ(isolate_roots(p, Dyadic(4)).size(), 1u);
  EXPECT_TRUE(isolate_roots(p, Dyadic(4))[0].exact());
  EXPECT_EQ(isolate_roots(p, Dyadic(std::nextafter(4.0, 0.0))).size(), 0u);
}

TEST(Roots, AnIrrationalRootIsRoundedToNearest) {
  const ExactPolynomial p{Dyadic(-2), Dyadic(0), Dyadic(1)};
  const auto roots = isolate_roots(p, Dyadic(10));
  ASSERT_EQ(roots.size(), 1u);
  EXPECT_EQ(nearest_double(p, roots[0]), std::sqrt(2.0));  // IEEE 754: correctly rounded
}

TEST(Roots, SignsAtARootAreExact) {
  const ExactPolynomial p{Dyadic(-2), Dyadic(0), Dyadic(1)};  // √2
  const auto root = isolate_roots(p, Dyadic(10))[0];
  EXPECT_EQ(sign_at_root(p, p, root), 0);
  EXPECT_EQ(sign_at_root(p * ExactPolynomial{Dyadic(-1), Dyadic(1)}, p, root), 0);
  const double near = std::sqrt(2.0);  // above √2, since its square is: 2 + 2.7e-16
  EXPECT_EQ(sign_at_root({Dyadic(-near), Dyadic(1)}, p, root), -1);
  EXPECT_EQ(sign_at_root({Dyadic(-std::nextafter(near, 0.0)), Dyadic(1)}, p, root), 1);
}

TEST(Roots, SignsAtADoubleRootAreExact) {
  const ExactPolynomial twice = square(ExactPolynomial{Dyadic(-2), Dyadic(0), Dyadic(1)});  // √2, without crossing
  const auto root = isolate_roots(twice, Dyadic(10))[0];
  EXPECT_EQ(sign_at_root({Dyadic(-1.5), Dyadic(1)}, twice, root), -1);
  EXPECT_EQ(sign_at_root({Dyadic(-1.25), Dyadic(1)}, twice, root), 1);
  EXPECT_EQ(sign_at_root({Dyadic(-2), Dyadic(0), Dyadic(1)}, twice, root), 0);
}

TEST(Roots, SignsNearerToZeroThanTwoDoublesTellAreExact) {
  // q = x² − 2 + ε vanishes nowhere near √2, but there is only ε = ±2^-300.
  const ExactPolynomial p{Dyadic(-2), Dyadic(0), Dyadic(1)};
  const auto root = isolate_roots(p, Dyadic(10))[0];
  for (const int sign : {-1, 1}) EXPECT_EQ(sign_at_root(p + ExactPolynomial{Dyadic(sign * 0x1p-300)}, p, root), sign);
}

TEST(Roots, SignsBesideAPointComeFromTheFirstDerivativeThatIsNotZero) {
  const ExactPolynomial p = from_roots({2, 2, 2});
  EXPECT_EQ(sign_before(p, Dyadic(2)), -1);
  EXPECT_EQ(sign_after(p, Dyadic(2)), 1);
  const ExactPolynomial even = from_roots({2, 2});
  EXPECT_EQ(sign_before(even, Dyadic(2)), 1);
  EXPECT_EQ(sign_after(even, Dyadic(2)), 1);
}

TEST(Roots, TheBoundIsBeyondAllRoots) {
  EXPECT_LT(Dyadic(1000), root_bound(from_roots({1000, -3, 0.001})));
  const ExactPolynomial tiny{Dyadic(-1e300), Dyadic(0x1p-1074)};
  EXPECT_LT(Dyadic(0), tiny(root_bound(tiny)));
}

}  // namespace
}  // namespace carom::math
