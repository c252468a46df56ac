#include "query/curved/filtered_impact.hpp"

#include <algorithm>
#include <cmath>

#include "query/first_contact.hpp"

namespace carom::query {
namespace {

constexpr int kUnknown = 2;

/// Where a polynomial may vanish: from low() to high(), the rounded ends at which its signs are known. `simple`:
/// exactly one root, where the sign changes.
struct Box {
  double middle = 0;
  double radius = 0;
  int sign_after = 0;
  bool simple = true;

  double low() const { return middle - radius; }
  double high() const { return middle + radius; }
  /// No less than the exact distance of the rounded ends from the middle, which may be more than the radius.
  double reach() const { return std::max(high() - middle, middle - low()) * (1 + 0x1p-51); }
};

Box box_between(double low, double high, int sign_after, bool simple) {
  const double middle = 0.5 * (low + high);
  return {middle, std::max(high - middle, middle - low), sign_after, simple};
}

/// The boxes outside which a polynomial has a certain sign in 0 < t ≤ end, in increasing order.
struct Boxes {
  std::array<Box, 24> box;
  int count = 0;
  int first_sign = 0;  ///< between 0 and the first box
  bool certain = true;

  void add(const Box& b) {
    if (count == static_cast<int>(box.size()))
      certain = false;
    else
      box[static_cast<std::size_t>(count++)] = b;
  }
  const Box* begin() const { return box.data(); }
  const Box* end() const { return box.data() + count; }
};

template <class N>
int sign_at(const math::Polynomial<N>& p, double t) {
  return p(N(t)).sign();
}

/// The same polynomial of the time from `origin` on.
template <class N>
math::Polynomial<N> shifted(const math::Polynomial<N>& p, double origin) {
  math::Polynomial<N> q;
  for (int k = p.degree(); k >= 0; --k) q = q * math::Polynomial<N>{N(origin), N(1)} + math::Polynomial<N>{p[k]};
  return q;
}

/// Where Horner's form tells nothing, as over wide boxes and far from the origin, numbers that are wide enough to move
/// the origin tell it by Taylor's form at the middle.
template <class N>
int sign_over(const math::Polynomial<N>& p, const Box& box) {
  const int sign = p(N(box.middle, box.reach())).sign();
  if constexpr (std::is_same_v<N, math::Uncertain<math::Wide>>)
    if (sign == kUnknown) return shifted(p, box.middle)(N(0, box.reach())).sign();
  return sign;
}

/// The sign immediately after 0.
template <class N>
int sign_after_zero(const math::Polynomial<N>& p) {
  for (int k = 0; k <= p.degree(); ++k)
    if (const int sign = p[k].sign(); sign != 0) return sign;
  return 0;
}

/// Rounded coefficients, for finding roots before enclosing them.
struct Rounded {
  std::array<double, math::Polynomial<math::Uncertain<double>>::kMaxDegree + 1> c{};
  int degree = -1;

  template <class N>
  explicit Rounded(const math::Polynomial<N>& p) : degree(p.degree()) {
    for (int k = 0; k <= degree; ++k) c[static_cast<std::size_t>(k)] = p[k].value();
  }
  /// Value and derivative.
  std::array<double, 2> operator()(double t) const {
    double value = 0;
    double rate = 0;
    for (int k = degree; k >= 0; --k) {
      rate = rate * t + value;
      value = value * t + c[static_cast<std::size_t>(k)];
    }
    return {value, rate};
  }
};

/// The root of a polynomial of degree ≤ 2 between low and high, where its sign changes from low_sign.
double quadratic_root(const Rounded& p, double low, double high, int low_sign) {
  const auto& [c, b, a] = std::array{p.c[0], p.c[1], p.c[2]};
  if (p.degree == 1) return std::clamp(-c / b, low, high);
  const double root = std::sqrt(std::fmax(0.0, b * b - 4 * a * c));
  // The left root of a parabola that opens upwards is where its sign falls.
  const bool left = (low_sign > 0) == (a > 0);
  const bool stable = left == ((b < 0) == (a > 0));
  const double q = -0.5 * (b + std::copysign(root, b));
  return std::clamp(stable ? c / q : q / a, low, high);
}

/// Newton's method, bisecting where it leaves the bracket.
double approximate_root(const Rounded& p, double low, double high, int low_sign) {
  double t = 0.5 * (low + high);
  for (int i = 0; i < 200; ++i) {
    const auto [value, rate] = p(t);
    if (value == 0) return t;
    ((value > 0) == (low_sign > 0) ? low : high) = t;
    const double newton = t - value / rate;
    const bool inside = newton > low && newton < high;
    const double next = inside && i % 8 != 7 ? newton : 0.5 * (low + high);
    if (std::fabs(next - t) <= 0x1p-50 * t) return next;
    t = next;
  }
  return t;
}

/// The box of the only root of p between low and high, where p has opposite certain signs; as narrow as the errors
/// allow.
template <class N>
Box enclose_root(const math::Polynomial<N>& p, const math::Polynomial<N>& rate, double low, double high, int low_sign) {
  const Rounded rounded(p);
  double middle =
      p.degree() <= 2 ? quadratic_root(rounded, low, high, low_sign) : approximate_root(rounded, low, high, low_sign);
  for (int i = 0; i < 2; ++i) {
    const double newton = middle - p(N(middle)).value() / rate(N(middle)).value();
    if (newton > low && newton < high) middle = newton;
  }
  double radius = 0x1p-51 * middle;
  for (int i = 0; i < 15; ++i) {
    const double left = middle - radius;
    const double right = middle + radius;
    if ((left <= low || sign_at(p, left) == low_sign) && (right >= high || sign_at(p, right) == -low_sign))
      return {middle, radius, -low_sign, true};
    radius *= 4;
  }
  return box_between(low, high, -low_sign, true);
}

/// Widens a box over which the sign of p is unknown until p has certain signs at both of its ends.
template <class N>
bool widen(const math::Polynomial<N>& p, double least, double most, Box& box, int& sign_before) {
  box.radius = std::max(box.radius, 0.25 * least);
  while (box.radius < 0.25 * most) {
    box.radius *= 4;
    sign_before = sign_at(p, box.low());
    box.sign_after = sign_at(p, box.high());
    if (sign_before != kUnknown && box.sign_after != kUnknown) return true;
  }
  return false;
}

/// Between the boxes of the derivative a polynomial is monotone: it has a root there exactly if its sign changes.
template <class N>
Boxes find_boxes(const math::Polynomial<N>& p, double end) {
  Boxes result;
  int sign = sign_after_zero(p);
  result.first_sign = sign;
  double from = 0;
  if (sign == kUnknown) {
    Box at_start{0, 0, 0, false};
    int unused = 0;
    result.certain = widen(p, 0x1p-60 * end, 0x1p-4 * end, at_start, unused);
    if (!result.certain) return result;
    sign = at_start.sign_after;
    from = at_start.high();
    result.add(at_start);
  }
  if (p.degree() <= 0) return result;
  const math::Polynomial<N> rate = p.derivative();
  Boxes stops = find_boxes(rate, end);
  result.certain = result.certain && stops.certain;
  stops.add({end, 0, 0, true});
  for (Box stop : stops) {
    if (!result.certain || !stops.certain) return result.certain = false, result;
    if (stop.high() <= from) continue;
    int before = sign_over(p, stop);
    stop.sign_after = before;
    const bool vague = before == kUnknown || before == 0;
    if (vague && !widen(p, 0x1p-60 * end, 0x1p-4 * end, stop, before)) return result.certain = false, result;
    if (stop.low() < from) return result.certain = false, result;
    if (before != sign) result.add(enclose_root(p, rate, from, stop.low(), sign));
    stop.simple = false;
    if (vague) result.add(stop);
    sign = stop.sign_after;
    from = stop.high();
  }
  return result;
}

enum class Truth { no, yes, unknown };

template <class N, class Sign>
Truth in_region(const Feature<N>& feature, const Sign& sign_of) {
  Truth result = Truth::yes;
  for (int i = 0; i < feature.region.size(); ++i) {
    const math::Polynomial<N>& p = feature.region[i];
    if (p.is_zero()) continue;
    const int sign = sign_of(p);
    if (sign == -1) return Truth::no;
    if (sign != 1) result = Truth::unknown;
  }
  return result;
}

template <class N>
Truth in_region(const Feature<N>& feature, const Box& box) {
  return in_region(feature, [&](const math::Polynomial<N>& p) { return sign_over(p, box); });
}

/// Larger than all roots of p and of its derivatives (Cauchy; Gauss and Lucas).
template <class N>
double bound_of_roots(const math::Polynomial<N>& p) {
  const double lead = std::fabs(p.leading().value()) - p.leading().error();
  double ratio = 0;
  for (int k = 0; k < p.degree(); ++k) ratio = std::max(ratio, p[k].most() / lead);
  return lead > 0 ? 4 * (1 + ratio) : kNever;
}

/// Whether p > 0 on all of [0, end]: its constant outweighs whatever may fall.
template <class N>
bool clearly_positive(const math::Polynomial<N>& p, double end) {
  if (p.is_zero()) return false;
  double fall = p[0].error();
  double power = 1;
  for (int k = 1; k <= p.degree(); ++k) {
    power *= end;
    const double most = p[k].error() - p[k].value();
    if (!(most <= 0)) fall += most * power;  // also where it is no number
  }
  return p[0].value() > fall * (1 + 0x1p-40);
}

template <class N>
class FirstImpact {
 public:
  FirstImpact(const Feature<N>& feature, const Span& span, const Feature<N>* before)
      : feature_(feature), before_(before), from_(span.from), length_(span.to - span.from) {
    beyond_ = length_;
    if (from_ == 0 && span.doubt == 0) return;
    // The span's length is rounded: `length_` is surely not beyond it, `beyond_` is not before it.
    beyond_ = length_ * (1 + 0x1p-51) + 2 * span.doubt;
    length_ = std::max(length_ * (1 - 0x1p-51) - 2 * span.doubt, 0.0);
  }

  std::optional<double> operator()() {
    rate_ = feature_.gap.derivative();
    if (rate_.is_zero()) return kNever;
    if (clearly_positive(feature_.gap, most())) return kNever;
    if (beyond_ == 0) return only_start();
    if (const auto time = of_parabola()) return time;
    const double end = std::min(most(), bound_of_roots(feature_.gap));
    if (!(end < 0x1p300 && end > 0x1p-300)) return std::nullopt;
    Boxes stops = find_boxes(rate_, end);
    stops.add({end, 0, 0, true});
    if (!stops.certain) return std::nullopt;
    return walk(stops);
  }

 private:
  /// The one arrival of a gap of degree ≤ 2 that is > 0 at the start, by the closed form, boxed by certain signs;
  /// nullopt: not so simple.
  std::optional<double> of_parabola() const {
    const math::Polynomial<N>& f = feature_.gap;
    if (f.degree() > 2 || f[0].sign() != 1) return std::nullopt;
    const N bend = f.degree() == 2 ? f[2] : N();
    const N discriminant = f[1] * f[1] - N(4) * (f[0] * bend);
    if (discriminant.sign() == -1) return kNever;
    const bool falls = f[1].sign() == -1;
    const bool turns = f[1].sign() == 1 && bend.sign() == -1;
    if (discriminant.sign() != 1 || !(falls || turns)) return std::nullopt;
    const double root = std::sqrt(discriminant.value());
    const double rate = f[1].value();
    Box box{falls ? 2 * f[0].value() / (root - rate) : (rate + root) / (-2 * bend.value()), 0, -1, true};
    box.radius = 0x1p-51 * box.middle;
    for (int i = 0; i < 15; ++i, box.radius *= 4) {
      if (sign_at(f, box.low()) != 1 || sign_at(f, box.high()) != -1) continue;
      return box.low() > most() ? kNever : candidate(box);
    }
    return std::nullopt;
  }

  std::optional<double> only_start() {
    const int rate_sign = sign_after_zero(rate_);
    const std::optional<double> time = start(rate_sign);
    return rate_sign == kUnknown && sign_ != 1 ? std::nullopt : time;
  }

  /// nullopt: unknown; kNever: no impact at the start, and sign_ is that immediately after.
  std::optional<double> start(int rate_sign) {
    sign_ = feature_.gap.is_zero() ? 0 : feature_.gap[0].sign();
    if (sign_ == 1 || rate_sign == kUnknown) return kNever;
    if (sign_ == kUnknown) return rate_sign > 0 ? std::optional(kNever) : std::nullopt;
    if (sign_ == 0) sign_ = rate_sign;
    if (rate_sign > 0 || feature_.only_arrivals) return kNever;
    const Truth inside = in_region(feature_, [](const math::Polynomial<N>& p) { return sign_after_zero(p); });
    if (inside == Truth::unknown) return std::nullopt;
    if (inside == Truth::no) return kNever;
    if (before_ == nullptr) return from_;
    const math::Polynomial<N> rate_before = before_->rate();
    const int before = rate_before.is_zero() ? 0 : rate_before[0].sign();
    if (before == kUnknown || (before == 0 && !rate_before.is_zero())) return std::nullopt;
    return before >= 0 ? from_ : kNever;
  }

  std::optional<double> walk(const Boxes& stops) {
    int rate_sign = stops.first_sign;
    const std::optional<double> at_start = start(rate_sign);
    if (!at_start || *at_start != kNever) return at_start;
    double from = 0;
    for (const Box& stop : stops) {
      const bool is_end = &stop + 1 == stops.end();
      const int sign = sign_over(feature_.gap, stop);
      if (sign == kUnknown || sign == 0) return std::nullopt;
      if (sign_ == 1 && sign == -1) {
        const Box root = enclose_root(feature_.gap, rate_, from, stop.low(), 1);
        if (const auto hit = candidate(root); !hit || *hit != kNever) return hit;
      }
      if (!is_end && sign < 0 && !feature_.only_arrivals) {
        if (!stop.simple) return std::nullopt;
        if (rate_sign > 0)
          if (const auto hit = candidate(stop); !hit || *hit != kNever) return hit;
      }
      sign_ = sign;
      rate_sign = stop.sign_after;
      from = stop.high();
    }
    return kNever;
  }

  std::optional<double> candidate(const Box& box) const {
    const Truth inside = in_region(feature_, box);
    if (inside == Truth::no) return kNever;
    if (inside == Truth::unknown || box.radius > kTimeError * box.middle || box.high() > length_) return std::nullopt;
    return from_ + box.middle;
  }

  double most() const { return beyond_; }

  const Feature<N>& feature_;
  const Feature<N>* before_;
  double from_;
  double length_;
  double beyond_ = 0;
  math::Polynomial<N> rate_;
  int sign_ = 0;
};

/// For a feature with `sinking`: whether it begins to fall in the region, at the start or later. The span is halved
/// until each piece is out of the region, or of one sign, or monotone.
template <class N>
class FirstSinking {
 public:
  FirstSinking(const Feature<N>& feature, const Span& span, const Feature<N>* before)
      : feature_(feature), before_(before), span_(span), rate_(feature.rate()), bend_(rate_.derivative()) {}

  std::optional<double> operator()() {
    if (rate_.is_zero()) return kNever;
    const std::optional<double> at_start = start();
    if (!at_start || *at_start != kNever || span_.to == span_.from) return at_start;
    const double length = span_.to - span_.from;
    const double most = span_.from == 0 ? length : length * (1 + 0x1p-51);
    const double end = std::min(most + 2 * span_.doubt, bound_of_roots(rate_));
    if (!(end < 0x1p300 && end > 0x1p-300)) return std::nullopt;
    return turn(0, end, kHalvings);
  }

 private:
  std::optional<double> start() const {
    const Truth inside = in_region(feature_, [](const math::Polynomial<N>& p) { return sign_after_zero(p); });
    const int sign = sign_after_zero(rate_);
    if (inside == Truth::no || sign == 1) return kNever;
    if (inside == Truth::unknown || sign == kUnknown) return std::nullopt;
    if (before_ == nullptr) return span_.from;
    const math::Polynomial<N> rate = before_->rate();
    const int earlier = rate.is_zero() ? 0 : rate[0].sign();
    if (earlier == kUnknown || (earlier == 0 && !rate.is_zero())) return std::nullopt;
    return earlier >= 0 ? span_.from : kNever;
  }

  std::optional<double> turn(double low, double high, int halvings) {
    if (++pieces_ > kMostPieces) return std::nullopt;
    const Box piece = box_between(low, high, 0, false);
    const int sign = sign_over(rate_, piece);
    if (sign == 1 || sign == -1 || in_region(feature_, piece) == Truth::no) return kNever;
    if (const int bend = sign_over(bend_, piece); bend == 1 || bend == -1) {
      const int first = low == 0 && center_ == 0 ? sign_after_zero(rate_) : sign_at(rate_, low);
      const int last = sign_at(rate_, high);
      if (bend == 1 || first == -1 || last == 1) return kNever;
      if (first != 1 || last != -1) return std::nullopt;
      return accept(enclose_root(rate_, bend_, low, high, 1));
    }
    if (halvings == 0)
      return std::is_same_v<N, math::Uncertain<math::Wide>> && !is_closer_ ? closer(low, high) : std::nullopt;
    const auto earlier = turn(low, piece.middle, halvings - 1);
    return !earlier || *earlier != kNever ? earlier : turn(piece.middle, high, halvings - 1);
  }

  /// Roots closer together than doubles: the same polynomials, of the time from here on.
  std::optional<double> closer(double low, double high) {
    Feature<N> near{shifted(feature_.gap, low)};
    for (int i = 0; i < feature_.region.size(); ++i) near.demand(shifted(feature_.region[i], low));
    near.sinking = shifted(rate_, low);
    FirstSinking there(near, span_, nullptr);
    there.center_ = low;
    there.is_closer_ = true;
    there.pieces_ = pieces_ - kMostPieces / 2;
    return there.turn(0, high - low, 3 * kHalvings);
  }

  std::optional<double> accept(const Box& box) const {
    const Truth inside = in_region(feature_, box);
    if (inside == Truth::no) return kNever;
    const double length = (span_.to - span_.from) * (span_.from == 0 ? 1 : 1 - 0x1p-51) - 2 * span_.doubt;
    if (inside == Truth::unknown || box.radius > kTimeError * (center_ + box.middle) || box.high() > length - center_)
      return std::nullopt;
    return span_.from + center_ + box.middle;
  }

  static constexpr int kHalvings = 60;
  static constexpr int kMostPieces = 400;

  const Feature<N>& feature_;
  const Feature<N>* before_;
  Span span_;
  math::Polynomial<N> rate_;
  math::Polynomial<N> bend_;
  double center_ = 0;  ///< the time from which the polynomials count
  bool is_closer_ = false;
  int pieces_ = 0;
};

}  // namespace

template <class Real>
std::optional<double> filtered_first_impact(const Feature<math::Uncertain<Real>>& feature, const Span& span,
                                            const Feature<math::Uncertain<Real>>* before) {
  if (feature.sinking) return FirstSinking<math::Uncertain<Real>>(feature, span, before)();
  return FirstImpact<math::Uncertain<Real>>(feature, span, before)();
}

template std::optional<double> filtered_first_impact(const Feature<math::Uncertain<double>>&, const Span&,
                                                     const Feature<math::Uncertain<double>>*);
template std::optional<double> filtered_first_impact(const Feature<math::Uncertain<TwoTerms>>&, const Span&,
                                                     const Feature<math::Uncertain<TwoTerms>>*);
template std::optional<double> filtered_first_impact(const Feature<math::Uncertain<math::Wide>>&, const Span&,
                                                     const Feature<math::Uncertain<math::Wide>>*);

}  // namespace carom::query
