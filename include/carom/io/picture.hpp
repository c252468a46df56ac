#pragma once
#include <filesystem>
#include <memory>

#include "carom/io/observer.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// Draws a run into `directory`/picture.svg and `directory`/picture.png: obstacles, paths, starts, ends and contact
/// points; in 3D in perspective from the scene's camera. Long runs show a choice of paths, and the picture says which.
template <int D>
CAROM_VISIBLE std::unique_ptr<Observer<D>> make_picture(const std::filesystem::path& directory);

}  // namespace carom::io

#pragma GCC visibility pop
