#pragma once
#include <filesystem>
#include <memory>

#include "carom/io/observer.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// Writes, at the end, a scene that runs on from there with the same bits: `scene` with the state of the world that was
/// run. `scene` must outlive the observer.
template <int D>
CAROM_VISIBLE std::unique_ptr<Observer<D>> make_final_scene(const std::filesystem::path& file, const Scene<D>& scene);

}  // namespace carom::io

#pragma GCC visibility pop
