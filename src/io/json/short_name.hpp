#pragma once
#include <string>

#include "io/json/json_node.hpp"

namespace carom::io {

/// The name of a scene or a shot, which also names a folder: one to a hundred letters, digits, - and _, so that no name
/// leads out of the folder that it is in. InputError.
std::string read_short_name(const JsonNode& node);
/// Such a name from a file's: without its extension, other characters replaced by -.
std::string short_name_from(const std::string& file);

}  // namespace carom::io
