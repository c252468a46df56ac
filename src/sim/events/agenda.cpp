#include "sim/events/agenda.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "carom/math/random.hpp"

namespace carom::sim {

template <int D>
void Agenda<D>::plan() {
  due_ = EpochClock::never();
  if (setting_.clock.damping() > 0) due_ = {now_.epoch + 1, 0};
  const auto add = [&](const Time& time) { due_ = std::min(due_, std::max(now_, time)); };
  const auto add_plain = [&](double time) { add(setting_.clock.from_plain(time)); };
  for (const AppliedForce<D>& force : forces_.all()) {
    const double next = force.begun ? force.until : force.from;
    if (next < std::numeric_limits<double>::infinity()) add_plain(next);
  }
  for (const std::uint32_t id : vibrating_) add(kinematic_.turn_due(id));
  if (setting_.options.thermostat) add_plain(next_kick());
  if (setting_.options.stepwise_damping)
    add_plain(damping_due_ = next_multiple(setting_.options.stepwise_damping->interval));
  add(setting_.all_anew = force_ticks_.due_after(now_));
  for (const Steer<D>& steer : steers_) add_plain(steer.from);
  if (store_.has_kinematic_balls()) due_ = std::min(due_, setting_.clock.from_plain(next_frame()));
  if (!arrivals_.empty()) add_plain(arrivals_.due());
}

template <int D>
void Agenda<D>::add_arrival(const Arrival& arrival, bool has_asked) {
  arrivals_.add(arrival, has_asked ? next_multiple(setting_.options.frame) : arrival.from);
}

template <int D>
void Agenda<D>::plan_frames(double time) {
  constexpr double kMost = 0x1p62;  // beyond it frames have no numbers
  next_frame_ = static_cast<std::int64_t>(std::clamp(std::floor(time / setting_.options.frame), -kMost, kMost)) + 1;
}

/// Forces turn on and off in the order in which they were given.
template <int D>
void Agenda<D>::apply() {
  const bool forces_are_due = !(now_ < setting_.all_anew);
  setting_.all_anew = force_ticks_.due_after(now_);
  if (setting_.clock.damping() > 0 && due_.offset == 0) start_epoch();
  forces_.apply([&](double time) { return is_due(time); },
                [&](std::uint32_t id, EventKind kind) { turn_force(id, kind); });
  steer();
  if (store_.has_kinematic_balls() && is_due(next_frame())) {
    ++next_frame_;
    kinematic_.begin_frame();
  }
  for (const std::uint32_t id : vibrating_)
    if (!(now_ < kinematic_.turn_due(id))) kinematic_.turn_back(id);
  if (forces_are_due) force_ticks_.apply(now_);
  if (setting_.options.stepwise_damping && is_due(damping_due_)) damp();
  if (setting_.options.thermostat && is_due(next_kick())) kick();
  const auto is_due_now = [&](double time) { return is_due(time); };
  come_ = arrivals_.take(now_, is_due_now, next_multiple(setting_.options.frame));
  plan();
}

template <int D>
void Agenda<D>::steer() {
  for (std::size_t k = 0; k < steers_.size();) {
    const Steer<D> steer = steers_[k];
    if (!is_due(steer.from)) {
      ++k;
      continue;
    }
    steers_.erase(steers_.begin() + static_cast<std::ptrdiff_t>(k));
    const std::uint32_t id = steer.body.value;
    const Particle<D>& particle = store_.particle(id);
    if (store_.is_kinematic(id) || (store_.is_here(id) && particle.immovable && !particle.held))
      kinematic_.steer(id, steer.velocity);
  }
}

template <int D>
void Agenda<D>::turn_force(std::uint32_t id, EventKind kind) {
  if (!store_.is_here(id) || store_.particle(id).immovable) return;
  propagator_.advance(id, now_);
  store_.set_force(id, forces_.total(id) + store_.load(id).field.force);
  propagator_.record(now_, kind, id);
  propagator_.commit(id);
  search_->predict(id);
  propagator_.note_interference(id);
}

/// The first multiple of an interval after now: all before it has been done.
template <int D>
double Agenda<D>::next_multiple(double interval) const {
  double steps = std::floor(setting_.clock.to_plain(now_) / interval) - 1;
  while (is_due(steps * interval) && steps < 0x1p53) ++steps;
  return steps * interval;
}

/// A step of stepwise damping.
template <int D>
void Agenda<D>::damp() {
  const StepwiseDamping& damping = *setting_.options.stepwise_damping;
  const double least = damping.rest_speed / setting_.clock.speed_factor(now_);
  for (std::uint32_t id = 0; id < store_.size(); ++id) {
    if (!store_.is_free(id)) continue;
    if (is_zero(store_.velocity_after(id, store_.since(id, now_)))) continue;
    propagator_.advance(id, now_);
    const double before = ledger_.kinetic(id, now_);
    const Vec<D> velocity = damping.factor * store_.kept_velocity(id);
    const bool stops = norm(velocity) < least;
    store_.set_kept_velocity(id, stops ? Vec<D>{} : velocity);
    ledger_.lose_to_damping(before - ledger_.kinetic(id, now_));
    if (stops) propagator_.record(now_, EventKind::stop, id);
    propagator_.commit(id);
    propagator_.note_interference(id);
  }
  search_->predict_all();
}

/// The thermostat's next kick of all balls, in the order of their ids.
template <int D>
void Agenda<D>::kick() {
  const Thermostat& warm = *setting_.options.thermostat;
  Random random(warm.seed, ++kicks_);
  const double size = std::sqrt(warm.noise * warm.interval) / setting_.clock.speed_factor(now_);
  std::vector<std::pair<std::uint32_t, Vec<D>>> kicks;
  Vec<D> momentum{};
  double total = 0;
  for (std::uint32_t id = 0; id < store_.size(); ++id) {
    if (!store_.is_free(id)) continue;
    Vec<D> change;
    for (int k = 0; k < D; ++k) change[k] = size * random.normal();
    momentum += store_.own_mass(id) * change;
    total += store_.own_mass(id);
    kicks.emplace_back(id, change);
  }
  const Vec<D> mean = warm.keeps_momentum && total > 0 ? momentum / total : Vec<D>{};
  for (const auto& [id, change] : kicks) {
    propagator_.advance(id, now_);
    const double before = ledger_.kinetic(id, now_);
    store_.particle(id).velocity += change - mean;
    ledger_.add_work(ledger_.kinetic(id, now_) - before);
    propagator_.record(now_, EventKind::change, id);
    propagator_.commit(id);
  }
  search_->predict_all();
}

/// A damped epoch ends: every body is re-based, with the velocities that it has by then.
template <int D>
void Agenda<D>::start_epoch() {
  for (const std::uint32_t id : store_.balls()) {
    propagator_.advance(id, {due_.epoch - 1, setting_.clock.span()});
    Particle<D>& particle = store_.particle(id);
    particle.velocity = setting_.clock.decay() * particle.velocity;
    store_.keep_last_impact(id);
    particle.set_time(due_);
    store_.record(id).rank = 0;
    propagator_.renew(id);
  }
  search_->predict_all();
}

// What happens at fixed intervals must not happen too often.
template <int D>
void Agenda<D>::check(double from, double horizon) const {
  const auto expect_few = [&](const char* what, double interval) {
    if (horizon > 0x1p50 * interval)
      throw std::invalid_argument(std::string(what) + " of " + std::to_string(interval) +
                                  " is too short: expected at most 2^50 of them until " + std::to_string(horizon));
  };
  if (setting_.options.thermostat) expect_few("a thermostat's interval", setting_.options.thermostat->interval);
  if (const auto& damping = setting_.options.stepwise_damping)
    expect_few("a stepwise damping's interval", damping->interval);
  if (setting_.all_anew != EpochClock::never()) expect_few("force_interval", *setting_.options.force_interval);
  for (const std::uint32_t id : vibrating_) expect_few("a vibration's period", store_.kind(id).vibration->period);
  if (!store_.has_kinematic_balls() && arrivals_.empty()) return;
  const double frame = setting_.options.frame;
  if (horizon - from <= 0x1p32 * frame && horizon <= 0x1p50 * frame) return;
  std::ostringstream text;
  text << "frame: " << frame << " makes too many frames until " << horizon << ": expected at most 2^32 in a run"
       << " and 2^50 in all";
  throw std::invalid_argument(text.str());
}

template class Agenda<2>;
template class Agenda<3>;

}  // namespace carom::sim
