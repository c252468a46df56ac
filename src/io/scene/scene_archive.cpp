#include "io/scene/scene_archive.hpp"

namespace carom {

using io::Archive;

void archive(Archive& archive, Polygon& polygon);
void archive(Archive& archive, TriangleMesh& mesh);

namespace {

template <std::size_t I = 0, class... Kinds>
void archive_kind(Archive& archive, std::variant<Kinds...>& shape, std::size_t kind) {
  if constexpr (I < sizeof...(Kinds)) {
    if (kind != I) return archive_kind<I + 1>(archive, shape, kind);
    if (archive.reading()) shape.template emplace<I>();
    archive(std::get<I>(shape));
  } else {
    throw io::ArchiveError("it holds a shape of an unknown kind");
  }
}

template <class... Kinds>
void archive_shape(Archive& archive, std::variant<Kinds...>& shape) {
  std::size_t kind = shape.index();
  archive(kind);
  archive_kind(archive, shape, kind);
}

}  // namespace

void archive(Archive& archive, Polygon& polygon) {
  archive(polygon.vertices, polygon.closed, polygon.sides);
}

void archive(Archive& archive, TriangleMesh& mesh) {
  archive(mesh.vertices, mesh.triangles);
}

template <int D>
void archive(Archive& archive, Body<D>& body) {
  archive_shape(archive, body.shape);
  archive(body.motion, body.spin, body.vibration, body.mass, body.restitution, body.response, body.layers, body.mask,
          body.user);
}

template <int D>
void archive(Archive& archive, BodyState<D>& state) {
  archive(state.presence, state.held, state.radius, state.mass, state.position, state.velocity, state.spin, state.force,
          state.time, state.rank, state.last_impact, state.crowded, state.image, state.supports, state.intended,
          state.contacts, state.touching);
}

namespace io {

template <int D>
void archive(Archive& archive, SceneBody<D>& body) {
  archive(body.body, body.name, body.group, body.color, body.mark);
}

template <int D>
void archive_state(Archive& archive, Snapshot<D>& snapshot) {
  archive(snapshot.options, snapshot.now, snapshot.time, snapshot.states, snapshot.forces, snapshot.steers,
          snapshot.kicks, snapshot.counts, snapshot.deepest_overlap, snapshot.sums);
}

template <int D>
void archive(Archive& archive, Snapshot<D>& snapshot) {
  archive(snapshot.bodies);
  archive_state(archive, snapshot);
}

template <int D>
void archive(Archive& archive, Scene<D>& scene) {
  archive(scene.name, scene.title, scene.about, scene.options, scene.bodies, scene.forces, scene.steers, scene.until,
          scene.frames_per_second, scene.view, scene.observe, scene.snapshot);
}

template void archive(Archive&, Scene<2>&);
template void archive(Archive&, Scene<3>&);
template void archive(Archive&, Snapshot<2>&);
template void archive(Archive&, Snapshot<3>&);
template void archive_state(Archive&, Snapshot<2>&);
template void archive_state(Archive&, Snapshot<3>&);

}  // namespace io
}  // namespace carom
