#pragma once
#include <algorithm>
#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

// Arithmetic that shares nothing with the library's: numbers that remember how large the terms were that made them, so
// that a result can be told from the rounding noise.
namespace oracle {

using std::abs;
using std::exp;
using std::expm1;
using std::sqrt;

/// 19 digits, of which 9 are trusted: what they can not tell from 0 is asked again of `Quick`.
using Coarse = long double;
/// About 40 digits: what it can not tell from 0 is asked again of `Exhaustive`.
using Quick =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<40, boost::multiprecision::allocate_stack>,
                                  boost::multiprecision::et_off>;
/// 200 digits: what is below 10^-110 of its terms is 0. Sums and products of doubles of our sizes that are not 0 never
/// come near that.
using Exhaustive =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<200, boost::multiprecision::allocate_stack>,
                                  boost::multiprecision::et_off>;

struct Undecided {
  bool is_tie = false;  ///< looks like 0: more digits would hardly do, the most might
};

template <class Real>
struct Noise;
/// A value below `kLevel` of its terms has no sign. Two simple roots of f that are further apart than √level have
/// |t f′| > √level of f's terms, and are known to within the rounding over √level: that leaves f's and its neighbours'
/// signs at them well above the level or open.
template <>
struct Noise<Coarse> {
  static constexpr double kLevel = 1e-9;
  static constexpr double kSameTime = 1e-7;
  static constexpr bool kZero = false;
};
template <>
struct Noise<Quick> {
  static constexpr double kLevel = 1e-22;
  static constexpr double kSameTime = 1e-18;
  static constexpr bool kZero = false;
};
template <>
struct Noise<Exhaustive> {
  static constexpr double kLevel = 1e-110;
  static constexpr double kSameTime = 1e-90;
  static constexpr bool kZero = true;
};

/// Below the rounding of 19 digits.
inline constexpr double kTie = 1e-19;

template <class Real>
struct Num {
  Real value = 0;
  long double terms = 0;  ///< the sum of the absolute values of the terms

  Num() = default;
  Num(double x) : value(x), terms(std::fabs(x)) {}  // NOLINT(google-explicit-constructor)
  Num(Real x, long double t) : value(std::move(x)), terms(t) {}

  /// −1, 0, 1; throws Undecided where this precision can not tell.
  int sign() const {
    if (terms == 0) return 0;
    if (abs(value) > terms * Noise<Real>::kLevel) return value < 0 ? -1 : 1;
    if (!Noise<Real>::kZero) throw Undecided{abs(value) <= terms * kTie};
    return 0;
  }
  bool is_nothing() const { return terms == 0; }
  friend Num operator+(const Num& a, const Num& b) { return {a.value + b.value, a.terms + b.terms}; }
  friend Num operator-(const Num& a, const Num& b) { return {a.value - b.value, a.terms + b.terms}; }
  friend Num operator*(const Num& a, const Num& b) { return {a.value * b.value, a.terms * b.terms}; }
};

/// Of a number that is known to be ≥ 0.
template <class Real>
Num<Real> root_of(const Num<Real>& x) {
  if (x.value <= 0) return {};
  const Real root = sqrt(x.value);
  return {root, x.terms / static_cast<long double>(root)};
}

/// Where nothing is rounded it is a term of its own, however much larger the two numbers are. What is rounded off is no
/// less than a unit in the last place of one of the two doubles, so that there it shows when that one is made again.
template <class Real>
Num<Real> difference(double a, double b) {
  const Real d = Real(a) - Real(b);
  const bool is_exact = Real(a) - d == Real(b) && d + Real(b) == Real(a);
  return is_exact ? Num<Real>(d, static_cast<long double>(abs(d))) : Num<Real>(a) - Num<Real>(b);
}

template <class Real>
using Poly = std::vector<Num<Real>>;  ///< from the constant up

template <class Real>
Num<Real> at(const Poly<Real>& p, const Real& t) {
  if (p.empty()) return {};
  const auto size = static_cast<long double>(std::fabs(static_cast<double>(t)));
  Num<Real> sum = p.back();
  for (std::size_t k = p.size() - 1; k-- > 0;) {
    sum.value *= t;
    sum.value += p[k].value;
    sum.terms = sum.terms * size + p[k].terms;
  }
  return sum;
}

/// Without the terms.
template <class Real>
Real value_at(const Poly<Real>& p, const Real& t) {
  if (p.empty()) return Real(0);
  Real sum = p.back().value;
  for (std::size_t k = p.size() - 1; k-- > 0;) {
    sum *= t;
    sum += p[k].value;
  }
  return sum;
}

template <class Real>
Poly<Real> derivative(const Poly<Real>& p) {
  Poly<Real> result;
  for (std::size_t k = 1; k < p.size(); ++k) result.push_back(Num<Real>(static_cast<double>(k)) * p[k]);
  return result;
}

/// a + b, or a − b with the factor −1.
template <class Real>
Poly<Real> plus(const Poly<Real>& a, const Poly<Real>& b, int factor = 1) {
  Poly<Real> sum = a;
  sum.resize(std::max(a.size(), b.size()));
  for (std::size_t k = 0; k < b.size(); ++k) {
    if (factor == 1)
      sum[k].value += b[k].value;
    else
      sum[k].value -= b[k].value;
    sum[k].terms += b[k].terms;
  }
  return sum;
}

template <class Real>
Poly<Real> times(const Poly<Real>& a, const Poly<Real>& b) {
  if (a.empty() || b.empty()) return {};
  Poly<Real> product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (a[i].is_nothing() || b[j].is_nothing()) continue;
      product[i + j].value += a[i].value * b[j].value;
      product[i + j].terms += a[i].terms * b[j].terms;
    }
  return product;
}

/// Without leading coefficients that are 0.
template <class Real>
Poly<Real> trimmed(Poly<Real> p) {
  while (!p.empty() && p.back().sign() == 0) p.pop_back();
  return p;
}

/// How fast two dampings let exp(−k t) fall.
struct Dampings {
  double first = 0;
  double second = 0;

  long double rate(int i, int j) const {
    return static_cast<long double>(i) * first + static_cast<long double>(j) * second;
  }
};

/// A polynomial times exp(−(i k₁ + j k₂) t).
template <class Real>
struct Decaying {
  int i = 0;
  int j = 0;
  Poly<Real> factor;
};

/// A function of time: a sum of such terms, of which polynomials are those that do not decay. Sums, products and
/// derivatives are of the same sort.
template <class Real>
class Curve {
 public:
  using N = Num<Real>;

  Curve() = default;
  Curve(const N& constant) {  // NOLINT(google-explicit-constructor)
    if (!constant.is_nothing()) terms_.push_back({0, 0, {constant}});
  }
  Curve(Poly<Real> p) { terms_.push_back({0, 0, std::move(p)}); }  // NOLINT(google-explicit-constructor)
  /// factor · exp(−k t) of the first or of the second damping.
  static Curve decaying(const N& factor, bool second, const Dampings& dampings) {
    Curve c;
    c.terms_.push_back({second ? 0 : 1, second ? 1 : 0, {factor}});
    c.dampings_ = dampings;
    return c;
  }

  N operator()(const Real& t) const {
    N sum;
    for (const Decaying<Real>& term : terms_) {
      const N value = at(term.factor, t);
      sum = sum + (term.i == 0 && term.j == 0 ? value : value * decay(term, t));
    }
    return sum;
  }
  Real value(const Real& t) const {
    Real sum = 0;
    for (const Decaying<Real>& term : terms_) {
      const Real value = value_at(term.factor, t);
      sum += term.i == 0 && term.j == 0 ? value : Real(value * decay(term, t).value);
    }
    return sum;
  }
  Curve derivative() const {
    Curve c;
    c.dampings_ = dampings_;
    for (const Decaying<Real>& term : terms_) {
      Poly<Real> p = oracle::derivative(term.factor);
      if (term.i != 0 || term.j != 0) p = plus(p, times(Poly<Real>{exact_rate(term.i, term.j)}, term.factor), -1);
      c.add(term.i, term.j, p, 1);
    }
    return c;
  }
  /// The same signs and roots, but what decays slowest does not decay, and what is 0 is left out.
  Curve reduced() const {
    Curve c;
    c.dampings_ = dampings_;
    for (const Decaying<Real>& term : terms_)
      if (Poly<Real> p = trimmed(term.factor); !p.empty()) c.add(term.i, term.j, p, 1);
    if (c.terms_.empty()) return c;
    const auto slowest = std::min_element(c.terms_.begin(), c.terms_.end(), [&](const auto& a, const auto& b) {
      return dampings_.rate(a.i, a.j) < dampings_.rate(b.i, b.j);
    });
    const int i = slowest->i;
    const int j = slowest->j;
    for (Decaying<Real>& term : c.terms_) term.i -= i, term.j -= j;
    return c;
  }
  template <class Other>
  Curve<Other> as() const {
    Curve<Other> c;
    c.dampings_ = dampings_;
    for (const Decaying<Real>& term : terms_) {
      Poly<Other> p;
      for (const N& one : term.factor) p.push_back({static_cast<Other>(one.value), one.terms});
      c.terms_.push_back({term.i, term.j, p});
    }
    return c;
  }
  bool is_zero() const { return terms_.empty(); }
  bool is_constant() const {
    return terms_.size() == 1 && terms_[0].i == 0 && terms_[0].j == 0 && terms_[0].factor.size() <= 1;
  }

  /// Of a straight line.
  std::optional<Real> only_root() const {
    if (terms_.size() != 1 || terms_[0].i != 0 || terms_[0].j != 0 || terms_[0].factor.size() != 2) return std::nullopt;
    return Real(-terms_[0].factor[0].value / terms_[0].factor[1].value);
  }

  friend Curve operator+(const Curve& a, const Curve& b) { return combined(a, b, 1); }
  friend Curve operator-(const Curve& a, const Curve& b) { return combined(a, b, -1); }
  friend Curve operator*(const Curve& a, const Curve& b) {
    Curve c;
    c.dampings_ = a.is_damped() ? a.dampings_ : b.dampings_;
    for (const auto& x : a.terms_)
      for (const auto& y : b.terms_) c.add(x.i + y.i, x.j + y.j, times(x.factor, y.factor), 1);
    return c;
  }

 private:
  template <class>
  friend class Curve;

  bool is_damped() const { return dampings_.first != 0 || dampings_.second != 0; }
  static Curve combined(const Curve& a, const Curve& b, int factor) {
    Curve c = a;
    if (!a.is_damped()) c.dampings_ = b.dampings_;
    for (const auto& term : b.terms_) c.add(term.i, term.j, term.factor, factor);
    return c;
  }
  void add(int i, int j, const Poly<Real>& p, int factor) {
    for (Decaying<Real>& term : terms_)
      if (term.i == i && term.j == j) {
        term.factor = plus(term.factor, p, factor);
        return;
      }
    terms_.push_back({i, j, factor == 1 ? p : plus(Poly<Real>{}, p, factor)});
  }
  N exact_rate(int i, int j) const {
    return N(static_cast<double>(i)) * N(dampings_.first) + N(static_cast<double>(j)) * N(dampings_.second);
  }
  N decay(const Decaying<Real>& term, const Real& t) const {
    const Real value = exp(-exact_rate(term.i, term.j).value * t);
    return {value, static_cast<long double>(value)};
  }

  std::vector<Decaying<Real>> terms_;
  Dampings dampings_;
};

template <class Real>
Curve<Real> square(const Curve<Real>& c) {
  return c * c;
}

/// The middle of a bracket: of its logarithm while it spans orders of magnitude.
template <class Real>
Real middle(const Real& low, const Real& high) {
  if (low == 0) return high > 1e-5 ? Real(1e-5 * sqrt(high)) : Real(high * 1e-5);
  return high > 16 * low ? Real(sqrt(low * high)) : Real((low + high) / 2);
}

template <class Real>
Real bracketed_root(const Curve<Real>& curve, const Curve<Real>& rate, Real low, Real high, int low_sign,
                    int most_steps = 3000);

/// Rounding keeps an ill-conditioned root from settling.
inline constexpr int kRoughSteps = 40;

/// Narrows a bracket around the root in long double, if the signs on both sides of that confirm it.
template <class Real>
void narrow(const Curve<Real>& curve, Real& low, Real& high, int low_sign) {
  if constexpr (!std::is_same_v<Real, Coarse>) {
    const Curve<Coarse> rough = curve.template as<Coarse>();
    const auto from = static_cast<Coarse>(low);
    const auto to = static_cast<Coarse>(high);
    if (!(from < to)) return;
    const Coarse t = bracketed_root(rough, rough.derivative(), from, to, low_sign, kRoughSteps);
    for (const int side : {-1, 1}) {
      const Real near = Real(t) + Real(t) * (side * 0x1p-56);
      if (!(near > low && near < high)) continue;
      const bool is_low = (curve.value(near) < 0) == (low_sign < 0);
      (is_low ? low : high) = near;
    }
  }
}

/// The root between low and high, where the curve has opposite signs: Newton's method kept inside the bracket.
template <class Real>
Real bracketed_root(const Curve<Real>& curve, const Curve<Real>& rate, Real low, Real high, int low_sign,
                    int most_steps) {
  if (const auto root = curve.only_root()) return *root;
  narrow(curve, low, high, low_sign);
  Real t = middle(low, high);
  const Real least = std::numeric_limits<Real>::epsilon() * 4;
  for (int i = 0; i < most_steps; ++i) {
    const Real value = curve.value(t);
    if (value == 0) return t;
    ((value < 0) == (low_sign < 0) ? low : high) = t;
    const Real slope = rate.value(t);
    Real next = slope == 0 ? low : Real(t - value / slope);
    const bool wide = high > 16 * low;
    if (!(next > low && next < high) || i % (wide ? 2 : 16) == (wide ? 1 : 15)) next = middle(low, high);
    if (abs(next - t) <= least * abs(t)) return next;
    t = next;
  }
  return t;
}

/// The different roots with low < t < high, in order: between roots of the derivative a curve is monotone, and what
/// decays slowest loses a degree each time (Rolle's theorem for exponential polynomials).
template <class Real>
std::vector<Real> roots(const Curve<Real>& given, const Real& low, const Real& high) {
  const Curve<Real> curve = given.reduced();
  std::vector<Real> found;
  if (curve.is_zero() || curve.is_constant()) return found;
  const Curve<Real> rate = curve.derivative();
  std::vector<Real> stops = roots(rate, low, high);
  stops.push_back(high);
  Real from = low;
  int sign = curve(low).sign();
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const int next = curve(stops[i]).sign();
    if (sign * next < 0) found.push_back(bracketed_root(curve, rate, from, stops[i], sign));
    if (next == 0 && i + 1 < stops.size()) found.push_back(stops[i]);
    from = stops[i];
    sign = next;
  }
  return found;
}

}  // namespace oracle
