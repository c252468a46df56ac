#pragma once
#include <array>
#include <string_view>
#include <utility>

#include "carom/response/combine.hpp"

namespace carom::io {

/// The words of scenes.
constexpr std::array<std::pair<std::string_view, CombineRule>, 5> kCombineRules = {
    {{"average", CombineRule::average},
     {"mass_weighted", CombineRule::mass_weighted},
     {"minimum", CombineRule::minimum},
     {"maximum", CombineRule::maximum},
     {"product", CombineRule::product}}};

constexpr std::string_view rule_word(CombineRule rule) {
  for (const auto& [text, named] : kCombineRules)
    if (named == rule) return text;
  return "average";
}

}  // namespace carom::io
