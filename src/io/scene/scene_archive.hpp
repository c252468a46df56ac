#pragma once
#include "carom/io/archive.hpp"
#include "carom/io/scene.hpp"

namespace carom::io {

/// A scene as it was read, generators expanded, and all of a world.
template <int D>
void archive(Archive& archive, Scene<D>& scene);
template <int D>
void archive(Archive& archive, Snapshot<D>& snapshot);
/// A snapshot without its bodies, which never change while a scene runs.
template <int D>
void archive_state(Archive& archive, Snapshot<D>& snapshot);

}  // namespace carom::io
