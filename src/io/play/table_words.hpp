#pragma once
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "carom/billiards/table.hpp"

// The words of table files (docs/formats/table.md).
namespace carom::io {

inline constexpr std::array<std::pair<std::string_view, billiards::ClothLaw>, 3> kClothLaws = {
    {{"friction", billiards::ClothLaw::friction},
     {"damping", billiards::ClothLaw::damping},
     {"deceleration", billiards::ClothLaw::deceleration}}};
inline constexpr std::array<std::pair<std::string_view, billiards::BallImpactModel>, 3> kBallModels = {
    {{"frictionless", billiards::BallImpactModel::frictionless},
     {"alciatore", billiards::BallImpactModel::alciatore},
     {"mathavan_2014", billiards::BallImpactModel::mathavan_2014}}};
inline constexpr std::array<std::pair<std::string_view, billiards::CushionImpactModel>, 4> kCushionModels = {
    {{"reflection", billiards::CushionImpactModel::reflection},
     {"han_2005", billiards::CushionImpactModel::han_2005},
     {"mathavan_2010", billiards::CushionImpactModel::mathavan_2010},
     {"stronge", billiards::CushionImpactModel::stronge}}};
inline constexpr std::array<std::pair<std::string_view, billiards::CushionPart::Shape>, 2> kTurns = {
    {{"left", billiards::CushionPart::Shape::concave_arc}, {"right", billiards::CushionPart::Shape::convex_arc}}};

/// The word of a value, in such a list.
template <class Value, std::size_t N>
std::string word_of(Value value, const std::array<std::pair<std::string_view, Value>, N>& words) {
  for (const auto& [word, meaning] : words)
    if (meaning == value) return std::string(word);
  return {};
}

}  // namespace carom::io
