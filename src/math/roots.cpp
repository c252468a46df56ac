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

Dyadic magnitude(const Dyadic& x) {
  return x.sign() < 0 ? -x : x;
}

/// A number strictly between low < high, both ≥ 0: halfway in the order of the doubles as long as one lies between,
/// then the mean.
Dyadic between(const Dyadic& low, const Dyadic& high) {
  const double most = std::numeric_limits<double>::max();
  const auto a = bits_as<std::uint64_t>(std::min(low.to_double(), most));
  const auto b = bits_as<std::uint64_t>(std::min(high.to_double(), most));
  const Dyadic middle(bits_as<double>(a + (b - a) / 2));
  return low < middle && middle < high ? middle : (low + high).half();
}

/// Like `between`, but not a root of p.
Dyadic split_point(const ExactPolynomial& p, const Dyadic& low, const Dyadic& high) {
  Dyadic middle = between(low, high);
  for (double part = 0.5; p(middle).is_zero(); part *= 0.75) middle = low + Dyadic(part) * (high - low);
  return middle;
}

void isolate(const ExactPolynomial& p, const SignedRemainders& sturm, const Dyadic& low, const Dyadic& high,
             int low_changes, int high_changes, std::vector<IsolatedRoot>& roots) {
  if (low_changes == high_changes) return;
  if (low_changes == high_changes + 1) {
    roots.push_back({low, high});
    return;
  }
  const Dyadic middle = split_point(p, low, high);
  const int changes = sturm.changes(middle);
  isolate(p, sturm, low, middle, low_changes, changes, roots);
  isolate(p, sturm, middle, high, changes, high_changes, roots);
}

Dyadic power(const Dyadic& base, int exponent) {
  Dyadic result(1);
  for (int i = 0; i < exponent; ++i) result = result * base;
  return result;
}

/// |leading of b|^(deg a − deg b + 1) (a mod b)
ExactPolynomial pseudo_remainder(const ExactPolynomial& a, const ExactPolynomial& b) {
  const Dyadic scale = magnitude(b.leading());
  const bool flip = b.leading().sign() < 0;
  ExactPolynomial rest = a;
  for (int shift = a.degree() - b.degree(); shift >= 0; --shift) {
    const int top = shift + b.degree();
    const Dyadic head = rest.degree() == top ? rest.leading() : Dyadic();
    const Dyadic factor = flip ? -head : head;
    ExactPolynomial next;
    for (int k = 0; k < top && k <= rest.degree(); ++k)
      next.set(k, k < shift ? scale * rest[k] : scale * rest[k] - factor * b[k - shift]);
    next.trim();
    rest = next;
  }
  return rest;
}

void divide_exactly(ExactPolynomial& p, const Dyadic& divisor) {
  for (int k = 0; k <= p.degree(); ++k) p.set(k, exact_quotient(p[k], divisor));
}

}  // namespace

int sign_after(const ExactPolynomial& polynomial, const Dyadic& x) {
  for (ExactPolynomial p = polynomial; !p.is_zero(); p = p.derivative())
    if (const int sign = p(x).sign(); sign != 0) return sign;
  return 0;
}

int sign_before(const ExactPolynomial& polynomial, const Dyadic& x) {
  int parity = 1;
  for (ExactPolynomial p = polynomial; !p.is_zero(); p = p.derivative(), parity = -parity)
    if (const int sign = p(x).sign(); sign != 0) return parity * sign;
  return 0;
}

ExactPolynomial positive_remainder(const ExactPolynomial& a, const ExactPolynomial& b) {
  const Dyadic scale = magnitude(b.leading());
  const bool flip = b.leading().sign() < 0;
  ExactPolynomial rest = a;
  while (rest.degree() >= b.degree()) {
    const int shift = rest.degree() - b.degree();
    const Dyadic factor = flip ? -rest.leading() : rest.leading();
    ExactPolynomial next;
    for (int k = 0; k < rest.degree(); ++k)
      next.set(k, k < shift ? scale * rest[k] : scale * rest[k] - factor * b[k - shift]);
    next.trim();
    rest = next;
  }
  return rest;
}

ExactPolynomial without_root(const ExactPolynomial& p, const Dyadic& root) {
  ExactPolynomial result = p;
  while (!result.is_zero() && result(root).sign() == 0) {
    // Synthetic division by (x − root).
    ExactPolynomial quotient;
    Dyadic carry;
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
class Bracket {
 public:
  Bracket(const ExactPolynomial& p, const IsolatedRoot& root) : low_(root.low), high_(root.high) {
    if (root.exact()) return;
    inner_ = without_root(without_root(p, low_), high_);
    low_sign_ = inner_(low_).sign();
    if (low_sign_ == inner_(high_).sign()) sturm_.emplace(inner_, inner_.derivative());
  }

  const Dyadic& low() const { return low_; }
  const Dyadic& high() const { return high_; }
  bool exact() const { return (high_ - low_).is_zero(); }
  /// The polynomial without what roots it has at the first ends.
  const ExactPolynomial& polynomial() const { return inner_; }

  void halve() {
    const Dyadic middle = between(low_, high_);
    const int sign = inner_(middle).sign();
    if (sign == 0) {
      low_ = high_ = middle;
      return;
    }
    const bool root_is_above = sturm_ ? sturm_->count(low_, middle) == 0 : sign == low_sign_;
    (root_is_above ? low_ : high_) = middle;
  }

  /// Whether the root is one of q, too.
  bool holds_root_of(const ExactPolynomial& q) const {
    const SignedRemainders remainders(inner_, q);
    const ExactPolynomial& divisor = remainders.last();
    return divisor.degree() > 0 && SignedRemainders(divisor, divisor.derivative()).count(low_, high_) > 0;
  }

 private:
  ExactPolynomial inner_;
  Dyadic low_;
  Dyadic high_;
  int low_sign_ = 0;
  std::optional<SignedRemainders> sturm_;  ///< of a root at which the sign does not change
};

/// How narrow a bracket becomes before an exact sequence decides, and when common roots are looked for. The first ten
/// or so settle the order of magnitude.
constexpr int kMostHalvings = 80;
constexpr int kHalvingsBeforeDivisor = 16;

using RoundedPolynomial = Polynomial<Uncertain<TwoTerms>>;

/// With about 106 bits of every coefficient; nothing where they are beyond the doubles.
std::optional<RoundedPolynomial> rounded_for_signs(const ExactPolynomial& p) {
  if (p.degree() > RoundedPolynomial::kMaxDegree) return std::nullopt;
  RoundedPolynomial result;
  for (int k = 0; k <= p.degree(); ++k) {
    const double high = p[k].to_double();
    if (!std::isfinite(high)) return std::nullopt;
    const double low = (p[k] - Dyadic(high)).to_double();
    const double error = p[k].sign() == 0 ? 0 : std::fabs(low) * 0x1p-52 + std::numeric_limits<double>::min();
    result.set(k, Uncertain<TwoTerms>::around({high, low}, error));
  }
  return result;
}

/// The sign of p all over low < x < high, if that can be told.
int sign_between(const RoundedPolynomial& p, const Dyadic& low, const Dyadic& high) {
  const double from = low.to_double();
  const double to = high.to_double();
  const double middle = 0.5 * (from + to);
  const double radius = std::max(to - middle, middle - from) + to * 0x1p-51 + std::numeric_limits<double>::min();
  return p(Uncertain<TwoTerms>(middle, radius)).sign();
}

}  // namespace

SignedRemainders::SignedRemainders(const ExactPolynomial& a, const ExactPolynomial& b) {
  sequence_.push_back(a);
  if (!b.is_zero()) sequence_.push_back(b);
  if (a.degree() < b.degree()) sequence_.push_back(-a);
  Dyadic lead(1);
  Dyadic height(1);
  while (sequence_.size() > 1 && sequence_.back().degree() > 0) {
    const ExactPolynomial& u = sequence_[sequence_.size() - 2];
    const ExactPolynomial& v = sequence_.back();
    const int drop = u.degree() - v.degree();
    ExactPolynomial next = -pseudo_remainder(u, v);
    if (next.is_zero()) break;
    divide_exactly(next, lead * power(height, drop));
    lead = magnitude(v.leading());
    if (drop > 0) height = exact_quotient(power(lead, drop), power(height, drop - 1));
    sequence_.push_back(next);
  }
}

int SignedRemainders::changes(const Dyadic& x) const {
  int changes = 0;
  int previous = 0;
  for (const ExactPolynomial& p : sequence_) {
    const int sign = p(x).sign();
    if (sign == 0) continue;
    changes += sign == -previous ? 1 : 0;
    previous = sign;
  }
  return changes;
}

std::vector<IsolatedRoot> isolate_roots(const ExactPolynomial& p, const Dyadic& begin, const Dyadic& end) {
  std::vector<IsolatedRoot> roots;
  const ExactPolynomial inner = without_root(without_root(p, begin), end);
  if (inner.degree() > 0) {
    const SignedRemainders sturm(inner, inner.derivative());
    isolate(inner, sturm, begin, end, sturm.changes(begin), sturm.changes(end), roots);
  }
  if (p(end).sign() == 0) roots.push_back({end, end});
  return roots;
}

Dyadic root_bound(const ExactPolynomial& p) {
  // Cauchy: |root| ≤ 1 + max |c_k / c_n|.
  int lowest = 0;
  p.leading().to_double(lowest);
  int most = 0;
  for (int k = 0; k <= p.degree(); ++k) {
    int exponent = 0;
    p[k].to_double(exponent);
    if (p[k].sign() != 0) most = std::max(most, exponent - lowest + 1);
  }
  Dyadic bound(1);
  for (int rest = most + 1; rest > 0; rest -= 1000) bound = bound * Dyadic(std::ldexp(1.0, std::min(rest, 1000)));
  return bound;
}

int sign_at_root(const ExactPolynomial& q, const ExactPolynomial& p, const IsolatedRoot& root) {
  if (q.is_zero()) return 0;
  Bracket bracket(p, root);
  const auto rounded = rounded_for_signs(q);
  for (int halvings = 0; rounded && halvings < kMostHalvings && !bracket.exact(); ++halvings) {
    const int sign = sign_between(*rounded, bracket.low(), bracket.high());
    if (sign == -1 || sign == 1) return sign;
    if (halvings == kHalvingsBeforeDivisor && bracket.holds_root_of(q)) return 0;
    bracket.halve();
  }
  if (bracket.exact()) return q(bracket.low()).sign();
  const ExactPolynomial& inner = bracket.polynomial();
  const SignedRemainders tarski(inner, inner.derivative() * positive_remainder(q, inner));
  return tarski.count(bracket.low(), bracket.high());
}

double nearest_double(const ExactPolynomial& p, const IsolatedRoot& root) {
  Bracket bracket(p, root);
  while (bracket.low().to_double() != bracket.high().to_double()) bracket.halve();
  return bracket.low().to_double();
}

}  // namespace carom::math
