#pragma once
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/math/spin.hpp"
#include "carom/math/vec.hpp"
#include "io/json/json_text.hpp"

namespace carom::io {

/// A JSON value and its place in a document: what a reader asks for, or an InputError that names the place, the value
/// and what was expected.
class JsonNode {
 public:
  JsonNode(const Json& value, std::string origin, std::string place = {})
      : value_(&value), origin_(std::move(origin)), place_(std::move(place)) {}
  /// Without places, which take time: for a first reading, which is done again with them if it fails.
  static JsonNode without_places(const Json& value) {
    JsonNode node(value, {});
    node.has_places_ = false;
    return node;
  }

  const Json& value() const { return *value_; }
  const std::string& place() const { return place_; }
  const std::string& origin() const { return origin_; }

  [[noreturn]] void fail(const std::string& expected) const;
  [[noreturn]] void fail(const std::string& got, const std::string& expected) const;

  /// Objects: an error unless every field is one of `known`.
  void expect_fields(std::initializer_list<std::string_view> known) const;
  void expect_fields(const std::vector<std::string_view>& known) const;
  bool has(const std::string& key) const;
  JsonNode at(const std::string& key) const;
  std::optional<JsonNode> find(const std::string& key) const;

  /// Lists.
  std::size_t size() const;
  JsonNode operator[](std::size_t index) const;

  double number(const char* expected = "a number") const;
  double positive() const;
  double non_negative() const;
  /// A whole number from low to high.
  std::uint64_t whole(std::uint64_t low, std::uint64_t high) const;
  std::int64_t integer() const;
  bool boolean() const;
  std::string text() const;
  template <int D>
  Vec<D> vec() const;
  /// A number in the plane, a vector in space.
  template <int D>
  Spin<D> spin() const {
    if constexpr (D == 2)
      return number();
    else
      return vec<3>();
  }

  /// The value that goes with a word.
  template <class Value, std::size_t N>
  Value choice(const std::array<std::pair<std::string_view, Value>, N>& choices) const {
    std::vector<std::string_view> words;
    for (const auto& [word, value] : choices) {
      if (value_->is_string() && value_->get_ref<const std::string&>() == word) return value;
      words.push_back(word);
    }
    fail_choice(words);
  }

 private:
  [[noreturn]] void fail_choice(const std::vector<std::string_view>& words) const;

  template <class Key>
  JsonNode child(const Json& value, const Key& key) const {
    if (!has_places_) return without_places(value);
    return JsonNode(value, origin_, join_place(place_, key));
  }

  const Json* value_;
  std::string origin_;
  std::string place_;
  bool has_places_ = true;
};

}  // namespace carom::io
