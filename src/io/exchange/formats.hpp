#pragma once
#include <string>
#include <vector>

#include "carom/io/exchange.hpp"
#include "io/json/json_node.hpp"

// What each program reads and writes: a file each.
namespace carom::io {

using Notes = std::vector<std::string>;

/// JSON as pooltool saves it; MessagePack is read into the same and written from it.
Exchange read_pooltool(const Json& system, const std::string& origin);
Json pooltool_json(const std::vector<ShotSetup>& shots, bool played, Notes& notes);
Json read_pooltool_msgpack(const std::string& bytes, const std::string& origin);
std::string write_pooltool_msgpack(const Json& system);

Exchange read_fastfiz(const std::string& text, const std::string& origin);
std::string write_fastfiz(const std::vector<ShotSetup>& shots, Notes& notes);

Exchange read_tailuge_link(const std::string& text, const std::string& origin);
std::string write_tailuge_link(const ShotSetup& shot, Notes& notes);

Exchange read_tailuge_recordings(const Json& shots, const std::string& origin);
std::string write_tailuge_recordings(const std::vector<RecordedShot>& shots);
Exchange read_path_tracking(const Json& shot, const std::string& origin);
std::string write_path_tracking(const RecordedShot& shot, Notes& notes);
Exchange read_trajectories(const std::string& csv, const std::string& origin);
std::string write_trajectories(const RecordedShot& shot, Notes& notes);

/// Appends "ball 3" or "balls 3, 5", and what is said of them, unless there are none.
void note_balls(const std::vector<int>& balls, const std::string& what, Notes& notes);

/// `text` up to the end of the first line with something in it, without blanks around it.
std::string_view first_line(std::string_view text);

}  // namespace carom::io
