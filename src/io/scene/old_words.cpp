#include "io/scene/old_words.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace carom::io {
namespace {

/// A field that was renamed: in all objects at `place`, a path in which [] stands for every element of a list.
struct OldWord {
  std::string_view place;
  std::string_view old;
  std::string_view now;
};

constexpr std::array kOldWords = {
    OldWord{"snapshot", "pushes", "forces"},
    OldWord{"snapshot.states[]", "leans", "contacts"},
};

/// Whether `object` had the field.
bool rename(Json& object, const std::string& place, const OldWord& word, const std::string& origin) {
  const auto found = object.find(word.old);
  if (found == object.end()) return false;
  if (object.contains(word.now))
    throw input_error(origin, join_place(place, std::string(word.old)), shown(*found),
                      fmt::format("no field \"{}\" next to \"{}\", its new name", word.old, word.now));
  Json value = std::move(*found);
  object.erase(found);
  object[std::string(word.now)] = std::move(value);
  return true;
}

/// The same for all objects at `path` below `at`, which is at `place`.
bool rename_at(Json& at, const std::string& place, std::string_view path, const OldWord& word,
               const std::string& origin) {
  constexpr std::string_view kEach = "[]";
  if (path.starts_with('.')) path.remove_prefix(1);
  if (path.empty()) return rename(at, place, word, origin);
  if (path.starts_with(kEach)) {
    if (!at.is_array()) return false;
    bool any = false;
    for (std::size_t i = 0; i < at.size(); ++i)
      any |= rename_at(at[i], join_place(place, i), path.substr(kEach.size()), word, origin);
    return any;
  }
  const std::string key(path.substr(0, path.find_first_of(".[")));
  const auto found = at.find(key);
  return found != at.end() && rename_at(*found, join_place(place, key), path.substr(key.size()), word, origin);
}

}  // namespace

void rename_old_words(Json& scene, const std::string& origin, const Warn& warn) {
  for (const OldWord& word : kOldWords)
    if (rename_at(scene, "", word.place, word, origin) && warn)
      warn(fmt::format("{}: \"{}\" is called \"{}\" now", origin, word.old, word.now));
}

}  // namespace carom::io
