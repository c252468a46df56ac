#include "query/curved/interval_impact.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "math/bits.hpp"
#include "query/curved/filtered_impact.hpp"
#include "query/first_contact.hpp"

namespace carom::query {
namespace {

/// How far a precision goes: intervals shorter than `kShortest` of their time are not halved any more. After `kPieces`
/// it gives up.
template <class Real>
struct Reach;
template <>
struct Reach<double> {
  static constexpr double kShortest = 0x1p-44;
  static constexpr double kRoot = 0x1p-51;
  static constexpr int kPieces = 3000;
};
template <>
struct Reach<TwoTerms> {
  static constexpr double kShortest = 0x1p-84;
  static constexpr double kRoot = 0x1p-90;
  static constexpr int kPieces = 3000;
};
template <>
struct Reach<math::Wide> {
  static constexpr double kShortest = 0x1p-200;
  static constexpr double kRoot = 0x1p-220;
  static constexpr int kPieces = 12000;
};

/// The last precision does not give up where nothing can be told over a long stretch: after so many pieces it leaves
/// out those shorter than this part of their time.
constexpr int kFinePieces = 2000;
constexpr double kCoarse = 0x1p-6;

template <class Real>
struct Piece {
  Real low;
  Real high;
};

template <class Real>
double upper(const Real& x) {
  return math::Precision<Real>::upper(x);
}
template <class Real>
double distance(const Real& a, const Real& b) {
  return upper(b + -a);
}
template <class Real>
Real middle(const Piece<Real>& p) {
  return (p.low + p.high) * Real{0.5};
}

/// What falls through 0, and its derivative.
template <class Real>
std::pair<math::Uncertain<Real>, math::Uncertain<Real>> falling_part(const math::Jet<Real>& f, bool is_turn) {
  return is_turn ? std::pair(f.rate, f.bend) : std::pair(f.value, f.rate);
}

/// The root lies within `radius`, and in the piece; otherwise this precision can not tell the signs that near.
template <class Real>
struct RootBox {
  Real middle;
  double radius = 0;
  bool certain = false;
};

/// Newton's method, bisecting where it leaves the bracket.
template <class Real>
Real approximate_root(const Look<Real>& look, Piece<Real> piece, bool is_turn) {
  Real t = middle(piece);
  for (int i = 0; i < 400; ++i) {
    const auto [value, slope] = falling_part(look(math::Uncertain<Real>::around(t, 0)).gap, is_turn);
    const int sign = value.sign();
    if (sign == 1) piece.low = t;
    if (sign == -1) piece.high = t;
    Real next = t + Real{-(value.value() / slope.value())};
    const bool inside = distance(piece.low, next) > 0 && distance(next, piece.high) > 0;
    if (!inside) next = middle(piece);
    const double moved = std::fabs(distance(t, next));
    t = next;
    if (moved <= Reach<Real>::kRoot * upper(t)) break;
  }
  return t;
}

/// What falls from > 0 to < 0 in the piece is certainly > 0 before the box and < 0 after it.
template <class Real>
RootBox<Real> box_root(const Look<Real>& look, const Piece<Real>& piece, bool is_turn) {
  const Real t = approximate_root(look, piece, is_turn);
  const auto sign_at = [&](const Real& time) {
    return falling_part(look(math::Uncertain<Real>::around(time, 0)).gap, is_turn).first.sign();
  };
  const double most = kTimeError * upper(t);
  double radius = Reach<Real>::kRoot * upper(t);
  for (int i = 0; i < 80; ++i, radius = std::fmin(4 * radius, most)) {
    const Real left = t + Real{-radius};
    const Real right = t + Real{radius};
    const bool after = distance(left, piece.low) >= 0 || sign_at(left) == 1;
    const bool before = distance(right, piece.high) <= 0 || sign_at(right) == -1;
    if (after && before) return {t, radius, true};
    if (radius == most) break;
  }
  return {t, radius, false};
}

/// What a box leaves of a piece.
template <class Real>
Piece<Real> within(const Piece<Real>& piece, const RootBox<Real>& box) {
  const Real left = box.middle + Real{-box.radius};
  const Real right = box.middle + Real{box.radius};
  return {distance(left, piece.low) >= 0 ? piece.low : left, distance(right, piece.high) <= 0 ? piece.high : right};
}

math::Wide widened(double x) {
  return {x};
}
math::Wide widened(const TwoTerms& x) {
  return math::Wide(x.high) + math::Wide(x.low);
}
math::Wide widened(const math::Wide& x) {
  return x;
}

template <class Real>
Real narrowed(const math::Wide& x) {
  if constexpr (std::is_same_v<Real, math::Wide>) {
    return x;
  } else {
    const double high = x.to_double();
    return {high, (x - math::Wide(high)).to_double()};
  }
}

template <class Real>
class Search {
  using Number = math::Uncertain<Real>;
  using Piece = query::Piece<Real>;
  using Kind = Found::Kind;
  static constexpr bool kLast = std::is_same_v<Real, math::Wide>;

  /// What is known of a piece: the view over all of it, and the signs.
  struct Sight {
    View<Real> whole;
    int gap;
    int rate;
    int bend;
  };
  enum class Step { clear, split, done };

 public:
  Search(const Look<Real>& look, double from, double to, Start start)
      : look_(look), from_(from), to_(to), start_(start) {
    pieces_.push_back({Real{from}, Real{to}});
  }

  std::optional<Found> operator()() {
    for (int i = 0; i < Reach<Real>::kPieces && !pieces_.empty(); ++i) {
      is_coarse_ = kLast && i >= kFinePieces;
      const Piece piece = pieces_.back();
      pieces_.pop_back();
      const Sight sight = see(piece);
      const Step step = judge(piece, sight);
      if (step == Step::done) return answer_;
      if (step == Step::split) halve(piece, sight);
    }
    if (pieces_.empty() || kLast) return Found{};
    return std::nullopt;
  }

 private:
  View<Real> at(const Real& time) const { return look_(Number::around(time, 0)); }

  Sight see(const Piece& piece) const {
    const Real center = middle(piece);
    const double radius = std::fmax(distance(piece.low, center), distance(center, piece.high)) * (1 + 0x1p-40);
    const View<Real> whole = look_(Number::around(center, radius));
    return {whole, whole.gap.value.sign(), whole.gap.rate.sign(), whole.gap.bend.sign()};
  }

  bool is_first(const Piece& piece) const { return distance(Real{from_}, piece.low) <= 0; }

  int sign_at_low(const Piece& piece) const {
    if (is_first(piece)) return start_ == Start::apart ? 1 : -1;
    return at(piece.low).gap.value.sign();
  }

  Step judge(const Piece& piece, const Sight& s) {
    if (s.gap == 1 || s.rate == 1 || s.whole.inside == Truth::no) return Step::clear;
    if (s.whole.gap.rate.is_zero()) return Step::clear;
    if (start_ == Start::leaving && is_first(piece) && s.bend == 1) return Step::clear;
    if (s.rate == -1) return falling(piece, s.whole.gap.rate);
    if (s.gap == -1 && s.bend == 1) return Step::clear;
    if (s.gap == -1 && s.bend == -1) return turning(piece);
    // A turn within an overlap need not be told from none as finely as a touch.
    double least = s.gap == -1 ? std::fmax(0x1p-40, Reach<Real>::kShortest) : Reach<Real>::kShortest;
    if (is_coarse_) least = kCoarse;
    const double scale = is_first(piece) ? to_ : upper(piece.high);
    const bool shortest = distance(piece.low, piece.high) <= least * scale;
    return shortest ? vague(piece, s) : Step::split;
  }

  Step give(const std::optional<Found>& answer) {
    answer_ = answer;
    return Step::done;
  }
  Step touch(const Real& time) { return give(Found{Kind::touch, {}, {}, std::clamp(upper(time), from_, to_)}); }

  Step falling(const Piece& piece, const Number& rate) {
    const int first = sign_at_low(piece);
    if (first == -1 || first == 0) return Step::clear;
    const Number end = at(piece.high).gap.value;
    const int last = end.sign();
    if (last == 1) return Step::clear;
    if (first == Number::kUnknown) return kLast ? Step::clear : give(std::nullopt);
    if (last == Number::kUnknown && !kLast) return give(std::nullopt);
    if (last == Number::kUnknown && fades(end, rate, upper(piece.high))) return Step::clear;
    return root(piece, last == -1, Kind::arrival);
  }

  /// Falling as slowly as this, the gap would need longer to get through its error than the error of a time may be:
  /// what is left of a damped way as it comes to its end, and never is 0.
  static bool fades(const Number& gap, const Number& rate, double time) {
    const double slope = std::fabs(rate.value()) - rate.error();
    return gap.most() > kTimeError * time * slope;
  }

  Step turning(const Piece& piece) {
    const int first = at(piece.low).gap.rate.sign();
    const int last = at(piece.high).gap.rate.sign();
    if (first == -1 || last == 1) return Step::clear;
    const bool known_signs = first == 1 && last == -1;
    if (!known_signs) return kLast ? Step::clear : give(std::nullopt);
    return root(piece, true, Kind::turn);
  }

  /// The gap can not be told from 0 over a short piece: a touch, if the shapes were apart before; or else a turn in
  /// touch if its rate falls through 0.
  Step vague(const Piece& piece, const Sight& s) {
    if (!kLast) return give(std::nullopt);
    if (is_coarse_) return Step::clear;
    // The region counts immediately before, also where its border is crossed there.
    const bool touches = s.gap != -1 && sign_at_low(piece) == 1 && at(piece.low).inside != Truth::no;
    if (touches) return touch(middle(piece));
    return s.gap != -1 && s.bend == -1 ? turning(piece) : Step::clear;
  }

  /// A function falls from > 0 to < 0 in the piece (or, `crosses` false, to what can not be told from 0 at its end).
  /// The region counts immediately before an arrival and immediately after a turn.
  Step root(const Piece& piece, bool crosses, Kind kind) {
    const bool is_turn = kind == Kind::turn;
    const RootBox<Real> box = box_root(look_, piece, is_turn);
    if (!box.certain && !kLast && crosses) return give(std::nullopt);
    Truth inside = look_(Number::around(box.middle, box.radius)).inside;
    if (inside == Truth::unknown && !kLast) return give(std::nullopt);
    if (inside == Truth::unknown) inside = at(box.middle + Real{is_turn ? box.radius : -box.radius}).inside;
    if (inside == Truth::no) return Step::clear;
    if (!box.certain || !crosses) return touch(box.middle);
    const Piece rest = within(piece, box);
    return give(Found{kind, widened(rest.low), widened(rest.high), 0});
  }

  /// In the middle, or beside it where the gap or its rate is too near to 0 there.
  void halve(const Piece& piece, const Sight& s) {
    const math::Jet<Real>& gap = s.whole.gap;
    const bool bad = gap.at_middle().sign() == Number::kUnknown || gap.rate_at_middle().sign() == Number::kUnknown;
    const Real cut = bad ? piece.low + Real{0.4375} * (piece.high + -piece.low) : middle(piece);
    pieces_.push_back({cut, piece.high});
    pieces_.push_back({piece.low, cut});
  }

  const Look<Real>& look_;
  double from_;
  double to_;
  Start start_;
  bool is_coarse_ = false;
  std::vector<Piece> pieces_;
  std::optional<Found> answer_;
};

}  // namespace

template <class Real>
std::optional<Found> interval_first_impact(const Look<Real>& look, double from, double to, Start start) {
  return Search<Real>(look, from, to, start)();
}

template <class Real>
std::optional<double> nearest_double(const Look<Real>& look, const Found& found) {
  const Piece<Real> piece{narrowed<Real>(found.low), narrowed<Real>(found.high)};
  const RootBox<Real> box = box_root(look, piece, found.kind == Found::Kind::turn);
  const Piece<Real> rest = within(piece, box);
  const double low = upper(rest.low);
  const double high = upper(rest.high);
  if (low == high) return low;
  if (!std::is_same_v<Real, math::Wide>) return std::nullopt;
  if (high != std::nextafter(low, high)) return upper(box.middle);
  return (math::bits_as<std::uint64_t>(low) & 1) == 0 ? low : high;
}

template std::optional<Found> interval_first_impact(const Look<double>&, double, double, Start);
template std::optional<Found> interval_first_impact(const Look<TwoTerms>&, double, double, Start);
template std::optional<Found> interval_first_impact(const Look<math::Wide>&, double, double, Start);
template std::optional<double> nearest_double(const Look<TwoTerms>&, const Found&);
template std::optional<double> nearest_double(const Look<math::Wide>&, const Found&);

}  // namespace carom::query
