#pragma once
#include <array>

namespace carom::sim {

/// A sum that carries its own rounding error (Neumaier's), so that 10⁹ terms lose nothing.
class RunningSum {
 public:
  RunningSum() = default;
  explicit RunningSum(const std::array<double, 2>& parts) : sum_(parts[0]), error_(parts[1]) {}

  RunningSum& operator+=(double term) {
    const double next = sum_ + term;
    const double back = next - sum_;
    error_ += (sum_ - (next - back)) + (term - back);
    sum_ = next;
    return *this;
  }

  double value() const { return sum_ + error_; }
  std::array<double, 2> parts() const { return {sum_, error_}; }

 private:
  double sum_ = 0;
  double error_ = 0;
};

}  // namespace carom::sim
