#include "io/scene/scene_settings.hpp"

#include <fmt/format.h>

#include <variant>

#include "carom/io/likely_meant.hpp"
#include "carom/io/scene.hpp"
#include "io/json/json_node.hpp"

namespace carom::io {
namespace {

using Step = std::variant<std::string, std::size_t>;

struct Setting {
  const std::string& origin;
  const std::string& path;
  const std::string& value;

  [[noreturn]] void fail(const std::string& got, const std::string& expected) const {
    throw InputError(fmt::format("{}: setting {}={}: got {}, expected {}", origin, path, value, got, expected));
  }
};

// Reads "[12]" at `at` and moves behind it.
std::size_t read_index(const Setting& setting, std::size_t& at) {
  const std::size_t close = setting.path.find(']', at);
  const std::string digits = setting.path.substr(at + 1, close == std::string::npos ? close : close - at - 1);
  const bool good = close != std::string::npos && !digits.empty() && digits.size() <= 9 &&
                    digits.find_first_not_of("0123456789") == std::string::npos;
  if (!good) setting.fail("\"" + setting.path.substr(at) + "\"", "an index such as [0]");
  at = close + 1;
  return std::stoul(digits);
}

// "bodies[3].ball.radius" → bodies, 3, ball, radius
std::vector<Step> read_path(const Setting& setting) {
  const std::string& path = setting.path;
  std::vector<Step> steps;
  std::size_t at = 0;
  while (at < path.size()) {
    if (path[at] == '[') {
      steps.emplace_back(read_index(setting, at));
      continue;
    }
    if (!steps.empty() && path[at++] != '.') setting.fail("\"" + path.substr(at - 1) + "\"", "a dot or an index");
    const std::size_t end = std::min(path.find_first_of(".[", at), path.size());
    if (end == at) setting.fail("an empty field", "a path such as bodies[0].ball.radius");
    steps.emplace_back(path.substr(at, end - at));
    at = end;
  }
  if (steps.empty()) setting.fail("an empty path", "a path such as bodies[0].ball.radius");
  return steps;
}

std::vector<std::string_view> keys_of(const Json& object) {
  std::vector<std::string_view> keys;
  for (auto it = object.begin(); it != object.end(); ++it) keys.push_back(it.key());
  return keys;
}

Json& step_into_object(const Setting& setting, Json& at, const std::string& place, const std::string& key, bool last) {
  if (!at.is_object()) setting.fail(shown(at) + " at " + place, "an object that holds \"" + key + "\"");
  const bool may_be_new = last || (place.empty() && (key == "defaults" || key == "view"));
  if (may_be_new && !at.contains(key)) return at[key] = last ? Json() : Json::object();
  if (at.contains(key)) return at[key];
  const std::string_view meant = likely_meant(key, keys_of(at));
  const std::string got = fmt::format("no field \"{}\"{}", key, place.empty() ? "" : " in " + place);
  setting.fail(got, meant.empty() ? "a field that the scene has" : fmt::format("\"{}\"?", meant));
}

Json& step_into_list(const Setting& setting, Json& at, const std::string& place, std::size_t index) {
  if (!at.is_array()) setting.fail(shown(at) + " at " + (place.empty() ? "the root" : place), "a list");
  if (index >= at.size())
    setting.fail(fmt::format("index {} in {}", index, place), fmt::format("an index below {}", at.size()));
  return at[index];
}

Json parse_value(const Setting& setting) {
  return Json::accept(setting.value) ? parse_json(setting.value, setting.origin + ": setting " + setting.path)
                                     : Json(setting.value);
}

void apply(Json& document, const Setting& setting) {
  const std::vector<Step> steps = read_path(setting);
  Json* at = &document;
  std::string place;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (const auto* key = std::get_if<std::string>(&steps[i])) {
      at = &step_into_object(setting, *at, place, *key, i + 1 == steps.size());
      place = join_place(place, *key);
    } else {
      const std::size_t index = std::get<std::size_t>(steps[i]);
      at = &step_into_list(setting, *at, place, index);
      place = join_place(place, index);
    }
  }
  *at = parse_value(setting);
}

}  // namespace

void apply_settings(Json& document, const std::vector<std::pair<std::string, std::string>>& settings,
                    const std::string& origin) {
  for (const auto& [path, value] : settings) apply(document, {origin, path, value});
}

}  // namespace carom::io
