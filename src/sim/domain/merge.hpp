#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/domain/windowed_domain.hpp"

namespace carom::sim {

/// The order of an event among those of all domains.
template <int D>
DueKey key_of(const Event<D>& event) {
  return {event.instant, event.rank, event.a.value, event.b.value};
}

/// An event of a window: the domain that executed it, and which of its own it is.
template <int D, class S>
struct DomainEvent {
  const WindowedDomain<D, S>* domain;
  std::uint32_t number;

  const Event<D>& event() const { return domain->log()[number]; }
};

/// The events of some domains, each of which has its own in order, in the order of all.
template <int D, class S>
std::vector<DomainEvent<D, S>> merge_events(const std::vector<const WindowedDomain<D, S>*>& domains) {
  std::vector<DomainEvent<D, S>> order;
  std::vector<DomainEvent<D, S>> next;
  for (const WindowedDomain<D, S>* domain : domains)
    if (!domain->log().empty()) next.push_back({domain, 0});
  const auto is_before = [](const DomainEvent<D, S>& a, const DomainEvent<D, S>& b) {
    return key_of(a.event()) < key_of(b.event());
  };
  while (!next.empty()) {
    DomainEvent<D, S>& first = *std::min_element(next.begin(), next.end(), is_before);
    order.push_back(first);
    if (++first.number == first.domain->log().size()) {
      first = next.back();
      next.pop_back();
    }
  }
  return order;
}

/// The losses of some domains in the order of all, so that their sum is that of the plain loop.
template <int D, class S>
std::vector<Loss> merge_losses(const std::vector<const WindowedDomain<D, S>*>& domains) {
  std::vector<Loss> losses;
  for (const WindowedDomain<D, S>* domain : domains)
    losses.insert(losses.end(), domain->losses().begin(), domain->losses().end());
  std::sort(losses.begin(), losses.end(), [](const Loss& a, const Loss& b) { return a.due < b.due; });
  return losses;
}

}  // namespace carom::sim
