#include "sim/straight_search.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/straight_search.cpp"
#include "query/batch_targets.hpp"
// After batch_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <limits>

#include "query/linear_filter.hpp"

HWY_BEFORE_NAMESPACE();
namespace carom::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<double>;
using Real = hn::Vec<Lanes>;
using Bits = hn::RebindToSigned<Lanes>;
using Mask = hn::Mask<Lanes>;
using Filter = LinearFilter<double>;

constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(double);
constexpr std::size_t kStride = 16;  // numbers in a record

HWY_INLINE Real all(double value) {
  return hn::Set(Lanes(), value);
}

/// Number k of a ball's first cache line; see Mover.
template <int D>
struct Field {
  static constexpr std::size_t kVelocity = D;
  static constexpr std::size_t kOffset = 2 * D;
  static constexpr std::size_t kEpoch = 2 * D + 1;
  static constexpr std::size_t kRadius = 2 * D + 2;
  static_assert(sizeof(Mover<D>) == kStride * sizeof(double));
};

// The first numbers of as many records as a vector has lanes, number by number.
#if HWY_MAX_BYTES >= 32
using Four = hn::FixedTag<double, 4>;

HWY_INLINE void transpose_four(const double* const* records, std::size_t from, hn::Vec<Four>* numbers) {
  const Four d;
  const auto r0 = hn::Load(d, records[0] + from);
  const auto r1 = hn::Load(d, records[1] + from);
  const auto r2 = hn::Load(d, records[2] + from);
  const auto r3 = hn::Load(d, records[3] + from);
  const auto even01 = hn::InterleaveLower(d, r0, r1);
  const auto odd01 = hn::InterleaveUpper(d, r0, r1);
  const auto even23 = hn::InterleaveLower(d, r2, r3);
  const auto odd23 = hn::InterleaveUpper(d, r2, r3);
  numbers[0] = hn::ConcatLowerLower(d, even23, even01);
  numbers[1] = hn::ConcatLowerLower(d, odd23, odd01);
  numbers[2] = hn::ConcatUpperUpper(d, even23, even01);
  numbers[3] = hn::ConcatUpperUpper(d, odd23, odd01);
}

HWY_INLINE void transpose(const double* const* records, Real (&numbers)[8]) {
  for (std::size_t from = 0; from < 8; from += 4) {
    hn::Vec<Four> low[4];
    transpose_four(records, from, low);
#if HWY_MAX_BYTES >= 64
    hn::Vec<Four> high[4];
    transpose_four(records + 4, from, high);
    for (std::size_t k = 0; k < 4; ++k) numbers[from + k] = hn::Combine(Lanes(), high[k], low[k]);
#else
    for (std::size_t k = 0; k < 4; ++k) numbers[from + k] = low[k];
#endif
  }
}
#elif HWY_MAX_BYTES >= 16
HWY_INLINE void transpose(const double* const* records, Real (&numbers)[8]) {
  const Lanes d;
  for (std::size_t from = 0; from < 8; from += 2) {
    const Real r0 = hn::Load(d, records[0] + from);
    const Real r1 = hn::Load(d, records[1] + from);
    numbers[from] = hn::InterleaveLower(d, r0, r1);
    numbers[from + 1] = hn::InterleaveUpper(d, r0, r1);
  }
}
#else
HWY_INLINE void transpose(const double* const* records, Real (&numbers)[8]) {
  for (std::size_t k = 0; k < 8; ++k) numbers[k] = hn::Load(Lanes(), records[0] + k);
}
#endif

template <int D>
HWY_INLINE Real dot_product(const Real (&a)[D], const Real (&b)[D]) {
  const Real flat = a[0] * b[0] + a[1] * b[1];
  if constexpr (D == 2)
    return flat;
  else
    return flat + a[2] * b[2];
}

template <int D>
HWY_INLINE Real cross_product2(const Real (&a)[D], const Real (&b)[D]) {
  const Real z = a[0] * b[1] - a[1] * b[0];
  if constexpr (D == 2) {
    return z * z;
  } else {
    const Real x = a[1] * b[2] - a[2] * b[1];
    const Real y = a[2] * b[0] - a[0] * b[2];
    return x * x + y * y + z * z;
  }
}

/// The numbers of one ball, in every lane.
template <int D>
struct Self {
  Real position[D];
  Real velocity[D];
  Real offset;
  Real radius;
  hn::Vec<Bits> epoch;
  hn::Vec<Bits> id;
  Real since;

  explicit HWY_INLINE Self(const StraightSearch<D>& search)
      : offset(all(search.movers[search.self].offset)),
        radius(all(search.movers[search.self].radius)),
        epoch(hn::Set(Bits(), search.movers[search.self].epoch)),
        id(hn::Set(Bits(), std::int64_t{search.self})),
        since(all(search.since)) {
    for (int k = 0; k < D; ++k) {
      position[k] = all(search.movers[search.self].position[k]);
      velocity[k] = all(search.movers[search.self].velocity[k]);
    }
  }
};

/// The relative state of each pair, as Simulation::relative has it.
template <int D>
struct Pairs {
  Real p[D];
  Real w[D];
  Real reach;
  Real later;  ///< from the ball's own time to the later of both
  Mask special;
  Mask is_self;
  hn::Vec<Bits> ids;
  bool at_home;  ///< no copies across the periodic box

  HWY_INLINE Pairs(const StraightSearch<D>& search, const Self<D>& self, const std::uint32_t* bodies) {
    const Lanes d;
    const Bits bits;
    const auto* base = reinterpret_cast<const double*>(search.movers);
    const double* records[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) records[lane] = base + kStride * bodies[lane];
    Real numbers[8];
    transpose(records, numbers);
    const auto word = hn::BitCast(bits, numbers[Field<D>::kEpoch]);
    special = hn::MaskFromVec(hn::BitCast(d, hn::BroadcastSignBit(word)));
    const auto epochs = hn::ShiftRight<8>(hn::ShiftLeft<8>(word)) - self.epoch;
    const Real ahead = hn::ConvertTo(d, epochs) * all(search.epoch_length) + (numbers[Field<D>::kOffset] - self.offset);
    later = hn::Max(ahead, hn::Zero(d));
    const Real earlier = hn::Max(hn::Neg(ahead), hn::Zero(d));
    const hn::Rebind<std::uint32_t, Lanes> narrow;
    ids = hn::BitCast(bits, hn::PromoteTo(hn::RebindToUnsigned<Lanes>(), hn::LoadU(narrow, bodies)));
    is_self = hn::RebindMask(d, hn::Eq(ids, self.id));
    Real its[D];
    for (int k = 0; k < D; ++k) {
      const Real& velocity = numbers[Field<D>::kVelocity + k];
      p[k] = self.position[k] + later * self.velocity[k];
      its[k] = numbers[k] + earlier * velocity;
      w[k] = self.velocity[k] - velocity;
    }
    at_home = !search.periodic || (search.since == 0 && are_at_home(search, its));
    if (HWY_LIKELY(at_home)) {
      for (int k = 0; k < D; ++k) p[k] = p[k] - its[k];
    } else {
      take_nearest(search, self, its, hn::RebindMask(d, hn::Lt(ids, self.id)));
    }
    reach = self.radius + (search.equal_radii ? self.radius : radii(records, numbers));
  }

  /// Whether none is further away than half a period; here `p` is the ball's own position.
  HWY_INLINE bool are_at_home(const StraightSearch<D>& search, const Real (&its)[D]) const {
    const Lanes d;
    Mask away = hn::Gt(hn::Abs(p[0] - its[0]), all(0.5 * search.period[0]));
    for (int k = 1; k < D; ++k) away = hn::Or(away, hn::Gt(hn::Abs(p[k] - its[k]), all(0.5 * search.period[k])));
    return hn::AllFalse(d, away);
  }

  /// The relative state of the nearest copies: of the ball of lower id minus that of higher id, to which the period is
  /// added.
  HWY_NOINLINE void take_nearest(const StraightSearch<D>& search, const Self<D>& self, const Real (&its)[D],
                                 Mask is_low) {
    const Real left = self.since - later;
    for (int k = 0; k < D; ++k) {
      const Real low = hn::IfThenElse(is_low, its[k], p[k]);
      const Real high = hn::IfThenElse(is_low, p[k], its[k]);
      w[k] = hn::IfThenElse(is_low, hn::Neg(w[k]), w[k]);
      const Real now = (low - high) + left * w[k];
      // A ball that has flown for long may be several boxes away from home.
      const Real image = hn::Round(now * all(1 / search.period[k]));
      p[k] = low - (high + image * all(search.period[k]));
    }
  }

  static HWY_INLINE Real radii(const double* const* records, const Real (&numbers)[8]) {
    if constexpr (Field<D>::kRadius < 8) return numbers[Field<D>::kRadius];
    HWY_ALIGN double found[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) found[lane] = records[lane][Field<D>::kRadius];
    return hn::Load(Lanes(), found);
  }
};

/// first_contact_balls for endless time, for a vector of pairs.
template <int D>
HWY_INLINE void contact_times(const Pairs<D>& pairs, Real& times, Mask& hit, Mask& undecided) {
  const Lanes d;
  const auto& p = pairs.p;
  const auto& w = pairs.w;
  const Real p2 = dot_product<D>(p, p);
  const Real w2 = dot_product<D>(w, w);
  const Real r2 = pairs.reach * pairs.reach;
  const Real gap = p2 - r2;
  const Real size = p2 + r2;
  const Real approach = dot_product<D>(p, w);
  const Real x2 = cross_product2<D>(p, w);
  const Real margin = all(Filter::kMargin) * p2 * w2;
  const Real reach = r2 * w2;
  const Real discriminant = reach - x2;
  times = gap / (hn::Sqrt(hn::Abs(discriminant)) - approach);

  // certainly_part, from |p·w| ≤ |p| |w|.
  const Mask parts = hn::And(hn::Gt(approach, all(0x1p-400)), hn::Gt(approach * approach, all(0x1p-90) * p2 * w2));
  const Mask usual =
      hn::And(hn::Gt(gap, all(Filter::kGap) * size),
              hn::And(hn::Gt(hn::Min(size, w2), all(Filter::kLeast)), hn::Lt(hn::Max(size, w2), all(Filter::kMost))));
  const Mask miss = hn::Ge(hn::Max(approach, hn::Neg(all(Filter::kMiss) * x2 + margin) - discriminant), hn::Zero(d));
  const Mask timed = hn::Gt(discriminant, all(Filter::kHit) * reach + margin);
  hit = hn::AndNot(hn::Or(miss, pairs.special), hn::AndNot(parts, hn::And(usual, timed)));
  undecided =
      hn::AndNot(pairs.is_self, hn::Or(pairs.special, hn::AndNot(parts, hn::Not(hn::And(usual, hn::Or(miss, timed))))));
}

HWY_INLINE unsigned bits_of(Mask mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Lanes(), mask, bytes);
  return bytes[0];
}

/// The first of each lane, and what is second to it.
struct Earliest {
  Real until;
  Real second;
  Real after;
  hn::Vec<Bits> body;

  HWY_INLINE Earliest()
      : until(hn::Inf(Lanes())), second(hn::Inf(Lanes())), after(hn::Inf(Lanes())), body(hn::Zero(Bits())) {}

  HWY_INLINE void note(Real new_until, Real new_after, hn::Vec<Bits> new_body) {
    const Mask earlier = hn::Lt(new_until, until);
    second = hn::Min(second, hn::Max(until, new_until));
    after = hn::IfThenElse(earlier, new_after, after);
    body = hn::IfThenElse(hn::RebindMask(Bits(), earlier), new_body, body);
    until = hn::Min(until, new_until);
  }
};

/// Several may be first.
HWY_NOINLINE void keep_soon(const std::uint32_t* bodies, std::size_t count, double end, const double* scratch,
                            std::uint32_t* kept, Sifted& result) {
  for (std::size_t k = 0; k < count; ++k)
    if (scratch[k] <= end) kept[result.count++] = bodies[k];
}

template <int D>
HWY_INLINE Sifted sift_in(const StraightSearch<D>& search, std::uint32_t* bodies, std::size_t count,
                          std::uint32_t* kept, double* scratch) {
  const Lanes d;
  const Self<D> self(search);
  hn::StoreU(hn::Set(hn::Rebind<std::uint32_t, Lanes>(), search.self), hn::Rebind<std::uint32_t, Lanes>(),
             bodies + count);
  Sifted result;
  Earliest first;
  for (std::size_t k = 0; k < count; k += kLanes) {
    const Pairs<D> pairs(search, self, bodies + k);
    result.at_home = result.at_home && pairs.at_home;
    Real times;
    Mask hit;
    Mask undecided;
    contact_times<D>(pairs, times, hit, undecided);
    const Real until = hn::IfThenElse(hit, pairs.later + times, hn::Inf(d));
    hn::StoreU(until, d, scratch + k);
    first.note(until, times, pairs.ids);
    if (HWY_LIKELY(hn::AllFalse(d, undecided))) continue;
    for (unsigned left = bits_of(undecided); left != 0; left &= left - 1)
      kept[result.count++] = bodies[k + static_cast<std::size_t>(__builtin_ctz(left))];
  }
  const double least = hn::GetLane(hn::MinOfLanes(d, first.until));
  if (least == std::numeric_limits<double>::infinity()) return result;
  // Rounding of the times and of the clock is far below this.
  const double end = least + 0x1p-44 * (least + search.epoch_length);
  const unsigned soon = bits_of(hn::Le(first.until, all(end)));
  if (HWY_UNLIKELY(result.count > 0 || (soon & (soon - 1)) != 0 || !hn::AllFalse(d, hn::Le(first.second, all(end))))) {
    keep_soon(bodies, count, end, scratch, kept, result);
    return result;
  }
  HWY_ALIGN double after[kLanes];
  HWY_ALIGN std::int64_t body[kLanes];
  hn::Store(first.after, d, after);
  hn::Store(first.body, Bits(), body);
  const auto lane = static_cast<std::size_t>(__builtin_ctz(soon));
  kept[0] = static_cast<std::uint32_t>(body[lane]);
  result.count = 1;
  result.sure = true;
  result.after = after[lane];
  return result;
}

}  // namespace

Sifted sift2(const StraightSearch<2>& search, std::uint32_t* bodies, std::size_t count, std::uint32_t* kept,
             double* scratch) {
  return sift_in<2>(search, bodies, count, kept, scratch);
}
Sifted sift3(const StraightSearch<3>& search, std::uint32_t* bodies, std::size_t count, std::uint32_t* kept,
             double* scratch) {
  return sift_in<3>(search, bodies, count, kept, scratch);
}

}  // namespace carom::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::detail {

HWY_EXPORT(sift2);
HWY_EXPORT(sift3);

template <>
Sift<2> best_sift() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return HWY_DYNAMIC_DISPATCH(sift2);
}

template <>
Sift<3> best_sift() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return HWY_DYNAMIC_DISPATCH(sift3);
}

}  // namespace carom::detail
#endif
