#pragma once
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "carom/math/vec.hpp"

namespace carom::io {

/// An answer of `carom query` under construction: one JSON object, its fields in the order in which they come.
class Answer {
 public:
  explicit Answer(std::string_view result) { text_.append("{\"result\":\"").append(result).push_back('"'); }

  void put(std::string_view key, double value) {
    begin(key);
    add(value);
  }
  void put(std::string_view key, bool value) {
    begin(key);
    text_.append(value ? "true" : "false");
  }
  template <int D>
  void put(std::string_view key, const Vec<D>& value) {
    begin(key);
    for (int k = 0; k < D; ++k) {
      text_.push_back(k == 0 ? '[' : ',');
      add(value[k]);
    }
    text_.push_back(']');
  }
  std::string take() {
    text_.push_back('}');
    return std::move(text_);
  }

 private:
  void begin(std::string_view key) { text_.append(",\"").append(key).append("\":"); }
  /// The shortest decimal that reads back as the same double; 0 for −0.
  void add(double value) {
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

  std::string text_;
};

}  // namespace carom::io
