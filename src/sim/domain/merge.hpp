#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/domain/region.hpp"

namespace carom::sim {

/// The order of an event among those of all domains.
template <int D>
DueKey key_of(const Event<D>& event) {
  return {event.instant, event.rank, event.a.value, event.b.value};
}

/// An event of a window: the region that executed it, and which of its own it is.
template <int D, class S>
struct RegionEvent {
  const Region<D, S>* region;
  std::uint32_t number;

  const Event<D>& event() const { return region->log()[number]; }
};

/// The events of some regions, each of which has its own in order, in the order of all.
template <int D, class S>
std::vector<RegionEvent<D, S>> merge_events(const std::vector<const Region<D, S>*>& regions) {
  std::vector<RegionEvent<D, S>> order;
  std::vector<RegionEvent<D, S>> next;
  for (const Region<D, S>* region : regions)
    if (!region->log().empty()) next.push_back({region, 0});
  const auto is_before = [](const RegionEvent<D, S>& a, const RegionEvent<D, S>& b) {
    return key_of(a.event()) < key_of(b.event());
  };
  while (!next.empty()) {
    RegionEvent<D, S>& first = *std::min_element(next.begin(), next.end(), is_before);
    order.push_back(first);
    if (++first.number == first.region->log().size()) {
      first = next.back();
      next.pop_back();
    }
  }
  return order;
}

/// The losses of some regions in the order of all, so that their sum is that of the plain loop.
template <int D, class S>
std::vector<Loss> merge_losses(const std::vector<const Region<D, S>*>& regions) {
  std::vector<Loss> losses;
  for (const Region<D, S>* region : regions)
    losses.insert(losses.end(), region->losses().begin(), region->losses().end());
  std::sort(losses.begin(), losses.end(), [](const Loss& a, const Loss& b) { return a.due < b.due; });
  return losses;
}

}  // namespace carom::sim
