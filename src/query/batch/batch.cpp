#include "carom/query/batch.hpp"

#include <algorithm>
#include <cassert>

#include "carom/query/overlap.hpp"
#include "query/batch/batch_ball_ball.hpp"
#include "query/batch/batch_static.hpp"
#include "query/straight/straight_plane.hpp"

namespace carom::query {
namespace {

template <int D, class Real>
bool is_rectangular(const BallColumns<D, Real>& balls) {
  const auto full = [&](const std::span<const Real>& column) { return column.size() == balls.size(); };
  const auto empty = [](const std::span<const Real>& column) { return column.empty(); };
  return std::all_of(balls.center.begin(), balls.center.end(), full) &&
         (std::all_of(balls.velocity.begin(), balls.velocity.end(), full) ||
          std::all_of(balls.velocity.begin(), balls.velocity.end(), empty));
}

/// The velocities of balls that stand still.
template <class Real>
constexpr std::array<Real, 1024> kStill{};

template <int D, class Real>
BallRows<D, Real> rows_from(const BallColumns<D, Real>& balls, std::size_t first) {
  BallRows<D, Real> rows;
  for (std::size_t i = 0; i < D; ++i) {
    rows.center[i] = balls.center[i].data() + first;
    rows.velocity[i] = balls.velocity[i].empty() ? kStill<Real>.data() : balls.velocity[i].data() + first;
  }
  rows.radius = balls.radius.data() + first;
  return rows;
}

/// Calls block(first, count) for one stretch after the other.
template <class Block>
void for_blocks(std::size_t size, std::size_t length, const Block& block) {
  for (std::size_t first = 0; first < size; first += length) block(first, std::min(length, size - first));
}

/// The bodies of some index pairs, copied into columns.
template <int D, class Real>
class Gathered {
 public:
  static constexpr std::size_t kSize = 128;  // both sides stay in the first cache

  Gathered(const BallColumns<D, Real>& balls, std::span<const IndexPair> pairs) {
    for (std::size_t i = 0; i < D; ++i) {
      gather(balls.center[i], pairs, i);
      if (!balls.velocity[i].empty()) gather(balls.velocity[i], pairs, D + 1 + i);
    }
    gather(balls.radius, pairs, D);
  }
  BallRows<D, Real> rows_a() const { return rows(a_); }
  BallRows<D, Real> rows_b() const { return rows(b_); }

 private:
  using Columns = std::array<std::array<Real, kSize>, static_cast<std::size_t>(2 * D + 1)>;

  void gather(std::span<const Real> from, std::span<const IndexPair> pairs, std::size_t column) {
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      a_[column][k] = from[pairs[k].a];
      b_[column][k] = from[pairs[k].b];
    }
  }
  static BallRows<D, Real> rows(const Columns& columns) {
    BallRows<D, Real> result;
    for (std::size_t i = 0; i < D; ++i) {
      result.center[i] = columns[i].data();
      result.velocity[i] = columns[D + 1 + i].data();
    }
    result.radius = columns[D].data();
    return result;
  }

  Columns a_{};
  Columns b_{};
};

/// A stretch of balls in double: the columns themselves, or copies of floats.
template <int D, class Real>
class DoubleRows {
 public:
  static constexpr std::size_t kSize = 256;

  BallRows<D, double> rows(const BallColumns<D, Real>& balls, std::size_t first, std::size_t count) {
    const BallRows<D, Real> from = rows_from(balls, first);
    if constexpr (std::is_same_v<Real, double>) return from;
    BallRows<D, double> result;
    for (std::size_t i = 0; i < D; ++i) {
      result.center[i] = copy(from.center[i], count, i);
      result.velocity[i] = copy(from.velocity[i], count, D + 1 + i);
    }
    result.radius = copy(from.radius, count, D);
    return result;
  }

 private:
  const double* copy(const Real* from, std::size_t count, std::size_t column) {
    return (std::copy_n(from, count, columns_[column].begin()), columns_[column].data());
  }
  std::array<std::array<double, kSize>, static_cast<std::size_t>(2 * D + 1)> columns_;
};

template <int D>
Vec<D> vector_at(const std::array<const double*, static_cast<std::size_t>(D)>& columns, std::size_t k) {
  Vec<D> v;
  for (int i = 0; i < D; ++i) v[i] = columns[static_cast<std::size_t>(i)][k];
  return v;
}

template <int D>
Parallelepiped<D> filled(const Segment<D>& segment) {
  Parallelepiped<D> shape;
  shape.middle = 0.5 * segment.from + 0.5 * segment.to;
  shape.arms[0] = 0.5 * segment.to - 0.5 * segment.from;
  shape.arm_count = 1;
  for (int k = 0; k < D; ++k) {
    shape.low[k] = std::min(segment.from[k], segment.to[k]);
    shape.high[k] = std::max(segment.from[k], segment.to[k]);
  }
  return shape;
}

template <int D>
Parallelepiped<D> filled(const Aabb<D>& box) {
  Parallelepiped<D> shape;
  shape.middle = 0.5 * box.low + 0.5 * box.high;
  for (int k = 0; k < D; ++k) shape.arms[k][k] = 0.5 * box.high[k] - 0.5 * box.low[k];
  shape.arm_count = D;
  shape.low = box.low;
  shape.high = box.high;
  return shape;
}

template <int D>
void filter_times(const BallRows<D, double>& balls, std::size_t count, const HalfSpace<D>& plane, const Vec<D>& v0,
                  double horizon, double* times, bool* open) {
  if (is_unit(plane) || has_usual_size(plane))
    plane_times_of_block(balls, count, plane, v0, horizon, times, open);
  else
    std::fill_n(open, count, true);
}
template <int D, class Shape>
void filter_times(const BallRows<D, double>& balls, std::size_t count, const Shape& shape, const Vec<D>& v0,
                  double horizon, double* times, bool* open) {
  std::fill_n(times, count, kForever);
  misses_of_block(balls, count, filled(shape), v0, horizon, open);
}

/// What comes later than any float can tell never comes.
template <class Real>
Real rounded(double time) {
  return time > std::numeric_limits<Real>::max() ? std::numeric_limits<Real>::infinity() : static_cast<Real>(time);
}

template <int D, class Real, class Shape>
void times_against(const BallColumns<D, Real>& balls, const Shape& shape, const Linear<D>& motion,
                   std::span<Real> times, Real horizon) {
  assert(is_rectangular(balls) && balls.size() == times.size());
  DoubleRows<D, Real> block;
  std::array<double, DoubleRows<D, Real>::kSize> found;
  std::array<bool, DoubleRows<D, Real>::kSize> open;
  for_blocks(balls.size(), found.size(), [&](std::size_t first, std::size_t count) {
    const BallRows<D, double> rows = block.rows(balls, first, count);
    filter_times<D>(rows, count, shape, motion.velocity, horizon, found.data(), open.data());
    for (std::size_t k = 0; k < count; ++k) {
      if (open[k]) {
        const auto impact = time_of_impact(Ball<D>{vector_at<D>(rows.center, k), rows.radius[k]},
                                           Linear<D>{vector_at<D>(rows.velocity, k)}, shape, motion, horizon);
        found[k] = impact ? impact->time : kForever;
      }
      times[first + k] = rounded<Real>(found[k]);
    }
  });
}

template <int D, class Shape>
void filter_overlaps(const BallRows<D, double>& balls, std::size_t count, const Shape& shape, bool* open) {
  apart_in_block(balls, count, filled(shape), open);
}
template <int D>
void filter_overlaps(const BallRows<D, double>&, std::size_t count, const HalfSpace<D>&, bool* open) {
  std::fill_n(open, count, true);
}

template <int D, class Real, class Shape>
void overlaps_with(const BallColumns<D, Real>& balls, const Shape& shape, std::span<bool> answers) {
  assert(is_rectangular(balls) && balls.size() == answers.size());
  DoubleRows<D, Real> block;
  for_blocks(balls.size(), DoubleRows<D, Real>::kSize, [&](std::size_t first, std::size_t count) {
    const BallRows<D, double> rows = block.rows(balls, first, count);
    bool* const some = answers.data() + first;
    filter_overlaps<D>(rows, count, shape, some);
    for (std::size_t k = 0; k < count; ++k)
      some[k] = some[k] && proximity(Ball<D>{vector_at<D>(rows.center, k), rows.radius[k]}, shape) != Proximity::apart;
  });
}

}  // namespace
}  // namespace carom::query

namespace carom {

template <int D, class Real>
void impact_times(const BallColumns<D, Real>& a, const std::type_identity_t<BallColumns<D, Real>>& b,
                  std::type_identity_t<std::span<Real>> times, std::type_identity_t<Real> horizon) {
  assert(query::is_rectangular(a) && query::is_rectangular(b) && a.size() == b.size() && a.size() == times.size());
  const bool moving = !a.velocity[0].empty() && !b.velocity[0].empty();
  query::for_blocks(a.size(), moving ? a.size() : query::kStill<Real>.size(),
                    [&](std::size_t first, std::size_t count) {
                      query::impact_times_of_block(query::rows_from(a, first), query::rows_from(b, first), count,
                                                   horizon, times.data() + first);
                    });
}

template <int D, class Real>
void impact_times(const BallColumns<D, Real>& balls, std::span<const IndexPair> pairs,
                  std::type_identity_t<std::span<Real>> times, std::type_identity_t<Real> horizon) {
  assert(query::is_rectangular(balls) && pairs.size() == times.size());
  query::for_blocks(pairs.size(), query::Gathered<D, Real>::kSize, [&](std::size_t first, std::size_t count) {
    const query::Gathered<D, Real> some(balls, pairs.subspan(first, count));
    query::impact_times_of_block(some.rows_a(), some.rows_b(), count, horizon, times.data() + first);
  });
}

template <int D, class Real>
void overlaps(const BallColumns<D, Real>& a, const std::type_identity_t<BallColumns<D, Real>>& b,
              std::span<bool> answers) {
  assert(query::is_rectangular(a) && query::is_rectangular(b) && a.size() == b.size() && a.size() == answers.size());
  query::overlaps_of_block(query::rows_from(a, 0), query::rows_from(b, 0), a.size(), answers.data());
}

template <int D, class Real>
void overlaps(const BallColumns<D, Real>& balls, std::span<const IndexPair> pairs, std::span<bool> answers) {
  assert(query::is_rectangular(balls) && pairs.size() == answers.size());
  query::for_blocks(pairs.size(), query::Gathered<D, Real>::kSize, [&](std::size_t first, std::size_t count) {
    const query::Gathered<D, Real> some(balls, pairs.subspan(first, count));
    query::overlaps_of_block(some.rows_a(), some.rows_b(), count, answers.data() + first);
  });
}

template <int D, class Real>
void impact_times(const BallColumns<D, Real>& balls, const HalfSpace<D>& shape, const Linear<D>& motion,
                  std::type_identity_t<std::span<Real>> times, std::type_identity_t<Real> horizon) {
  query::times_against(balls, shape, motion, times, horizon);
}
template <int D, class Real>
void impact_times(const BallColumns<D, Real>& balls, const Segment<D>& shape, const Linear<D>& motion,
                  std::type_identity_t<std::span<Real>> times, std::type_identity_t<Real> horizon) {
  query::times_against(balls, shape, motion, times, horizon);
}
template <int D, class Real>
void impact_times(const BallColumns<D, Real>& balls, const Aabb<D>& shape, const Linear<D>& motion,
                  std::type_identity_t<std::span<Real>> times, std::type_identity_t<Real> horizon) {
  query::times_against(balls, shape, motion, times, horizon);
}
template <int D, class Real>
void overlaps(const BallColumns<D, Real>& balls, const HalfSpace<D>& shape, std::span<bool> answers) {
  query::overlaps_with(balls, shape, answers);
}
template <int D, class Real>
void overlaps(const BallColumns<D, Real>& balls, const Segment<D>& shape, std::span<bool> answers) {
  query::overlaps_with(balls, shape, answers);
}
template <int D, class Real>
void overlaps(const BallColumns<D, Real>& balls, const Aabb<D>& shape, std::span<bool> answers) {
  query::overlaps_with(balls, shape, answers);
}

#define CAROM_INSTANTIATE(D, Real)                                                                                     \
  template void impact_times(const BallColumns<D, Real>&, const BallColumns<D, Real>&, std::span<Real>, Real);         \
  template void impact_times(const BallColumns<D, Real>&, std::span<const IndexPair>, std::span<Real>, Real);          \
  template void overlaps(const BallColumns<D, Real>&, const BallColumns<D, Real>&, std::span<bool>);                   \
  template void overlaps(const BallColumns<D, Real>&, std::span<const IndexPair>, std::span<bool>);                    \
  template void impact_times(const BallColumns<D, Real>&, const HalfSpace<D>&, const Linear<D>&, std::span<Real>,      \
                             Real);                                                                                    \
  template void impact_times(const BallColumns<D, Real>&, const Segment<D>&, const Linear<D>&, std::span<Real>, Real); \
  template void impact_times(const BallColumns<D, Real>&, const Aabb<D>&, const Linear<D>&, std::span<Real>, Real);    \
  template void overlaps(const BallColumns<D, Real>&, const HalfSpace<D>&, std::span<bool>);                           \
  template void overlaps(const BallColumns<D, Real>&, const Segment<D>&, std::span<bool>);                             \
  template void overlaps(const BallColumns<D, Real>&, const Aabb<D>&, std::span<bool>);
CAROM_INSTANTIATE(2, double)
CAROM_INSTANTIATE(3, double)
CAROM_INSTANTIATE(2, float)
CAROM_INSTANTIATE(3, float)
#undef CAROM_INSTANTIATE

}  // namespace carom
