#include "math/roots.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "math/bits.hpp"
#include "math/exact/uncertain.hpp"

namespace carom::math {
namespace {

template <class Number>
Number magnitude(const Number& x) {
  return x.sign() < 0 ? -x : x;
}

/// A number strictly between low < high, both ≥ 0: halfway in the order of the doubles as long as one lies between,
/// then the mean.
template <class Number>
Number between(const Number& low, const Number& high) {
  const double most = std::numeric_limits<double>::max();
  const auto a = bits_as<std::uint64_t>(std::min(low.to_double(), most));
  const auto b = bits_as<std::uint64_t>(std::min(high.to_double(), most));
  const Number middle(bits_as<double>(a + (b - a) / 2));
  return low < middle && middle < high ? middle : (low + high).half();
}

/// Like `between`, but not a root of p.
template <class Number>
Number split_point(const Polynomial<Number>& p, const Number& low, const Number& high) {
  Number middle = between(low, high);
  for (double part = 0.5; p(middle).is_zero(); part *= 0.75) middle = low + Number(part) * (high - low);
  return middle;
}

template <class Number>
void isolate(const Polynomial<Number>& p, const SignedRemainders<Number>& sturm, const Number& low, const Number& high,
             int low_changes, int high_changes, std::vector<IsolatedRoot<Number>>& roots) {
  if (low_changes == high_changes) return;
  if (low_changes == high_changes + 1) {
    roots.push_back({low, high});
    return;
  }
  const Number middle = split_point(p, low, high);
  const int changes = sturm.changes(middle);
  isolate(p, sturm, low, middle, low_changes, changes, roots);
  isolate(p, sturm, middle, high, changes, high_changes, roots);
}

template <class Number>
Number power(const Number& base, int exponent) {
  Number result(1);
  for (int i = 0; i < exponent; ++i) result = result * base;
  return result;
}

/// |leading of b|^(deg a − deg b + 1) (a mod b)
template <class Number>
Polynomial<Number> pseudo_remainder(const Polynomial<Number>& a, const Polynomial<Number>& b) {
  const Number scale = magnitude(b.leading());
  const bool flip = b.leading().sign() < 0;
  Polynomial<Number> rest = a;
  for (int shift = a.degree() - b.degree(); shift >= 0; --shift) {
    const int top = shift + b.degree();
    const Number head = rest.degree() == top ? rest.leading() : Number();
    const Number factor = flip ? -head : head;
    Polynomial<Number> next;
    for (int k = 0; k < top && k <= rest.degree(); ++k)
      next.set(k, k < shift ? scale * rest[k] : scale * rest[k] - factor * b[k - shift]);
    next.trim();
    rest = next;
  }
  return rest;
}

template <class Number>
void divide_exactly(Polynomial<Number>& p, const Number& divisor) {
  for (int k = 0; k <= p.degree(); ++k) p.set(k, exact_quotient(p[k], divisor));
}

}  // namespace

template <class Number>
int sign_after(const Polynomial<Number>& polynomial, const Number& x) {
  for (Polynomial<Number> p = polynomial; !p.is_zero(); p = p.derivative())
    if (const int sign = p(x).sign(); sign != 0) return sign;
  return 0;
}

template <class Number>
int sign_before(const Polynomial<Number>& polynomial, const Number& x) {
  int parity = 1;
  for (Polynomial<Number> p = polynomial; !p.is_zero(); p = p.derivative(), parity = -parity)
    if (const int sign = p(x).sign(); sign != 0) return parity * sign;
  return 0;
}

template <class Number>
Polynomial<Number> positive_remainder(const Polynomial<Number>& a, const Polynomial<Number>& b) {
  const Number scale = magnitude(b.leading());
  const bool flip = b.leading().sign() < 0;
  Polynomial<Number> rest = a;
  while (rest.degree() >= b.degree()) {
    const int shift = rest.degree() - b.degree();
    const Number factor = flip ? -rest.leading() : rest.leading();
    Polynomial<Number> next;
    for (int k = 0; k < rest.degree(); ++k)
      next.set(k, k < shift ? scale * rest[k] : scale * rest[k] - factor * b[k - shift]);
    next.trim();
    rest = next;
  }
  return rest;
}

template <class Number>
Polynomial<Number> without_root(const Polynomial<Number>& p, const Number& root) {
  Polynomial<Number> result = p;
  while (!result.is_zero() && result(root).sign() == 0) {
    // Synthetic division by (x − root).
    Polynomial<Number> quotient;
    Number carry;
    for (int k = result.degree(); k >= 1; --k) {
      carry = carry * root + result[k];
      quotient.set(k - 1, carry);
    }
    result = quotient;
  }
  return result;
}

namespace {

/// Ends around a root of a polynomial, which come nearer step by step.
template <class Number>
class Bracket {
 public:
  Bracket(const Polynomial<Number>& p, const IsolatedRoot<Number>& root) : low_(root.low), high_(root.high) {
    if (root.exact()) return;
    inner_ = without_root(without_root(p, low_), high_);
    low_sign_ = inner_(low_).sign();
    if (low_sign_ == inner_(high_).sign()) sturm_.emplace(inner_, inner_.derivative());
  }

  const Number& low() const { return low_; }
  const Number& high() const { return high_; }
  bool exact() const { return (high_ - low_).is_zero(); }
  /// The polynomial without what roots it has at the first ends.
  const Polynomial<Number>& polynomial() const { return inner_; }

  void halve() {
    const Number middle = between(low_, high_);
    const int sign = inner_(middle).sign();
    if (sign == 0) {
      low_ = high_ = middle;
      return;
    }
    const bool root_is_above = sturm_ ? sturm_->count(low_, middle) == 0 : sign == low_sign_;
    (root_is_above ? low_ : high_) = middle;
  }

  /// Whether the root is one of q, too.
  bool holds_root_of(const Polynomial<Number>& q) const {
    const SignedRemainders<Number> remainders(inner_, q);
    const Polynomial<Number>& divisor = remainders.last();
    return divisor.degree() > 0 && SignedRemainders<Number>(divisor, divisor.derivative()).count(low_, high_) > 0;
  }

 private:
  Polynomial<Number> inner_;
  Number low_;
  Number high_;
  int low_sign_ = 0;
  std::optional<SignedRemainders<Number>> sturm_;  ///< of a root at which the sign does not change
};

/// How narrow a bracket becomes before an exact sequence decides, and when common roots are looked for. The first ten
/// or so settle the order of magnitude.
constexpr int kMostHalvings = 80;
constexpr int kHalvingsBeforeDivisor = 16;

using RoundedPolynomial = Polynomial<Uncertain<TwoTerms>>;

/// With about 106 bits of every coefficient; nothing where they are beyond the doubles.
template <class Number>
std::optional<RoundedPolynomial> rounded_for_signs(const Polynomial<Number>& p) {
  if (p.degree() > RoundedPolynomial::kMaxDegree) return std::nullopt;
  RoundedPolynomial result;
  for (int k = 0; k <= p.degree(); ++k) {
    const double high = p[k].to_double();
    if (!std::isfinite(high)) return std::nullopt;
    const double low = (p[k] - Number(high)).to_double();
    const double error = p[k].sign() == 0 ? 0 : std::fabs(low) * 0x1p-52 + std::numeric_limits<double>::min();
    result.set(k, Uncertain<TwoTerms>::around({high, low}, error));
  }
  return result;
}

/// The sign of p all over low < x < high, if that can be told.
template <class Number>
int sign_between(const RoundedPolynomial& p, const Number& low, const Number& high) {
  const double from = low.to_double();
  const double to = high.to_double();
  const double middle = 0.5 * (from + to);
  const double radius = std::max(to - middle, middle - from) + to * 0x1p-51 + std::numeric_limits<double>::min();
  return p(Uncertain<TwoTerms>(middle, radius)).sign();
}

}  // namespace

template <class Number>
SignedRemainders<Number>::SignedRemainders(const Polynomial<Number>& a, const Polynomial<Number>& b) {
  sequence_.push_back(whole(a));
  if (!b.is_zero()) sequence_.push_back(whole(b));
  if (a.degree() < b.degree()) sequence_.push_back(-sequence_.front());
  Number lead(1);
  Number height(1);
  while (sequence_.size() > 1 && sequence_.back().degree() > 0) {
    const Polynomial<Number>& u = sequence_[sequence_.size() - 2];
    const Polynomial<Number>& v = sequence_.back();
    const int drop = u.degree() - v.degree();
    Polynomial<Number> next = -pseudo_remainder<Number>(u, v);
    if (next.is_zero()) break;
    divide_exactly(next, lead * power(height, drop));
    lead = magnitude(v.leading());
    if (drop > 0) height = exact_quotient(power(lead, drop), power(height, drop - 1));
    sequence_.push_back(next);
  }
}

template <class Number>
int SignedRemainders<Number>::changes(const Number& x) const {
  int changes = 0;
  int previous = 0;
  for (const Polynomial<Number>& p : sequence_) {
    const int sign = p(x).sign();
    if (sign == 0) continue;
    changes += sign == -previous ? 1 : 0;
    previous = sign;
  }
  return changes;
}

template <class Number>
std::vector<IsolatedRoot<Number>> isolate_roots(const Polynomial<Number>& p, const Number& begin, const Number& end) {
  std::vector<IsolatedRoot<Number>> roots;
  const Polynomial<Number> inner = without_root(without_root(p, begin), end);
  if (inner.degree() > 0) {
    const SignedRemainders<Number> sturm(inner, inner.derivative());
    isolate(inner, sturm, begin, end, sturm.changes(begin), sturm.changes(end), roots);
  }
  if (p(end).sign() == 0) roots.push_back({end, end});
  return roots;
}

template <class Number>
Number root_bound(const Polynomial<Number>& p) {
  // Cauchy: |root| ≤ 1 + max |c_k / c_n|.
  int lowest = 0;
  p.leading().to_double(lowest);
  int most = 0;
  for (int k = 0; k <= p.degree(); ++k) {
    int exponent = 0;
    p[k].to_double(exponent);
    if (p[k].sign() != 0) most = std::max(most, exponent - lowest + 1);
  }
  Number bound(1);
  for (int rest = most + 1; rest > 0; rest -= 1000) bound = bound * Number(std::ldexp(1.0, std::min(rest, 1000)));
  return bound;
}

template <class Number>
int sign_at_root(const Polynomial<Number>& q, const Polynomial<Number>& p, const IsolatedRoot<Number>& root) {
  if (q.is_zero()) return 0;
  Bracket<Number> bracket(p, root);
  const auto rounded = rounded_for_signs(q);
  for (int halvings = 0; rounded && halvings < kMostHalvings && !bracket.exact(); ++halvings) {
    const int sign = sign_between(*rounded, bracket.low(), bracket.high());
    if (sign == -1 || sign == 1) return sign;
    if (halvings == kHalvingsBeforeDivisor && bracket.holds_root_of(q)) return 0;
    bracket.halve();
  }
  if (bracket.exact()) return q(bracket.low()).sign();
  const Polynomial<Number>& inner = bracket.polynomial();
  const SignedRemainders<Number> tarski(inner, inner.derivative() * positive_remainder(q, inner));
  return tarski.count(bracket.low(), bracket.high());
}

template <class Number>
double nearest_double(const Polynomial<Number>& p, const IsolatedRoot<Number>& root) {
  Bracket<Number> bracket(p, root);
  while (bracket.low().to_double() != bracket.high().to_double()) bracket.halve();
  return bracket.low().to_double();
}

// NOLINTBEGIN(bugprone-macro-parentheses): types stand in no parentheses
#define CAROM_ROOTS_OF(Number)                                                                                       \
  template int sign_after(const Polynomial<Number>&, const Number&);                                                 \
  template int sign_before(const Polynomial<Number>&, const Number&);                                                \
  template Polynomial<Number> positive_remainder(const Polynomial<Number>&, const Polynomial<Number>&);              \
  template Polynomial<Number> without_root(const Polynomial<Number>&, const Number&);                                \
  template class SignedRemainders<Number>;                                                                           \
  template std::vector<IsolatedRoot<Number>> isolate_roots(const Polynomial<Number>&, const Number&, const Number&); \
  template Number root_bound(const Polynomial<Number>&);                                                             \
  template int sign_at_root(const Polynomial<Number>&, const Polynomial<Number>&, const IsolatedRoot<Number>&);      \
  template double nearest_double(const Polynomial<Number>&, const IsolatedRoot<Number>&)
// NOLINTEND(bugprone-macro-parentheses)

CAROM_ROOTS_OF(Dyadic);
CAROM_ROOTS_OF(Surd);

}  // namespace carom::math
