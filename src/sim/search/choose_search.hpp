#pragma once
#include <memory>

#include "sim/search/search.hpp"

namespace carom::sim {

/// Makes the search that does best for the balls of a world as they are now, which the store has listed; nothing is
/// predicted yet. `slabs`: into so many the world may be divided (domain/partition.hpp).
template <int D>
std::unique_ptr<Search<D>> choose_search(const SearchSite<D>& site, int slabs);

/// Whether the world can be divided, if its search can: large periodic worlds of balls that bounce on straight paths.
template <int D>
bool is_divisible(const Setting<D>& setting, const BodyStore<D>& store);

}  // namespace carom::sim
