#pragma once
#include <vector>

#include "math/exact/dyadic.hpp"
#include "math/exact/surd.hpp"
#include "math/polynomial.hpp"

// Signs and roots of polynomials of exact numbers: `Number` is Dyadic or Surd.
namespace carom::math {

using ExactPolynomial = Polynomial<Dyadic>;

/// The sign immediately after and immediately before x: that of the first derivative that is not 0 there.
template <class Number>
int sign_after(const Polynomial<Number>& polynomial, const Number& x);
template <class Number>
int sign_before(const Polynomial<Number>& polynomial, const Number& x);
/// The remainder of a by b times a positive number.
template <class Number>
Polynomial<Number> positive_remainder(const Polynomial<Number>& a, const Polynomial<Number>& b);
/// p without its factors (x − root).
template <class Number>
Polynomial<Number> without_root(const Polynomial<Number>& p, const Number& root);

/// The signed remainder sequence a, b, −(a mod b), …, each up to a positive factor: the subresultants, whose
/// coefficients grow by equal steps (Knuth, The Art of Computer Programming 2, 4.6.1, algorithm C).
template <class Number>
class SignedRemainders {
 public:
  SignedRemainders(const Polynomial<Number>& a, const Polynomial<Number>& b);
  /// Sign changes at `low` less sign changes at `high`. For (p, p′ q), neither end a root of p: the number of different
  /// roots of p between them at which q > 0, less those at which q < 0 (Basu, Pollack, Roy, Algorithms in Real
  /// Algebraic Geometry, 2.2).
  int count(const Number& low, const Number& high) const { return changes(low) - changes(high); }
  int changes(const Number& x) const;
  /// The greatest common divisor up to a factor: a constant if there is none.
  const Polynomial<Number>& last() const { return sequence_.back(); }

 private:
  std::vector<Polynomial<Number>> sequence_;
};

/// A root of a polynomial: the only one in the open interval (low, high); or low = high = the root. An end of the
/// interval is a root only where it is an end of the whole search.
template <class Number>
struct IsolatedRoot {
  Number low;
  Number high;

  bool exact() const { return (high - low).sign() == 0; }
};

/// The different roots of p in begin < x ≤ end, in increasing order. p is not zero, 0 ≤ begin < end.
template <class Number>
std::vector<IsolatedRoot<Number>> isolate_roots(const Polynomial<Number>& p, const Number& begin, const Number& end);
template <class Number>
std::vector<IsolatedRoot<Number>> isolate_roots(const Polynomial<Number>& p, const Number& end) {
  return isolate_roots(p, Number(), end);
}
/// A power of two that is larger than the absolute value of all roots of p.
template <class Number>
Number root_bound(const Polynomial<Number>& p);
/// The sign of q at a root of p.
template <class Number>
int sign_at_root(const Polynomial<Number>& q, const Polynomial<Number>& p, const IsolatedRoot<Number>& root);
/// The double nearest to a root of p; infinity beyond the largest.
template <class Number>
double nearest_double(const Polynomial<Number>& p, const IsolatedRoot<Number>& root);

}  // namespace carom::math
