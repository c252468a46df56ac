#pragma once
#include <span>
#include <string>
#include <string_view>

/// A unit of speed or length: `times`/`over` of the SI unit, two whole numbers, so that round numbers stay round: 12 in
/// are .3048 m.
struct Unit {
  std::string_view name;
  double times = 1, over = 1;

  constexpr double to_si(double value) const { return value * times / over; }
  constexpr double from_si(double value) const { return value * over / times; }
};

inline constexpr Unit kMetersPerSecond{"m/s"}, kMeters{"m"};
inline constexpr Unit kMilesPerHour{"mph", 44704, 1e5}, kInches{"in", 254, 1e4};

/// What people are told in; angles are in degrees in both.
struct Units {
  Unit speed, length;
};
inline constexpr Units kMetric{kMetersPerSecond, kMeters}, kImperial{kMilesPerHour, kInches};

/// An InputError that names the option unless the text is a finite number.
double number(const std::string& option, const std::string& text);

/// The same in m/s and m, of a number that may have a unit: m/s, km/h, mph, ft/s; m, cm, mm, in, ft.
double speed(const std::string& option, const std::string& text);
double length(const std::string& option, const std::string& text);
