#include "sim/straight_search.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/straight_search.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "query/linear_filter.hpp"

HWY_BEFORE_NAMESPACE();
namespace carom::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Adds to those kept the bodies that may be met first, where `until` tells when each is met, the first at `least`.
HWY_INLINE std::size_t keep_first(double epoch_length, const std::uint32_t* bodies, const double* until,
                                  std::size_t count, double least, std::uint32_t* kept, std::size_t left_over) {
  if (least == std::numeric_limits<double>::infinity()) return left_over;
  // Rounding of the times and of the clock is far below this.
  const double end = least + 0x1p-44 * (least + epoch_length);
  for (std::size_t k = 0; k < count; ++k)
    if (until[k] <= end) kept[left_over++] = bodies[k];
  return left_over;
}

#if HWY_MAX_BYTES == 8
#include "sim/straight_one.inl"

template <int D>
HWY_INLINE void first_met_in(const StraightSearch<D>& search, const std::uint32_t* bodies, std::size_t count,
                             FirstMet<D>& first) {
  first_of(search, bodies, count, first);
}

template <int D>
HWY_INLINE void first_met_of_both_in(const StraightSearch<D>& search, const std::uint32_t (&balls)[2],
                                     const std::uint32_t* const (&bodies)[2], const std::size_t (&counts)[2],
                                     FirstMet<D> (&first)[2]) {
  StraightSearch<D> one = search;
  one.since = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    one.self = balls[k];
    one.parted = balls[1 - k];
    first_of(one, bodies[k], counts[k], first[k]);
  }
}

template <int D>
HWY_INLINE std::size_t sift_in(const StraightSearch<D>& search, std::uint32_t* bodies, std::size_t count,
                               std::uint32_t* kept, double* scratch) {
  const Mover<D>& self = search.movers[search.self];
  std::size_t left_over = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < count; ++k) {
    const bool out = bodies[k] == search.self || bodies[k] == search.parted;
    const PairMeeting<D> meeting = out ? PairMeeting<D>{} : meeting_of(search, self, bodies[k]);
    if (meeting.undecided) kept[left_over++] = bodies[k];
    scratch[k] = meeting.until;
    least = std::min(least, meeting.until);
  }
  return keep_first(search.epoch_length, bodies, scratch, count, least, kept, left_over);
}
#else
#include "broad/float_records.inl"
#include "sim/straight_pairs.inl"

/// What a ball looks like beside others.
template <int D>
struct GlanceOf {
  using Bounds = GlanceBounds;

  Float position[D];
  Float velocity[D];
  Float reach;
  Float steady;
  hn::Vec<Ids> id;

  HWY_INLINE GlanceOf(const StraightSearch<D>& search, std::uint32_t ball) : id(hn::Set(Ids(), ball)) {
    const Floats d;
    const Glance& self = search.glances[ball];
    Float speed2 = hn::Zero(d);
    for (int k = 0; k < D; ++k) {
      position[k] = hn::Set(d, self.position[k]);
      velocity[k] = hn::Set(d, self.velocity[k]);
      speed2 = speed2 + velocity[k] * velocity[k];
    }
    reach = hn::Set(d, self.radius) + hn::Set(d, Bounds::kMargin);
    steady = hn::Max(hn::Set(d, Bounds::kSteady) * speed2, hn::Set(d, Bounds::kLeast));
  }
};

/// The first `count` lanes are those of a vector of bodies that may be met, by their glances, the others the ball.
struct MayMeet {
  hn::Vec<Ids> bodies;
  std::size_t count;
};

template <int D>
HWY_INLINE MayMeet may_be_met(const StraightSearch<D>& search, const GlanceOf<D>& self, const std::uint32_t* bodies) {
  using Bounds = GlanceBounds;
  const Floats d;
  const float* places[kFloats];
  const float* velocities[kFloats];
  for (std::size_t lane = 0; lane < kFloats; ++lane) {
    places[lane] = search.glances[bodies[lane]].position;
    velocities[lane] = search.glances[bodies[lane]].velocity;
  }
  Float place[4];
  Float velocity[4];
  transpose_floats(places, place);
  transpose_floats(velocities, velocity);
  Float p2 = hn::Zero(d);
  Float w2 = hn::Zero(d);
  Float approach = hn::Zero(d);
  const Float elapsed = hn::Set(d, search.elapsed);
  for (int axis = 0; axis < D; ++axis) {
    const Float w = self.velocity[axis] - velocity[axis];
    Float p = (self.position[axis] - place[axis]) + w * elapsed;
    if (search.periodic)
      p = p - hn::Set(d, search.glance_period[axis]) * hn::Round(p * hn::Set(d, search.glance_boxes[axis]));
    p2 = p2 + p * p;
    w2 = w2 + w * w;
    approach = approach + p * w;
  }
  const Float reach = self.reach + place[3];
  const Float square = approach * approach;
  const Float relative = hn::Set(d, Bounds::kRelative);
  const auto miss = hn::Lt(square, w2 * ((p2 - relative * p2) - reach * reach));
  const auto part = hn::And(hn::Gt(approach, hn::Zero(d)), hn::Gt(square, relative * w2 * (p2 + hn::Set(d, 1.0F))));
  const auto certain = hn::And(hn::Or(miss, part), hn::Gt(w2, self.steady));
  const auto ids = hn::LoadU(Ids(), bodies);
  const auto keep = hn::AndNot(hn::RebindMask(Ids(), certain), hn::Ne(ids, self.id));
  const std::size_t count = hn::CountTrue(Ids(), keep);
  return {hn::IfThenElse(hn::FirstN(Ids(), count), hn::Compress(ids, keep), self.id), count};
}

/// Keeps of `bodies`, which end with the ball itself up to a whole vector, those that may be met, and ends them
/// likewise. `near` has room for a vector more.
template <int D>
HWY_INLINE std::size_t may_be_met(const StraightSearch<D>& search, std::uint32_t ball, const std::uint32_t* bodies,
                                  std::size_t count, std::uint32_t* near) {
  const GlanceOf<D> self(search, ball);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += kFloats) {
    const MayMeet some = may_be_met(search, self, bodies + k);
    hn::StoreU(some.bodies, Ids(), near + kept);
    kept += some.count;
  }
  hn::StoreU(self.id, Ids(), near + kept);
  return kept;
}

/// When the balls of a vector are met.
template <int D>
struct Judged {
  Real until;  ///< from the ball's own time, infinite if never or not known
  Real after;  ///< from the later of both balls' own times
  Real image[D];
  unsigned undecided;
};

template <int D>
HWY_INLINE Judged<D> judge(const Pairs<D>& pairs, Real later) {
  const Lanes d;
  Judged<D> judged;
  const Contacts contacts = contacts_of<D>(pairs);
  judged.after = contacts.times();
  judged.until = hn::IfThenElse(contacts.hit, later + judged.after, hn::Inf(d));
  judged.undecided = bits_of(contacts.undecided);
  for (int k = 0; k < D; ++k) judged.image[k] = pairs.image[k];
  return judged;
}

HWY_INLINE void add_doubts(unsigned lanes, const std::uint32_t* bodies, std::uint32_t* doubtful, std::size_t& doubts) {
  for (; lanes != 0; lanes &= lanes - 1) doubtful[doubts++] = bodies[static_cast<std::size_t>(__builtin_ctz(lanes))];
}

/// The first of some lanes, of which `least` is the least time.
template <int D>
HWY_INLINE void note_first(const StraightSearch<D>& search, const Judged<D>& judged, Real least, unsigned lanes,
                           const std::uint32_t* bodies, FirstMet<D>& first) {
  const Lanes d;
  // Rounding of the times and of the clock is far below this.
  const Real end = least + all(0x1p-44) * (least + all(search.epoch_length));
  const unsigned soon = bits_of(hn::And(hn::Le(judged.until, end), hn::Lt(judged.until, hn::Inf(d)))) & lanes;
  if (HWY_UNLIKELY((judged.undecided & lanes) != 0))
    add_doubts(judged.undecided & lanes, bodies, first.doubtful, first.doubts);
  if (soon == 0) return;
  if (HWY_UNLIKELY((soon & (soon - 1)) != 0)) return add_doubts(soon, bodies, first.doubtful, first.doubts);
  const auto lane = static_cast<std::size_t>(__builtin_ctz(soon));
  HWY_ALIGN double numbers[kLanes];
  hn::Store(judged.after, d, numbers);
  first.after = numbers[lane];
  first.other = bodies[lane];
  if (!search.periodic) return;
  for (std::size_t k = 0; k < D; ++k) {
    hn::Store(judged.image[k], d, numbers);
    first.image[k] = static_cast<std::int32_t>(numbers[lane]);
  }
}

constexpr unsigned kAllLanes = (1u << kLanes) - 1;

/// Of some balls, which end with the ball itself up to a whole vector. `judge_some(bodies)`: a vector of them.
template <int D, class JudgeSome>
HWY_INLINE void note_first_of(const StraightSearch<D>& search, const std::uint32_t* bodies, std::size_t count,
                              FirstMet<D>& first, const JudgeSome& judge_some) {
  if (count == 0) return;
  const Judged<D> judged = judge_some(bodies);
  const Real least = hn::MinOfLanes(Lanes(), judged.until);
  note_first(search, judged, least, kAllLanes, bodies, first);
  for (std::size_t k = kLanes; HWY_UNLIKELY(k < count); k += kLanes) {
    const Judged<D> more = judge_some(bodies + k);
    const Real end = least + all(0x1p-44) * (least + all(search.epoch_length));
    const unsigned soon = bits_of(hn::And(hn::Le(more.until, end), hn::Lt(more.until, hn::Inf(Lanes()))));
    add_doubts(soon | more.undecided, bodies + k, first.doubtful, first.doubts);
  }
}

template <int D>
HWY_INLINE void first_met_in(const StraightSearch<D>& search, const std::uint32_t* bodies, std::size_t count,
                             FirstMet<D>& first) {
  HWY_ALIGN std::uint32_t near[FirstMet<D>::kMost + 16];
  const std::size_t kept = may_be_met(search, search.self, bodies, count, near);
  const Self<D> self(search);
  note_first_of(search, near, kept, first, [&](const std::uint32_t* some) HWY_ATTR {
    const Pairs<D> pairs(search, self, some);
    return judge<D>(pairs, pairs.later);
  });
}

/// Two balls whose own time is now, one in the lanes before `split`, one in the others. As Pairs of one ball, where
/// nobody's own time is later.
template <int D>
HWY_INLINE Judged<D> judge_now(const StraightSearch<D>& search, const std::uint32_t (&balls)[2], Mask second,
                               const std::uint32_t* bodies) {
  const Lanes d;
  const Bits bits;
  const auto* base = reinterpret_cast<const double*>(search.movers);
  const double* records[kLanes];
  for (std::size_t lane = 0; lane < kLanes; ++lane) records[lane] = base + kStride * bodies[lane];
  Real numbers[8];
  transpose(records, numbers);
  const Mover<D>& ball0 = search.movers[balls[0]];
  const Mover<D>& ball1 = search.movers[balls[1]];
  const auto own = [&](double first, double other) HWY_ATTR { return hn::IfThenElse(second, all(other), all(first)); };
  Pairs<D> pairs;
  const auto word = hn::BitCast(bits, numbers[Field<D>::kEpoch]);
  pairs.special = hn::MaskFromVec(hn::BitCast(d, hn::BroadcastSignBit(word)));
  const auto epochs = hn::Set(bits, ball0.epoch) - hn::ShiftRight<8>(hn::ShiftLeft<8>(word));
  const Real earlier =
      hn::Max(hn::ConvertTo(d, epochs) * all(search.epoch_length) + (all(ball0.offset) - numbers[Field<D>::kOffset]),
              hn::Zero(d));
  const hn::Rebind<std::uint32_t, Lanes> narrow;
  pairs.ids = hn::BitCast(bits, hn::PromoteTo(hn::RebindToUnsigned<Lanes>(), hn::LoadU(narrow, bodies)));
  const auto self = hn::IfThenElse(hn::RebindMask(bits, second), hn::Set(bits, std::int64_t{balls[1]}),
                                   hn::Set(bits, std::int64_t{balls[0]}));
  pairs.left_out = hn::RebindMask(d, hn::Eq(pairs.ids, self));
  const Mask is_low = hn::RebindMask(d, hn::Lt(pairs.ids, self));
  for (int k = 0; k < D; ++k) {
    const Real position = own(ball0.position[k], ball1.position[k]);
    const Real velocity = own(ball0.velocity[k], ball1.velocity[k]);
    const Real its = numbers[k] + earlier * numbers[Field<D>::kVelocity + k];
    pairs.w[k] = velocity - numbers[Field<D>::kVelocity + k];
    if (search.periodic) {
      const Real low = hn::IfThenElse(is_low, its, position);
      const Real high = hn::IfThenElse(is_low, position, its);
      pairs.w[k] = hn::IfThenElse(is_low, hn::Neg(pairs.w[k]), pairs.w[k]);
      pairs.image[k] = hn::Round((low - high) * all(search.boxes[k]));
      pairs.p[k] = low - (high + pairs.image[k] * all(search.period[k]));
    } else {
      pairs.image[k] = hn::Zero(d);
      pairs.p[k] = position - its;
    }
  }
  pairs.reach =
      own(ball0.radius, ball1.radius) + (search.equal_radii ? all(ball0.radius) : Pairs<D>::radii(records, numbers));
  return judge<D>(pairs, hn::Zero(d));
}

template <int D>
HWY_INLINE void first_met_of_both_in(const StraightSearch<D>& search, const std::uint32_t (&balls)[2],
                                     const std::uint32_t* const (&bodies)[2], const std::size_t (&counts)[2],
                                     FirstMet<D> (&first)[2]) {
  const Lanes d;
  HWY_ALIGN std::uint32_t near[2][FirstMet<D>::kFew + 16];
  std::size_t kept[2];
#if HWY_MAX_BYTES >= 64
  const MayMeet some0 = may_be_met(search, GlanceOf<D>(search, balls[0]), bodies[0]);
  const MayMeet some1 = may_be_met(search, GlanceOf<D>(search, balls[1]), bodies[1]);
  constexpr std::size_t kHalf = kLanes / 2;
  if (some0.count <= kHalf && some1.count <= kHalf) {
    HWY_ALIGN std::uint32_t together[kLanes];
    const hn::Half<Ids> half;
    const hn::Half<hn::Half<Ids>> quarter;
    hn::Store(hn::Combine(half, hn::LowerHalf(quarter, hn::LowerHalf(half, some1.bodies)),
                          hn::LowerHalf(quarter, hn::LowerHalf(half, some0.bodies))),
              half, together);
    const Judged<D> judged = judge_now(search, balls, hn::Not(hn::FirstN(d, kHalf)), together);
    Real least = hn::Min(judged.until, hn::Shuffle01(judged.until));
    least = hn::Min(least, hn::SwapAdjacentBlocks(least));
    note_first(search, judged, least, kAllLanes >> kHalf, together, first[0]);
    note_first(search, judged, least, kAllLanes & ~(kAllLanes >> kHalf), together, first[1]);
    return;
  }
  hn::StoreU(some0.bodies, Ids(), near[0]);
  hn::StoreU(some1.bodies, Ids(), near[1]);
  kept[0] = some0.count;
  kept[1] = some1.count;
  (void)counts;
#else
  for (std::size_t k = 0; k < 2; ++k) kept[k] = may_be_met(search, balls[k], bodies[k], counts[k], near[k]);
#endif
  for (std::size_t k = 0; k < 2; ++k)
    note_first_of(search, near[k], kept[k], first[k], [&](const std::uint32_t* some) HWY_ATTR {
      return judge_now(search, {balls[k], balls[k]}, hn::FirstN(d, 0), some);
    });
}

template <int D>
HWY_INLINE std::size_t sift_in(const StraightSearch<D>& search, std::uint32_t* bodies, std::size_t count,
                               std::uint32_t* kept, double* scratch) {
  const Lanes d;
  const Self<D> self(search);
  hn::StoreU(hn::Set(hn::Rebind<std::uint32_t, Lanes>(), search.self), hn::Rebind<std::uint32_t, Lanes>(),
             bodies + count);
  std::size_t left_over = 0;
  Real first = hn::Inf(d);
  for (std::size_t k = 0; k < count; k += kLanes) {
    const Pairs<D> pairs(search, self, bodies + k);
    const Contacts contacts = contacts_of<D>(pairs);
    const Real until = hn::IfThenElse(contacts.hit, pairs.later + contacts.times(), hn::Inf(d));
    hn::StoreU(until, d, scratch + k);
    first = hn::Min(first, until);
    for (unsigned left = bits_of(contacts.undecided); left != 0; left &= left - 1)
      kept[left_over++] = bodies[k + static_cast<std::size_t>(__builtin_ctz(left))];
  }
  const double least = hn::GetLane(hn::MinOfLanes(d, first));
  return keep_first(search.epoch_length, bodies, scratch, count, least, kept, left_over);
}

#endif

}  // namespace

std::size_t sift2(const StraightSearch<2>& search, std::uint32_t* bodies, std::size_t count, std::uint32_t* kept,
                  double* scratch) {
  return sift_in<2>(search, bodies, count, kept, scratch);
}
std::size_t sift3(const StraightSearch<3>& search, std::uint32_t* bodies, std::size_t count, std::uint32_t* kept,
                  double* scratch) {
  return sift_in<3>(search, bodies, count, kept, scratch);
}

void first_met3(const StraightSearch<3>& search, const std::uint32_t* bodies, std::size_t count, FirstMet<3>& first) {
  first_met_in<3>(search, bodies, count, first);
}

void first_met2(const StraightSearch<2>& search, const std::uint32_t* bodies, std::size_t count, FirstMet<2>& first) {
  first_met_in<2>(search, bodies, count, first);
}

void first_met_of_both3(const StraightSearch<3>& search, const std::uint32_t (&balls)[2],
                        const std::uint32_t* const (&bodies)[2], const std::size_t (&counts)[2],
                        FirstMet<3> (&first)[2]) {
  first_met_of_both_in<3>(search, balls, bodies, counts, first);
}

void first_met_of_both2(const StraightSearch<2>& search, const std::uint32_t (&balls)[2],
                        const std::uint32_t* const (&bodies)[2], const std::size_t (&counts)[2],
                        FirstMet<2> (&first)[2]) {
  first_met_of_both_in<2>(search, balls, bodies, counts, first);
}

}  // namespace carom::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::detail {

HWY_EXPORT(sift2);
HWY_EXPORT(sift3);
HWY_EXPORT(first_met2);
HWY_EXPORT(first_met3);
HWY_EXPORT(first_met_of_both2);
HWY_EXPORT(first_met_of_both3);

/// The function of this processor's instructions.
#define CAROM_BEST(Function, best, name)                    \
  template <>                                               \
  Function best() {                                         \
    hwy::GetChosenTarget().Update(hwy::SupportedTargets()); \
    return HWY_DYNAMIC_DISPATCH(name);                      \
  }
CAROM_BEST(Sift<2>, best_sift, sift2)
CAROM_BEST(Sift<3>, best_sift, sift3)
CAROM_BEST(FirstOf<2>, best_first_of, first_met2)
CAROM_BEST(FirstOf<3>, best_first_of, first_met3)
CAROM_BEST(FirstOfBoth<2>, best_first_of_both, first_met_of_both2)
CAROM_BEST(FirstOfBoth<3>, best_first_of_both, first_met_of_both3)
#undef CAROM_BEST

}  // namespace carom::detail
#endif
