#include "io/scene/scene_archive.hpp"

#include <algorithm>

#include "io/json/json_text.hpp"

namespace carom {

using io::Archive;

// Declared before they are used: what is not known to have an `archive` would be kept as its bytes.
void archive(Archive& archive, Polygon& polygon);
void archive(Archive& archive, TriangleMesh& mesh);
void archive(Archive& archive, ConvexPolygon& polygon);
void archive(Archive& archive, UprightCylinder& cylinder);
template <int D>
void archive(Archive& archive, Segment<D>& segment);
void archive(Archive& archive, Thermostat& thermostat);
void archive(Archive& archive, Arrival& arrival);
template <int D>
void archive(Archive& archive, ForceField<D>& field);
template <int D>
void archive(Archive& archive, WorldOptions<D>& options);
template <int D>
void archive(Archive& archive, AppliedForce<D>& applied);
template <int D>
void archive(Archive& archive, Event<D>& event);
template <int D>
void archive(Archive& archive, ContactState<D>& contact);
void archive(Archive& archive, BodyState<2>::Touch& touch);
void archive(Archive& archive, BodyState<3>::Touch& touch);
namespace io {
void archive(Archive& archive, View& view);
}

namespace {

template <std::size_t I = 0, class... Kinds>
void archive_alternative(Archive& archive, std::variant<Kinds...>& variant, std::size_t kind) {
  if constexpr (I < sizeof...(Kinds)) {
    if (kind != I) return archive_alternative<I + 1>(archive, variant, kind);
    if (archive.reading()) variant.template emplace<I>();
    archive(std::get<I>(variant));
  } else {
    throw io::ArchiveError("it holds a shape or a force of an unknown kind");
  }
}

template <class... Kinds>
void archive_variant(Archive& archive, std::variant<Kinds...>& variant) {
  std::size_t kind = variant.index();
  archive(kind);
  archive_alternative(archive, variant, kind);
}

}  // namespace

void archive(Archive& archive, Polygon& polygon) {
  archive(polygon.vertices, polygon.closed);
  archive.choice(polygon.sides, Sides::front);
}

void archive(Archive& archive, ConvexPolygon& polygon) {
  archive(polygon.vertices);
}

void archive(Archive& archive, UprightCylinder& cylinder) {
  archive(cylinder.center, cylinder.radius, cylinder.half_height);
  archive.choice(cylinder.axis, Axis::z);
}

void archive(Archive& archive, TriangleMesh& mesh) {
  archive(mesh.vertices, mesh.triangles);
}

template <int D>
void archive(Archive& archive, Segment<D>& segment) {
  archive(segment.from, segment.to);
  archive.choice(segment.sides, Sides::front);
}

void archive(Archive& archive, Thermostat& thermostat) {
  archive(thermostat.interval, thermostat.noise, thermostat.keeps_momentum, thermostat.seed);
}

template <int D>
void archive(Archive& archive, ForceField<D>& field) {
  archive_variant(archive, field);
}

/// All but `broad_phase`, on which nothing depends: who goes on says how.
template <int D>
void archive(Archive& archive, WorldOptions<D>& options) {
  archive(options.gravity, options.damping, options.restitution_speed, options.tangential_restitution,
          options.thermostat, options.stepwise_damping, options.force_fields, options.force_interval,
          options.contact_duration, options.lasting_contacts, options.tick, options.sleep, options.period,
          options.frame, options.epoch_length);
  archive.choice(options.restitution_rule, CombineRule::product);
  archive.choice(options.friction_rule, CombineRule::product);
}

template <int D>
void archive(Archive& archive, AppliedForce<D>& applied) {
  archive(applied.body, applied.force, applied.from, applied.until, applied.begun);
}

template <int D>
void archive(Archive& archive, Steer<D>& steer) {
  archive(steer.body, steer.velocity, steer.from);
}

void archive(Archive& archive, Arrival& arrival) {
  archive(arrival.body, arrival.from);
}

template <int D>
void archive(Archive& archive, Event<D>& event) {
  archive(event.time, event.instant, event.rank, event.a, event.b, event.point, event.normal, event.approach_speed,
          event.impulse, event.restitution, event.image);
  archive.choice(event.kind, EventKind::appear);
}

template <int D>
void archive(Archive& archive, ContactState<D>& contact) {
  archive(contact.a, contact.b, contact.face, contact.normal_impulse, contact.tangential_impulse, contact.torque);
}

void archive(Archive& archive, BodyState<2>::Touch& touch) {
  archive(touch.body, touch.lately);
}

void archive(Archive& archive, BodyState<3>::Touch& touch) {
  archive(touch.body, touch.lately);
}

template <int D>
void archive(Archive& archive, Body<D>& body) {
  archive_variant(archive, body.shape);
  archive(body.motion, body.spin, body.surface, body.vibration, body.mass, body.restitution, body.friction,
          body.rolling_friction, body.spinning_friction, body.layers, body.mask, body.user);
  archive.choice(body.response, Response::slide);
}

template <int D>
void archive(Archive& archive, BodyState<D>& state) {
  archive.choice(state.presence, Presence::awaited);
  archive(state.held, state.radius, state.mass, state.position, state.velocity, state.spin, state.force, state.time,
          state.rank, state.last_impact, state.crowded, state.image, state.supports, state.intended, state.contacts,
          state.touching, state.in_island);
  if (state.in_island)
    archive(state.restoring, state.pulled, state.carried, state.still, state.still_at, state.sleeps_with);
  bool feels = state.field != typename BodyState<D>::Field{};
  archive(feels);
  if (feels) archive(state.field);
}

namespace io {

void archive(Archive& archive, View& view) {
  archive(view.camera, view.look_at, view.light);
}

namespace {

/// Texts go into files of JSON again, which are in UTF-8.
template <class... Texts>
void archive_texts(Archive& archive, Texts&... texts) {
  archive(texts...);
  if (archive.reading() && !(io::is_utf8(texts) && ...)) throw ArchiveError("it holds a text that is not UTF-8");
}

}  // namespace

template <int D>
void archive(Archive& archive, ShownCells<D>& cells) {
  archive(cells.low, cells.side, cells.counts, cells.regions, cells.around, cells.spanned, cells.casts);
}

/// Of a grid that there is, and of bodies that there are.
template <int D>
void expect_cells(const ShownCells<D>& cells, std::size_t bodies) {
  const auto is_there = [&](BodyId id) { return id.value < bodies; };
  const bool good =
      std::all_of(cells.counts.begin(), cells.counts.end(), [](std::int32_t n) { return 1 <= n && n <= 1000; }) &&
      std::all_of(cells.around.begin(), cells.around.end(), is_there) &&
      std::all_of(cells.spanned.begin(), cells.spanned.end(), is_there);
  if (!good) throw ArchiveError("it holds cells that there are not");
}

template <int D>
void archive(Archive& archive, SceneBody<D>& body) {
  archive(body.body, body.from);
  archive_texts(archive, body.name, body.group, body.color, body.mark);
}

template <int D>
void archive_state(Archive& archive, Snapshot<D>& snapshot) {
  archive(snapshot.options, snapshot.now, snapshot.time, snapshot.states, snapshot.forces, snapshot.steers,
          snapshot.arrivals, snapshot.has_own_force, snapshot.kicks, snapshot.counts, snapshot.untold,
          snapshot.contacts, snapshot.ticked, snapshot.asks_to_tick, snapshot.ticked_again, snapshot.stopped,
          snapshot.keeps_paths, snapshot.tick_counts, snapshot.deepest_overlap, snapshot.sums);
}

template <int D>
void archive(Archive& archive, Snapshot<D>& snapshot) {
  archive(snapshot.bodies);
  archive_state(archive, snapshot);
}

template <int D>
void archive(Archive& archive, Scene<D>& scene) {
  archive_texts(archive, scene.name, scene.title, scene.about);
  archive(scene.options, scene.bodies, scene.forces, scene.steers, scene.until, scene.frames_per_second, scene.view,
          scene.cells, scene.observe, scene.window, scene.gate, scene.snapshot);
  if (scene.cells) expect_cells(*scene.cells, scene.bodies.size());
  for (const Observable one : scene.observe)
    if (one > Observable::flow) throw ArchiveError("it holds an observable of an unknown kind");
}

template void archive(Archive&, Scene<2>&);
template void archive(Archive&, Scene<3>&);
template void archive(Archive&, Snapshot<2>&);
template void archive(Archive&, Snapshot<3>&);
template void archive_state(Archive&, Snapshot<2>&);
template void archive_state(Archive&, Snapshot<3>&);

}  // namespace io
}  // namespace carom
