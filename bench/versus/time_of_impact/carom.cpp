#include "contender.hpp"

namespace carom::bench {

template <int D>
void carom_single(const Pairs<D, double>& pairs, double horizon, std::span<double> times) {
  std::size_t k = 0;
  for (const auto& pair : pairs.single) times[k++] = impact_time(pair.a, pair.motion_a, pair.b, pair.motion_b, horizon);
}

template <int D, class Real>
void carom_batch(const Pairs<D, Real>& pairs, Real horizon, std::span<Real> times) {
  impact_times(view<D, Real>(pairs.a), view<D, Real>(pairs.b), times, horizon);
}

template void carom_single(const Pairs<2, double>&, double, std::span<double>);
template void carom_single(const Pairs<3, double>&, double, std::span<double>);
template void carom_batch(const Pairs<2, double>&, double, std::span<double>);
template void carom_batch(const Pairs<3, double>&, double, std::span<double>);
template void carom_batch(const Pairs<2, float>&, float, std::span<float>);
template void carom_batch(const Pairs<3, float>&, float, std::span<float>);

}  // namespace carom::bench
