#include "sim/engine.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "sim/bodies/body_check.hpp"
#include "sim/bodies/first_overlap.hpp"
#include "sim/bodies/scales.hpp"
#include "sim/contact_forces.hpp"
#include "sim/search/choose_search.hpp"

namespace carom::sim {
namespace {

/// Events are only counted while this lasts.
template <int D>
class OnlyCounts {
 public:
  OnlyCounts(EventLog<D>& log, bool lasts) : log_(log) { log_.set_only_counts(lasts); }
  ~OnlyCounts() { log_.set_only_counts(false); }
  OnlyCounts(const OnlyCounts&) = delete;
  OnlyCounts& operator=(const OnlyCounts&) = delete;

 private:
  EventLog<D>& log_;
};

}  // namespace

template <int D>
Engine<D>::Engine(const WorldOptions<D>& options)
    : agenda_(data_.setting, data_.store, data_.forces, data_.fields, data_.supports, data_.obstacles, whole_.kinematic,
              whole_.propagator, whole_.ledger, whole_.search, whole_.now) {
  check_options(options);
  data_.setting.options = options;
  data_.setting.pulls = !is_zero(options.gravity) || !options.force_fields.empty();
  if (options.epoch_length) data_.setting.clock = EpochClock(*options.epoch_length, options.damping);
}

template <int D>
Engine<D>::Engine(const Snapshot<D>& snapshot) : Engine(snapshot.options) {
  BodyStore<D>& store = data_.store;
  whole_.now = snapshot.now;
  whole_.log.set_time(snapshot.time);
  whole_.log.restore(snapshot.counts);
  for (const Event<D>& event : snapshot.untold) whole_.log.keep(event);
  whole_.log.set_deepest_overlap(snapshot.deepest_overlap);
  whole_.ledger.restore(snapshot.sums);
  agenda_.restore(snapshot);
  whole_.ticks.restore(snapshot.tick_counts);
  has_run_ = snapshot.options.epoch_length && snapshot.options.contact_duration;
  needs_own_force_ = snapshot.has_own_force;
  if (snapshot.states.size() != snapshot.bodies.size())
    throw std::invalid_argument("a snapshot needs one state for each body");
  const auto pulls = [](const BodyState<D>& state) { return !is_zero(state.force) || !state.supports.empty(); };
  if (!snapshot.forces.empty() || std::any_of(snapshot.states.begin(), snapshot.states.end(), pulls))
    data_.setting.pulls = true;
  for (Body<D> body : snapshot.bodies) {
    if (body.vibration) body.motion = {};  // by then it has the velocity of that
    check_body(body, snapshot.options, snapshot.time);
  }
  check_plans(snapshot);
  for (std::uint32_t id = 0; id < snapshot.bodies.size(); ++id) data_.obstacles.add(id, snapshot.bodies[id].shape);
  for (const BodyState<D>& state : snapshot.states) check_state(state, snapshot.bodies, data_.obstacles);
  for (std::size_t k = 0; k < snapshot.bodies.size(); ++k) {
    const std::uint32_t id = store.add(snapshot.bodies[k], snapshot.states[k]);
    if (snapshot.bodies[k].vibration) agenda_.add_vibrating(id);
    note_layers(id);
  }
  for (const Arrival& arrival : snapshot.arrivals)
    agenda_.add_arrival(arrival, has_run_ && !(whole_.now < data_.setting.clock.from_plain(arrival.from)));
  data_.islands.restore(snapshot);
  for (std::uint32_t id = 0; id < store.size(); ++id) whole_.propagator.renew(id);
}

template <int D>
void Engine<D>::run_until(double time, const Sink& sink) {
  const OnlyCounts<D> only_counts(whole_.log, !sink);
  const Time limit = begin(time);
  while (advance_to_event(time, limit)) {
    const Event<D> event = pop_event();
    if (sink) sink(event);
  }
}

template <int D>
std::optional<Event<D>> Engine<D>::next_event(double horizon) {
  if (!advance_to_event(horizon, begin(horizon))) return std::nullopt;
  return pop_event();
}

/// Makes ready to run until `horizon`, which is returned on the internal clock.
template <int D>
Time Engine<D>::begin(double horizon) {
  if (!(horizon >= time()) || std::isinf(horizon))
    throw std::invalid_argument("a world runs forward to a finite time: not before " + std::to_string(time()));
  agenda_.check(time(), horizon);
  prepare();
  return data_.setting.clock.from_plain(horizon);
}

template <int D>
void Engine<D>::prepare() {
  if (is_prepared_) return;
  if (needs_own_force_)
    throw std::invalid_argument(
        "this world had a force of the caller's own, which a snapshot does not hold: expected "
        "set_force before it runs");
  WorldOptions<D>& options = data_.setting.options;
  const bool has_clock = options.epoch_length.has_value();
  choose_scales(data_, options);
  if (!has_clock) {
    data_.setting.clock = EpochClock(*options.epoch_length, options.damping);
    whole_.now = data_.setting.clock.from_plain(time());
  }
  const bool begins = !has_run_;
  is_prepared_ = has_run_ = true;
  if (begins) feel_fields();
  choose_search();
  agenda_.plan_frames(time());
  agenda_.plan();
}

/// Before anything has happened: what fields give then is there from the start.
template <int D>
void Engine<D>::feel_fields() {
  if (data_.fields.empty()) return;
  agenda_.feel_fields();
  for (std::uint32_t id = 0; id < data_.store.size(); ++id)
    whole_.ledger.add_initial(data_.store.load(id).field.potential);
}

/// Begins the search anew, for the bodies as they are now.
template <int D>
void Engine<D>::choose_search() {
  whole_.search.release();
  data_.store.list_balls();
  whole_.search.set(sim::choose_search(whole_.site(), slabs_));
  search_kind_ = whole_.search->kind();
  searched_balls_ = data_.store.balls().size();
  ++whole_.counts.rounds;
  whole_.search->predict_all();
}

/// Goes on until there is an event to deliver; false, and the clock at `horizon`, if there is none: as where events are
/// only counted.
template <int D>
bool Engine<D>::advance_to_event(double horizon, const Time& limit) {
  EventLog<D>& log = whole_.log;
  while (log.empty() && (runs_in_parallel(limit) ? advance_in_parallel(limit) : advance(limit))) {
  }
  // In parallel some may have been found that come later.
  if (log.empty() || limit < log.front().instant) {
    whole_.now = std::max(whole_.now, limit);
    log.set_time(horizon);
    return false;
  }
  log.bound_front(horizon);
  log.set_time(log.front().time);
  return true;
}

template <int D>
Event<D> Engine<D>::pop_event() {
  if (parallel_) parallel_->execute(whole_.log.next());
  return whole_.log.pop();
}

/// Does what is due next, if that is not after `limit`: false if there is nothing.
template <int D>
bool Engine<D>::advance(const Time& limit) {
  if (whole_.search.empty()) choose_search();
  const Calendar::Entry next = whole_.search->next();
  // What does not fit any more has to begin anew first.
  if (whole_.search.empty()) return true;
  // A tick comes last at its time, but for one that is asked for.
  if (!data_.islands.empty()) {
    const Time tick = whole_.ticks.due();
    if (tick < agenda_.due() && (data_.islands.asks_to_tick() || tick < next.time)) return advance_to_tick(tick, limit);
  }
  if (!(next.time < agenda_.due())) return advance_to_agenda(limit);
  if (limit < next.time) return false;
  whole_.execute(next);
  return true;
}

template <int D>
bool Engine<D>::advance_to_agenda(const Time& limit) {
  whole_.search->finish();
  const Time due = agenda_.due();
  if (limit < due || due == EpochClock::never()) return false;
  agenda_.foresee();
  whole_.now = std::max(whole_.now, due);
  agenda_.apply();
  for (const std::uint32_t id : agenda_.come()) appear(id);
  return true;
}

template <int D>
bool Engine<D>::advance_to_tick(const Time& tick, const Time& limit) {
  if (limit < tick) return false;
  whole_.search->finish();
  whole_.now = std::max(whole_.now, tick);
  whole_.ticks.apply();
  whole_.kinematic.stall(whole_.ticks.jammed());
  return true;
}

/// The same bits with any number.
template <int D>
void Engine<D>::set_threads(int threads, int slabs) {
  constexpr int kMost = World<D>::kMostThreads;
  if (threads < 1 || threads > kMost)
    throw std::invalid_argument("threads must be from 1 to " + std::to_string(kMost) + ", not " +
                                std::to_string(threads));
  if (slabs != 0 && (slabs < threads || slabs > kMost))
    throw std::invalid_argument("slabs must be 0, or from the number of threads, " + std::to_string(threads) + ", to " +
                                std::to_string(kMost) + ", not " + std::to_string(slabs));
  if (slabs == 0) slabs = threads;
  if (threads == threads_ && slabs == slabs_) return;
  leave_parallel();
  threads_ = threads;
  slabs_ = slabs;
  whole_.search.forget();
}

/// Whether the world runs divided until `limit`, as far as that goes.
template <int D>
bool Engine<D>::runs_in_parallel(const Time& limit) {
  if (slabs_ == 1) return false;
  if (whole_.now < undivided_until_ || agenda_.due() != EpochClock::never()) {
    leave_parallel();
    return false;
  }
  if (!parallel_ && whole_.now < limit) {
    if (whole_.search.empty()) choose_search();
    parallel_ = whole_.search->divide(whole_, threads_, slabs_);
  }
  return parallel_ != nullptr;
}

/// Does the next of what the domains can do, if that is not after `limit`: false if there is nothing.
template <int D>
bool Engine<D>::advance_in_parallel(const Time& limit) {
  if (!(parallel_->end() < limit)) return false;
  if (parallel_->advance(limit)) return true;
  const Time end = parallel_->end();
  parallel_.reset();
  // The less often, the more often it fails.
  const EpochClock& clock = data_.setting.clock;
  undivided_until_ = clock.later(end, static_cast<double>(failures_) * clock.between(whole_.now, end));
  ++failures_;
  whole_.search.forget();
  return true;
}

/// What is still to be delivered has not been executed yet.
template <int D>
void Engine<D>::leave_parallel() {
  whole_.search->finish();
  if (!parallel_) return;
  const Time end = parallel_->end();
  const bool is_ahead = whole_.now < end;
  parallel_->hand_back();
  parallel_.reset();
  if (!is_ahead) return;
  whole_.log.clear();
  // Whoever interferes once does so again.
  const EpochClock& clock = data_.setting.clock;
  undivided_until_ = clock.later(end, 64 * clock.between(whole_.now, end));
  whole_.search.forget();
}

template <int D>
std::optional<std::pair<BodyId, BodyId>> Engine<D>::first_overlap(double depth) const {
  return sim::first_overlap(data_, whole_.now, depth);
}

template <int D>
std::vector<ContactForce<D>> Engine<D>::contact_forces() const {
  return sim::contact_forces(data_, whole_.now);
}

template <int D>
Snapshot<D> Engine<D>::snapshot() const {
  const BodyStore<D>& store = data_.store;
  Snapshot<D> snapshot = snapshot_without_bodies();
  snapshot.bodies.reserve(store.size());
  for (std::uint32_t id = 0; id < store.size(); ++id) snapshot.bodies.push_back(store.body(id));
  return snapshot;
}

template <int D>
Snapshot<D> Engine<D>::snapshot_without_bodies() const {
  const BodyStore<D>& store = data_.store;
  const auto count = static_cast<std::uint32_t>(store.size());
  Snapshot<D> snapshot;
  snapshot.options = options();
  snapshot.now = whole_.now;
  snapshot.time = time();
  snapshot.states.reserve(count);
  for (std::uint32_t id = 0; id < count; ++id) snapshot.states.push_back(store.state(id));
  snapshot.forces = data_.forces.all();
  snapshot.steers = agenda_.steers();
  snapshot.arrivals = agenda_.arrivals();
  snapshot.kicks = agenda_.kicks();
  snapshot.has_own_force = data_.fields.has_own() || needs_own_force_;
  snapshot.counts = whole_.log.counts();
  // In parallel what is still to be delivered has not been executed yet.
  snapshot.contacts = data_.islands.all_contacts();
  snapshot.ticked = data_.islands.ticked();
  snapshot.ticked_again = data_.islands.again();
  snapshot.stopped = data_.islands.stopped();
  snapshot.keeps_paths = data_.islands.keeps_paths();
  snapshot.asks_to_tick = data_.islands.asks_to_tick();
  snapshot.tick_counts = whole_.ticks.counts();
  if (!parallel_) snapshot.untold = whole_.log.untold();
  snapshot.deepest_overlap = whole_.log.deepest_overlap();
  snapshot.sums = whole_.ledger.sums();
  return snapshot;
}

template class Engine<2>;
template class Engine<3>;

}  // namespace carom::sim
