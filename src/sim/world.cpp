#include "carom/sim/world.hpp"

#include "math/arithmetic.hpp"
#include "sim/engine.hpp"

namespace carom {

std::string_view name(EventKind kind) {
  switch (kind) {
    case EventKind::impact:
      return "impact";
    case EventKind::merge:
      return "merge";
    case EventKind::stick:
      return "stick";
    case EventKind::pocket:
      return "pocket";
    case EventKind::rest:
      return "rest";
    case EventKind::release:
      return "release";
    case EventKind::force_begin:
      return "force_begin";
    case EventKind::force_end:
      return "force_end";
    case EventKind::change:
      return "change";
    case EventKind::stop:
      return "stop";
    case EventKind::slide:
      return "slide";
    case EventKind::stuck:
      return "stuck";
    case EventKind::roll:
      return "roll";
    case EventKind::contact_begin:
      return "contact_begin";
    case EventKind::contact_end:
      return "contact_end";
    case EventKind::sleep:
      return "sleep";
    case EventKind::wake:
      return "wake";
    case EventKind::appear:
      return "appear";
  }
  return "unknown";
}

std::string_view name(SearchKind kind) {
  switch (kind) {
    case SearchKind::none:
      return "none";
    case SearchKind::all_pairs:
      return "all-pairs";
    case SearchKind::cells:
      return "cells";
    case SearchKind::linked_cells:
      return "linked-cells";
    case SearchKind::lists:
      return "lists";
  }
  return "unknown";
}

template <int D>
struct World<D>::Impl {
  sim::Engine<D> engine;
  std::vector<Event<D>> returned{};  ///< what run_until returned last
};

template <int D>
World<D>::World(const Options& options) : impl_(new Impl{sim::Engine<D>(options)}) {}
template <int D>
World<D>::World(const Snapshot<D>& snapshot) : impl_(new Impl{sim::Engine<D>(snapshot)}) {}
template <int D>
World<D>::World(World&&) noexcept = default;
template <int D>
World<D>& World<D>::operator=(World&&) noexcept = default;
template <int D>
World<D>::~World() = default;

template <int D>
BodyId World<D>::add(const Body<D>& body) {
  return impl_->engine.add(body);
}

template <int D>
BodyId World<D>::add_later(const Body<D>& ball, double from) {
  return impl_->engine.add_later(ball, from);
}

template <int D>
void World<D>::remove(BodyId id) {
  impl_->engine.remove(id.value);
}

template <int D>
void World<D>::place(BodyId id, const Vec<D>& position) {
  impl_->engine.place(id.value, position);
}

template <int D>
void World<D>::set_velocity(BodyId id, const Vec<D>& velocity) {
  impl_->engine.set_velocity(id.value, velocity);
}

template <int D>
void World<D>::apply_impulse(BodyId id, const Vec<D>& impulse) {
  impl_->engine.apply_impulse(id.value, impulse);
}

template <int D>
void World<D>::apply_force(BodyId id, const Vec<D>& force, double from, double until) {
  impl_->engine.apply_force(id.value, force, from, until);
}

template <int D>
void World<D>::set_force(const Force<D>& force) {
  impl_->engine.set_force(force);
}

template <int D>
void World<D>::steer(BodyId id, const Vec<D>& velocity, double from) {
  impl_->engine.steer(id.value, velocity, from);
}

template <int D>
void World<D>::set_threads(int threads, int slabs) {
  impl_->engine.set_threads(threads, slabs);
}

template <int D>
const std::vector<Event<D>>& World<D>::run_until(double time) {
  auto& log = impl_->returned;
  log.clear();
  run_until(time, [&log](const Event<D>& event) { log.push_back(event); });
  return log;
}

template <int D>
void World<D>::run_until(double time, const Sink& sink) {
  math::require_plain_arithmetic();
  impl_->engine.run_until(time, sink);
}

template <int D>
bool World<D>::run_until(double time, const Sink& sink, std::uint64_t most_events) {
  for (std::uint64_t count = 0; count < most_events; ++count) {
    const std::optional<Event<D>> event = next_event(time);
    if (!event) return true;
    if (sink) sink(*event);
  }
  return false;
}

template <int D>
const std::vector<Event<D>>& World<D>::step(double dt) {
  return run_until(time() + dt);
}

template <int D>
std::optional<Event<D>> World<D>::next_event(double horizon) {
  math::require_plain_arithmetic();
  return impl_->engine.next_event(horizon);
}

template <int D>
double World<D>::time() const {
  return impl_->engine.time();
}

template <int D>
std::size_t World<D>::body_count() const {
  return impl_->engine.store().size();
}

template <int D>
Body<D> World<D>::body(BodyId id) const {
  return impl_->engine.store().body(id.value);
}

template <int D>
BodyState<D> World<D>::state(BodyId id) const {
  return impl_->engine.store().state(id.value);
}

template <int D>
bool World<D>::asleep(BodyId id) const {
  return impl_->engine.store().sleeps(id.value);
}

template <int D>
bool World<D>::present(BodyId id) const {
  return impl_->engine.store().present(id.value);
}

template <int D>
bool World<D>::awaited(BodyId id) const {
  return impl_->engine.store().contains(id.value) && impl_->engine.store().is_awaited(id.value);
}

template <int D>
double World<D>::radius(BodyId id) const {
  return impl_->engine.store().radius_now(id.value);
}

template <int D>
Placement<D> World<D>::placement(BodyId id) const {
  return impl_->engine.placement(id.value);
}

template <int D>
void World<D>::placements(std::span<Vec<D>> positions, std::span<Vec<D>> velocities, std::span<Spin<D>> spins) const {
  for (const std::size_t size : {positions.size(), velocities.size(), spins.size()})
    if (size != 0 && size != body_count())
      throw std::invalid_argument("placements: room for " + std::to_string(size) + " bodies: expected " +
                                  std::to_string(body_count()) + " or none");
  impl_->engine.placements(positions, velocities, spins);
}

template <int D>
Motion<D> World<D>::motion(BodyId id) const {
  return impl_->engine.motion(id.value);
}

template <int D>
std::optional<WorldHit<D>> World<D>::cast(const Ball<D>& ball, const Motion<D>& motion, double horizon,
                                          std::uint32_t mask) const {
  return impl_->engine.cast(ball, motion, horizon, mask);
}

template <int D>
std::optional<WorldHit<D>> World<D>::cast(const Capsule<D>& capsule, const Motion<D>& motion, double horizon,
                                          std::uint32_t mask) const {
  return impl_->engine.cast(capsule, motion, horizon, mask);
}

template <int D>
std::optional<WorldHit<D>> World<D>::cast(const Aabb<D>& box, const Motion<D>& motion, double horizon,
                                          std::uint32_t mask) const {
  return impl_->engine.cast(box, motion, horizon, mask);
}

template <int D>
std::vector<BodyId> World<D>::within(const Ball<D>& region, std::uint32_t mask) const {
  return impl_->engine.within(region, mask);
}

template <int D>
Ledger<D> World<D>::ledger() const {
  return impl_->engine.ledger();
}

template <int D>
std::uint64_t World<D>::event_count(EventKind kind) const {
  return impl_->engine.log().counts()[static_cast<std::size_t>(kind)];
}

template <int D>
std::uint64_t World<D>::event_count() const {
  return impl_->engine.log().count();
}

template <int D>
double World<D>::deepest_overlap() const {
  return impl_->engine.log().deepest_overlap();
}

template <int D>
std::optional<std::pair<BodyId, BodyId>> World<D>::first_overlap(double depth) const {
  return impl_->engine.first_overlap(depth);
}

template <int D>
const typename World<D>::Options& World<D>::options() const {
  return impl_->engine.options();
}

template <int D>
Snapshot<D> World<D>::snapshot() const {
  return impl_->engine.snapshot();
}

template <int D>
const std::vector<ContactState<D>>& World<D>::contacts() const {
  return impl_->engine.contacts();
}

template <int D>
std::vector<ContactForce<D>> World<D>::contact_forces() const {
  return impl_->engine.contact_forces();
}

template <int D>
const TickCounts& World<D>::tick_counts() const {
  return impl_->engine.tick_counts();
}

template <int D>
SearchKind World<D>::search_kind() const {
  return impl_->engine.search_kind();
}

template <int D>
SearchCounts World<D>::search_counts() const {
  return impl_->engine.search_counts();
}

template <int D>
Snapshot<D> World<D>::snapshot_without_bodies() const {
  return impl_->engine.snapshot_without_bodies();
}

template <int D>
std::uint64_t World<D>::hash() const {
  return carom::hash(snapshot_without_bodies());
}

template class World<2>;
template class World<3>;

}  // namespace carom
