#pragma once
#include <filesystem>
#include <string>

#include "carom/io/scene.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// A few lines for people, or JSON for programs, where "is" names what is described (scene, trajectory, events, summary
/// or run). It ends with a line end.
enum class Form { text, json };

/// What a scene holds.
std::string describe(const AnyScene& scene, Form form = Form::text);

/// What a scene, trajectory.h5, events.h5, summary.json or the folder of a run holds.
/// InputError if it is none of these. `warn` as in SceneSettings.
/// Pipes are read as files of JSON.
std::string describe_file(const std::filesystem::path& file, const Warn& warn = {}, Form form = Form::text);

/// The same for the text of a scene or of summary.json; `origin` stands for the file's name in errors.
std::string describe_text(const std::string& text, const std::string& origin, const Warn& warn = {},
                          Form form = Form::text);

}  // namespace carom::io

#pragma GCC visibility pop
