#pragma once
#include "carom/query/overlap.hpp"
#include "carom/query/time_of_impact.hpp"
#include "query/curved/first_impact.hpp"
#include "query/direction.hpp"
#include "query/first_contact.hpp"
#include "query/reach.hpp"
#include "query/straight/straight_miss.hpp"

// A shape as the list of its features. `Parts` gives `count()`, `feature<Number>(part, course, radius)`, and
// `touch(part, center, velocity, radius)`: where a ball meets that part. To spare work it may give, too,
// - `whole()`, a box that holds the shape, `bound(part)`, one that holds the part;
// - `count_from(ball)`, how many of the first parts matter to a ball that starts there;
// - `surely_missed(path)` and `surely_missed(part, path)`, cheap proofs for straight paths;
// - `straight_impact(part, …)`, a shorter way for straight paths;
// - `Exact`, the numbers in which its features are exact where Dyadic does not do;
// - `kConvex`: straight paths that start in touch and part never come back.
namespace carom::query {

/// How a shape is taken apart: `PartsOf<Shape>::type`.
template <class Shape>
struct PartsOf;

/// The nearest point of a part, and the unit normal from the ball to it.
template <int D>
struct Touch {
  Vec<D> foot;
  Vec<D> normal;
};

/// The normal from a ball towards a foot at −offset from its centre. A moving ball of radius 0 meets it along its
/// velocity.
template <int D>
Vec<D> towards_foot(const Vec<D>& offset, const Vec<D>& velocity, double radius, const Vec<D>& otherwise) {
  return direction(radius == 0 && !is_zero(velocity) ? velocity : -offset, otherwise);
}

template <int D, class Parts>
int count_from(const Parts& parts, const Ball<D>& ball) {
  if constexpr (requires { parts.count_from(ball); })
    return parts.count_from(ball);
  else
    return parts.count();
}

template <int D, class Parts>
bool out_of_reach(const Parts& parts, int part, const Aabb<D>& within) {
  if constexpr (requires { parts.bound(part); })
    return disjoint(parts.bound(part), within);
  else
    return false;
}

template <int D, class Parts>
bool out_of_reach(const Parts& parts, const Aabb<D>& within) {
  if constexpr (requires { parts.whole(); })
    return disjoint(parts.whole(), within);
  else
    return false;
}

template <int D, class Parts>
bool surely_missed(const Parts& parts, const StraightPath<D>& path) {
  if constexpr (requires { parts.surely_missed(path); })
    return parts.surely_missed(path);
  else if constexpr (requires { parts.whole(); })
    return surely_misses(path, parts.whole());
  else
    return false;
}

template <int D, class Parts>
bool surely_missed(const Parts& parts, int part, const StraightPath<D>& path) {
  if constexpr (requires { parts.surely_missed(part, path); })
    return parts.surely_missed(part, path);
  else
    return false;
}

/// What a moving ball can come to of a shape.
template <int D, class Parts>
class Reach {
 public:
  Reach(const Parts& parts, const RelativeMotion<D>& m, double radius, double horizon)
      : parts_(parts), m_(m), radius_(radius), is_straight_(carom::query::is_straight(m, horizon)) {
    path_ = straight_path(m, radius, horizon);
    is_empty_ = is_straight_ && surely_missed(parts, path_);
    if (is_empty_) return;
    shorten(horizon);
    is_empty_ = out_of_reach(parts, within_);
    if constexpr (kStretches)
      if (!is_empty_ && !is_straight_) stretches_.emplace(m, radius, horizon, parts.whole());
  }

  bool is_straight() const { return is_straight_; }
  bool is_empty() const { return is_empty_ || (stretches_ && stretches_->empty()); }
  bool holds(int part) const {
    if (out_of_reach(parts_, part, within_) || (is_straight_ && surely_missed(parts_, part, path_))) return false;
    if constexpr (kStretches && requires { parts_.bound(part); })
      return !stretches_ || !stretches_->avoid(parts_.bound(part), path_.end);
    else
      return true;
  }
  void shorten(double end) {
    path_.end = end;
    within_ = is_straight_ ? reach(path_) : reach(m_, radius_, end);
  }

 private:
  static constexpr bool kStretches = requires(const Parts& parts) { parts.whole(); };

  const Parts& parts_;
  const RelativeMotion<D>& m_;
  double radius_;
  bool is_straight_;
  bool is_empty_ = false;
  Aabb<D> within_;
  StraightPath<D> path_;
  std::optional<NearStretches<D>> stretches_{};
};

/// A part as a feature of its shape. `Parts` may say in which numbers it is exact.
template <int D, class Parts>
struct PartFeature {
  const Parts& parts;
  int part;
  double radius;

  using Exact = ExactNumberOf<Parts>;
  template <class N>
  Feature<N> operator()(const Course<N, D>& x) const {
    return parts.template feature<N>(part, x, radius);
  }
};

/// When a part is first touched.
template <int D, class Parts>
double first_impact_of_part(const Parts& parts, int part, const RelativeMotion<D>& relative, double radius,
                            double horizon) {
  if constexpr (requires { parts.straight_impact(part, relative, radius, horizon); })
    if (is_straight(relative, horizon))
      if (const auto time = parts.straight_impact(part, relative, radius, horizon)) return *time;
  return first_impact(relative, horizon, PartFeature<D, Parts>{parts, part, radius});
}

template <class Parts>
inline constexpr bool kIsConvex = requires {
  Parts::kConvex;
};

template <int D, class Parts>
std::optional<Impact<D>> first_impact_with(const Parts& parts, const Ball<D>& ball, const Motion<D>& motion,
                                           const Motion<D>& others, double horizon) {
  if (const auto clock = slowing_clock(motion, others, horizon)) {
    auto impact =
        first_impact_with<D>(parts, ball, Linear<D>{motion.velocity}, Linear<D>{others.velocity}, clock->beyond());
    if (!impact) return impact;
    if (impact->time < clock->before()) {
      impact->time = std::min(clock->time(impact->time), horizon);
      return impact;
    }
  }
  const RelativeMotion<D> relative{ball.center, motion, {}, others};
  Reach<D, Parts> reach(parts, relative, ball.radius, horizon);
  if (reach.is_empty()) return std::nullopt;
  double first = kNever;
  int first_part = 0;
  const int count = count_from(parts, ball);
  for (int part = 0; part < count; ++part) {
    if (!reach.holds(part)) continue;
    const double time = first_impact_of_part(parts, part, relative, ball.radius, std::min(horizon, first));
    if (time < first) {
      first = time;
      first_part = part;
      reach.shorten(first);
    }
  }
  if (first == kNever) return std::nullopt;
  const Touch<D> touch = parts.touch(first_part, position(relative, first), heading(relative, first), ball.radius);
  const bool surely_apart = kIsConvex<Parts> && reach.is_straight() && first > 0;
  const Proximity start = surely_apart ? Proximity::apart : proximity_to(parts, ball);
  return Impact<D>{first, touch.foot + others.displacement(first), touch.normal, start};
}

/// The sign of the gap between a still ball and a part; 1 out of the part's region.
template <class N>
int gap_sign(const Feature<N>& feature) {
  bool vague = false;
  for (int i = 0; i < feature.region.size(); ++i) {
    const math::Polynomial<N>& p = feature.region[i];
    const int sign = p.is_zero() ? 0 : p[0].sign();
    if (sign == -1) return 1;
    vague = vague || sign == math::Uncertain<double>::kUnknown;
  }
  const int sign = feature.gap.is_zero() ? 0 : feature.gap[0].sign();
  return vague && sign != 1 ? math::Uncertain<double>::kUnknown : sign;
}

template <int D, class Parts>
int gap_sign(const Parts& parts, int part, const Ball<D>& ball) {
  const RelativePath<D> still{ball.center, {}, {}};
  const int sign = gap_sign(
      parts.template feature<math::Uncertain<double>>(part, course<math::Uncertain<double>, D>(still), ball.radius));
  if (sign != math::Uncertain<double>::kUnknown) return sign;
  using Exact = ExactNumberOf<Parts>;
  return gap_sign(parts.template feature<Exact>(part, course<Exact, D>(still), ball.radius));
}

inline Proximity proximity_of_sign(int gap) {
  return gap > 0 ? Proximity::apart : gap == 0 ? Proximity::touching : Proximity::overlapping;
}

template <int D, class Parts>
Proximity proximity_to(const Parts& parts, const Ball<D>& ball) {
  int least = 1;
  const Aabb<D> within = reach<D>({ball.center, {}, {}, {}}, ball.radius, 0);
  if (out_of_reach(parts, within)) return Proximity::apart;
  const int count = count_from(parts, ball);
  for (int part = 0; part < count && least >= 0; ++part)
    if (!out_of_reach(parts, part, within)) least = std::min(least, gap_sign(parts, part, ball));
  return proximity_of_sign(least);
}

}  // namespace carom::query
