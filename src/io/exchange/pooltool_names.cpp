#include "io/exchange/pooltool_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace carom::io {
namespace {

constexpr int kMostReds = 15;
constexpr std::array<std::string_view, 6> kColors = {"yellow", "green", "brown", "blue", "pink", "black"};
constexpr std::array<std::string_view, 3> kCaromBalls = {"white", "yellow", "red"};

template <std::size_t N>
std::optional<int> place_in(const std::array<std::string_view, N>& words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<int>(found - words.begin());
}

std::optional<int> whole_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 4) return std::nullopt;
  int number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

}  // namespace

std::optional<int> number_of_pooltool_ball(std::string_view game, const std::string& id) {
  if (game == "carom") return place_in(kCaromBalls, id);
  if (game == "snooker") {
    if (id == "white") return 0;
    if (const auto color = place_in(kColors, id)) return kMostReds + 1 + *color;
    const auto red = id.starts_with("red_") ? whole_number(std::string_view(id).substr(4)) : std::nullopt;
    return red && *red >= 1 && *red <= kMostReds ? red : std::nullopt;
  }
  if (id == "cue") return 0;
  return whole_number(id);
}

std::string pooltool_ball_of(std::string_view game, int number) {
  const auto index = static_cast<std::size_t>(number);
  if (game == "carom" && index < kCaromBalls.size()) return std::string(kCaromBalls[index]);
  if (game == "snooker" && number > kMostReds && index <= kMostReds + kColors.size())
    return std::string(kColors[index - kMostReds - 1]);
  if (game == "snooker" && number >= 1 && number <= kMostReds) return fmt::format("red_{:02}", number);
  if (number == 0) return game == "snooker" ? "white" : "cue";
  return std::to_string(number);
}

}  // namespace carom::io
