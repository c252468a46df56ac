#include "sim/search/linked/linked_plan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/search/linked/linked_plan.cpp"
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

#if HWY_MAX_BYTES >= 32
/// As LinkedCells::first_exit of a ball that is on its way since then.
template <int D>
HWY_INLINE auto first_exit(const broad::LinkedCells<D>& links, std::uint32_t ball, const Particle<D>& particle,
                           double since) {
  const hn::FixedTag<double, 4> d;
  const double* record = &particle.position.x;
  const auto velocity = hn::LoadU(d, record + D);
  const auto position = hn::LoadU(d, record) + hn::Set(d, since) * velocity;
  const auto cell = hn::PromoteTo(d, hn::LoadU(hn::FixedTag<std::int32_t, 4>(), links.place(ball).cell));
  const auto up = hn::Gt(velocity, hn::Zero(d));
  const auto end = cell + hn::IfThenElse(up, hn::Set(d, 1 + links.kHysteresis), hn::Set(d, -links.kHysteresis));
  const auto gap = (hn::LoadU(d, links.corner()) + end * hn::LoadU(d, links.sides())) - position;
  const auto moves = hn::And(hn::FirstN(d, D), hn::Ne(velocity, hn::Zero(d)));
  const auto after = hn::IfThenElse(moves, gap / velocity, hn::Inf(d));
  const auto least = hn::MinOfLanes(d, after);
  std::uint8_t first[8] = {};
  std::uint8_t upwards[8] = {};
  hn::StoreMaskBits(d, hn::Eq(after, least), first);
  hn::StoreMaskBits(d, up, upwards);
  const auto axis = static_cast<std::uint32_t>(__builtin_ctz(first[0]));
  return typename broad::LinkedCells<D>::Exit{hn::GetLane(hn::Max(least, hn::Zero(d))),
                                              {axis, (upwards[0] >> axis & 1) != 0}};
}
#else
template <int D>
HWY_INLINE auto first_exit(const broad::LinkedCells<D>& links, std::uint32_t ball, const Particle<D>& particle,
                           double since) {
  return links.first_exit(ball, particle.position + since * particle.velocity, particle.velocity);
}
#endif

/// Nobody can foresee which comes first: so there is no branch.
template <int D>
HWY_NOINLINE void enter(const LinkedPlan<D>& plan, std::uint32_t ball) {
  const Particle<D>& particle = plan.search.particles[ball];
  const EpochClock& clock = *plan.clock;
  const KnownMeeting& known = plan.known[ball];
  const auto exit = first_exit(*plan.links, ball, particle, clock.between(particle.time(), plan.now));
  const Time leaves = clock.later(plan.now, exit.after);
  // Who meets at that time does that after it: there is a rank.
  const bool meets =
      (known.time.epoch < leaves.epoch) | ((known.time.epoch == leaves.epoch) & (known.time.offset < leaves.offset));
  const std::uint32_t other = known.partner();
  DueKey due;
  due.time.epoch = meets ? known.time.epoch : leaves.epoch;
  due.time.offset = meets ? known.time.offset : leaves.offset;
  due.rank = meets ? known.rank : 0;
  due.low = meets ? std::min(ball, other) : ball;
  due.high = meets ? std::max(ball, other) : exit.step.code();
  if (HWY_UNLIKELY(due.time.epoch == EpochClock::never().epoch)) return plan.calendar->erase(ball);
  plan.calendar->set(ball, due, known.version);
}

/// A meeting with another ball `after` the later of both own times.
template <int D>
HWY_INLINE KnownMeeting meeting_of(const LinkedPlan<D>& plan, std::uint32_t ball, std::uint32_t other, double after,
                                   bool has_others) {
  const Particle<D>& its = plan.search.particles[ball];
  const Particle<D>& theirs = plan.search.particles[other];
  const Time time = plan.clock->later(std::max(its.time(), theirs.time()), after);
  const auto rank_at = [&](const Particle<D>& particle, std::uint32_t id) {
    return particle.time() == time ? plan.records[id].rank : 0;
  };
  return {time, other | (has_others ? KnownMeeting::kOthers : 0), plan.versions[other],
          1 + std::max(rank_at(its, ball), rank_at(theirs, other))};
}

HWY_INLINE DueKey key_of(std::uint32_t ball, const KnownMeeting& known) {
  const std::uint32_t other = known.partner();
  return {known.time, known.rank, std::min(ball, other), std::max(ball, other)};
}

/// Notes a meeting with somebody who has come near, beside the one that is known.
template <int D>
HWY_INLINE void know_earlier(const LinkedPlan<D>& plan, std::uint32_t ball, const KnownMeeting& found) {
  KnownMeeting& known = plan.known[ball];
  const bool has_left = known.is_never() || (!known.has_others() && plan.versions[known.partner()] != known.version);
  if (has_left) {
    known = found;
    return;
  }
  if (key_of(ball, found) < key_of(ball, known)) known = found;
  known.who |= KnownMeeting::kOthers;
}

/// Notes whom a ball meets first of those near it, if anybody, and enters what comes first.
template <int D, class Meeting>
HWY_INLINE void conclude(const LinkedPlan<D>& plan, std::uint32_t ball, bool anew, bool is_met,
                         const Meeting& meeting) {
  if (anew)
    plan.known[ball] = is_met ? meeting() : KnownMeeting{};
  else if (is_met)
    know_earlier(plan, ball, meeting());
  enter(plan, ball);
}

#if HWY_MAX_BYTES == 8
#include "sim/search/straight/straight_one.inl"

template <int D>
HWY_INLINE std::size_t gather_linked(const broad::LinkedCells<D>& links, const broad::LinkedRange<D>& range,
                                     std::uint32_t ball, std::uint32_t* found, std::size_t room) {
  std::size_t count = 0;
  links.visit(range, [&](std::uint32_t other) {
    if (count < room) found[count] = other;
    count += other != ball ? 1 : 0;
  });
  return count;
}

template <int D>
HWY_INLINE PlannedNear plan_near(const LinkedPlan<D>& plan, const NearRow& row, std::size_t from, bool anew,
                                 FirstMet<D>* first) {
  const std::uint32_t ball = row.balls[from];
  StraightSearch<D> search = plan.search;
  search.self = search.parted = ball;
  search.since = plan.clock->between(search.particles[ball].time(), plan.now);
  first_of(search, row.bodies + row.ends[from], row.ends[from + 1] - row.ends[from], *first);
  if (first->doubts > 0) return {1, 1};
  // Who else is met is not told.
  conclude(plan, ball, anew, first->other != UINT32_MAX,
           [&] { return meeting_of(plan, ball, first->other, first->after, true); });
  return {1, 0};
}
#else
#include "broad/vector/float_records.inl"
#include "broad/vector/grid_around.inl"
#include "broad/vector/linked_scan.inl"
#include "sim/search/straight/straight_pairs.inl"
#include "sim/search/straight/straight_prefilter.inl"
#include "sim/search/straight/straight_row.inl"

/// Of those of a row, from `from` on, the ones that may be met by their coarse paths.
template <int D, std::size_t kBalls>
HWY_INLINE void sift(const StraightSearch<D>& search, const NearRow& row, std::size_t from, Batch<D, kBalls>& batch,
                     std::uint32_t* others) {
  const std::uint32_t* bodies = row.bodies + row.ends[from];
  std::size_t ends[kBalls];
  for (std::size_t k = 0; k < kBalls; ++k) {
    ends[k] = row.ends[from + k + 1] - row.ends[from];
    batch.ends[k] = 0;
  }
  std::size_t kept = 0;
  std::size_t lane = 0;
  do {
    const CoarseOf<D> own = coarse_of<D, kBalls>(search, row.balls + from, ends, lane);
    const MayMeet some = may_be_met(search, own, bodies + lane, ends[kBalls - 1] - lane);
    hn::StoreU(some.bodies, Ids(), others + kept);
    for (std::size_t k = 0; k < kBalls; ++k) {
      const std::size_t its = std::min(ends[k] - std::min(ends[k], lane), kFloats);
      batch.ends[k] += static_cast<std::size_t>(__builtin_popcountll(some.lanes & ((std::uint64_t{1} << its) - 1)));
    }
    kept += some.count;
    lane += kFloats;
  } while (HWY_UNLIKELY(lane < ends[kBalls - 1]));
  batch.others = others;
  // Ball 0 has a record to read.
  hn::StoreU(hn::Zero(Ids()), Ids(), others + kept);
}

/// So few are sooner judged than looked at.
constexpr std::size_t kFew = 8;

template <int D, std::size_t kBalls>
HWY_INLINE PlannedNear plan_batch(const LinkedPlan<D>& plan, const NearRow& row, std::size_t from, bool anew,
                                  FirstMet<D>* first) {
  HWY_ALIGN std::uint32_t others[Batch<D, kBalls>::kMost + 2 * kFloats];
  const std::uint32_t* balls = row.balls + from;
  Batch<D, kBalls> batch(plan.search, *plan.clock, plan.now, balls);
  if (plan.search.coarse_paths != nullptr && row.ends[from + kBalls] - row.ends[from] > kFew) {
    sift(plan.search, row, from, batch, others);
  } else {
    batch.others = row.bodies + row.ends[from];
    for (std::size_t k = 0; k < kBalls; ++k) batch.ends[k] = row.ends[from + k + 1] - row.ends[from];
  }
  if (batch.size() == 0) {
    for (std::size_t k = 0; k < kBalls; ++k) conclude(plan, balls[k], anew, false, [] { return KnownMeeting{}; });
    return {kBalls, 0};
  }
  return {kBalls,
          plan_all(plan.search, batch, first, [&](std::size_t k, const auto& firsts, const auto& outcome) HWY_ATTR {
            conclude(plan, balls[k], anew, outcome.is_met, [&]() HWY_ATTR {
              return meeting_of(plan, balls[k], batch.others[outcome.place], firsts.after[outcome.place],
                                outcome.meets_others);
            });
          })};
}

/// As many as there is room for.
template <int D>
HWY_INLINE PlannedNear plan_near(const LinkedPlan<D>& plan, const NearRow& row, std::size_t from, bool anew,
                                 FirstMet<D>* first) {
  const auto fits = [&](std::size_t balls) {
    return from + balls <= row.count && row.ends[from + balls] - row.ends[from] <= Batch<D, 1>::kMost;
  };
  if (fits(3)) return plan_batch<D, 3>(plan, row, from, anew, first);
  return fits(2) ? plan_batch<D, 2>(plan, row, from, anew, first) : plan_batch<D, 1>(plan, row, from, anew, first);
}
#endif

template <int D>
HWY_INLINE bool gather_near(const broad::LinkedCells<D>& links, const broad::LinkedRange<D>& range, std::uint32_t ball,
                            NearRow& row) {
  const std::uint32_t from = row.ends[row.count];
  const std::size_t found = gather_linked(links, range, ball, row.bodies + from, NearRow::kRoom);
  if (HWY_UNLIKELY(found > NearRow::kRoom)) return false;
  row.balls[row.count++] = ball;
  row.ends[row.count] = from + static_cast<std::uint32_t>(found);
  // Beyond the end there are balls whose records can be read.
  std::fill_n(row.bodies + row.ends[row.count], NearRow::kSpare, ball);
  return true;
}

}  // namespace

bool gather_near2(const broad::LinkedCells<2>& links, const broad::LinkedRange<2>& range, std::uint32_t ball,
                  NearRow& row) {
  return gather_near<2>(links, range, ball, row);
}
bool gather_near3(const broad::LinkedCells<3>& links, const broad::LinkedRange<3>& range, std::uint32_t ball,
                  NearRow& row) {
  return gather_near<3>(links, range, ball, row);
}

PlannedNear plan_near2(const LinkedPlan<2>& plan, const NearRow& row, std::size_t from, bool anew, FirstMet<2>* first) {
  return plan_near<2>(plan, row, from, anew, first);
}
PlannedNear plan_near3(const LinkedPlan<3>& plan, const NearRow& row, std::size_t from, bool anew, FirstMet<3>* first) {
  return plan_near<3>(plan, row, from, anew, first);
}

void enter_linked2(const LinkedPlan<2>& plan, std::uint32_t ball) {
  enter<2>(plan, ball);
}
void enter_linked3(const LinkedPlan<3>& plan, std::uint32_t ball) {
  enter<3>(plan, ball);
}

}  // namespace carom::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::sim {

HWY_EXPORT(gather_near2);
HWY_EXPORT(gather_near3);
HWY_EXPORT(plan_near2);
HWY_EXPORT(plan_near3);
HWY_EXPORT(enter_linked2);
HWY_EXPORT(enter_linked3);

CAROM_BEST(template <> GatherNear<2> best_gather_near(), gather_near2)
CAROM_BEST(template <> GatherNear<3> best_gather_near(), gather_near3)
CAROM_BEST(template <> PlanNear<2> best_plan_near(), plan_near2)
CAROM_BEST(template <> PlanNear<3> best_plan_near(), plan_near3)
CAROM_BEST(template <> EnterLinked<2> best_enter_linked(), enter_linked2)
CAROM_BEST(template <> EnterLinked<3> best_enter_linked(), enter_linked3)

}  // namespace carom::sim
#endif
