#include "sim/straight_plan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/straight_plan.cpp"
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

/// Enters what comes first: leaving the shell, or what is met `after` the time `from`.
template <int D>
HWY_INLINE void enter(const StraightPlan<D>& plan, std::uint32_t ball, std::uint32_t other, const Time& from,
                      double after) {
  const Mover<D>& mover = plan.search.movers[ball];
  const EpochClock& clock = *plan.clock;
  const double since = clock.between(mover.time(), plan.now);
  const Vec<D> from_center =
      plan.lists->from_center(ball, since == 0 ? mover.position : mover.position + since * mover.velocity);
  DueKey met{EpochClock::never(), 0, 0, 0};
  std::uint32_t version = 0;
  if (other != ball) {
    const Mover<D>& partner = plan.search.movers[other];
    met.time = clock.later(from, after);
    const auto rank_of = [&](const Mover<D>& of) { return of.time() == met.time ? of.rank : 0; };
    met.rank = 1 + std::max(rank_of(mover), rank_of(partner));
    met.low = std::min(ball, other);
    met.high = std::max(ball, other);
    version = plan.versions[other];
    // A path that ends in the shell does not leave it.
    if (met.time != EpochClock::never() &&
        plan.lists->holds(from_center + clock.between(plan.now, met.time) * mover.velocity))
      return plan.calendar->set(ball, met, version);
  }
  const DueKey search{clock.later(plan.now, plan.lists->exit_after(from_center, mover.velocity)), 0, ball, 0};
  if (search < met) {
    plan.calendar->set(ball, search);
  } else if (met.time != EpochClock::never()) {
    plan.calendar->set(ball, met, version);
  } else {
    plan.calendar->erase(ball);
  }
}

#if HWY_MAX_BYTES == 8
#include "sim/straight_one.inl"

template <int D>
HWY_INLINE bool plan_one(const StraightPlan<D>& plan, std::uint32_t ball, FirstMet<D>& first) {
  first_of(plan.search, plan.lists->line(ball), Shell::kPlaces, first);
  if (first.doubts > 0) return false;
  const Mover<D>& mover = plan.search.movers[ball];
  const bool none = first.other == UINT32_MAX;
  enter<D>(plan, ball, none ? ball : first.other,
           none ? mover.time() : std::max(mover.time(), plan.search.movers[first.other].time()), first.after);
  return true;
}

template <int D>
HWY_INLINE void plan_two(const StraightPlan<D>& plan, const std::uint32_t (&balls)[2], FirstMet<D> (&first)[2],
                         bool (&planned)[2]) {
  StraightPlan<D> one = plan;
  for (std::size_t k = 0; k < 2; ++k) {
    one.search.self = balls[k];
    one.search.parted = balls[1 - k];
    planned[k] = plan_one<D>(one, balls[k], first[k]);
  }
}
#else
#include "sim/straight_pairs.inl"

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
    this->choose(self, bodies, looked_at);
    const auto* base = reinterpret_cast<const double*>(search.movers);
    const double* records[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      records[lane] = base + kStride * static_cast<std::size_t>(looked_at[lane]);
    Real numbers[8];
    transpose(records, numbers);
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
    this->reach = self.radius + (search.equal_radii ? self.radius : Pairs<D>::radii(records, numbers));
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

template <int D>
HWY_INLINE bool plan_one(const StraightPlan<D>& plan, std::uint32_t ball, FirstMet<D>& first) {
  const std::uint32_t* bodies = plan.lists->line(ball);
  const Judged judged = judge<D, Pairs<D>>(plan.search, bodies);
  std::size_t number = 0;
  if (!find_first<D>(plan.search, judged, bodies, number, first)) return false;
  const Mover<D>& mover = plan.search.movers[ball];
  if (number == kListed) {
    enter<D>(plan, ball, ball, mover.time(), 0);
    return true;
  }
  HWY_ALIGN double after[kListed];
  for (std::size_t k = 0; k < kVectors; ++k) hn::Store(judged.after[k], Lanes(), after + k * kLanes);
  enter<D>(plan, ball, bodies[number], std::max(mover.time(), plan.search.movers[bodies[number]].time()),
           after[number]);
  return true;
}

template <int D>
HWY_INLINE void plan_two(const StraightPlan<D>& plan, const std::uint32_t (&balls)[2], FirstMet<D> (&first)[2],
                         bool (&planned)[2]) {
  Judged judged[2];
  const std::uint32_t* bodies[2];
  StraightSearch<D> search = plan.search;
  // Both before either is entered, so that their long chains of operations overlap.
  for (std::size_t k = 0; k < 2; ++k) {
    bodies[k] = plan.lists->line(balls[k]);
    search.self = balls[k];
    search.parted = balls[1 - k];
    judged[k] = judge<D, PairsNow<D>>(search, bodies[k]);
  }
  double after[2];
  std::size_t number[2];
  for (std::size_t k = 0; k < 2; ++k) {
    after[k] = hn::GetLane(least_of(judged[k]));
    planned[k] = find_first<D>(search, judged[k], bodies[k], number[k], first[k]);
  }
  for (std::size_t k = 0; k < 2; ++k)
    if (planned[k])
      enter<D>(plan, balls[k], number[k] == kListed ? balls[k] : bodies[k][number[k]], plan.now, after[k]);
}

#endif

}  // namespace

bool plan_one2(const StraightPlan<2>& plan, std::uint32_t ball, FirstMet<2>& first) {
  return plan_one<2>(plan, ball, first);
}
bool plan_one3(const StraightPlan<3>& plan, std::uint32_t ball, FirstMet<3>& first) {
  return plan_one<3>(plan, ball, first);
}

void plan_two2(const StraightPlan<2>& plan, const std::uint32_t (&balls)[2], FirstMet<2> (&first)[2],
               bool (&planned)[2]) {
  plan_two<2>(plan, balls, first, planned);
}
void plan_two3(const StraightPlan<3>& plan, const std::uint32_t (&balls)[2], FirstMet<3> (&first)[2],
               bool (&planned)[2]) {
  plan_two<3>(plan, balls, first, planned);
}

}  // namespace carom::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::detail {

HWY_EXPORT(plan_one2);
HWY_EXPORT(plan_one3);
HWY_EXPORT(plan_two2);
HWY_EXPORT(plan_two3);

/// The function of this processor's instructions.
#define CAROM_BEST(Function, best, name)                    \
  template <>                                               \
  Function best() {                                         \
    hwy::GetChosenTarget().Update(hwy::SupportedTargets()); \
    return HWY_DYNAMIC_DISPATCH(name);                      \
  }
CAROM_BEST(PlanOne<2>, best_plan_one, plan_one2)
CAROM_BEST(PlanOne<3>, best_plan_one, plan_one3)
CAROM_BEST(PlanTwo<2>, best_plan_two, plan_two2)
CAROM_BEST(PlanTwo<3>, best_plan_two, plan_two3)
#undef CAROM_BEST

}  // namespace carom::detail
#endif
