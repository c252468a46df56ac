#include "sim/bodies/scales.hpp"

#include <algorithm>
#include <cmath>

namespace carom::sim {
namespace {

/// The largest power of two ≤ x.
double power_of_two_below(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, exponent - 1);
}

/// Some bodies leave each other slower than they meet: then heaps come to rest.
template <int D>
bool loses(const BodyStore<D>& store) {
  for (std::uint32_t id = 0; id < store.size(); ++id)
    if (store.kind(id).restitution < 1) return true;
  return false;
}

/// The largest acceleration that force fields give a ball that can be moved, now.
template <int D>
double largest_by_fields(const WorldData<D>& data) {
  double largest = 0;
  if (data.fields.empty()) return largest;
  for (std::uint32_t id = 0; id < data.store.size(); ++id) {
    if (!data.store.is_free(id)) continue;
    const PointMass<D> ball = data.fields.seen(data.store, id, data.store.particle(id).time());
    largest = std::max(largest, norm(data.fields.at(ball).force) / ball.mass);
  }
  return largest;
}

}  // namespace

// docs/theory/clock.md has the reason for the 64, and for heaps' shorter epochs.
template <int D>
void choose_scales(const WorldData<D>& data, WorldOptions<D>& options) {
  const BodyStore<D>& store = data.store;
  double least = INFINITY;
  double speed = 0;
  double own = 0;
  double damping = 0;
  for (std::uint32_t id = 0; id < store.size(); ++id) {
    speed = std::max(speed, norm(store.particle(id).velocity));
    if (!store.particle(id).is_ball) continue;
    if (store.radius(id) > 0) least = std::min(least, store.radius(id));
    const BodyMotion<D>& law = store.kind(id).motion;
    own = std::max({own, norm(law.acceleration), law.deceleration});
    damping = std::max(damping, law.damping);
  }
  if (const auto& warm = options.thermostat) speed = std::max(speed, std::sqrt(warm->noise * warm->interval));
  const double pull = std::max(norm(options.gravity), largest_by_fields(data));
  const double lasting = std::max({pull, own, damping * speed});
  double acceleration = lasting;
  for (const AppliedForce<D>& force : data.forces.all())
    acceleration = std::max(acceleration, norm(force.force) / store.mass(force.body.value));
  if (!std::isfinite(least)) least = 1;
  double natural = 1;
  if (speed > 0) natural = least / speed;
  if (acceleration > 0)
    natural = speed > 0 ? std::min(natural, std::sqrt(least / acceleration)) : std::sqrt(least / acceleration);
  if (!options.contact_duration)
    options.contact_duration = lasting > 0 ? 1e-3 * std::sqrt(least / lasting) : 1e-6 * natural;
  const bool presses = pull > 0 && !options.period;
  if (!options.lasting_contacts) options.lasting_contacts = presses && options.damping == 0;
  const bool ticks = *options.lasting_contacts && presses;
  double epoch = power_of_two_below(options.damping > 0 ? 1 / options.damping : 64 * natural);
  if (ticks && !options.tick) {
    const double near = 0.013 * std::sqrt(2 * least / pull);
    options.tick = std::min(power_of_two_below(std::sqrt(2.0) * near), options.epoch_length.value_or(epoch));
  }
  if (ticks && loses(store)) epoch = std::min(epoch, 64 * *options.tick);
  if (ticks) epoch = std::max(epoch, *options.tick);
  epoch = std::max(epoch, options.force_interval.value_or(0));
  if (!options.epoch_length) options.epoch_length = epoch;
}

template void choose_scales(const WorldData<2>&, WorldOptions<2>&);
template void choose_scales(const WorldData<3>&, WorldOptions<3>&);

}  // namespace carom::sim
