#pragma once
#include <array>
#include <cstddef>

// One block of a batch, as the vector code of batch_ball_ball.cpp takes it.
namespace carom::query {

/// Where the columns of some balls begin.
template <int D, class Real>
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

}  // namespace carom::query
