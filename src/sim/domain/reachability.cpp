#include "sim/domain/reachability.hpp"

namespace carom::sim {

/// Its path may be known only from after that on: then it is not uncertain earlier.
template <int D>
Reachability<D>::Reachability(const WorldData<D>& data, const Window<D>& window, const UncertainBall& uncertain)
    : data_(data), window_(window), uncertain_(uncertain), radius_(data.store.known_radius(uncertain.body)) {
  const Particle<D>& path = data.store.particle(uncertain.body);
  const double own = window.since(path.time());
  uncertain_.time = std::max(uncertain.time, own);
  place_ = path.position + (uncertain_.time - own) * path.velocity;
}

/// From the nearest copy of a ball, so long after its own time, to the last certain place.
template <int D>
Vec<D> Reachability<D>::apart(const Particle<D>& path, double after) const {
  const Vec<D>& period = *data_.setting.options.period;
  Vec<D> apart = place_ - path.position - after * path.velocity;
  for (int k = 0; k < D; ++k)
    if (std::fabs(apart[k]) > 0.5 * period[k]) apart[k] -= period[k] * std::floor(apart[k] / period[k] + 0.5);
  return apart;
}

template <int D>
ReachableBall Reachability<D>::touch(std::uint32_t other) const {
  // Paths are known from own times on only: before it the other is anywhere it could have come from.
  const Particle<D>& path = data_.store.particle(other);
  const double own = window_.since(path.time());
  if (own <= uncertain_.time) return touch_after(other, uncertain_.time);
  const double fastest = std::max<double>(uncertain_.speed, window_.speed_bound());
  const double most = radius_sum(other) + fastest * (own - uncertain_.time);
  if (kSafe * norm2(apart(path, 0)) <= most * most) return {uncertain_.time, other, uncertain_};
  return touch_after(other, own);
}

// |d| = r + c (s − t) + F (s − now).
template <int D>
ReachableBall Reachability<D>::touch_after(std::uint32_t other, double now) const {
  const Particle<D>& path = data_.store.particle(other);
  const double reached = radius_sum(other) + uncertain_.speed * (now - uncertain_.time);
  const double closing = uncertain_.speed + window_.speed_bound();
  const double most = reached + closing * (window_.span() - now);
  const double distance2 = kSafe * norm2(apart(path, now - window_.since(path.time())));
  if (distance2 > most * most) return {INFINITY, other, uncertain_};
  return {now + kSafe * std::max(0.0, std::sqrt(distance2) - reached) / closing, other, uncertain_};
}

template <int D>
bool Reachability<D>::may_touch(std::uint32_t other) const {
  const Particle<D>& path = data_.store.particle(other);
  const double most = radius_sum(other) + uncertain_.speed * (window_.span() - uncertain_.time) +
                      window_.speed_bound() * window_.span();
  return kSafe * norm2(apart(path, -window_.since(path.time()))) <= most * most;
}

template <int D>
bool Reachability<D>::may_touch(std::uint32_t other, const Particle<D>& path, double until) const {
  const double own = window_.since(path.time());
  const double from = std::max(own, uncertain_.time);
  const double most =
      radius_sum(other) + uncertain_.speed * (until - uncertain_.time) + norm(path.velocity) * (until - from);
  return kSafe * norm2(apart(path, from - own)) <= most * most;
}

template class Reachability<2>;
template class Reachability<3>;

}  // namespace carom::sim
