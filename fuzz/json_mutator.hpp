#pragma once
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace fuzz {

/// A value of a document of JSON: a part of its text.
struct JsonPart {
  std::size_t begin, end;
  std::size_t name;    ///< where its field begins, if it is one; else `begin`
  std::size_t parent;  ///< the list or object that it lies in: a place in the list of parts; of the first, its own
};

/// All values, each after what it lies in, from `begin` on: none if brackets do not match. It does not look more
/// closely, for that would take as long as reading.
inline std::vector<JsonPart> parts_of(std::string_view text, std::size_t begin) {
  constexpr std::size_t kNone = std::string_view::npos;
  constexpr std::string_view kSpace = " \n\t\r";
  std::vector<JsonPart> parts;
  std::size_t parent = 0, name = kNone;
  const auto begin_part = [&](std::size_t at) {
    parts.push_back({at, kNone, name == kNone ? at : name, parent});
    name = kNone;
  };
  for (std::size_t at = text.find_first_not_of(kSpace, begin); at < text.size();) {
    const char c = text[at];
    if (c == '{' || c == '[') {
      begin_part(at++);
      parent = parts.size() - 1;
    } else if (c == '}' || c == ']') {
      if (parts.empty() || parts[parent].end != kNone) return {};
      parts[parent].end = ++at;
      parent = parts[parent].parent;
    } else if (c == ',' || c == ':' || kSpace.find(c) != kNone) {
      ++at;
    } else {
      const std::size_t from = at;
      if (c == '"') {
        while (++at < text.size() && text[at] != '"')
          if (text[at] == '\\') ++at;
        at = std::min(at + 1, text.size());
      } else {
        at = std::min(text.find_first_of(",:]} \n\t\r", at), text.size());
      }
      const std::size_t next = text.find_first_not_of(kSpace, at);
      if (next < text.size() && text[next] == ':') {
        name = from;
      } else {
        begin_part(from);
        parts.back().end = at;
      }
    }
  }
  if (parts.empty() || parts.front().end == kNone || text.find_first_not_of(kSpace, parts.front().end) != kNone)
    return {};
  return parts;
}

/// Changes one value of the document: to one that tends to break things, to another one of the document, or by leaving
/// out or doubling a part. A first line of a setting (scene.cpp) stays. Whether it could be read as a document.
inline bool mutate(std::string& text, std::mt19937& random) {
  static constexpr std::array<std::string_view, 20> kValues = {
      "0",    "-0.0", "1",    "-1",    "0.5",   "2",  "1e-300", "1e60",      "-1e60",   "1e-9",
      "1e16", "null", "true", "false", "[0,0]", "[]", "{}",     "\"stick\"", "[1,0,0]", "\"immovable\""};
  const std::vector<JsonPart> parts =
      parts_of(text, text.starts_with('@') ? std::min(text.find('\n'), text.size()) : 0);
  if (parts.empty()) return false;
  const auto text_of = [&](const JsonPart& part) { return text.substr(part.begin, part.end - part.begin); };
  const std::size_t chosen = random() % parts.size();
  const JsonPart& part = parts[chosen];
  const auto replace = [&](std::string_view value) { text.replace(part.begin, part.end - part.begin, value); };
  std::vector<const JsonPart*> children;
  for (std::size_t i = chosen + 1; i < parts.size() && parts[i].begin < part.end; ++i)
    if (parts[i].parent == chosen) children.push_back(&parts[i]);
  const JsonPart* const child = children.empty() ? nullptr : children[random() % children.size()];
  double number{};
  switch (random() % 4) {
    case 0:
      if (child && text[part.begin] == '[')
        text.insert(part.end - 1, "," + text_of(*child));
      else
        replace(text_of(parts[random() % parts.size()]));
      break;
    case 1:
      if (child) {  // with the comma behind it, or else with that before it
        const std::size_t next = text.find_first_of(",]}", child->end), before = text.rfind(',', child->name);
        const bool takes_next = text[next] == ',' || before == std::string::npos || before < part.begin;
        const std::size_t begin = takes_next ? child->name : before;
        text.erase(begin, (text[next] == ',' ? next + 1 : next) - begin);
      } else if (std::from_chars(text.data() + part.begin, text.data() + part.end, number).ec == std::errc()) {
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.begin(), digits.end(), number * (random() % 2 == 0 ? 2 : -0.75)).ptr;
        replace({digits.data(), static_cast<std::size_t>(end - digits.data())});
      }
      break;
    default:
      replace(kValues[random() % kValues.size()]);
  }
  return true;
}

/// For LLVMFuzzerCustomMutator: changes values of the JSON document, and bytes now and then.
inline std::size_t mutate_text(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  std::mt19937 random(seed);
  std::string text(reinterpret_cast<const char*>(data), size);
  if (random() % 4 == 0 || !mutate(text, random)) return LLVMFuzzerMutate(data, size, max_size);
  for (unsigned i = random() % 3; i > 0; --i) mutate(text, random);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace fuzz
