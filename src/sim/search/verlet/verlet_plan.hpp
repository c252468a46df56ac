#pragma once
#include <cstdint>

#include "broad/verlet/verlet_lists.hpp"
#include "sim/events/calendar.hpp"
#include "sim/events/epoch_clock.hpp"
#include "sim/search/straight/straight_search.hpp"

// What a ball on a straight path with a list of neighbours does next: it meets one of them, or leaves its Verlet
// sphere.
namespace carom::sim {

template <int D>
struct VerletPlan {
  static constexpr std::size_t kMost = 4 * broad::ListBlock::kPlaces;  ///< places of a list that can be looked at

  StraightSearch<D> search;
  const Record<D>* records = nullptr;
  const broad::VerletLists<D>* lists = nullptr;
  const EpochClock* clock = nullptr;
  Calendar* calendar = nullptr;
  const std::uint32_t* versions = nullptr;
  Time now{};
  bool others_ahead = false;  ///< own times of balls that may be met may be later
};

/// Enters into the calendar what a ball does next, with the version of the ball that it meets. False where that takes
/// more than a look at straight paths: then the calendar is left alone, and `first` says who may be met.
/// Preconditions: the ball is not special, and its list has at most kMost places.
template <int D>
using PlanOne = bool (*)(const VerletPlan<D>& plan, std::uint32_t ball, FirstMet<D>& first);

/// The same for two balls whose own time is now and that have certainly parted.
template <int D>
using PlanTwo = void (*)(const VerletPlan<D>& plan, const std::uint32_t (&balls)[2], FirstMet<D> (&first)[2],
                         bool (&planned)[2]);

/// How many balls are planned at once at most.
constexpr std::size_t kPlanned = 3;

/// The same for 1 to kPlanned balls of any own time, by their coarse paths: returns as bits those for which that takes
/// more than a look at straight paths.
template <int D>
using PlanSome = unsigned (*)(const VerletPlan<D>& plan, const std::uint32_t* balls, std::size_t count,
                              FirstMet<D>* first);

template <int D>
PlanOne<D> best_plan_one();
template <int D>
PlanTwo<D> best_plan_two();
template <int D>
PlanSome<D> best_plan_some();

}  // namespace carom::sim
