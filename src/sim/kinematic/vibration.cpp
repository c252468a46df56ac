#include "sim/kinematic/vibration.hpp"

#include <cmath>

namespace carom::sim {

// In periods, from the middle upwards at −phase: +amplitude at rise/2 + n, −amplitude at 1 − rise/2 + n.
template <int D>
double turn_time(const Vibration<D>& vibration, std::int64_t turn) {
  const auto periods = static_cast<double>(turn >> 1);
  const double within = (turn & 1) == 0 ? 0.5 * vibration.rise : 1 - 0.5 * vibration.rise;
  return (periods + (within - vibration.phase)) * vibration.period;
}

template <int D>
Vec<D> displacement(const Vibration<D>& vibration, double time) {
  const double periods = time / vibration.period + vibration.phase;
  const double within = periods - std::floor(periods);
  const double top = 0.5 * vibration.rise, bottom = 1 - top;
  if (within < top) return (within / top) * vibration.amplitude;
  if (within < bottom) return (1 - 2 * (within - top) / (1 - vibration.rise)) * vibration.amplitude;
  return ((within - 1) / top) * vibration.amplitude;
}

template <int D>
Vec<D> velocity_after_turn(const Vibration<D>& vibration, std::int64_t turn) {
  const bool falls = (turn & 1) == 0;
  const double share = falls ? 1 - vibration.rise : vibration.rise;
  return ((falls ? -2 : 2) / (share * vibration.period)) * vibration.amplitude;
}

template <int D>
Vec<D> velocity_at(const Vibration<D>& vibration, double time) {
  std::int64_t turn = turn_before(vibration, time);
  while (turn_time(vibration, turn + 1) <= time) ++turn;
  return velocity_after_turn(vibration, turn);
}

template <int D>
std::int64_t turn_before(const Vibration<D>& vibration, double time) {
  return 2 * static_cast<std::int64_t>(std::floor(time / vibration.period)) - 4;
}

template double turn_time(const Vibration<2>&, std::int64_t);
template double turn_time(const Vibration<3>&, std::int64_t);
template Vec<2> displacement(const Vibration<2>&, double);
template Vec<3> displacement(const Vibration<3>&, double);
template Vec<2> velocity_after_turn(const Vibration<2>&, std::int64_t);
template Vec<3> velocity_after_turn(const Vibration<3>&, std::int64_t);
template Vec<2> velocity_at(const Vibration<2>&, double);
template Vec<3> velocity_at(const Vibration<3>&, double);
template std::int64_t turn_before(const Vibration<2>&, double);
template std::int64_t turn_before(const Vibration<3>&, double);

}  // namespace carom::sim
