#include "billiards/require.hpp"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace carom::billiards {
namespace {

std::string text(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

}  // namespace

void refuse(const std::string& field, double value, const std::string& expected) {
  throw std::invalid_argument(field + " is " + text(value) + ": it must be " + expected);
}

void require_positive(const std::string& field, double value) {
  if (!(value > 0) || std::isinf(value)) refuse(field, value, "finite and > 0");
}

void require_not_negative(const std::string& field, double value) {
  if (!(value >= 0) || std::isinf(value)) refuse(field, value, "finite and >= 0");
}

void require_between(const std::string& field, double value, double low, double high) {
  if (!(value >= low && value <= high)) refuse(field, value, "between " + text(low) + " and " + text(high));
}

}  // namespace carom::billiards
