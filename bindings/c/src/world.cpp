#include <algorithm>
#include <limits>
#include <memory>

#include "any_world.hpp"
#include "guard.hpp"

namespace carom::c {
namespace {

template <class Make>
carom_world* made_world(const Make& make) noexcept {
  return made([&] { return std::make_unique<carom_world>(make()).release(); });
}

/// Does `act` with the world.
template <class World, class Act>
carom_status with_world(World* world, const Act& act) noexcept {
  return guarded([&] { act(*given(world, "world").any); });
}

AnyWorld::Sink sink_of(carom_event_sink sink, void* user) {
  if (sink == nullptr) return {};
  return [sink, user](const carom_event& event) { sink(&event, user); };
}

}  // namespace
}  // namespace carom::c

using carom::c::AnyWorld;
using carom::c::given;
using carom::c::with_world;

extern "C" {

carom_world_options carom_default_world_options(void) {
  return carom::c::default_world_options();
}

carom_body carom_default_body(void) {
  return carom::c::default_body();
}

carom_world* carom_world_new(int dimension, const carom_world_options* options) {
  return carom::c::made_world([&] {
    return carom::c::new_world(dimension, options == nullptr ? carom::c::default_world_options() : *options);
  });
}

carom_world* carom_world_from_scene(const char* scene, const char* origin) {
  return carom::c::made_world([&] {
    return carom::c::world_of(carom::io::parse_scene(&given(scene, "scene"), origin == nullptr ? "scene" : origin));
  });
}

carom_world* carom_world_load(const void* bytes, size_t size) {
  return carom::c::made_world([&] {
    const auto* const first = static_cast<const char*>(bytes);
    return carom::c::loaded_world({&given(first, "bytes"), size});
  });
}

void carom_world_free(carom_world* world) {
  delete world;
}

int carom_world_dimension(const carom_world* world) {
  return world->any->dimension();
}

double carom_world_time(const carom_world* world) {
  return world->any->time();
}

size_t carom_world_body_count(const carom_world* world) {
  return world->any->body_count();
}

uint64_t carom_world_event_count(const carom_world* world) {
  return world->any->event_count();
}

uint64_t carom_world_hash(const carom_world* world) {
  return world->any->hash();
}

double carom_world_deepest_overlap(const carom_world* world) {
  return world->any->deepest_overlap();
}

carom_status carom_world_add(carom_world* world, const carom_body* body, uint32_t* id) {
  return with_world(world, [&](AnyWorld& any) {
    const uint32_t added = any.add(given(body, "body"));
    if (id != nullptr) *id = added;
  });
}

carom_status carom_world_add_later(carom_world* world, const carom_body* body, double from, uint32_t* id) {
  return with_world(world, [&](AnyWorld& any) {
    const uint32_t added = any.add_later(given(body, "body"), from);
    if (id != nullptr) *id = added;
  });
}

carom_status carom_world_remove(carom_world* world, uint32_t body) {
  return with_world(world, [&](AnyWorld& any) { any.remove(body); });
}

carom_status carom_world_place(carom_world* world, uint32_t body, carom_vec position) {
  return with_world(world, [&](AnyWorld& any) { any.place(body, position); });
}

carom_status carom_world_set_velocity(carom_world* world, uint32_t body, carom_vec velocity) {
  return with_world(world, [&](AnyWorld& any) { any.set_velocity(body, velocity); });
}

carom_status carom_world_apply_impulse(carom_world* world, uint32_t body, carom_vec impulse) {
  return with_world(world, [&](AnyWorld& any) { any.apply_impulse(body, impulse); });
}

carom_status carom_world_apply_force(carom_world* world, uint32_t body, carom_vec force, double from, double until) {
  return with_world(world, [&](AnyWorld& any) { any.apply_force(body, force, from, until); });
}

carom_status carom_world_steer(carom_world* world, uint32_t body, carom_vec velocity, double from) {
  return with_world(world, [&](AnyWorld& any) { any.steer(body, velocity, from); });
}

carom_status carom_world_set_threads(carom_world* world, int threads) {
  return with_world(world, [&](AnyWorld& any) { any.set_threads(threads); });
}

const char* carom_event_name(int kind) {
  if (kind < 0 || kind >= carom::kEventKinds) return nullptr;
  return name(static_cast<carom::EventKind>(kind)).data();  // of a literal
}

carom_status carom_world_run_until(carom_world* world, double time, carom_event_sink sink, void* user) {
  return with_world(world, [&](AnyWorld& any) {
    any.run_until(time, std::numeric_limits<std::uint64_t>::max(), carom::c::sink_of(sink, user));
  });
}

carom_status carom_world_run_events(carom_world* world, double time, uint64_t most_events, carom_event_sink sink,
                                    void* user, int* complete) {
  return with_world(world, [&](AnyWorld& any) {
    int& to = given(complete, "complete");
    to = any.run_until(time, most_events, carom::c::sink_of(sink, user)) ? 1 : 0;
  });
}

carom_status carom_world_placement(const carom_world* world, uint32_t body, carom_placement* placement) {
  return with_world(world, [&](const AnyWorld& any) { given(placement, "placement") = any.placement(body); });
}

carom_status carom_world_placements(const carom_world* world, double* positions, double* velocities) {
  return with_world(world, [&](const AnyWorld& any) { any.placements(positions, velocities); });
}

carom_status carom_world_cast(const carom_world* world, const carom_shape* shape, const carom_motion* motion,
                              double horizon, uint32_t mask, carom_hit* hit) {
  return with_world(
      world, [&](const AnyWorld& any) { given(hit, "hit") = any.cast(given(shape, "shape"), motion, horizon, mask); });
}

carom_status carom_world_within(const carom_world* world, const carom_ball* region, uint32_t mask, uint32_t* ids,
                                size_t most, size_t* count) {
  return with_world(world, [&](const AnyWorld& any) {
    const auto found = any.within(given(region, "region"), mask);
    if (most > 0) given(ids, "ids");
    std::transform(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(std::min(most, found.size())), ids,
                   [](const carom::BodyId id) { return id.value; });
    given(count, "count") = found.size();
  });
}

carom_status carom_world_ledger(const carom_world* world, carom_ledger* ledger) {
  return with_world(world, [&](const AnyWorld& any) { given(ledger, "ledger") = any.ledger(); });
}

carom_status carom_world_save(carom_world* world, const void** bytes, size_t* size) {
  return with_world(world, [&](const AnyWorld& any) {
    const void*& to = given(bytes, "bytes");
    given(size, "size");
    world->saved = any.save();
    to = world->saved.data();
    *size = world->saved.size();
  });
}
}
