#include "sim/search/verlet/verlet_plan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/search/verlet/verlet_plan.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "math/vector_dispatch.hpp"
#include "query/straight/linear_filter.hpp"

HWY_BEFORE_NAMESPACE();
namespace carom::sim::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE Time later_of(const Time& a, const Time& b) {
  const bool is_b = a.epoch < b.epoch || (a.epoch == b.epoch && a.offset < b.offset);
  return is_b ? b : a;
}

/// Enters what comes first: leaving the Verlet sphere, or what is met `after` the time `from`.
template <int D>
HWY_NOINLINE void enter(const VerletPlan<D>& plan, std::uint32_t ball, std::uint32_t other, const Time& from,
                        double after) {
  const Particle<D>& particle = plan.search.particles[ball];
  const EpochClock& clock = *plan.clock;
  const double since = clock.between(particle.time(), plan.now);
  const Vec<D> from_center = plan.lists->from_center(ball, particle.position + since * particle.velocity);
  DueKey met{EpochClock::never(), 0, 0, 0};
  std::uint32_t version = 0;
  if (other != ball) {
    met.time = clock.later(from, after);
    const auto rank_of = [&](std::uint32_t of) {
      return plan.search.particles[of].time() == met.time ? plan.records[of].rank : 0;
    };
    met.rank = 1 + std::max(rank_of(ball), rank_of(other));
    met.low = std::min(ball, other);
    met.high = std::max(ball, other);
    version = plan.versions[other];
    // A path that ends in the sphere does not leave it.
    if (met.time != EpochClock::never() &&
        plan.lists->holds(from_center + clock.between(plan.now, met.time) * particle.velocity))
      return plan.calendar->set(ball, met, version);
  }
  const DueKey search{clock.later(plan.now, plan.lists->exit_after(from_center, particle.velocity)), 0, ball, 0};
  // Both may be later than can be told.
  if (search < met && search.time != EpochClock::never()) {
    plan.calendar->set(ball, search);
  } else if (met.time != EpochClock::never()) {
    plan.calendar->set(ball, met, version);
  } else {
    plan.calendar->erase(ball);
  }
}

template <int D>
bool plan_one(const VerletPlan<D>& plan, std::uint32_t ball, FirstMet<D>& first);

/// As plan_two, one after the other.
template <int D>
HWY_NOINLINE void plan_apart(const VerletPlan<D>& plan, const std::uint32_t (&balls)[2], FirstMet<D> (&first)[2],
                             bool (&planned)[2]) {
  VerletPlan<D> one = plan;
  for (std::size_t k = 0; k < 2; ++k) {
    one.search.self = balls[k];
    one.search.parted = balls[1 - k];
    planned[k] = plan_one<D>(one, balls[k], first[k]);
  }
}

#if HWY_MAX_BYTES == 8
#include "sim/search/straight/straight_one.inl"

template <int D>
HWY_INLINE bool plan_one(const VerletPlan<D>& plan, std::uint32_t ball, FirstMet<D>& first) {
  std::uint32_t listed[VerletPlan<D>::kMost];
  first_of(plan.search, listed, plan.lists->copy(ball, listed), first);
  if (first.doubts > 0) return false;
  const Particle<D>& particle = plan.search.particles[ball];
  const bool none = first.other == UINT32_MAX;
  enter<D>(plan, ball, none ? ball : first.other,
           none ? particle.time() : std::max(particle.time(), plan.search.particles[first.other].time()), first.after);
  return true;
}

template <int D>
HWY_INLINE void plan_two(const VerletPlan<D>& plan, const std::uint32_t (&balls)[2], FirstMet<D> (&first)[2],
                         bool (&planned)[2]) {
  plan_apart(plan, balls, first, planned);
}

template <int D>
HWY_INLINE unsigned plan_some(const VerletPlan<D>& plan, const std::uint32_t* balls, std::size_t count,
                              FirstMet<D>* first) {
  VerletPlan<D> one = plan;
  unsigned left = 0;
  for (std::size_t k = 0; k < count; ++k) {
    one.search.self = one.search.parted = balls[k];
    one.search.since = plan.clock->between(plan.search.particles[balls[k]].time(), plan.now);
    left |= plan_one<D>(one, balls[k], first[k]) ? 0 : 1u << k;
  }
  return left;
}
#else
#include "broad/vector/float_records.inl"
#include "sim/search/straight/straight_pairs.inl"
#include "sim/search/straight/straight_prefilter.inl"
#include "sim/search/straight/straight_row.inl"

constexpr std::size_t kListed = 16;
constexpr std::size_t kVectors = kListed / kLanes;
static_assert(kVectors % 2 == 0);

/// When the balls of a list are met.
struct Judged {
  Real until[kVectors];  ///< from now or the ball's own time; infinite if never or not known
  Real after[kVectors];  ///< from the later of both balls' own times
  unsigned undecided = 0;
};

/// Notes two vectors of pairs, or one. Few are hits: mostly one root and one quotient do for both.
HWY_INLINE void note(Judged& judged, std::size_t k, const Contacts& one, Real later_one, const Contacts& other,
                     Real later_other) {
  const Lanes d;
  Contacts either = one;
  either.gap = hn::IfThenElse(other.hit, other.gap, one.gap);
  either.approach = hn::IfThenElse(other.hit, other.approach, one.approach);
  either.discriminant = hn::IfThenElse(other.hit, other.discriminant, one.discriminant);
  const Real times = either.times();
  judged.after[k] = times;
  judged.after[k + 1] = times;
  if (HWY_UNLIKELY(!hn::AllFalse(d, hn::And(one.hit, other.hit)))) judged.after[k] = one.times();
  judged.until[k] = hn::IfThenElse(one.hit, later_one + judged.after[k], hn::Inf(d));
  judged.until[k + 1] = hn::IfThenElse(other.hit, later_other + judged.after[k + 1], hn::Inf(d));
  judged.undecided |= (bits_of(one.undecided) | bits_of(other.undecided) << kLanes) << (k * kLanes);
}

/// The pairs of a ball whose own time is now, where nobody's own time is later; see Pairs.
template <int D>
struct PairsNow : Pairs<D> {
  HWY_INLINE PairsNow(const StraightSearch<D>& search, const Self<D>& self, const std::uint32_t* bodies) {
    const Lanes d;
    const Bits bits;
    HWY_ALIGN std::int64_t looked_at[kLanes];
    Real numbers[8];
    this->read(search, self, bodies, looked_at, numbers);
    const auto word = hn::BitCast(bits, numbers[Field<D>::kEpoch]);
    this->special = hn::MaskFromVec(hn::BitCast(d, hn::BroadcastSignBit(word)));
    const auto epochs = self.epoch - hn::ShiftRight<8>(hn::ShiftLeft<8>(word));
    const Real earlier = hn::Max(
        hn::ConvertTo(d, epochs) * all(search.epoch_length) + (self.offset - numbers[Field<D>::kOffset]), hn::Zero(d));
    this->later = hn::Zero(d);
    Real its[D];
    for (int k = 0; k < D; ++k) {
      its[k] = numbers[k] + earlier * numbers[Field<D>::kVelocity + k];
      this->p[k] = self.position[k] - its[k];
      this->w[k] = self.velocity[k] - numbers[Field<D>::kVelocity + k];
    }
    if (search.periodic && this->may_be_copies(search))
      this->take_nearest(search, self, self.position, its, hn::RebindMask(d, hn::Lt(this->ids, self.id)));
    this->reach = self.radius + Pairs<D>::radii(search, self, looked_at);
  }
};

/// `SomePairs`: Pairs, or PairsNow.
template <int D, class SomePairs>
HWY_INLINE Judged judge(const StraightSearch<D>& search, const std::uint32_t* bodies) {
  const Self<D> self(search);
  Judged judged;
  for (std::size_t k = 0; k < kVectors; k += 2) {
    const SomePairs one(search, self, bodies + k * kLanes);
    const Contacts contacts = contacts_of<D>(one);
    const SomePairs other(search, self, bodies + (k + 1) * kLanes);
    note(judged, k, contacts, one.later, contacts_of<D>(other), other.later);
  }
  return judged;
}

HWY_INLINE Real least_of(const Judged& judged) {
  Real least = judged.until[0];
  for (std::size_t k = 1; k < kVectors; ++k) least = hn::Min(least, judged.until[k]);
  return hn::MinOfLanes(Lanes(), least);
}

/// As plan_one, of a list of any length.
template <int D>
HWY_NOINLINE bool plan_long(const VerletPlan<D>& plan, std::uint32_t ball, FirstMet<D>& first) {
  constexpr std::size_t kMost = VerletPlan<D>::kMost;
  static_assert(kMost <= 64);
  HWY_ALIGN std::uint32_t bodies[kMost];
  HWY_ALIGN double until[kMost];
  HWY_ALIGN double after[kMost];
  const Lanes d;
  const std::size_t count = plan.lists->copy(ball, bodies);
  std::uint64_t undecided = 0;
  Real least = hn::Inf(d);
  for (std::size_t from = 0; from < count; from += kListed) {
    const Judged judged = judge<D, Pairs<D>>(plan.search, bodies + from);
    undecided |= std::uint64_t{judged.undecided} << from;
    for (std::size_t k = 0; k < kVectors; ++k) {
      hn::Store(judged.until[k], d, until + from + k * kLanes);
      hn::Store(judged.after[k], d, after + from + k * kLanes);
      least = hn::Min(least, judged.until[k]);
    }
  }
  least = hn::MinOfLanes(d, least);
  std::uint64_t soon = 0;
  for (std::size_t from = 0; from < count; from += kLanes)
    soon |= std::uint64_t{bits_of(soonest(hn::Load(d, until + from), least, plan.search.epoch_length))} << from;
  if (HWY_UNLIKELY((undecided | (soon & (soon - 1))) != 0)) {
    for (std::uint64_t left = soon | undecided; left != 0; left &= left - 1)
      first.doubtful[first.doubts++] = bodies[static_cast<std::size_t>(__builtin_ctzll(left))];
    return false;
  }
  const Time own = plan.search.particles[ball].time();
  if (soon == 0) {
    enter<D>(plan, ball, ball, own, 0);
  } else {
    const auto number = static_cast<std::size_t>(__builtin_ctzll(soon));
    enter<D>(plan, ball, bodies[number], later_of(own, plan.search.particles[bodies[number]].time()), after[number]);
  }
  return true;
}

/// The number of the first, kListed if nobody is met; false if it is not certain: then `first` has all that may be.
template <int D>
HWY_INLINE bool find_first(const StraightSearch<D>& search, const Judged& judged, const std::uint32_t* bodies,
                           std::size_t& number, FirstMet<D>& first) {
  const Lanes d;
  const Real least = least_of(judged);
  // Rounding of the times and of the clock is far below this.
  const Real end = least + all(0x1p-44) * (least + all(search.epoch_length));
  unsigned soon = 0;
  for (std::size_t k = 0; k < kVectors; ++k)
    soon |= bits_of(hn::And(hn::Le(judged.until[k], end), hn::Lt(judged.until[k], hn::Inf(d)))) << (k * kLanes);
  number = soon == 0 ? kListed : static_cast<std::size_t>(__builtin_ctz(soon));
  if (HWY_LIKELY((judged.undecided | (soon & (soon - 1))) == 0)) return true;
  for (unsigned left = soon | judged.undecided; left != 0; left &= left - 1)
    first.doubtful[first.doubts++] = bodies[static_cast<std::size_t>(__builtin_ctz(left))];
  return false;
}

/// Enters what comes first: a ball of the list, or nobody.
template <int D>
HWY_INLINE void enter_listed(const VerletPlan<D>& plan, std::uint32_t ball, const std::uint32_t* bodies,
                             const Judged& judged, std::size_t number) {
  const Particle<D>& particle = plan.search.particles[ball];
  if (number == kListed) return enter<D>(plan, ball, ball, particle.time(), 0);
  HWY_ALIGN double after[kListed];
  for (std::size_t k = 0; k < kVectors; ++k) hn::Store(judged.after[k], Lanes(), after + k * kLanes);
  enter<D>(plan, ball, bodies[number], std::max(particle.time(), plan.search.particles[bodies[number]].time()),
           after[number]);
}

template <int D>
HWY_INLINE bool plan_one(const VerletPlan<D>& plan, std::uint32_t ball, FirstMet<D>& first) {
  if (HWY_UNLIKELY(!plan.lists->is_whole(ball))) return plan_long(plan, ball, first);
  const std::uint32_t* bodies = plan.lists->line(ball);
  const Judged judged = judge<D, Pairs<D>>(plan.search, bodies);
  std::size_t number = 0;
  if (!find_first<D>(plan.search, judged, bodies, number, first)) return false;
  enter_listed<D>(plan, ball, bodies, judged, number);
  return true;
}

template <int D>
HWY_INLINE void plan_two(const VerletPlan<D>& plan, const std::uint32_t (&balls)[2], FirstMet<D> (&first)[2],
                         bool (&planned)[2]) {
  if (HWY_UNLIKELY(!plan.lists->is_whole(balls[0]) || !plan.lists->is_whole(balls[1])))
    return plan_apart(plan, balls, first, planned);
  Judged judged[2];
  const std::uint32_t* bodies[2];
  StraightSearch<D> search = plan.search;
  // Both before either is entered, so that their long chains of operations overlap.
  for (std::size_t k = 0; k < 2; ++k) {
    bodies[k] = plan.lists->line(balls[k]);
    search.self = balls[k];
    search.parted = balls[1 - k];
    judged[k] = plan.others_ahead ? judge<D, Pairs<D>>(search, bodies[k]) : judge<D, PairsNow<D>>(search, bodies[k]);
  }
  double after[2];
  std::size_t number[2];
  for (std::size_t k = 0; k < 2; ++k) {
    after[k] = hn::GetLane(least_of(judged[k]));
    planned[k] = find_first<D>(search, judged[k], bodies[k], number[k], first[k]);
  }
  for (std::size_t k = 0; k < 2; ++k)
    if (planned[k] && plan.others_ahead)
      enter_listed<D>(plan, balls[k], bodies[k], judged[k], number[k]);
    else if (planned[k])
      enter<D>(plan, balls[k], number[k] == kListed ? balls[k] : bodies[k][number[k]], plan.now, after[k]);
}

template <int D, std::size_t kBalls>
HWY_INLINE unsigned plan_all(const VerletPlan<D>& plan, const std::uint32_t* balls, FirstMet<D>* first) {
  static_assert(kBalls * kListed <= Batch<D, kBalls>::kMost);
  HWY_ALIGN std::uint32_t others[kBalls * kListed + kFloats];
  Batch<D, kBalls> batch(plan.search, *plan.clock, plan.now, balls);
  batch.others = others;
  std::size_t end = 0;
  for (std::size_t k = 0; k < kBalls; ++k) {
    end += may_be_met(plan.search, balls[k], plan.lists->line(balls[k]), kListed, others + end);
    batch.ends[k] = end;
  }
  // Ball 0 has a record to read.
  hn::StoreU(hn::Zero(Ids()), Ids(), others + end);
  return plan_all(plan.search, batch, first, [&](std::size_t k, const auto& firsts, const auto& outcome) HWY_ATTR {
    const Time own = batch.balls[k]->time();
    if (!outcome.is_met) return enter<D>(plan, balls[k], balls[k], own, 0);
    const std::uint32_t other = others[outcome.place];
    enter<D>(plan, balls[k], other, later_of(own, plan.search.particles[other].time()), firsts.after[outcome.place]);
  });
}

template <int D>
HWY_INLINE unsigned plan_some(const VerletPlan<D>& plan, const std::uint32_t* balls, std::size_t count,
                              FirstMet<D>* first) {
  if (count == 2) return plan_all<D, 2>(plan, balls, first);
  return count == 1 ? plan_all<D, 1>(plan, balls, first) : plan_all<D, 3>(plan, balls, first);
}

#endif

}  // namespace

bool plan_one2(const VerletPlan<2>& plan, std::uint32_t ball, FirstMet<2>& first) {
  return plan_one<2>(plan, ball, first);
}
bool plan_one3(const VerletPlan<3>& plan, std::uint32_t ball, FirstMet<3>& first) {
  return plan_one<3>(plan, ball, first);
}

void plan_two2(const VerletPlan<2>& plan, const std::uint32_t (&balls)[2], FirstMet<2> (&first)[2],
               bool (&planned)[2]) {
  plan_two<2>(plan, balls, first, planned);
}
void plan_two3(const VerletPlan<3>& plan, const std::uint32_t (&balls)[2], FirstMet<3> (&first)[2],
               bool (&planned)[2]) {
  plan_two<3>(plan, balls, first, planned);
}

unsigned plan_some2(const VerletPlan<2>& plan, const std::uint32_t* balls, std::size_t count, FirstMet<2>* first) {
  return plan_some<2>(plan, balls, count, first);
}
unsigned plan_some3(const VerletPlan<3>& plan, const std::uint32_t* balls, std::size_t count, FirstMet<3>* first) {
  return plan_some<3>(plan, balls, count, first);
}

}  // namespace carom::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::sim {

HWY_EXPORT(plan_one2);
HWY_EXPORT(plan_one3);
HWY_EXPORT(plan_two2);
HWY_EXPORT(plan_two3);
HWY_EXPORT(plan_some2);
HWY_EXPORT(plan_some3);

CAROM_BEST(template <> PlanOne<2> best_plan_one(), plan_one2)
CAROM_BEST(template <> PlanOne<3> best_plan_one(), plan_one3)
CAROM_BEST(template <> PlanTwo<2> best_plan_two(), plan_two2)
CAROM_BEST(template <> PlanTwo<3> best_plan_two(), plan_two3)
CAROM_BEST(template <> PlanSome<2> best_plan_some(), plan_some2)
CAROM_BEST(template <> PlanSome<3> best_plan_some(), plan_some3)

}  // namespace carom::sim
#endif
