#include "sim/islands/neighbourhood.hpp"

#include <algorithm>
#include <numeric>

namespace carom::sim {

/// Sorted by counting.
template <int D>
void Neighbourhood<D>::begin(const BodyStore<D>& store, std::span<const ContactState<D>> contacts) {
  members_.clear();
  has_.assign(store.size(), 0);
  starts_.assign(store.size() + 1, 0);
  const auto visit = [&](auto take) {
    for (const ContactState<D>& contact : contacts) {
      if (contact.face != ContactState<D>::kBall || !store.in_island(contact.b.value)) continue;
      take(contact.a.value, contact.b.value);
      take(contact.b.value, contact.a.value);
    }
  };
  visit([&](std::uint32_t id, std::uint32_t) { ++starts_[id]; });
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  others_.resize(starts_.back());
  visit([&](std::uint32_t id, std::uint32_t other) { others_[--starts_[id]] = other; });
}

template <int D>
void Neighbourhood<D>::grow(std::span<const std::uint32_t> balls, std::size_t most) {
  const std::size_t first = members_.size();
  const auto add = [&](std::uint32_t id) {
    if (has(id)) return;
    has_[id] = 1;
    members_.push_back(id);
  };
  for (const std::uint32_t id : balls) add(id);
  for (std::size_t k = first; k < members_.size() && members_.size() < most; ++k)
    for (const std::uint32_t other : joined_to(members_[k]))
      if (members_.size() < most) add(other);
  std::sort(members_.begin(), members_.end());
}

template class Neighbourhood<2>;
template class Neighbourhood<3>;

}  // namespace carom::sim
