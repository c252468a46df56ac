#include "carom/query/batch.hpp"

#include <algorithm>
#include <cassert>

#include "query/batch_ball_ball.hpp"

namespace carom {
namespace {

using namespace detail;

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

}  // namespace

template <int D, class Real>
void impact_times(const BallColumns<D, Real>& a, const std::type_identity_t<BallColumns<D, Real>>& b,
                  std::type_identity_t<std::span<Real>> times, std::type_identity_t<Real> horizon) {
  assert(is_rectangular(a) && is_rectangular(b) && a.size() == b.size() && a.size() == times.size());
  const bool moving = !a.velocity[0].empty() && !b.velocity[0].empty();
  for_blocks(a.size(), moving ? a.size() : kStill<Real>.size(), [&](std::size_t first, std::size_t count) {
    impact_times_of_block(rows_from(a, first), rows_from(b, first), count, horizon, times.data() + first);
  });
}

template <int D, class Real>
void impact_times(const BallColumns<D, Real>& balls, std::span<const IndexPair> pairs,
                  std::type_identity_t<std::span<Real>> times, std::type_identity_t<Real> horizon) {
  assert(is_rectangular(balls) && pairs.size() == times.size());
  for_blocks(pairs.size(), Gathered<D, Real>::kSize, [&](std::size_t first, std::size_t count) {
    const Gathered<D, Real> some(balls, pairs.subspan(first, count));
    impact_times_of_block(some.rows_a(), some.rows_b(), count, horizon, times.data() + first);
  });
}

template <int D, class Real>
void overlaps(const BallColumns<D, Real>& a, const std::type_identity_t<BallColumns<D, Real>>& b,
              std::span<bool> answers) {
  assert(is_rectangular(a) && is_rectangular(b) && a.size() == b.size() && a.size() == answers.size());
  overlaps_of_block(rows_from(a, 0), rows_from(b, 0), a.size(), answers.data());
}

template <int D, class Real>
void overlaps(const BallColumns<D, Real>& balls, std::span<const IndexPair> pairs, std::span<bool> answers) {
  assert(is_rectangular(balls) && pairs.size() == answers.size());
  for_blocks(pairs.size(), Gathered<D, Real>::kSize, [&](std::size_t first, std::size_t count) {
    const Gathered<D, Real> some(balls, pairs.subspan(first, count));
    overlaps_of_block(some.rows_a(), some.rows_b(), count, answers.data() + first);
  });
}

#define CAROM_INSTANTIATE(D, Real)                                                                             \
  template void impact_times(const BallColumns<D, Real>&, const BallColumns<D, Real>&, std::span<Real>, Real); \
  template void impact_times(const BallColumns<D, Real>&, std::span<const IndexPair>, std::span<Real>, Real);  \
  template void overlaps(const BallColumns<D, Real>&, const BallColumns<D, Real>&, std::span<bool>);           \
  template void overlaps(const BallColumns<D, Real>&, std::span<const IndexPair>, std::span<bool>);
CAROM_INSTANTIATE(2, double)
CAROM_INSTANTIATE(3, double)
CAROM_INSTANTIATE(2, float)
CAROM_INSTANTIATE(3, float)
#undef CAROM_INSTANTIATE

}  // namespace carom
