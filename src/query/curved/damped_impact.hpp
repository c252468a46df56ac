#pragma once
#include <array>
#include <cstddef>
#include <cstdlib>

#include "carom/math/portable.hpp"
#include "math/exact/certain_exp.hpp"
#include "query/curved/common_clock.hpp"
#include "query/curved/exact_impact.hpp"
#include "query/curved/filtered_impact.hpp"
#include "query/curved/interval_impact.hpp"
#include "query/curved/relative_motion.hpp"

// Impacts of damped motions whose relative path is neither straight nor a polynomial: certified intervals, in three
// precisions (docs/theory/time-of-impact.md, "Damping").
namespace carom::query {

/// Damped ways end after this many time constants, but for exp(−140) < 2^-201 of them.
inline constexpr double kTimeConstants = 140;

/// How many derivatives decide what happens immediately after the start. A gap of degree 2 in the path that is not
/// constant has one of the first 8 other than 0: against an acceleration it solves a linear differential equation of
/// order 5 + 3 + 1.
inline constexpr int kOrder = 12;
/// 3·5·7·11·13, whose n-th power over n! is a whole number but for a power of two, n ≤ 16.
inline constexpr double kUnit = 15015;

/// A body's displacement in the course of a phase, as jets of time.
template <class Real, int D>
class DisplacementJets {
 public:
  using Number = math::Uncertain<Real>;

  DisplacementJets(const Motion<D>& law, double rest, const Number& t) : law_(law) {
    if (law.damping > 0) {
      const Number k(law.damping);
      const math::Exponential<Real> exponential = math::certain_exponential(-(k * t));
      const Number way = -(exponential.minus_one * math::certain_reciprocal<Real>(law.damping));
      clock_ = {way, exponential.whole, -(k * exponential.whole)};
      return;
    }
    const bool moves = std::isinf(rest);
    const Number time = moves ? t : Number(rest);
    const Number one(moves ? 1 : 0);
    clock_ = {time, one, Number()};
    square_ = {Number(0.5) * time * time, moves ? time : Number(), one};
    if (slows(law)) minus_pull_ = math::Jet<Real>(-Slowing<Number>(law).pull, {}, {});
  }

  math::Jet<Real> operator()(int k) const {
    const math::Jet<Real> velocity(law_.velocity[k]);
    const math::Jet<Real> straight = velocity * clock_;
    if (slows(law_)) return straight + (velocity * minus_pull_) * square_;
    return law_.acceleration[k] == 0 ? straight : straight + math::Jet<Real>(law_.acceleration[k]) * square_;
  }

 private:
  const Motion<D>& law_;
  math::Jet<Real> clock_;
  math::Jet<Real> square_;
  math::Jet<Real> minus_pull_;
};

/// The relative path of a damped motion, in each of the numbers that features are looked at with.
template <int D>
class DampedPath {
 public:
  explicit DampedPath(const RelativeMotion<D>& m) : m_(m) {}

  double end_of_damping(double from) const {
    double slowest = kNever;
    for (const Motion<D>* law : {&m_.motion, &m_.other})
      if (law->damping > 0) slowest = std::min(slowest, law->damping);
    return std::max(2 * from, kTimeConstants / slowest);
  }

  /// As jets of time; of an interval, around its middle.
  template <class Real>
  Course<math::Jet<Real>, D> at(const Phase<D>& phase, const math::Uncertain<Real>& t) const {
    auto now = place<Real>(phase, t);
    if (t.error() > 0) {
      const auto middle = place<Real>(phase, math::Uncertain<Real>::around(t.middle(), 0));
      for (std::size_t k = 0; k < D; ++k) now[k] = {now[k], middle[k], t.error()};
    }
    Course<math::Jet<Real>, D> x;
    for (std::size_t k = 0; k < D; ++k) x[k] = {now[k]};
    return x;
  }

  template <class Number>
  Course<Number, D> at_first() const {
    Course<Number, D> x;
    for (int k = 0; k < D; ++k) x[static_cast<std::size_t>(k)] = at_first<Number>(k);
    return x;
  }

  /// Its Taylor series at the query's start, exactly, by a time in units of kUnit.
  template <class Exact>
  Course<Exact, D> beginning(int order) const {
    Course<Exact, D> x;
    for (int k = 0; k < D; ++k)
      x[static_cast<std::size_t>(k)] =
          at_first<Exact>(k) + (series<Exact>(m_.motion, k, order) - series<Exact>(m_.other, k, order));
    return x;
  }

  /// As a polynomial of the time after `from`, when the damped bodies have come to their ends.
  template <class Real>
  Course<math::Uncertain<Real>, D> certainly_after_damping(const Phase<D>& phase, double from) const {
    using Number = math::Uncertain<Real>;
    return after_damping<Number>(phase, from, [](const Number& v, double k) {
      const Number way = v * math::certain_reciprocal<Real>(k);
      return way + Number(0, way.most() * 0x1p-201);
    });
  }

  /// The same after the time 0, exactly.
  template <class Exact>
  Course<Exact, D> exactly_after_damping(const Phase<D>& phase) const {
    return after_damping<Exact>(phase, 0, [](const Exact& v, double k) {
      return v * Exact(math::certain_reciprocal<math::Wide>(k).middle().exactly());
    });
  }

 private:
  template <class Real>
  std::array<math::Jet<Real>, static_cast<std::size_t>(D)> place(const Phase<D>& phase,
                                                                 const math::Uncertain<Real>& t) const {
    const DisplacementJets<Real, D> one(m_.motion, phase.rest, t);
    const DisplacementJets<Real, D> other(m_.other, phase.rest0, t);
    std::array<math::Jet<Real>, static_cast<std::size_t>(D)> x;
    for (int k = 0; k < D; ++k)
      x[static_cast<std::size_t>(k)] = (math::Jet<Real>(m_.p[k]) - math::Jet<Real>(m_.p0[k])) + (one(k) - other(k));
    return x;
  }

  /// A displacement's Taylor series at the query's start, exactly, by a time in units of kUnit.
  template <class Exact>
  static math::Polynomial<Exact> series(const Motion<D>& law, int k, int order) {
    math::Polynomial<Exact> way;
    if (law.stop == 0) return way;
    const Exact unit(kUnit);
    Exact term = unit * Exact(law.velocity[k]);
    way.set(1, term);
    if (law.damping == 0) way.set(2, (unit * unit * acceleration<Exact>(law, k)).half());
    for (int n = 2; n <= order && law.damping > 0; ++n) {
      term = exact_quotient(-(term * unit * Exact(law.damping)), Exact(n));
      way.set(n, term);
    }
    way.trim();
    return way;
  }

  /// A law that slows has an exact one only as a Surd.
  template <class Exact>
  static Exact acceleration(const Motion<D>& law, int k) {
    if constexpr (std::is_same_v<Exact, math::Surd>)
      if (slows(law)) return -(Exact(law.velocity[k]) * Slowing<Exact>(law).pull);
    return Exact(law.acceleration[k]);
  }

  template <class Number>
  math::Polynomial<Number> at_first(int k) const {
    return {Number(m_.p[k]) - Number(m_.p0[k])};
  }

  /// `way_of(v, k)` is a damped body's way in all.
  template <class Number, class WayOf>
  Course<Number, D> after_damping(const Phase<D>& phase, double from, const WayOf& way_of) const {
    const auto place = [&](const Vec<D>& p, const Motion<D>& law, double rest, int k) -> math::Polynomial<Number> {
      if constexpr (kHoldsRoots<Number>) {
        if (slows(law)) {
          const auto [start, v, bend] = PathSide<Number, D>(p, law, !std::isinf(rest)).along(k);
          return {place_at(start, v, bend, Number(from)), v + Number(2 * from) * bend, bend};
        }
      }
      const Number start(p[k]);
      const Number v(law.velocity[k]);
      const Number half_a = Number(0.5) * Number(law.acceleration[k]);
      if (law.damping > 0) return {start + way_of(v, law.damping)};
      if (!std::isinf(rest)) return {place_at(start, v, half_a, Number(rest))};
      return {place_at(start, v, half_a, Number(from)), v + Number(2 * from) * half_a, half_a};
    };
    Course<Number, D> x;
    for (int k = 0; k < D; ++k)
      x[static_cast<std::size_t>(k)] = place(m_.p, m_.motion, phase.rest, k) - place(m_.p0, m_.other, phase.rest0, k);
    return x;
  }

  const RelativeMotion<D>& m_;
};

/// How two shapes stand immediately after a time.
enum class Border { unknown, impact, apart, leaving, passing };

/// By the derivatives up to an order of a feature at the query's start.
template <class Exact>
Border border_by(const Feature<Exact>& feature, int order) {
  const auto first_sign = [order](const math::Polynomial<Exact>& p, int from) {
    for (int k = from; k <= std::min(p.degree(), order); ++k)
      if (const int sign = p[k].sign(); sign != 0) return sign;
    return 0;
  };
  if (feature.surely_apart()) return Border::apart;
  if (feature.only_arrivals) return Border::leaving;
  const int rate = feature.sinking ? first_sign(*feature.sinking, 0) : first_sign(feature.gap, 1);
  if (rate > 0) return Border::leaving;
  if (rate == 0) return order == kOrder ? Border::leaving : Border::unknown;
  bool known = true;
  for (int i = 0; i < feature.region.size(); ++i) {
    const int sign = first_sign(feature.region[i], 0);
    if (sign < 0) return Border::passing;
    known = known && sign > 0;
  }
  return known || order == kOrder ? Border::impact : Border::unknown;
}

/// At a border between phases, by the views on its two sides, where the shapes are not surely apart; the last precision
/// takes what it can not tell from 0 for 0.
template <class Real>
Border border_between(const View<Real>& now, const View<Real>& before) {
  constexpr bool kLast = std::is_same_v<Real, math::Wide>;
  const auto settled = [](int sign) { return kLast && sign == math::Uncertain<Real>::kUnknown ? 0 : sign; };
  const int gap = settled(now.gap.value.sign());
  const auto first_sign = [&](const math::Jet<Real>& f, int bend_counts) {
    const int rate = settled(f.rate.sign());
    return rate == 0 ? bend_counts * settled(f.bend.sign()) : rate;
  };
  const int rate = first_sign(now.gap, 1);
  const int rate_before = first_sign(before.gap, -1);
  for (const int sign : {gap, rate, rate_before})
    if (std::abs(sign) == math::Uncertain<Real>::kUnknown) return Border::unknown;
  if (rate >= 0) return Border::leaving;
  if (rate_before < 0 || now.inside == Truth::no) return Border::passing;
  return now.inside == Truth::unknown && !kLast ? Border::unknown : Border::impact;
}

template <int D, class FeatureOf>
class DampedImpact {
 public:
  DampedImpact(const RelativeMotion<D>& m, double horizon, const FeatureOf& feature_of)
      : m_(m), path_(m), horizon_(horizon), feature_of_(feature_of) {}

  double operator()() const {
    const Phase<D>* before = nullptr;
    for (const Phase<D>& phase : Phases<D>(m_)) {
      if (phase.from > horizon_) break;
      const double time = in_phase(phase, before);
      if (time != kNever) return time;
      before = &phase;
    }
    return kNever;
  }

 private:
  double in_phase(const Phase<D>& phase, const Phase<D>* before) const {
    const double last = std::min(phase.to, horizon_);
    const double end = std::min(last, path_.end_of_damping(phase.from));
    const Border start = before == nullptr ? at_start() : Border::unknown;
    std::optional<double> time = try_with<double>(phase, before, start, end);
    if (!time) time = try_with<TwoTerms>(phase, before, start, end);
    if (!time) time = try_with<math::Wide>(phase, before, start, end);
    if (*time != kNever || end == last) return *time;
    return after_damping(phase, end, last);
  }

  template <class Real>
  Look<Real> look_in(const Phase<D>& phase) const {
    return [this, &phase](const math::Uncertain<Real>& t) { return look<Real>(phase, t); };
  }

  /// Of a root that precision Real has found.
  template <class Real>
  double nearest_time(const Phase<D>& phase, const Found& found) const {
    if (found.kind == Found::Kind::nothing) return kNever;
    if (found.kind == Found::Kind::touch) return found.time;
    if constexpr (!std::is_same_v<Real, math::Wide>)
      if (const auto time = nearest_double(look_in<TwoTerms>(phase), found)) return *time;
    return *nearest_double(look_in<math::Wide>(phase), found);
  }

  template <class Real>
  View<Real> look(const Phase<D>& phase, const math::Uncertain<Real>& t) const {
    const auto feature = feature_of_.template operator()<math::Jet<Real>>(path_.template at<Real>(phase, t));
    View<Real> view;
    if (!feature.gap.is_zero()) view.gap = feature.gap[0];
    for (int i = 0; i < feature.region.size(); ++i) {
      const int sign = feature.region[i].is_zero() ? 0 : feature.region[i][0].value.sign();
      if (sign == -1) view.inside = Truth::no;
      if (sign == math::Uncertain<Real>::kUnknown && view.inside == Truth::yes) view.inside = Truth::unknown;
    }
    return view;
  }

  /// How the shapes stand immediately after the query's start, by derivatives up to an order; those that all vanish
  /// up to kOrder count as 0.
  Border start_by(int order) const {
    return slows(m_) ? start_by<math::Surd>(order) : start_by<ExactNumberOf<FeatureOf>>(order);
  }

  template <class Exact>
  Border start_by(int order) const {
    // Features may hold first derivatives of the path.
    return border_by(feature_of_.template operator()<Exact>(path_.template beginning<Exact>(order + 1)), order);
  }

  Border at_start() const {
    using Number = math::Uncertain<double>;
    if (feature_of_.template operator()<Number>(path_.template at_first<Number>()).surely_apart()) return Border::apart;
    const Border soon = start_by(2);
    return soon == Border::unknown ? start_by(kOrder) : soon;
  }

  template <class Real>
  Border at_border(const Phase<D>& phase, const Phase<D>& before) const {
    const math::Uncertain<Real> t(phase.from);
    const View<Real> now = look<Real>(phase, t);
    return now.gap.value.sign() == 1 ? Border::apart : border_between(now, look<Real>(before, t));
  }

  template <class Real>
  std::optional<double> try_with(const Phase<D>& phase, const Phase<D>* before, Border start, double end) const {
    const Border border = before != nullptr ? at_border<Real>(phase, *before) : start;
    if (border == Border::unknown) return std::nullopt;
    if (border == Border::impact) return phase.from;
    const Start begin = border == Border::apart     ? Start::apart
                        : border == Border::leaving ? Start::leaving
                                                    : Start::passing;
    if (end == phase.from) return kNever;
    const std::optional<Found> found = interval_first_impact(look_in<Real>(phase), phase.from, end, begin);
    return found ? std::optional(nearest_time<Real>(phase, *found)) : std::nullopt;
  }

  /// The damped bodies have come to their ends, but for less than exp(−140) of their ways: the path is a polynomial.
  /// Where that rest leaves it open, as with a point, whose gaps are squares, the ends themselves decide.
  double after_damping(const Phase<D>& phase, double from, double last) const {
    std::optional<double> time = after_damping_with<double>(phase, from, last);
    if (!time) time = after_damping_with<math::Wide>(phase, from, last);
    if (!time) return exactly_after_damping(phase, from, last);
    if (*time == kNever || *time == from) return *time;
    // The root itself is that of the true path.
    const math::Wide radius(2 * kTimeError * *time);
    Found found{Found::Kind::arrival, math::Wide(*time) - radius, math::Wide(*time) + radius, 0};
    const int gap = look_in<math::Wide>(phase)(math::Uncertain<math::Wide>::around(found.low, 0)).gap.value.sign();
    if (gap == math::Uncertain<math::Wide>::kUnknown) return *time;
    if (gap == -1) found.kind = Found::Kind::turn;
    return nearest_time<math::Wide>(phase, found);
  }

  template <class Real>
  std::optional<double> after_damping_with(const Phase<D>& phase, double from, double last) const {
    const auto course = path_.template certainly_after_damping<Real>(phase, from);
    const auto feature = feature_of_.template operator()<math::Uncertain<Real>>(course);
    return filtered_first_impact<Real>(feature, Span{from, last, true}, &feature);
  }

  double exactly_after_damping(const Phase<D>& phase, double from, double last) const {
    return slows(m_) ? exactly_after_damping<math::Surd>(phase, from, last)
                     : exactly_after_damping<ExactNumberOf<FeatureOf>>(phase, from, last);
  }

  template <class Exact>
  double exactly_after_damping(const Phase<D>& phase, double from, double last) const {
    const auto feature = feature_of_.template operator()<Exact>(path_.template exactly_after_damping<Exact>(phase));
    return exact_first_impact(feature, ExactSpan<Exact>(Span{from, last, true}), &feature);
  }

  const RelativeMotion<D>& m_;
  DampedPath<D> path_;
  double horizon_;
  const FeatureOf& feature_of_;
};

}  // namespace carom::query
