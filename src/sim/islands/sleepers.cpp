#include "sim/islands/sleepers.hpp"

#include <utility>

namespace carom::sim {

template <int D>
void Sleepers<D>::place(std::uint32_t id) {
  const ItemId item = places_.insert(Ball<D>{store_.particle(id).position, store_.radius(id)});
  if (item.number >= balls_.size()) balls_.resize(item.number + 1);
  if (id >= items_.size()) items_.resize(id + 1);
  balls_[item.number] = id;
  items_[id] = item;
}

/// Numbers of items are never used again.
template <int D>
void Sleepers<D>::place_all() {
  places_ = Index<D>();
  balls_.clear();
  for (const SleepingIsland<D>& island : islands_)
    for (const std::uint32_t id : island.balls) place(id);
}

template <int D>
void Sleepers<D>::add(SleepingIsland<D> island) {
  constexpr std::size_t kFew = 1024;
  const auto is_before = [](const SleepingIsland<D>& one, const SleepingIsland<D>& other) {
    return one.balls.front() < other.balls.front();
  };
  const auto after = std::upper_bound(islands_.begin(), islands_.end(), island, is_before);
  const SleepingIsland<D>& added = *islands_.insert(after, std::move(island));
  if (balls_.size() > kFew + 4 * places_.size()) return place_all();
  for (const std::uint32_t id : added.balls) place(id);
}

template <int D>
std::vector<SleepingIsland<D>> Sleepers<D>::take(std::uint32_t body) {
  const bool sleeps = store_.sleeps(body);
  const auto is_of = [&](const SleepingIsland<D>& island) {
    if (sleeps) return store_.island_state(body).sleeps_with == island.balls.front();
    return std::any_of(island.contacts.begin(), island.contacts.end(),
                       [&](const ContactState<D>& contact) { return contact.b.value == body; });
  };
  std::vector<SleepingIsland<D>> taken;
  for (SleepingIsland<D>& island : islands_)
    if (is_of(island)) taken.push_back(std::exchange(island, {}));
  if (taken.empty()) return taken;
  std::erase_if(islands_, [](const SleepingIsland<D>& island) { return island.balls.empty(); });
  for (const SleepingIsland<D>& island : taken)
    for (const std::uint32_t id : island.balls) places_.remove(*std::exchange(items_[id], std::nullopt));
  return taken;
}

template <int D>
void Sleepers<D>::clear() {
  islands_.clear();
  items_.clear();
  place_all();
}

template class Sleepers<2>;
template class Sleepers<3>;

}  // namespace carom::sim
