#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

// What pooltool calls tables and balls.
namespace carom::io {

/// The type of a table, and the game that Carom's tables name.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPooltoolTables = {
    {{"pocket", "pool"}, {"snooker", "snooker"}, {"billiard", "carom"}, {"other", ""}}};

/// The number of a ball in a game; nullopt for names that are none of the game's.
std::optional<int> number_of_pooltool_ball(std::string_view game, const std::string& id);
/// The name of a ball in a game; the number as text if it has none there.
std::string pooltool_ball_of(std::string_view game, int number);

}  // namespace carom::io
