#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "carom/query/batch.hpp"
#include "query/batch/batch_ball_ball.hpp"

namespace carom::query {
namespace {

/// So many at a time are copied: both sides stay in the first cache.
constexpr std::size_t kStretch = 128;
using Numbers = std::array<double, kStretch>;

template <int D>
using Vectors = std::array<StridedColumn, static_cast<std::size_t>(D)>;
template <int D>
using Starts = std::array<const double*, static_cast<std::size_t>(D)>;

/// Whether columns are those of vectors that lie one after the other; and whether each number of a column does.
template <int D>
bool are_rows(const Vectors<D>& columns) {
  for (std::size_t axis = 0; axis < D; ++axis)
    if (columns[axis].step != D || columns[axis].first != columns[0].first + axis) return false;
  return true;
}
template <int D>
bool are_columns(const Vectors<D>& columns) {
  return std::all_of(columns.begin(), columns.end(), [](const StridedColumn& column) { return column.step == 1; });
}

/// Some balls where they lie, or copied into columns of their own.
template <int D>
class Stretch {
 public:
  BallRows<D, double> copied(const StridedBalls<D>& balls, std::size_t first, std::size_t count, bool moving) {
    BallRows<D, double> rows{};
    for (std::size_t axis = 0; axis < D; ++axis) {
      rows.center[axis] = copied(balls.center[axis], first, count, axis);
      if (moving) rows.velocity[axis] = copied(balls.velocity[axis], first, count, D + 1 + axis);
    }
    rows.radius = radii(balls, first, count);
    return rows;
  }
  /// Vectors are not copied, radii only where their step is not 1.
  template <int Step>
  BallRows<D, double, Step> in_place(const StridedBalls<D>& balls, std::size_t first, std::size_t count, bool moving) {
    BallRows<D, double, Step> rows{};
    for (std::size_t axis = 0; axis < D; ++axis) {
      rows.center[axis] = balls.center[axis].first + first * Step;
      if (moving) rows.velocity[axis] = balls.velocity[axis].first + first * Step;
    }
    rows.radius = radii(balls, first, count);
    return rows;
  }

 private:
  const double* radii(const StridedBalls<D>& balls, std::size_t first, std::size_t count) {
    return balls.radius.step == 1 ? balls.radius.first + first : copied(balls.radius, first, count, D);
  }
  const double* copied(const StridedColumn& column, std::size_t first, std::size_t count, std::size_t to) {
    for (std::size_t k = 0; k < count; ++k)
      columns_[to][k] = column.first[static_cast<std::ptrdiff_t>(first + k) * column.step];
    return columns_[to].data();
  }

  std::array<Numbers, static_cast<std::size_t>(2 * D + 1)> columns_;
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

/// Calls block(some of a, as many of b, first, count), which tells whether their numbers are good, for one stretch
/// after the other: of all at once where nothing has to be copied.
template <int D, class Rows, class Block>
void for_stretches(const StridedBalls<D>& a, const StridedBalls<D>& b, std::size_t size, bool moving, bool copies,
                   const Rows& rows, const Block& block) {
  Stretch<D> some_a, some_b;
  const std::size_t length = copies ? kStretch : size;
  for (std::size_t first = 0; first < size; first += length) {
    const std::size_t count = std::min(length, size - first);
    if (block(rows(some_a, a, first, count), rows(some_b, b, first, count), first, count)) continue;
    refuse(a, first, count, "the first ball", moving);
    refuse(b, first, count, "the second ball", moving);
  }
}

template <int D, class Block>
void for_all(const StridedBalls<D>& a, const StridedBalls<D>& b, std::size_t size, bool moving, const Block& block) {
  const auto all = [&](const auto& lie) {
    return lie(a.center) && lie(b.center) && (!moving || (lie(a.velocity) && lie(b.velocity)));
  };
  const auto in_place = [moving]<int Step>(std::integral_constant<int, Step>) {
    return [moving](Stretch<D>& some, const StridedBalls<D>& balls, std::size_t first, std::size_t count) {
      return some.template in_place<Step>(balls, first, count, moving);
    };
  };
  const bool copies_radii = a.radius.step != 1 || b.radius.step != 1;
  if (all(are_rows<D>))
    return for_stretches(a, b, size, moving, copies_radii, in_place(std::integral_constant<int, D>()), block);
  if (all(are_columns<D>))
    return for_stretches(a, b, size, moving, copies_radii, in_place(std::integral_constant<int, 1>()), block);
  for_stretches(
      a, b, size, moving, true,
      [moving](auto& some, const auto& balls, std::size_t first, std::size_t count) {
        return some.copied(balls, first, count, moving);
      },
      block);
}

}  // namespace
}  // namespace carom::query

namespace carom {

template <int D>
void impact_times(const StridedBalls<D>& a, const StridedBalls<D>& b, std::span<double> times, double horizon) {
  query::for_all<D>(a, b, times.size(), true,
                    [&](const auto& rows_a, const auto& rows_b, std::size_t first, std::size_t count) {
                      return query::checked_times_of_block(rows_a, rows_b, count, horizon, times.data() + first);
                    });
}

template <int D>
void overlaps(const StridedBalls<D>& a, const StridedBalls<D>& b, std::span<bool> answers) {
  query::for_all<D>(a, b, answers.size(), false,
                    [&](const auto& rows_a, const auto& rows_b, std::size_t first, std::size_t count) {
                      return query::checked_overlaps_of_block(rows_a, rows_b, count, answers.data() + first);
                    });
}

template void impact_times(const StridedBalls<2>&, const StridedBalls<2>&, std::span<double>, double);
template void impact_times(const StridedBalls<3>&, const StridedBalls<3>&, std::span<double>, double);
template void overlaps(const StridedBalls<2>&, const StridedBalls<2>&, std::span<bool>);
template void overlaps(const StridedBalls<3>&, const StridedBalls<3>&, std::span<bool>);

}  // namespace carom
