#pragma once
#include "sim/world_data.hpp"

namespace carom::sim {

/// Chooses the duration of a contact and the length of an epoch, if they are not given: lengths from the smallest
/// movable ball, times from what moves it. See docs/theory/clock.md.
template <int D>
void choose_scales(const WorldData<D>& data, WorldOptions<D>& options);

}  // namespace carom::sim
