#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "carom/query/batch.hpp"
#include "math/bits.hpp"
#include "query/batch/batch_ball_ball.hpp"

namespace carom::query {
namespace {

/// Of each side of a block of pairs: both stay in the first cache.
constexpr std::size_t kStretch = 128;

using Numbers = std::array<double, kStretch>;

template <std::ptrdiff_t Step>
void copy_steps(const double* from, double* to) {
  for (std::size_t k = 0; k < kStretch; ++k) to[k] = from[static_cast<std::ptrdiff_t>(k) * Step];
}

/// Entries from `first` on; where there are fewer than a whole stretch, the last again and again.
void copy(const StridedColumn& column, std::size_t first, std::size_t count, Numbers& to) {
  const double* const from = column.first + static_cast<std::ptrdiff_t>(first) * column.step;
  if (count < kStretch) {
    for (std::size_t k = 0; k < kStretch; ++k)
      to[k] = from[static_cast<std::ptrdiff_t>(std::min(k, count - 1)) * column.step];
  } else if (column.step == 2) {
    copy_steps<2>(from, to.data());
  } else if (column.step == 3) {
    copy_steps<3>(from, to.data());
  } else {
    for (std::size_t k = 0; k < kStretch; ++k) to[k] = from[static_cast<std::ptrdiff_t>(k) * column.step];
  }
}

/// Whether all numbers are finite: no exponent has all its bits set, so that none is carried beyond them.
bool all_finite(const double* numbers) {
  std::uint64_t carried = 0;
  for (std::size_t k = 0; k < kStretch; ++k)
    carried |= (math::bits_as<std::uint64_t>(numbers[k]) & 0x7FF0000000000000) + 0x0010000000000000;
  return carried >> 63 == 0;
}

/// The same for radii, which are not negative either; −0 is 0.
bool all_radii(const double* numbers) {
  bool negative = false;
  for (std::size_t k = 0; k < kStretch; ++k) negative |= numbers[k] < 0;
  return !negative && all_finite(numbers);
}

/// Some balls, copied into columns where they do not lie in columns already.
template <int D>
class Stretch {
 public:
  Stretch(const StridedBalls<D>& balls, std::size_t first, std::size_t count, bool moving) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      rows_.center[axis] = take(balls.center[axis], first, count, columns_[axis], all_finite);
      if (moving) rows_.velocity[axis] = take(balls.velocity[axis], first, count, columns_[D + 1 + axis], all_finite);
    }
    rows_.radius = take(balls.radius, first, count, columns_[D], all_radii);
  }
  Stretch(const Stretch&) = delete;
  Stretch& operator=(const Stretch&) = delete;
  ~Stretch() = default;

  const BallRows<D, double>& rows() const { return rows_; }
  bool is_good() const { return good_; }

 private:
  const double* take(const StridedColumn& column, std::size_t first, std::size_t count, Numbers& to,
                     bool (*are_good)(const double*)) {
    const bool lies_so = column.step == 1 && count == kStretch;
    if (!lies_so) copy(column, first, count, to);
    const double* const numbers = lies_so ? column.first + first : to.data();
    good_ = are_good(numbers) && good_;
    return numbers;
  }

  std::array<Numbers, static_cast<std::size_t>(2 * D + 1)> columns_;
  BallRows<D, double> rows_{};
  bool good_ = true;
};

template <int D>
void refuse(const StridedBalls<D>& balls, std::size_t first, std::size_t count, const char* side, bool moving) {
  const auto at = [](const StridedColumn& column, std::size_t k) {
    return column.first[static_cast<std::ptrdiff_t>(k) * column.step];
  };
  const auto fail = [&](const std::string& what, std::size_t pair, double value, const char* expected) {
    throw std::invalid_argument(std::string(side) + " of pair " + std::to_string(pair) + ": " + what + " " +
                                std::to_string(value) + ": expected " + expected);
  };
  for (std::size_t k = first; k < first + count; ++k) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      const std::string which = "[" + std::to_string(axis) + "]";
      if (!std::isfinite(at(balls.center[axis], k)))
        fail("center" + which, k, at(balls.center[axis], k), "a finite number");
      if (moving && !std::isfinite(at(balls.velocity[axis], k)))
        fail("velocity" + which, k, at(balls.velocity[axis], k), "a finite number");
    }
    const double radius = at(balls.radius, k);
    if (!std::isfinite(radius) || radius < 0) fail("radius", k, radius, "a finite number of at least 0");
  }
}

/// Calls block(rows of a, rows of b, first, count) for one stretch after the other.
template <int D, class Block>
void for_stretches(const StridedBalls<D>& a, const StridedBalls<D>& b, std::size_t size, bool moving,
                   const Block& block) {
  for (std::size_t first = 0; first < size; first += kStretch) {
    const std::size_t count = std::min(kStretch, size - first);
    const Stretch<D> some_a(a, first, count, moving);
    const Stretch<D> some_b(b, first, count, moving);
    if (!some_a.is_good()) refuse(a, first, count, "the first ball", moving);
    if (!some_b.is_good()) refuse(b, first, count, "the second ball", moving);
    block(some_a.rows(), some_b.rows(), first, count);
  }
}

}  // namespace
}  // namespace carom::query

namespace carom {

template <int D>
void impact_times(const StridedBalls<D>& a, const StridedBalls<D>& b, std::span<double> times, double horizon) {
  query::for_stretches<D>(a, b, times.size(), true,
                          [&](const auto& rows_a, const auto& rows_b, std::size_t first, std::size_t count) {
                            query::impact_times_of_block(rows_a, rows_b, count, horizon, times.data() + first);
                          });
}

template <int D>
void overlaps(const StridedBalls<D>& a, const StridedBalls<D>& b, std::span<bool> answers) {
  query::for_stretches<D>(a, b, answers.size(), false,
                          [&](const auto& rows_a, const auto& rows_b, std::size_t first, std::size_t count) {
                            query::overlaps_of_block(rows_a, rows_b, count, answers.data() + first);
                          });
}

template void impact_times(const StridedBalls<2>&, const StridedBalls<2>&, std::span<double>, double);
template void impact_times(const StridedBalls<3>&, const StridedBalls<3>&, std::span<double>, double);
template void overlaps(const StridedBalls<2>&, const StridedBalls<2>&, std::span<bool>);
template void overlaps(const StridedBalls<3>&, const StridedBalls<3>&, std::span<bool>);

}  // namespace carom
