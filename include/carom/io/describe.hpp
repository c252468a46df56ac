#pragma once
#include <filesystem>
#include <string>

#include "carom/io/scene.hpp"

namespace carom::io {

/// What a scene holds, in a few lines for people.
std::string describe(const AnyScene& scene);

/// What a scene, trajectory.h5, events.h5, summary.json or the folder of a run holds, in a few lines for people.
/// InputError if it is none of these. `warn` as in SceneSettings.
std::string describe_file(const std::filesystem::path& file, const Warn& warn = {});

}  // namespace carom::io
