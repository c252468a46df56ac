#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "carom/query/batch.hpp"
#include "query/batch/batch_ball_ball.hpp"
#include "query/batch/stretch.hpp"

namespace carom::query {
namespace {

using Numbers = std::array<double, kStretch>;

/// Entries from `first` on; where there are fewer than a whole stretch, the last again and again.
void copy(const StridedColumn& column, std::size_t first, std::size_t count, Numbers& to) {
  const double* const from = column.first + static_cast<std::ptrdiff_t>(first) * column.step;
  for (std::size_t k = 0; k < kStretch; ++k)
    to[k] = from[static_cast<std::ptrdiff_t>(std::min(k, count - 1)) * column.step];
}

/// Whether D columns are those of vectors that lie one after the other.
template <int D>
bool are_rows(const std::array<StridedColumn, static_cast<std::size_t>(D)>& columns) {
  for (std::size_t axis = 0; axis < D; ++axis)
    if (columns[axis].step != D || columns[axis].first != columns[0].first + axis) return false;
  return true;
}

/// Some balls, copied into columns where they do not lie in columns already.
template <int D>
class Stretch {
 public:
  Stretch(const StridedBalls<D>& balls, std::size_t first, std::size_t count, bool moving) {
    take(balls.center, first, count, 0, rows_.center);
    if (moving) take(balls.velocity, first, count, D + 1, rows_.velocity);
    rows_.radius = take(balls.radius, first, count, columns_[D]);
  }
  Stretch(const Stretch&) = delete;
  Stretch& operator=(const Stretch&) = delete;
  ~Stretch() = default;

  const BallRows<D, double>& rows() const { return rows_; }
  /// Asked before the numbers are used, which then are in the cache.
  bool is_good(bool moving) const {
    const auto good = [](const double* column) { return all_finite(column); };
    return all_radii(rows_.radius) && std::all_of(rows_.center.begin(), rows_.center.end(), good) &&
           (!moving || std::all_of(rows_.velocity.begin(), rows_.velocity.end(), good));
  }

 private:
  using Vectors = std::array<StridedColumn, static_cast<std::size_t>(D)>;
  using Starts = std::array<const double*, static_cast<std::size_t>(D)>;

  void take(const Vectors& vectors, std::size_t first, std::size_t count, std::size_t column, Starts& starts) {
    if (count == kStretch && are_rows<D>(vectors)) {
      std::array<double*, static_cast<std::size_t>(D)> to;
      for (std::size_t axis = 0; axis < D; ++axis) starts[axis] = to[axis] = columns_[column + axis].data();
      split_rows<D>(vectors[0].first + first * D, to.data());
      return;
    }
    for (std::size_t axis = 0; axis < D; ++axis)
      starts[axis] = take(vectors[axis], first, count, columns_[column + axis]);
  }
  static const double* take(const StridedColumn& column, std::size_t first, std::size_t count, Numbers& to) {
    if (column.step == 1 && count == kStretch) return column.first + first;
    copy(column, first, count, to);
    return to.data();
  }

  std::array<Numbers, static_cast<std::size_t>(2 * D + 1)> columns_;
  BallRows<D, double> rows_{};
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
    if (!some_a.is_good(moving)) refuse(a, first, count, "the first ball", moving);
    if (!some_b.is_good(moving)) refuse(b, first, count, "the second ball", moving);
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
