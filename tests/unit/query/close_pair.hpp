#pragma once
#include <cmath>
#include <cstdint>
#include <random>

#include "carom/query/time_of_impact.hpp"

// Inputs for tests of queries: many ties, and pairs that are hard to decide.
namespace carom {

class Inputs {
 public:
  explicit Inputs(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  double real(double low, double high) { return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53); }
  /// Zeros, small integers and others, so that ties are common.
  double any() { return below(4) == 0 ? 0 : below(3) == 0 ? below(5) - 2 : real(-3, 3); }
  template <int D>
  Vec<D> vector(double scale = 1) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = scale * any();
    return v;
  }

 private:
  std::mt19937_64 engine_;
};

/// Two balls of any size and place that pass within a relative 2⁻¹ … 2⁻⁶⁰ of a graze, a touch or the horizon.
template <int D>
struct ClosePair {
  Ball<D> a, b;
  Linear<D> motion_a, motion_b;
  double horizon = kForever;

  explicit ClosePair(Inputs& in) {
    const auto tiny = [&] { return (in.below(2) == 0 ? -1 : 1) * std::ldexp(in.real(0.5, 1), -in.below(60)); };
    a = {in.vector<D>(std::ldexp(1, in.below(8))), in.real(0, 2)};
    motion_a.velocity = in.vector<D>();
    motion_b.velocity = in.vector<D>();
    const double radius = in.real(0, 2);
    const Vec<D> w = motion_a.velocity - motion_b.velocity;
    const double back = in.below(4) == 0 ? tiny() : std::ldexp(in.real(1, 2), in.below(20) - 3);
    Vec<D> side{};
    side[0] = -w[1];
    side[1] = w[0];
    const double off = (a.radius + radius) * (in.below(3) == 0 ? in.real(0, 1.5) : 1 + tiny());
    Vec<D> center = a.center + back * w;
    if (!is_zero(side)) center += (off / norm(side)) * side;
    b = {center, radius};
    if (in.below(2) == 0) horizon = std::fabs(back) * (1 + tiny());
  }
};

}  // namespace carom
