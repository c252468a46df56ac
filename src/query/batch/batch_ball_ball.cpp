#include "query/batch/batch_ball_ball.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/batch_ball_ball.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "carom/query/overlap.hpp"
#include "math/bits.hpp"
#include "query/straight/linear_filter.hpp"
#include "query/straight/linear_impact.hpp"

// Of each kind of balls.
#undef CAROM_ALL_BATCHES
#define CAROM_ALL_BATCHES       \
  CAROM_BATCH(2, double, 2d)    \
  CAROM_BATCH(3, double, 3d)    \
  CAROM_BATCH(2, float, 2f)     \
  CAROM_BATCH(3, float, 3f)     \
  CAROM_CHECKED(2, 1, Columns2) \
  CAROM_CHECKED(3, 1, Columns3) \
  CAROM_CHECKED(2, 2, Vectors2) \
  CAROM_CHECKED(3, 3, Vectors3)

HWY_BEFORE_NAMESPACE();
namespace carom::query::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#undef CAROM_INLINE
#define CAROM_INLINE HWY_INLINE
#undef CAROM_MUL_SUB
#if HWY_NATIVE_FMA
#define CAROM_MUL_SUB(a, b, c) hn::MulSub(a, b, c)
#endif
#include "math/exact/compensated.inl"

template <class Real>
using Lanes = hn::ScalableTag<Real>;
template <class Real>
using Reals = hn::Vec<Lanes<Real>>;
template <class Real>
using Mask = hn::Mask<Lanes<Real>>;

template <class Real>
HWY_INLINE Reals<Real> all_lanes(Real value) {
  return hn::Set(Lanes<Real>(), value);
}

template <class Real>
HWY_INLINE Mask<Real> negative(Reals<Real> vector) {
  const hn::RebindToSigned<Lanes<Real>> d;
  return hn::MaskFromVec(hn::BitCast(Lanes<Real>(), hn::BroadcastSignBit(hn::BitCast(d, vector))));
}

template <class Real>
HWY_INLINE unsigned bits_of(Mask<Real> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Lanes<Real>(), mask, bytes);
  return bytes[0] | static_cast<unsigned>(bytes[1]) << 8 | static_cast<unsigned>(bytes[2]) << 16 |
         static_cast<unsigned>(bytes[3]) << 24;
}

/// Some pairs of a block copied side by side, so that vectors can take them.
template <int D, class Real>
struct Tile {
  static constexpr std::size_t kSize = 64;
  static constexpr std::size_t kColumns = 2 * D + 1;
  HWY_ALIGN Real a[kColumns][kSize];
  HWY_ALIGN Real b[kColumns][kSize];
  std::size_t count = 0;
  std::array<std::uint32_t, kSize> place;  // in the block

  template <class From, int Step>
  HWY_INLINE void add(const BallRows<D, From, Step>& rows_a, const BallRows<D, From, Step>& rows_b, std::size_t k) {
    place[count] = static_cast<std::uint32_t>(k);
    copy(rows_a, k, a);
    copy(rows_b, k, b);
    ++count;
  }
  template <class From, int Step>
  HWY_INLINE void copy(const BallRows<D, From, Step>& rows, std::size_t k, Real (&columns)[kColumns][kSize]) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      columns[axis][count] = rows.center[axis][k * Step];
      columns[D + 1 + axis][count] = rows.velocity[axis][k * Step];
    }
    columns[D][count] = rows.radius[k];
  }
  /// Fills the last vector up with copies of the last pair; the places that are filled now.
  HWY_INLINE std::size_t complete(std::size_t lanes) {
    const std::size_t whole = (count + lanes - 1) / lanes * lanes;
    for (std::size_t column = 0; column < kColumns; ++column) {
      std::fill(a[column] + count, a[column] + whole, a[column][count - 1]);
      std::fill(b[column] + count, b[column] + whole, b[column][count - 1]);
    }
    return whole;
  }
  BallRows<D, Real> rows_a() const { return rows(a); }
  BallRows<D, Real> rows_b() const { return rows(b); }
  static BallRows<D, Real> rows(const Real (&columns)[kColumns][kSize]) {
    BallRows<D, Real> result;
    for (std::size_t axis = 0; axis < D; ++axis) {
      result.center[axis] = columns[axis];
      result.velocity[axis] = columns[D + 1 + axis];
    }
    result.radius = columns[D];
    return result;
  }
};

template <int D, class Real>
Vec<D> vector_at(const std::array<const Real*, static_cast<std::size_t>(D)>& columns, std::size_t k) {
  Vec<D> result;
  for (int axis = 0; axis < D; ++axis) result[axis] = columns[static_cast<std::size_t>(axis)][k];
  return result;
}

constexpr double kOpen = -1;  // instead of a time

template <int D>
HWY_NOINLINE double single_impact(const BallRows<D, double>& a, const BallRows<D, double>& b, std::size_t k,
                                  double horizon) {
  return linear_impact<D>(vector_at<D>(a.center, k), vector_at<D>(a.velocity, k), a.radius[k],
                          vector_at<D>(b.center, k), vector_at<D>(b.velocity, k), b.radius[k], horizon);
}

/// The compensated stage of linear_impact.cpp, step by step, for a vector of pairs. The mask tells which are decided.
template <int D, class Tag>
HWY_INLINE hn::Mask<Tag> compensated_times(Tag d, const BallRows<D, double>& a, const BallRows<D, double>& b,
                                           std::size_t k, double horizon, hn::Vec<Tag>& times) {
  using Real = hn::Vec<Tag>;
  using Sum = Compensated<Real>;
  const auto all = [d](double value) HWY_ATTR { return hn::Set(d, value); };
  const Real splitter = all(kSplitter);
  Sum position2[D];
  Sum velocity2[D];
  Sum products[D];
  for (std::size_t i = 0; i < D; ++i) {
    const Sum p = exact_sum(hn::LoadU(d, a.center[i] + k), hn::Neg(hn::LoadU(d, b.center[i] + k)));
    const Sum w = exact_sum(hn::LoadU(d, a.velocity[i] + k), hn::Neg(hn::LoadU(d, b.velocity[i] + k)));
    const Halves<Real> p_parts = halves(p.high, splitter);
    const Halves<Real> w_parts = halves(w.high, splitter);
    position2[i] = square(p, p_parts);
    velocity2[i] = square(w, w_parts);
    products[i] = product(p, p_parts, w, w_parts);
  }
  const Sum reach = exact_sum(hn::LoadU(d, a.radius + k), hn::LoadU(d, b.radius + k));
  const Sum r2 = square(reach, halves(reach.high, splitter));
  const Real zero = hn::Zero(d);
  Sum gap = sum(position2[0], Sum{hn::Neg(r2.high), hn::Neg(r2.low)});
  Sum speed2 = sum(velocity2[0], Sum{zero, zero});
  Sum approach = sum(products[0], products[1]);
  Real size = (position2[0].high + r2.high) + position2[1].high;
  if constexpr (D == 2) {
    gap = sum(gap, position2[1]);
    speed2 = sum(speed2, velocity2[1]);
  } else {
    gap = sum(gap, sum(position2[1], position2[2]));
    speed2 = sum(speed2, sum(velocity2[1], velocity2[2]));
    approach = sum(approach, products[2]);
    size = size + position2[2].high;
  }
  const Halves<Real> approach_parts = halves(approach.high, splitter);
  const Sum bb = product(approach, approach_parts, approach, approach_parts);
  const Sum ac = product(speed2, halves(speed2.high, splitter), gap, halves(gap.high, splitter));
  const Sum difference = sum(bb, Sum{hn::Neg(ac.high), hn::Neg(ac.low)});
  const Real discriminant = difference.high + difference.low;
  const Real c = gap.high + gap.low;
  const Real b_sum = approach.high + approach.low;

  const Real scale = size * speed2.high;
  const Real root_sum = hn::Sqrt(hn::Abs(discriminant)) - b_sum;
  const Real time = c / root_sum;
  const auto in_range =
      hn::And(hn::Gt(hn::Min(size, speed2.high), all(0x1p-200)), hn::Lt(hn::Max(size, speed2.high), all(0x1p200)));
  const auto known = hn::And(hn::Gt(hn::Abs(discriminant), all(0x1p-94) * scale), hn::Gt(c, all(0x1p-60) * size));
  const auto miss = hn::Or(hn::Ge(b_sum, zero), hn::Lt(discriminant, zero));
  const auto late = hn::Gt(time, all(horizon * (1 + 0x1p-36)));
  const auto timed = hn::And(hn::Or(hn::Lt(time, all(horizon * (1 - 0x1p-36))), late),
                             hn::Gt(root_sum * root_sum, all(0x1p-24) * scale));
  times = hn::IfThenElse(hn::Or(miss, late), hn::Inf(d), time);
  return hn::And(hn::And(in_range, known), hn::Or(miss, timed));
}

/// Pairs from k on that plain double arithmetic left undecided, as many as a vector of d takes.
template <int D, class Tag>
HWY_INLINE void decide_vector(Tag d, const Tile<D, double>& tile, std::size_t k, double horizon, double* times) {
  HWY_ALIGN double found[HWY_MAX_BYTES / sizeof(double)];
  hn::Vec<Tag> vector;
  const auto decided = compensated_times<D>(d, tile.rows_a(), tile.rows_b(), k, horizon, vector);
  hn::Store(hn::IfThenElse(decided, vector, hn::Set(d, kOpen)), d, found);
  for (std::size_t lane = 0; lane < std::min(hn::Lanes(d), tile.count - k); ++lane)
    times[tile.place[k + lane]] =
        found[lane] == kOpen ? single_impact<D>(tile.rows_a(), tile.rows_b(), k + lane, horizon) : found[lane];
}

/// What plain double arithmetic left undecided. A few are done one by one.
template <int D>
HWY_NOINLINE void decide(Tile<D, double>& tile, double horizon, double* times) {
  constexpr std::size_t kFew = 3;
  const Lanes<double> d;
  if (tile.count > kFew) tile.complete(hn::Lanes(d));
  std::size_t k = 0;
  for (; k < tile.count && tile.count - k > kFew; k += hn::Lanes(d)) decide_vector<D>(d, tile, k, horizon, times);
  for (; k < tile.count; ++k) decide_vector<D>(hn::CappedTag<double, 1>(), tile, k, horizon, times);
  tile.count = 0;
}

template <int D>
void impact_times_in(const BallRows<D, double>& a, const BallRows<D, double>& b, std::size_t count, double horizon,
                     double* times);

/// What float arithmetic left undecided: all in double, rounded at the end.
template <int D>
HWY_NOINLINE void decide(Tile<D, double>& tile, float horizon, float* times) {
  HWY_ALIGN double exact[Tile<D, double>::kSize];
  const std::size_t whole = tile.complete(hn::Lanes(Lanes<double>()));
  impact_times_in<D>(tile.rows_a(), tile.rows_b(), whole, horizon, exact);
  for (std::size_t k = 0; k < tile.count; ++k) {
    const bool too_large = exact[k] > std::numeric_limits<float>::max() && !std::isinf(exact[k]);
    times[tile.place[k]] = too_large ? std::numeric_limits<float>::max() : static_cast<float>(exact[k]);
  }
  tile.count = 0;
}

template <class Real>
struct Horizon {
  Reals<Real> early;
  Reals<Real> late;
  explicit Horizon(Real end)
      : early(all_lanes(end * (1 - LinearFilter<Real>::kHorizon))),
        late(all_lanes(end * (1 + LinearFilter<Real>::kHorizon))) {}
};

/// a − b for a vector of pairs.
template <int Step, int D, class Real>
HWY_INLINE void subtract(const std::array<const Real*, static_cast<std::size_t>(D)>& a,
                         const std::array<const Real*, static_cast<std::size_t>(D)>& b, std::size_t k,
                         Reals<Real> (&difference)[D]) {
  const Lanes<Real> d;
  if constexpr (Step == 1) {
    for (std::size_t i = 0; i < D; ++i) difference[i] = hn::LoadU(d, a[i] + k) - hn::LoadU(d, b[i] + k);
  } else {
    Reals<Real> to[D];
    if constexpr (D == 2) {
      hn::LoadInterleaved2(d, a[0] + Step * k, difference[0], difference[1]);
      hn::LoadInterleaved2(d, b[0] + Step * k, to[0], to[1]);
    } else {
      hn::LoadInterleaved3(d, a[0] + Step * k, difference[0], difference[1], difference[2]);
      hn::LoadInterleaved3(d, b[0] + Step * k, to[0], to[1], to[2]);
    }
    for (std::size_t i = 0; i < D; ++i) difference[i] = difference[i] - to[i];
  }
}

/// The relative motion of a vector of pairs.
template <int D, class Real>
struct Relative {
  Reals<Real> p[D];
  Reals<Real> reach;
  Reals<Real> smaller_radius;
  template <int Step>
  HWY_INLINE Relative(const BallRows<D, Real, Step>& a, const BallRows<D, Real, Step>& b, std::size_t k) {
    const Lanes<Real> d;
    const Reals<Real> radius_a = hn::LoadU(d, a.radius + k), radius_b = hn::LoadU(d, b.radius + k);
    reach = radius_a + radius_b;
    smaller_radius = hn::Min(radius_a, radius_b);
    subtract<Step, D, Real>(a.center, b.center, k, p);
  }
};

/// Where numbers that were made of all of a pair's are finite, and radii at least 0. Sums of NaN are none; what is too
/// large is looked at anew.
template <class Real>
HWY_INLINE Mask<Real> good(Reals<Real> made_of_all, Reals<Real> smaller_radius) {
  const Lanes<Real> d;
  return hn::And(hn::Lt(made_of_all, hn::Inf(d)), hn::Ge(smaller_radius, hn::Zero(d)));
}

template <int D, int Step>
bool is_good(const BallRows<D, double, Step>& balls, std::size_t k, bool moving) {
  bool finite = std::isfinite(balls.radius[k]);
  for (std::size_t i = 0; i < D; ++i)
    finite =
        finite && std::isfinite(balls.center[i][k * Step]) && (!moving || std::isfinite(balls.velocity[i][k * Step]));
  return finite && balls.radius[k] >= 0;
}

template <int D, class Vector>
HWY_INLINE Vector dot_product(const Vector (&a)[D], const Vector (&b)[D]) {
  const Vector flat = a[0] * b[0] + a[1] * b[1];
  if constexpr (D == 2)
    return flat;
  else
    return flat + a[2] * b[2];
}

template <int D, class Vector>
HWY_INLINE Vector cross_product2(const Vector (&a)[D], const Vector (&b)[D]) {
  const Vector z = a[0] * b[1] - a[1] * b[0];
  if constexpr (D == 2) {
    return z * z;
  } else {
    const Vector x = a[1] * b[2] - a[2] * b[1];
    const Vector y = a[2] * b[0] - a[0] * b[2];
    return x * x + y * y + z * z;
  }
}

/// Negative where one of two numbers ≥ 0 is not between the filter's kLeast and kMost: numbers ≥ 0 are ordered as their
/// bits are.
template <class Real>
HWY_INLINE Reals<Real> beyond_range(Reals<Real> a, Reals<Real> b) {
  using Bits = hwy::MakeSigned<Real>;
  const hn::RebindToSigned<Lanes<Real>> d;
  const auto least = hn::Set(d, static_cast<Bits>(math::bits_as<Bits>(LinearFilter<Real>::kLeast) + 1));
  const auto most = hn::Set(d, static_cast<Bits>(math::bits_as<Bits>(LinearFilter<Real>::kMost) - 1));
  const auto smaller = hn::BitCast(d, hn::Min(a, b));
  const auto larger = hn::BitCast(d, hn::Max(a, b));
  return hn::BitCast(Lanes<Real>(), hn::Or(smaller - least, most - larger));
}

/// first_contact_linear, step by step, for a vector of pairs, up to the square root. A condition holds where its number
/// is negative: processors handle sign bits faster than masks. Misses may be left open that first_contact_linear
/// decides, but no hits.
template <int D, class Real>
struct Approach {
  using Vector = Reals<Real>;
  Vector gap;
  Vector approach;
  Vector discriminant;
  Vector out_of_range;
  Vector apart;
  Vector no_miss;
  Vector hit;
  Mask<Real> is_good;

  template <int Step>
  HWY_INLINE Approach(const BallRows<D, Real, Step>& a, const BallRows<D, Real, Step>& b, std::size_t k) {
    using Filter = LinearFilter<Real>;
    const Relative<D, Real> relative(a, b, k);
    Vector w[D];
    subtract<Step, D, Real>(a.velocity, b.velocity, k, w);
    const Vector p2 = dot_product<D>(relative.p, relative.p);
    const Vector w2 = dot_product<D>(w, w);
    const Vector r2 = relative.reach * relative.reach;
    const Vector size = p2 + r2;
    const Vector x2 = cross_product2<D>(relative.p, w);
    const Vector margin = all_lanes(Filter::kMargin) * p2 * w2;
    const Vector reach = r2 * w2;
    gap = p2 - r2;
    approach = dot_product<D>(relative.p, w);
    discriminant = reach - x2;
    out_of_range = beyond_range<Real>(size, w2);
    is_good = good<Real>(size + w2, relative.smaller_radius);
    apart = all_lanes(Filter::kGap) * size - gap;
    no_miss = hn::AndNot(discriminant + (all_lanes(Filter::kMiss) * x2 + margin), approach);
    hit = (all_lanes(Filter::kHit) * reach + margin) - discriminant;
  }

  /// Times, and negative numbers where these are decided.
  HWY_INLINE Vector times(Vector root, const Horizon<Real>& horizon, Vector& decided) const {
    const Vector time = gap / (root - approach);
    const Vector early = time - horizon.early;
    const Vector late = horizon.late - time;
    const Vector timed = hn::And(hit, hn::Or(early, late));
    const Vector open = hn::Or(hn::AndNot(timed, no_miss), out_of_range);
    decided = hn::AndNot(open, apart);
    return hn::IfThenElse(negative<Real>(hn::AndNot(late, no_miss)), time, hn::Inf(Lanes<Real>()));
  }
};

/// Each of the lanes of an undecided vector goes into the tile, which is decided when it is full. False if numbers are
/// `checked` and some are bad.
template <bool Checked, int D, class Real, int Step>
HWY_NOINLINE bool postpone(const BallRows<D, Real, Step>& a, const BallRows<D, Real, Step>& b, std::size_t k,
                           unsigned undecided, Real horizon, Real* times, Tile<D, double>& tile) {
  for (; undecided != 0; undecided &= undecided - 1) {
    const std::size_t at = k + static_cast<std::size_t>(std::countr_zero(undecided));
    if constexpr (Checked)
      if (!is_good(a, at, true) || !is_good(b, at, true)) return false;
    tile.add(a, b, at);
    if (tile.count == Tile<D, double>::kSize) decide<D>(tile, horizon, times);
  }
  return true;
}

/// At least one vector. Where the last does not fill up, it overlaps the one before it. False if numbers are checked
/// and some are bad.
template <bool Checked, int D, class Real, int Step>
HWY_INLINE bool impact_times_of_vectors(const BallRows<D, Real, Step>& a, const BallRows<D, Real, Step>& b,
                                        std::size_t count, Real horizon, Real* times) {
  const Lanes<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const Horizon<Real> ends(horizon);
  Tile<D, double> tile;
  const auto finish = [&](const Approach<D, Real>& now, Reals<Real> root, std::size_t k) HWY_ATTR {
    Reals<Real> decided;
    hn::StoreU(now.times(root, ends, decided), d, times + k);
    Mask<Real> sure = negative<Real>(decided);
    if constexpr (Checked) sure = hn::And(sure, now.is_good);
    if (HWY_UNLIKELY(!hn::AllTrue(d, sure)))
      return postpone<Checked>(a, b, k, bits_of<Real>(hn::Not(sure)), horizon, times, tile);
    return true;
  };
  const std::size_t last = count - lanes;
  Approach<D, Real> now(a, b, 0);
  for (std::size_t k = 0; k < last;) {
    // The next vector's products fill the time that the square root and the quotient take.
    const Reals<Real> root = hn::Sqrt(hn::Abs(now.discriminant));
    const std::size_t next_k = std::min(k + lanes, last);
    const Approach<D, Real> next(a, b, next_k);
    if (!finish(now, root, k)) return false;
    now = next;
    k = next_k;
  }
  if (!finish(now, hn::Sqrt(hn::Abs(now.discriminant)), last)) return false;
  if (tile.count > 0) decide<D>(tile, horizon, times);
  return true;
}

/// Fewer than a vector: filled up with copies of the last pair.
template <int D, class Real, int Step>
HWY_NOINLINE void impact_times_of_few(const BallRows<D, Real, Step>& a, const BallRows<D, Real, Step>& b,
                                      std::size_t count, Real horizon, Real* times) {
  const std::size_t lanes = hn::Lanes(Lanes<Real>());
  Tile<D, Real> tile;
  for (std::size_t k = 0; k < count; ++k) tile.add(a, b, k);
  tile.complete(lanes);
  HWY_ALIGN Real found[HWY_MAX_BYTES / sizeof(Real)];
  impact_times_of_vectors<false>(tile.rows_a(), tile.rows_b(), lanes, horizon, found);
  std::copy_n(found, count, times);
}

template <int D, class Real>
HWY_INLINE void impact_times_of(const BallRows<D, Real>& a, const BallRows<D, Real>& b, std::size_t count, Real horizon,
                                Real* times) {
  if (count >= hn::Lanes(Lanes<Real>()))
    impact_times_of_vectors<false>(a, b, count, horizon, times);
  else if (count > 0)
    impact_times_of_few(a, b, count, horizon, times);
}

template <int D, int Step>
HWY_INLINE bool checked_times_of(const BallRows<D, double, Step>& a, const BallRows<D, double, Step>& b,
                                 std::size_t count, double horizon, double* times) {
  if (count >= hn::Lanes(Lanes<double>())) return impact_times_of_vectors<true>(a, b, count, horizon, times);
  for (std::size_t k = 0; k < count; ++k)
    if (!is_good(a, k, true) || !is_good(b, k, true)) return false;
  if (count > 0) impact_times_of_few(a, b, count, horizon, times);
  return true;
}

template <int D>
void impact_times_in(const BallRows<D, double>& a, const BallRows<D, double>& b, std::size_t count, double horizon,
                     double* times) {
  impact_times_of<D, double>(a, b, count, horizon, times);
}

template <int D, class Real, int Step>
Ball<D> ball_at(const BallRows<D, Real, Step>& balls, std::size_t k) {
  return {vector_at<D, Real>(balls.center, k * Step), balls.radius[k]};
}

/// False if numbers are checked and some are bad.
template <bool Checked, int D, class Real, int Step>
bool overlap_at(const BallRows<D, Real, Step>& a, const BallRows<D, Real, Step>& b, std::size_t k, bool& answer) {
  if constexpr (Checked)
    if (!is_good(a, k, false) || !is_good(b, k, false)) return false;
  answer = proximity(ball_at(a, k), ball_at(b, k)) != Proximity::apart;
  return true;
}

/// False if numbers are checked and some are bad.
template <bool Checked, int D, class Real, int Step>
HWY_INLINE bool overlaps_of(const BallRows<D, Real, Step>& a, const BallRows<D, Real, Step>& b, std::size_t count,
                            bool* answers) {
  using Filter = LinearFilter<Real>;
  using Vector = Reals<Real>;
  const Lanes<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const Relative<D, Real> relative(a, b, k);
    const Vector p2 = dot_product<D>(relative.p, relative.p);
    const Vector r2 = relative.reach * relative.reach;
    const Vector size = p2 + r2;
    const Vector gap = p2 - r2;
    auto sure = hn::And(hn::Gt(hn::Abs(gap), all_lanes(Filter::kOverlap) * size),
                        hn::And(hn::Gt(size, all_lanes(Filter::kLeast)), hn::Lt(size, all_lanes(Filter::kMost))));
    if constexpr (Checked) sure = hn::And(sure, good<Real>(size, relative.smaller_radius));
    const unsigned overlapping = bits_of<Real>(hn::Lt(gap, hn::Zero(d)));
    for (std::size_t lane = 0; lane < lanes; ++lane) answers[k + lane] = (overlapping >> lane & 1) != 0;
    if (HWY_UNLIKELY(!hn::AllTrue(d, sure)))
      for (unsigned left = bits_of<Real>(hn::Not(sure)); left != 0; left &= left - 1) {
        const std::size_t at = k + static_cast<std::size_t>(__builtin_ctz(left));
        if (!overlap_at<Checked>(a, b, at, answers[at])) return false;
      }
  }
  for (; k < count; ++k)
    if (!overlap_at<Checked>(a, b, k, answers[k])) return false;
  return true;
}

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): Real is a type
#define CAROM_BATCH(D, Real, Name)                                                                                \
  void Times##Name(const BallRows<D, Real>& a, const BallRows<D, Real>& b, std::size_t count, Real horizon,       \
                   Real* times) {                                                                                 \
    impact_times_of<D, Real>(a, b, count, horizon, times);                                                        \
  }                                                                                                               \
  void Overlaps##Name(const BallRows<D, Real>& a, const BallRows<D, Real>& b, std::size_t count, bool* answers) { \
    overlaps_of<false>(a, b, count, answers);                                                                     \
  }
// NOLINTEND(bugprone-macro-parentheses)
#define CAROM_CHECKED(D, Step, Name)                                                                                 \
  bool CheckedTimes##Name(const BallRows<D, double, Step>& a, const BallRows<D, double, Step>& b, std::size_t count, \
                          double horizon, double* times) {                                                           \
    return checked_times_of(a, b, count, horizon, times);                                                            \
  }                                                                                                                  \
  bool CheckedOverlaps##Name(const BallRows<D, double, Step>& a, const BallRows<D, double, Step>& b,                 \
                             std::size_t count, bool* answers) {                                                     \
    return overlaps_of<true>(a, b, count, answers);                                                                  \
  }
CAROM_ALL_BATCHES
#undef CAROM_BATCH
#undef CAROM_CHECKED

}  // namespace carom::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::query {

// NOLINTBEGIN(bugprone-macro-parentheses): Real is a type
#define CAROM_BATCH(D, Real, Name)                                                                                    \
  HWY_EXPORT(Times##Name);                                                                                            \
  HWY_EXPORT(Overlaps##Name);                                                                                         \
  template <>                                                                                                         \
  void impact_times_of_block(const BallRows<D, Real>& a, const BallRows<D, Real>& b, std::size_t count, Real horizon, \
                             Real* times) {                                                                           \
    HWY_DYNAMIC_DISPATCH(Times##Name)(a, b, count, horizon, times);                                                   \
  }                                                                                                                   \
  template <>                                                                                                         \
  void overlaps_of_block(const BallRows<D, Real>& a, const BallRows<D, Real>& b, std::size_t count, bool* answers) {  \
    HWY_DYNAMIC_DISPATCH(Overlaps##Name)(a, b, count, answers);                                                       \
  }
// NOLINTEND(bugprone-macro-parentheses)
#define CAROM_CHECKED(D, Step, Name)                                                                     \
  HWY_EXPORT(CheckedTimes##Name);                                                                        \
  HWY_EXPORT(CheckedOverlaps##Name);                                                                     \
  template <>                                                                                            \
  bool checked_times_of_block(const BallRows<D, double, Step>& a, const BallRows<D, double, Step>& b,    \
                              std::size_t count, double horizon, double* times) {                        \
    return HWY_DYNAMIC_DISPATCH(CheckedTimes##Name)(a, b, count, horizon, times);                        \
  }                                                                                                      \
  template <>                                                                                            \
  bool checked_overlaps_of_block(const BallRows<D, double, Step>& a, const BallRows<D, double, Step>& b, \
                                 std::size_t count, bool* answers) {                                     \
    return HWY_DYNAMIC_DISPATCH(CheckedOverlaps##Name)(a, b, count, answers);                            \
  }
CAROM_ALL_BATCHES
#undef CAROM_BATCH
#undef CAROM_CHECKED

}  // namespace carom::query
#endif
