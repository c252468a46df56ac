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
  for (const auto& [_, island] : islands_)
    for (const std::uint32_t id : island.balls) place(id);
}

template <int D>
void Sleepers<D>::add(SleepingIsland<D> island) {
  constexpr std::size_t kFew = 1024;
  const std::uint32_t first = island.balls.front();
  const SleepingIsland<D>& added = islands_.emplace(first, std::move(island)).first->second;
  if (balls_.size() > kFew + 4 * places_.size()) return place_all();
  for (const std::uint32_t id : added.balls) place(id);
}

template <int D>
std::vector<SleepingIsland<D>> Sleepers<D>::take(std::uint32_t body) {
  std::vector<SleepingIsland<D>> taken;
  const auto take_out = [&](auto island) {
    taken.push_back(std::move(island->second));
    return islands_.erase(island);
  };
  const auto touches = [&](const ContactState<D>& contact) { return contact.b.value == body; };
  if (store_.sleeps(body)) {
    const auto own = islands_.find(store_.island_state(body).sleeps_with);
    if (own != islands_.end()) take_out(own);
  } else {
    for (auto island = islands_.begin(); island != islands_.end();) {
      const auto& contacts = island->second.contacts;
      const bool is_of = std::any_of(contacts.begin(), contacts.end(), touches);
      island = is_of ? take_out(island) : std::next(island);
    }
  }
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
