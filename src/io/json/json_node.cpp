#include "io/json/json_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/io/likely_meant.hpp"

namespace carom::io {
namespace {

// The collision queries multiply up to five lengths and speeds: nothing may overflow there.
constexpr double kLargest = 1e60;

std::string listed(const std::vector<std::string_view>& words, const char* last) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? last : ", ";
    list += words[i];
  }
  return list;
}

}  // namespace

void JsonNode::fail(const std::string& expected) const {
  fail(shown(*value_), expected);
}

void JsonNode::fail(const std::string& got, const std::string& expected) const {
  throw input_error(origin_, place_.empty() ? "the scene" : place_, got, expected);
}

void JsonNode::expect_fields(std::initializer_list<std::string_view> names) const {
  const auto is_known = [&](const auto& field) {
    return std::find(names.begin(), names.end(), field.first) != names.end();
  };
  const auto* const fields = value_->get_ptr<const Json::object_t*>();
  if (fields == nullptr || !std::all_of(fields->begin(), fields->end(), is_known))
    expect_fields(std::vector<std::string_view>(names));
}

void JsonNode::expect_fields(const std::vector<std::string_view>& known) const {
  if (!value_->is_object()) fail("an object with the fields " + listed(known, ", "));
  for (const auto& [key, value] : value_->items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string_view meant = likely_meant(key, known);
    const std::string expected =
        meant.empty() ? "one of " + listed(known, ", ") : fmt::format("a known field; did you mean \"{}\"?", meant);
    throw input_error(origin_, join_place(place_, key), "an unknown field " + shown(key), expected);
  }
}

bool JsonNode::has(const std::string& key) const {
  return value_->contains(key);
}

JsonNode JsonNode::at(const std::string& key) const {
  if (std::optional<JsonNode> child = find(key)) return *std::move(child);
  if (!value_->is_object()) fail("an object");
  throw input_error(origin_, join_place(place_, key), "nothing", fmt::format("the field \"{}\"", key));
}

std::optional<JsonNode> JsonNode::find(const std::string& key) const {
  const auto found = value_->find(key);
  if (found == value_->end()) return std::nullopt;
  return child(*found, key);
}

std::size_t JsonNode::size() const {
  if (!value_->is_array()) fail("a list");
  return value_->size();
}

JsonNode JsonNode::operator[](std::size_t index) const {
  return child((*value_)[index], index);
}

double JsonNode::number(const char* expected) const {
  if (!value_->is_number()) fail(expected);
  const double x = value_->get<double>();
  if (!(std::abs(x) <= kLargest)) fail("a number of size at most 1e60");
  return x;
}

double JsonNode::positive() const {
  const double x = number("a number > 0");
  if (!(x > 0)) fail("a number > 0");
  return x;
}

double JsonNode::non_negative() const {
  const double x = number("a number ≥ 0");
  if (!(x >= 0)) fail("a number ≥ 0");
  return x;
}

std::uint64_t JsonNode::whole(std::uint64_t low, std::uint64_t high) const {
  if (value_->is_number_unsigned()) {
    const auto n = value_->get<std::uint64_t>();
    if (n >= low && n <= high) return n;
  }
  if (value_->is_number_float()) {  // 5.0 or 1e4
    const double x = value_->get<double>();
    if (x >= static_cast<double>(low) && x <= static_cast<double>(high) && x < 0x1p53 && x == std::floor(x))
      return static_cast<std::uint64_t>(x);
  }
  if (high == std::numeric_limits<std::uint64_t>::max()) fail(fmt::format("a whole number from {} to 2^64 - 1", low));
  fail(fmt::format("a whole number from {} to {}", low, high));
}

std::int64_t JsonNode::integer() const {
  const bool fits = !value_->is_number_unsigned() ||
                    value_->get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  if (!value_->is_number_integer() || !fits) fail("a whole number of 64 bits");
  return value_->get<std::int64_t>();
}

bool JsonNode::boolean() const {
  if (!value_->is_boolean()) fail("true or false");
  return value_->get<bool>();
}

std::string JsonNode::text() const {
  if (!value_->is_string()) fail("a text");
  return value_->get<std::string>();
}

template <int D>
Vec<D> JsonNode::vec() const {
  const auto expected = D == 2 ? "a list of 2 numbers" : "a list of 3 numbers";
  if (!value_->is_array() || value_->size() != D) fail(expected);
  Vec<D> v;
  for (int k = 0; k < D; ++k) {
    const Json& component = (*value_)[static_cast<std::size_t>(k)];
    const bool good = component.is_number() && std::abs(component.get<double>()) <= kLargest;
    v[k] = good ? component.get<double>() : (*this)[static_cast<std::size_t>(k)].number();
  }
  return v;
}

template Vec2 JsonNode::vec<2>() const;
template Vec3 JsonNode::vec<3>() const;

void JsonNode::fail_choice(const std::vector<std::string_view>& words) const {
  std::string expected = listed(words, " or ");
  if (value_->is_string())
    if (const std::string_view meant = likely_meant(value_->get_ref<const std::string&>(), words); !meant.empty())
      expected += fmt::format("; did you mean \"{}\"?", meant);
  fail(expected);
}

}  // namespace carom::io
