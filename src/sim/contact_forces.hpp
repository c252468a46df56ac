#pragma once
#include <vector>

#include "carom/sim/contact_force.hpp"
#include "sim/world_data.hpp"

namespace carom::sim {

/// How bodies press on each other: those in contact as they were solved last, and balls that rest alone on faces.
template <int D>
std::vector<ContactForce<D>> contact_forces(const WorldData<D>& data, const Time& now);

}  // namespace carom::sim
