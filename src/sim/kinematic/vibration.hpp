#pragma once
#include <cstdint>

#include "carom/sim/body.hpp"

namespace carom::sim {

/// Turn n of a vibration, n = 0, 1, 2 …: even ones at +amplitude. The first turns may be before time 0.
template <int D>
double turn_time(const Vibration<D>& vibration, std::int64_t turn);

/// Where it is at a time ≥ 0, as a displacement from the middle.
template <int D>
Vec<D> displacement(const Vibration<D>& vibration, double time);

/// After turn n, until the next.
template <int D>
Vec<D> velocity_after_turn(const Vibration<D>& vibration, std::int64_t turn);

/// At a time ≥ 0; where it turns, after the turn.
template <int D>
Vec<D> velocity_at(const Vibration<D>& vibration, double time);

/// An even turn that is certainly before a time.
template <int D>
std::int64_t turn_before(const Vibration<D>& vibration, double time);

}  // namespace carom::sim
