#pragma once
#include <string>

// Refusals of values from outside: std::invalid_argument that names the field, its value and what was expected.
namespace carom::billiards {

[[noreturn]] void refuse(const std::string& field, double value, const std::string& expected);
void require_positive(const std::string& field, double value);
void require_not_negative(const std::string& field, double value);
void require_between(const std::string& field, double value, double low, double high);

}  // namespace carom::billiards
