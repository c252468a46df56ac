#pragma once
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "carom/index/index.hpp"
#include "carom/query/verdict.hpp"
#include "io/json/json_text.hpp"

// The answers of `carom query`, and the words in them.
namespace carom::io {

inline std::string_view word(Proximity proximity) {
  constexpr std::array<std::string_view, 3> kWords = {"apart", "touching", "overlapping"};
  return kWords[static_cast<std::size_t>(proximity)];
}

inline std::string_view word(Verdict verdict) {
  constexpr std::array<std::string_view, 4> kWords = {"hit", "miss", "touching-separating", "overlapping"};
  return kWords[static_cast<std::size_t>(verdict)];
}

inline constexpr std::array<std::pair<std::string_view, ItemKind>, 6> kItemKinds = {{{"ball", ItemKind::ball},
                                                                                     {"segment", ItemKind::segment},
                                                                                     {"box", ItemKind::box},
                                                                                     {"triangle", ItemKind::triangle},
                                                                                     {"capsule", ItemKind::capsule},
                                                                                     {"cylinder", ItemKind::cylinder}}};

/// An answer under construction, or a part of one: a JSON object, its fields in the order in which they come.
class Answer {
 public:
  Answer() = default;
  explicit Answer(std::string_view result) { put("result", result); }

  template <class Value>
  Answer& put(std::string_view key, const Value& value) {
    begin(key);
    add(value);
    return *this;
  }
  /// The list of what `part` makes of each.
  template <class Range, class Part>
  Answer& put_list(std::string_view key, const Range& range, const Part& part) {
    begin(key);
    add_list(range, part);
    return *this;
  }
  template <class Range>
  Answer& put_list(std::string_view key, const Range& range) {
    return put_list(key, range, std::identity());
  }
  std::string take() {
    text_.push_back('}');
    return std::move(text_);
  }

 private:
  void begin(std::string_view key) {
    if (text_.size() > 1) text_.push_back(',');
    text_.append("\"").append(key).append("\":");
  }
  template <class Range, class Part>
  void add_list(const Range& range, const Part& part) {
    text_.push_back('[');
    bool first = true;
    for (const auto& value : range) {
      if (!first) text_.push_back(',');
      first = false;
      add(part(value));
    }
    text_.push_back(']');
  }

  void add(bool value) { text_.append(value ? "true" : "false"); }
  template <std::integral Whole>
  void add(Whole value) {
    text_.append(std::to_string(value));
  }
  void add(std::string_view known_word) { text_.append("\"").append(known_word).append("\""); }
  void add(const Answer& part) { text_.append(part.text_).push_back('}'); }
  void add(const ItemId& item) {
    add(Answer().put("kind", kItemKinds[static_cast<std::size_t>(item.kind)].first).put("number", item.number));
  }
  void add(const BallPair& pair) { add_list(std::array{pair.first, pair.second}, std::identity()); }
  template <int D>
  void add(const Vec<D>& value) {
    for (int k = 0; k < D; ++k) {
      text_.push_back(k == 0 ? '[' : ',');
      add(value[k]);
    }
    text_.push_back(']');
  }
  /// The shortest decimal that reads back as the same double; 0 for −0.
  void add(double value) {
    if (std::isnan(value)) throw InputError("the answer leaves the range of doubles");
    if (std::isinf(value)) {
      text_.append(value < 0 ? "\"-inf\"" : "\"inf\"");
      return;
    }
#if defined(__cpp_lib_to_chars)
    std::array<char, 32> digits;
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value + 0.0).ptr;
    text_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
#else  // Emscripten's library writes no doubles; the digits are the same, the form may be another
    text_.append(fmt::format("{}", value + 0.0));
#endif
  }

  std::string text_ = "{";
};

/// When and where a touch is.
template <int D>
void put_impact(Answer& answer, const Impact<D>& impact) {
  answer.put("time", impact.time).put("point", impact.point).put("normal", impact.normal);
}

}  // namespace carom::io
