#include "query/batch/batch_static.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/batch_static.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "query/straight/straight_plane.hpp"

HWY_BEFORE_NAMESPACE();
namespace carom::query::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<double>;
using Vector = hn::Vec<Lanes>;
using Mask = hn::Mask<Lanes>;

HWY_INLINE Vector all_lanes(double value) {
  return hn::Set(Lanes(), value);
}
HWY_INLINE Vector magnitude(Vector value) {
  return hn::Abs(value);
}
HWY_INLINE Vector operator-(Vector value) {
  return hn::Neg(value);
}

#undef CAROM_INLINE
#define CAROM_INLINE HWY_INLINE
#include "math/exact/compensated.inl"
#include "query/straight/plane_terms.inl"

/// What doubles lose in the sums below, by far: relative to the terms, and where products underflow.
constexpr double kDoubt = 0x1p-48;
constexpr double kUnderflow = 0x1p-900;

template <int D>
HWY_INLINE void load(const std::array<const double*, static_cast<std::size_t>(D)>& columns, std::size_t k,
                     Vector (&out)[D]) {
  for (std::size_t i = 0; i < D; ++i) out[i] = hn::LoadU(Lanes(), columns[i] + k);
}

HWY_INLINE void store(Mask mask, bool* out) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Lanes(), mask, bytes);
  for (std::size_t lane = 0; lane < hn::Lanes(Lanes()); ++lane) out[lane] = (bytes[0] >> lane & 1) != 0;
}

/// Where the next vector begins: the last of a block may overlap the one before it; beyond `last` at the end.
HWY_INLINE std::size_t after(std::size_t k, std::size_t last) {
  return k == last ? last + 1 : std::min(k + hn::Lanes(Lanes()), last);
}

/// straight_plane_impact, step by step. Every lane has the same plane.
template <bool kUnit, int D>
HWY_INLINE void plane_times(const BallRows<D, double>& balls, std::size_t count, const HalfSpace<D>& plane,
                            const PlaneLevel& level, const Vec<D>& v0, double horizon, double* times, bool* open) {
  const Vector zero = hn::Zero(Lanes());
  const Compensated<Vector> length{all_lanes(level.length.high), all_lanes(level.length.low)};
  const Compensated<Vector> minus_level{all_lanes(level.minus_level.high), all_lanes(level.minus_level.low)};
  const Vector size = all_lanes(level.size);
  Vector normal[D];
  Vector minus_v0[D];
  for (int i = 0; i < D; ++i) {
    normal[i] = all_lanes(plane.normal[i]);
    minus_v0[i] = all_lanes(-v0[i]);
  }
  const Vector early = all_lanes(horizon * (1 - kPlaneHorizonDoubt));
  const Vector late = all_lanes(horizon * (1 + kPlaneHorizonDoubt));
  const std::size_t last = count - hn::Lanes(Lanes());
  for (std::size_t k = 0; k <= last; k = after(k, last)) {
    Vector p[D];
    Vector v[D];
    load<D>(balls.center, k, p);
    load<D>(balls.velocity, k, v);
    PlaneTerms<Vector> terms = plane_terms<kUnit, D>(p, v, hn::LoadU(Lanes(), balls.radius + k), normal, length,
                                                     minus_level, minus_v0, all_lanes(kSplitter), zero);
    terms.gap_scale = terms.gap_scale + size;
    Mask slides = hn::Eq(zero, zero);
    for (int i = 0; i < D; ++i)
      slides = hn::And(slides, hn::Or(hn::Eq(normal[i], zero), hn::Eq(v[i] + minus_v0[i], zero)));
    const Mask in_range = hn::And(hn::Gt(hn::Min(terms.gap_scale, terms.rate_scale), all_lanes(kPlaneLeast)),
                                  hn::Lt(hn::Max(terms.gap_scale, terms.rate_scale), all_lanes(kPlaneMost)));
    const Mask moving = hn::Gt(hn::Abs(terms.rate), all_lanes(kPlaneDoubt) * terms.rate_scale);
    const Mask known_gap = hn::Gt(hn::Abs(terms.gap), all_lanes(kPlaneDoubt) * terms.gap_scale);
    const Mask away = hn::Gt(terms.rate, zero);
    const Mask inside = hn::Lt(terms.gap, zero);
    const Vector time = terms.gap / hn::Neg(terms.rate);
    const Mask beyond = hn::Gt(time, late);
    const Mask timed = hn::And(known_gap, hn::Or(inside, hn::Or(hn::Lt(time, early), beyond)));
    const Mask known = hn::Or(slides, hn::And(hn::And(in_range, moving), hn::Or(away, timed)));
    const Mask never = hn::Or(slides, hn::Or(away, hn::AndNot(inside, beyond)));
    hn::StoreU(hn::IfThenElse(never, hn::Inf(Lanes()), hn::IfThenElse(inside, zero, time)), Lanes(), times + k);
    store(hn::Not(known), open + k);
  }
}

/// A number above 0, where it is certain, if the ball is beyond the box on this axis: `beyond` = how far.
struct Beyond {
  Vector low;
  Vector high;
};

template <int D>
HWY_INLINE Beyond beyond(const Vector& p, const Vector& radius, const Parallelepiped<D>& shape, int axis) {
  const Vector low = all_lanes(shape.low[axis]);
  const Vector high = all_lanes(shape.high[axis]);
  const Vector size = hn::Abs(p) + radius;
  const Vector doubt = all_lanes(kDoubt);
  return {((low - radius) - p) - doubt * (size + hn::Abs(low)), (p - (high + radius)) - doubt * (size + hn::Abs(high))};
}

template <int D>
HWY_INLINE void apart(const BallRows<D, double>& balls, std::size_t count, const Parallelepiped<D>& shape, bool* open) {
  const std::size_t last = count - hn::Lanes(Lanes());
  for (std::size_t k = 0; k <= last; k = after(k, last)) {
    Vector p[D];
    load<D>(balls.center, k, p);
    Vector most = hn::Zero(Lanes());
    for (int i = 0; i < D; ++i) {
      const Beyond out = beyond<D>(p[i], hn::LoadU(Lanes(), balls.radius + k), shape, i);
      most = hn::Max(most, hn::Max(out.low, out.high));
    }
    store(hn::Not(hn::Gt(most, hn::Zero(Lanes()))), open + k);
  }
}

/// The ball is `out` beyond a border at first and comes nearer by `rate` (never more): it does not get there.
HWY_INLINE Mask stays_out(Vector out, Vector rate, double horizon) {
  const Vector zero = hn::Zero(Lanes());
  const Vector gained = all_lanes(horizon * (1 + kDoubt)) * rate + all_lanes(kUnderflow);
  return hn::And(hn::Gt(out, zero), hn::Or(hn::Le(rate, zero), hn::Gt(out, gained)));
}

/// A shape and a path in the plane of the axes i and j: their distance along the path's normal exceeds the radius.
template <int D>
HWY_INLINE Mask passes(const Vector (&p)[D], const Vector (&w)[D], Vector radius, const Parallelepiped<D>& shape, int i,
                       int j) {
  const Vector mi = all_lanes(shape.middle[i]);
  const Vector mj = all_lanes(shape.middle[j]);
  const Vector distance = w[i] * (mj - p[j]) - w[j] * (mi - p[i]);
  Vector reach = radius * hn::Sqrt(w[i] * w[i] + w[j] * w[j]);
  Vector size_i = hn::Abs(mi) + hn::Abs(p[i]);
  Vector size_j = hn::Abs(mj) + hn::Abs(p[j]);
  for (int arm = 0; arm < shape.arm_count; ++arm) {
    const Vector ai = all_lanes(shape.arms[arm][i]);
    const Vector aj = all_lanes(shape.arms[arm][j]);
    reach = reach + hn::Abs(w[i] * aj - w[j] * ai);
    size_i = size_i + hn::Abs(ai);
    size_j = size_j + hn::Abs(aj);
  }
  const Vector doubt = all_lanes(kDoubt) * (hn::Abs(w[i]) * size_j + hn::Abs(w[j]) * size_i + reach);
  return hn::Gt(hn::Abs(distance), reach + doubt + all_lanes(kUnderflow));
}

/// A segment in the plane: the ball stays on one side of its line.
HWY_INLINE Mask stays_on_its_side(const Vector (&p)[2], const Vector (&w)[2], Vector radius,
                                  const Parallelepiped<2>& shape, double horizon) {
  const Vec2& arm = shape.arms[0];
  const Vector x = all_lanes(arm.x);
  const Vector y = all_lanes(arm.y);
  const Vector mx = all_lanes(shape.middle.x);
  const Vector my = all_lanes(shape.middle.y);
  const Vector length = all_lanes(std::fabs(arm.x) + std::fabs(arm.y));
  const Vector side = x * (p[1] - my) - y * (p[0] - mx);
  const Vector rate = x * w[1] - y * w[0];
  const Vector size = hn::Abs(p[0]) + hn::Abs(p[1]) + hn::Abs(mx) + hn::Abs(my) + length + radius;
  const Vector doubt = all_lanes(kDoubt) * length;
  const Vector out = hn::Abs(side) - radius * all_lanes(norm(arm)) - doubt * size - all_lanes(kUnderflow);
  const Vector away = hn::IfThenElse(hn::Lt(side, hn::Zero(Lanes())), hn::Neg(rate), rate);
  const Vector nearer = doubt * (hn::Abs(w[0]) + hn::Abs(w[1])) + all_lanes(kUnderflow) - away;
  return stays_out(out, nearer, horizon);
}
HWY_INLINE Mask stays_on_its_side(const Vector (&)[3], const Vector (&)[3], Vector radius, const Parallelepiped<3>&,
                                  double) {
  return hn::Lt(radius, hn::Zero(Lanes()));
}

template <int D>
HWY_INLINE void misses(const BallRows<D, double>& balls, std::size_t count, const Parallelepiped<D>& shape,
                       const Vec<D>& v0, double horizon, bool* open) {
  const std::size_t last = count - hn::Lanes(Lanes());
  for (std::size_t k = 0; k <= last; k = after(k, last)) {
    const Vector radius = hn::LoadU(Lanes(), balls.radius + k);
    Vector p[D];
    Vector w[D];
    load<D>(balls.center, k, p);
    load<D>(balls.velocity, k, w);
    for (int i = 0; i < D; ++i) w[i] = w[i] - all_lanes(v0[i]);
    Mask miss = hn::Lt(radius, hn::Zero(Lanes()));
    for (int i = 0; i < D; ++i) {
      const Beyond out = beyond<D>(p[i], radius, shape, i);
      miss = hn::Or(miss, hn::Or(stays_out(out.low, w[i], horizon), stays_out(out.high, hn::Neg(w[i]), horizon)));
    }
    miss = hn::Or(miss, passes<D>(p, w, radius, shape, 0, 1));
    if constexpr (D == 3)
      miss = hn::Or(miss, hn::Or(passes<D>(p, w, radius, shape, 1, 2), passes<D>(p, w, radius, shape, 2, 0)));
    if (shape.arm_count == 1) miss = hn::Or(miss, stays_on_its_side(p, w, radius, shape, horizon));
    store(hn::Not(miss), open + k);
  }
}

HWY_INLINE bool fills_a_vector(std::size_t count, bool* open) {
  if (count >= hn::Lanes(Lanes())) return true;
  std::fill_n(open, count, true);
  return false;
}

}  // namespace

#define CAROM_BATCH(D)                                                                                                 \
  void PlaneTimes##D(const BallRows<D, double>& balls, std::size_t count, const HalfSpace<D>& plane, const Vec<D>& v0, \
                     double horizon, double* times, bool* open) {                                                      \
    if (!fills_a_vector(count, open)) return;                                                                          \
    const PlaneLevel level(plane);                                                                                     \
    if (level.unit)                                                                                                    \
      plane_times<true, D>(balls, count, plane, level, v0, horizon, times, open);                                      \
    else                                                                                                               \
      plane_times<false, D>(balls, count, plane, level, v0, horizon, times, open);                                     \
  }                                                                                                                    \
  void Misses##D(const BallRows<D, double>& balls, std::size_t count, const Parallelepiped<D>& shape,                  \
                 const Vec<D>& v0, double horizon, bool* open) {                                                       \
    if (fills_a_vector(count, open)) misses<D>(balls, count, shape, v0, horizon, open);                                \
  }                                                                                                                    \
  void Apart##D(const BallRows<D, double>& balls, std::size_t count, const Parallelepiped<D>& shape, bool* open) {     \
    if (fills_a_vector(count, open)) apart<D>(balls, count, shape, open);                                              \
  }
CAROM_BATCH(2)
CAROM_BATCH(3)
#undef CAROM_BATCH

}  // namespace carom::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::query {

#define CAROM_BATCH(D)                                                                                      \
  HWY_EXPORT(PlaneTimes##D);                                                                                \
  HWY_EXPORT(Misses##D);                                                                                    \
  HWY_EXPORT(Apart##D);                                                                                     \
  template <>                                                                                               \
  void plane_times_of_block(const BallRows<D, double>& balls, std::size_t count, const HalfSpace<D>& plane, \
                            const Vec<D>& v0, double horizon, double* times, bool* open) {                  \
    HWY_DYNAMIC_DISPATCH(PlaneTimes##D)(balls, count, plane, v0, horizon, times, open);                     \
  }                                                                                                         \
  template <>                                                                                               \
  void misses_of_block(const BallRows<D, double>& balls, std::size_t count, const Parallelepiped<D>& shape, \
                       const Vec<D>& v0, double horizon, bool* open) {                                      \
    HWY_DYNAMIC_DISPATCH(Misses##D)(balls, count, shape, v0, horizon, open);                                \
  }                                                                                                         \
  template <>                                                                                               \
  void apart_in_block(const BallRows<D, double>& balls, std::size_t count, const Parallelepiped<D>& shape,  \
                      bool* open) {                                                                         \
    HWY_DYNAMIC_DISPATCH(Apart##D)(balls, count, shape, open);                                              \
  }
CAROM_BATCH(2)
CAROM_BATCH(3)
#undef CAROM_BATCH

}  // namespace carom::query
#endif
