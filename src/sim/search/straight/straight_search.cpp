#include "sim/search/straight/straight_search.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/search/straight/straight_search.cpp"
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
#include "sim/search/straight/straight_one.inl"

template <int D>
HWY_INLINE void first_met_in(const StraightSearch<D>& search, const std::uint32_t* bodies, std::size_t count,
                             FirstMet<D>& first) {
  first_of(search, bodies, count, first);
}

template <int D>
HWY_INLINE std::size_t sift_in(const StraightSearch<D>& search, std::uint32_t* bodies, std::size_t count,
                               std::uint32_t* kept, double* scratch) {
  const Particle<D>& self = search.particles[search.self];
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
#include "broad/vector/float_records.inl"
#include "sim/search/straight/straight_pairs.inl"
#include "sim/search/straight/straight_prefilter.inl"

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

}  // namespace carom::sim::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::sim {

HWY_EXPORT(sift2);
HWY_EXPORT(sift3);
HWY_EXPORT(first_met2);
HWY_EXPORT(first_met3);

CAROM_BEST(template <> Sift<2> best_sift(), sift2)
CAROM_BEST(template <> Sift<3> best_sift(), sift3)
CAROM_BEST(template <> FirstOf<2> best_first_of(), first_met2)
CAROM_BEST(template <> FirstOf<3> best_first_of(), first_met3)

}  // namespace carom::sim
#endif
