#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "carom/io/scene.hpp"

namespace carom::io {

using Json = nlohmann::json;

/// "origin: place: got …, expected …"; without an origin, "place: got …, expected …".
InputError input_error(const std::string& origin, const std::string& place, const std::string& got,
                       const std::string& expected);

/// Parses JSON more strictly than nlohmann does: duplicate keys, numbers beyond a double's range and nesting beyond 64
/// levels are errors too. InputError with `origin` and the line and column, or the place as a JSON path.
Json parse_json(const std::string& text, const std::string& origin);
/// The same for a text of one line, which has no origin.
Json parse_json_line(const std::string& line);

/// Whether a text can stand in JSON.
bool is_utf8(const std::string& text);

/// A value as JSON for an error message, cut where it gets long.
std::string shown(const Json& value);

/// `parent`.key, or key alone at the root; `parent`[index].
std::string join_place(const std::string& parent, const std::string& key);
std::string join_place(const std::string& parent, std::size_t index);

}  // namespace carom::io
