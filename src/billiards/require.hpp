#pragma once
#include <string>

// Refusals of values from outside: std::invalid_argument that names the field, its value and what was expected.
namespace carom::billiards {

[[noreturn]] void refuse(const std::string& field, double value, const std::string& expected);
void require_positive(const std::string& field, double value);
void require_not_negative(const std::string& field, double value);
void require_between(const std::string& field, double value, double low, double high);

// Whether a nose at that height lies at the side of a ball on the cloth, and not straight below or above its middle,
// where what it gives has no direction in the plane: as doubles tell it (NoseIntegration's sine).
inline bool is_at_the_side(double height, double radius) {
  const double sine = (height - radius) / radius;
  return -1 < sine && sine < 1;
}

}  // namespace carom::billiards
