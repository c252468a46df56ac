#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "broad/cells/linked_cells.hpp"
#include "sim/events/calendar.hpp"
#include "sim/events/epoch_clock.hpp"
#include "sim/search/straight/straight_search.hpp"

// What a ball on a straight path among linked cells does next: it meets somebody, or leaves its cell.
namespace carom::sim {

/// Whom a ball meets first, of those that it has seen. Once the partner has changed, that one has looked for all that
/// it meets: where it was the only one, there is nobody left.
struct alignas(32) KnownMeeting {
  static constexpr std::uint32_t kOthers = 1u << 31;

  Time time = EpochClock::never();
  std::uint32_t who = 0;      ///< the partner; and kOthers, if the ball may meet somebody else later
  std::uint32_t version = 0;  ///< of the partner
  std::uint32_t rank = 0;     ///< of the meeting

  std::uint32_t partner() const { return who & ~kOthers; }
  bool has_others() const { return (who & kOthers) != 0; }
  bool is_never() const { return time.epoch == EpochClock::never().epoch; }
};

/// Some balls, each with those near it: of ball number k from `ends[k]` to `ends[k + 1]`.
struct NearRow {
  static constexpr std::size_t kMost = 32;
  static constexpr std::size_t kRoom = 56;   ///< for those near one
  static constexpr std::size_t kSpare = 16;  ///< as fill a vector

  std::size_t count = 0;
  std::size_t planned = 0;  ///< the first of them
  std::uint32_t balls[kMost];
  std::uint32_t ends[kMost + 1] = {0};
  alignas(64) std::uint32_t bodies[kMost * kRoom + 2 * kSpare];

  void clear() { count = planned = 0; }
  bool is_full() const { return count == kMost; }
  /// The number of a ball that is still to be planned; `count` if there is none.
  std::size_t find(std::uint32_t ball) const {
    return static_cast<std::size_t>(std::find(balls + planned, balls + count, ball) - balls);
  }
  bool has(std::uint32_t ball) const { return find(ball) != count; }
};

/// A question about balls of a world.
template <int D>
struct LinkedPlan {
  StraightSearch<D> search;
  const Record<D>* records = nullptr;
  const broad::LinkedCells<D>* links = nullptr;
  KnownMeeting* known = nullptr;  ///< of all balls
  const EpochClock* clock = nullptr;
  Calendar* calendar = nullptr;
  const std::uint32_t* versions = nullptr;
  Time now{};
};

/// Adds a ball to a row that is not full, with the others in some cells; false, and nothing is added, if they are too
/// many.
template <int D>
using GatherNear = bool (*)(const broad::LinkedCells<D>& links, const broad::LinkedRange<D>& range, std::uint32_t ball,
                            NearRow& row);

/// Enters into the calendar what balls of a row do next, and what they know: of those from number `from` on as many as
/// are planned at once, of whom there are at most kPlannedNear. Returns how many they were, and as bits those for which
/// that takes more than a look at straight paths, where `first` says who may be met.
/// `anew`: they meet those near them, or nobody; else these have come near, and what was known may still hold.
struct PlannedNear {
  std::size_t count;
  unsigned left;
};
constexpr std::size_t kPlannedNear = 3;
template <int D>
using PlanNear = PlannedNear (*)(const LinkedPlan<D>& plan, const NearRow& row, std::size_t from, bool anew,
                                 FirstMet<D>* first);

/// Enters what comes first for a ball: leaving its cell, or its known meeting.
template <int D>
using EnterLinked = void (*)(const LinkedPlan<D>& plan, std::uint32_t ball);

template <int D>
GatherNear<D> best_gather_near();
template <int D>
PlanNear<D> best_plan_near();
template <int D>
EnterLinked<D> best_enter_linked();

}  // namespace carom::sim
