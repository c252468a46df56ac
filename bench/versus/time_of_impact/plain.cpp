#include <cmath>

#include "contender.hpp"

// What a careful program without certified decisions does: the stable quadratic t = c / (√(b² − a c) − b) of
// |p + t w| = R in plain double.
namespace carom::bench {
namespace {

/// Out of line, as a library's function is.
template <int D>
[[gnu::noinline]] double plain_time(const Ball<D>& a, const Linear<D>& motion_a, const Ball<D>& b,
                                    const Linear<D>& motion_b, double horizon) {
  const Vec<D> p = b.center - a.center;
  const Vec<D> w = motion_b.velocity - motion_a.velocity;
  const double reach = a.radius + b.radius;
  const double along = dot(p, w);
  if (along >= 0) return kForever;
  const double gap = dot(p, p) - reach * reach;
  const double discriminant = along * along - dot(w, w) * gap;
  if (discriminant < 0) return kForever;
  const double time = gap <= 0 ? 0 : gap / (std::sqrt(discriminant) - along);
  return time > horizon ? kForever : time;
}

}  // namespace

template <int D>
void plain_single(const Pairs<D, double>& pairs, double horizon, std::span<double> times) {
  std::size_t k = 0;
  for (const auto& pair : pairs.single) times[k++] = plain_time(pair.a, pair.motion_a, pair.b, pair.motion_b, horizon);
}

template void plain_single(const Pairs<2, double>&, double, std::span<double>);
template void plain_single(const Pairs<3, double>&, double, std::span<double>);

}  // namespace carom::bench
