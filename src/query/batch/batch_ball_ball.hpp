#pragma once
#include <array>
#include <cstddef>

// One block of a batch, as the vector code of batch_ball_ball.cpp takes it.
namespace carom::query {

/// Where the columns of some balls begin. Entry k of a vector's columns is column[k·Step]: a Step of D goes through
/// vectors that lie one after the other.
template <int D, class Real, int Step = 1>
struct BallRows {
  std::array<const Real*, static_cast<std::size_t>(D)> center;
  const Real* radius;
  std::array<const Real*, static_cast<std::size_t>(D)> velocity;
};

template <int D, class Real>
void impact_times_of_block(const BallRows<D, Real>& a, const BallRows<D, Real>& b, std::size_t count, Real horizon,
                           Real* times);
template <int D, class Real>
void overlaps_of_block(const BallRows<D, Real>& a, const BallRows<D, Real>& b, std::size_t count, bool* answers);

/// The same of numbers that nobody has looked at: false, and some answers are left out, where one is not finite or a
/// radius is below 0.
template <int D, int Step>
bool checked_times_of_block(const BallRows<D, double, Step>& a, const BallRows<D, double, Step>& b, std::size_t count,
                            double horizon, double* times);
template <int D, int Step>
bool checked_overlaps_of_block(const BallRows<D, double, Step>& a, const BallRows<D, double, Step>& b,
                               std::size_t count, bool* answers);

}  // namespace carom::query
