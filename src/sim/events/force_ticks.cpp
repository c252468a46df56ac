#include "sim/events/force_ticks.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace carom::sim {

// Epochs are whole multiples of the interval, which is a power of two: nothing is rounded.
template <int D>
Time ForceTicks<D>::due_after(const Time& now) const {
  if (fields_.empty()) return EpochClock::never();
  const double interval = *setting_.options.force_interval;
  const double next = (std::floor(now.offset / interval) + 1) * interval;
  return next < setting_.clock.length() ? Time{now.epoch, next} : Time{now.epoch + 1, 0};
}

template <int D>
void ForceTicks<D>::find(const Time& tick) {
  changes_.clear();
  for (std::uint32_t id = 0; id < store_.size(); ++id)
    if (store_.is_free(id)) changes_.push_back(change_of(id, tick));
}

template <int D>
void ForceTicks<D>::apply(const Time& now) {
  for (const Change& change : changes_) {
    const std::uint32_t id = change.id;
    const Field& felt = store_.load(id).field;
    if (change.field == felt && change.velocity == store_.velocity_after(id, store_.since(id, now))) continue;
    propagator_.advance(id, now);
    make(change, now);
    propagator_.commit(id);
    propagator_.note_interference(id);
  }
  search_->predict_all();
}

/// Of a ball that is at its own time. The energy that it gains, h/2 Δf·(v + v₀)/2, is shared among its forces.
template <int D>
void ForceTicks<D>::make(const Change& change, const Time& now) {
  const std::uint32_t id = change.id;
  const Field felt = store_.load(id).field;
  const double energy = ledger_.kinetic(id, now);
  const Vec<D> velocity = store_.particle(id).velocity;
  const Law<D> before = supports_.law(id);
  set(id, change.field);
  if (is_unsupported(id)) {
    store_.particle(id).velocity = change.velocity;
  } else if (!store_.in_island(id)) {
    const Law<D> after = supports_.law(id);
    const double share = 0.5 * *setting_.options.force_interval;
    store_.particle(id).velocity += share * (after.acceleration - before.acceleration);
    if (setting_.rough()) store_.set_spin(id, store_.spin(id) + share * (after.turning - before.turning));
  }
  const Vec<D> mean = 0.5 * (store_.particle(id).velocity + velocity);
  const double gained = ledger_.kinetic(id, now) - energy;
  const double all = dot(change.field.force - felt.force, mean);
  const double by_potential = all == 0 ? 0 : gained * (dot(change.field.conservative - felt.conservative, mean) / all);
  ledger_.add_work(gained - by_potential);
  ledger_.add_tick(by_potential + (change.field.potential - felt.potential));
}

/// What becomes of a ball at a tick, which is not at its own time yet.
template <int D>
auto ForceTicks<D>::change_of(std::uint32_t id, const Time& now) const -> Change {
  PointMass<D> ball = fields_.seen(store_, id, now);
  Change change{id, fields_.at(ball), ball.velocity};
  if (!is_unsupported(id)) return change;
  const Vec<D>& before = store_.load(id).field.force;
  const double share = 0.5 * *setting_.options.force_interval / ball.mass;
  change.velocity = ball.velocity + share * (change.field.force - before);
  if (fields_.depend_on_velocity()) agree(change, ball, before);
  return change;
}

/// v = v₀ + h/2 (f(v) − f₀)/m by iteration, until it does not come closer any more.
template <int D>
void ForceTicks<D>::agree(Change& change, const PointMass<D>& seen, const Vec<D>& before) const {
  constexpr int kMost = 100;
  constexpr double kAgrees = 1e-12;
  const double share = 0.5 * *setting_.options.force_interval / seen.mass;
  PointMass<D> ball = seen;
  double last = INFINITY;
  for (int k = 0; k < kMost; ++k) {
    ball.velocity = change.velocity;
    change.field = fields_.at(ball);
    change.velocity = seen.velocity + share * (change.field.force - before);
    const double step = norm(change.velocity - ball.velocity);
    if (step == 0) return;
    if (!(step < last) && step <= kAgrees * norm(change.velocity)) return;
    last = step;
  }
  std::ostringstream text;
  text << "the force fields at body " << seen.body << " at time " << seen.time
       << " change too fast with its velocity, which is " << norm(seen.velocity)
       << ": expected a shorter force_interval than " << *setting_.options.force_interval;
  throw std::domain_error(text.str());
}

template <int D>
void ForceTicks<D>::set(std::uint32_t id, const Field& field) {
  store_.own_load(id).field = field;
  store_.set_force(id, applied_.total(id) + field.force);
}

template <int D>
void ForceTicks<D>::begin(std::uint32_t id, const Time& now) {
  if (!store_.is_free(id) || (fields_.empty() && !store_.may_be_loaded(id))) return;
  const Field field = fields_.at(fields_.seen(store_, id, now));
  propagator_.advance(id, now);
  set(id, field);
  propagator_.commit(id);
  propagator_.note_interference(id);
}

template <int D>
void ForceTicks<D>::begin(const Time& now) {
  for (std::uint32_t id = 0; id < store_.size(); ++id) begin(id, now);
}

template class ForceTicks<2>;
template class ForceTicks<3>;

}  // namespace carom::sim
