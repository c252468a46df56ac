#pragma once
#include <filesystem>
#include <string>

#include "carom/io/scene.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// A few lines for people, or JSON for programs, where "is" names what is described (scene, trajectory, events,
/// summary, run, table, shot, rack or game). It ends with a line end.
enum class Form { text, json };

/// What a scene holds.
std::string describe(const AnyScene& scene, Form form = Form::text);

/// What a scene, trajectory.h5, events.h5, summary.json, the folder of a run, a billiard table, a shot, a rack or a
/// saved game holds.
/// InputError if it is none of these. `warn` as in SceneSettings.
/// Pipes are read as files of JSON.
std::string describe_file(const std::filesystem::path& file, const Warn& warn = {}, Form form = Form::text);

/// Whether the text of a file of JSON is a billiard table, a shot, a rack or a saved game. InputError if it is no JSON.
bool is_play_file(const std::string& text, const std::string& origin);

/// The same for the text of a file of JSON; `origin` stands for the file's name in errors.
std::string describe_text(const std::string& text, const std::string& origin, const Warn& warn = {},
                          Form form = Form::text);

}  // namespace carom::io

#pragma GCC visibility pop
