#include "common/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "carom/io/scene.hpp"

namespace {

constexpr std::array kSpeeds = {Unit{"km/h", 10, 36}, kMilesPerHour, Unit{"ft/s", 3048, 1e4}, kMetersPerSecond};
constexpr std::array kLengths = {Unit{"cm", 1, 100}, Unit{"mm", 1, 1000}, kInches, Unit{"ft", 3048, 1e4}, kMeters};

/// A number with one of these units, or without.
double quantity(const std::string& option, const std::string& text, std::span<const Unit> units) {
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& one) { return text.ends_with(one.name); });
  if (unit == units.end()) return number(option, text);
  std::size_t digits = text.size() - unit->name.size();
  while (digits > 0 && text[digits - 1] == ' ') --digits;
  return unit->to_si(number(option, text.substr(0, digits)));
}

}  // namespace

double number(const std::string& option, const std::string& text) {
  try {
    std::size_t used = 0;
    const double value = std::stod(text, &used);
    if (used == text.size() && std::isfinite(value)) return value;
  } catch (const std::logic_error&) {  // not a number
  }
  throw carom::io::InputError(fmt::format("{}: got \"{}\", expected a finite number", option, text));
}

double speed(const std::string& option, const std::string& text) {
  return quantity(option, text, kSpeeds);
}

double length(const std::string& option, const std::string& text) {
  return quantity(option, text, kLengths);
}
