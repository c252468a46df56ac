#pragma once
#include <vector>

#include "math/exact/dyadic.hpp"
#include "math/polynomial.hpp"

namespace carom::math {

using ExactPolynomial = Polynomial<Dyadic>;

/// The sign immediately after and immediately before x: that of the first derivative that is not 0 there.
int sign_after(const ExactPolynomial& polynomial, const Dyadic& x);
int sign_before(const ExactPolynomial& polynomial, const Dyadic& x);
/// The remainder of a by b times a positive number.
ExactPolynomial positive_remainder(const ExactPolynomial& a, const ExactPolynomial& b);
/// p without its factors (x − root).
ExactPolynomial without_root(const ExactPolynomial& p, const Dyadic& root);

/// The signed remainder sequence a, b, −(a mod b), …, each up to a positive factor: the subresultants, whose
/// coefficients grow by equal steps (Knuth, The Art of Computer Programming 2, 4.6.1, algorithm C).
class SignedRemainders {
 public:
  SignedRemainders(const ExactPolynomial& a, const ExactPolynomial& b);
  /// Sign changes at `low` less sign changes at `high`. For (p, p′ q), neither end a root of p: the number of different
  /// roots of p between them at which q > 0, less those at which q < 0 (Basu, Pollack, Roy, Algorithms in Real
  /// Algebraic Geometry, 2.2).
  int count(const Dyadic& low, const Dyadic& high) const { return changes(low) - changes(high); }
  int changes(const Dyadic& x) const;
  /// The greatest common divisor up to a factor: a constant if there is none.
  const ExactPolynomial& last() const { return sequence_.back(); }

 private:
  std::vector<ExactPolynomial> sequence_;
};

/// A root of a polynomial: the only one in the open interval (low, high); or low = high = the root. An end of the
/// interval is a root only where it is an end of the whole search.
struct IsolatedRoot {
  Dyadic low;
  Dyadic high;

  bool exact() const { return (high - low).sign() == 0; }
};

/// The different roots of p in begin < x ≤ end, in increasing order. p is not zero, 0 ≤ begin < end.
std::vector<IsolatedRoot> isolate_roots(const ExactPolynomial& p, const Dyadic& begin, const Dyadic& end);
inline std::vector<IsolatedRoot> isolate_roots(const ExactPolynomial& p, const Dyadic& end) {
  return isolate_roots(p, Dyadic(), end);
}
/// A power of two that is larger than the absolute value of all roots of p.
Dyadic root_bound(const ExactPolynomial& p);
/// The sign of q at a root of p.
int sign_at_root(const ExactPolynomial& q, const ExactPolynomial& p, const IsolatedRoot& root);
/// The double nearest to a root of p.
double nearest_double(const ExactPolynomial& p, const IsolatedRoot& root);

}  // namespace carom::math
