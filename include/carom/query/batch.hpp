#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "carom/math/visibility.hpp"
#include "carom/motion/motion.hpp"
#include "carom/query/time_of_impact.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/half_space.hpp"
#include "carom/shape/segment.hpp"

#pragma GCC visibility push(default)

// Many queries at once, on straight paths: bodies in columns (structure of arrays), vectorised for the processor that
// the program runs on.
//
//   std::vector<double> x, y, radius, vx, vy;           // one entry per ball
//   const BallColumns<2> balls{{x, y}, radius, {vx, vy}};
//   std::vector<double> times(balls.size());
//   impact_times(balls, HalfSpace2{{0, 1}, 0}, {}, times, 5);   // when each ball first touches the ground
//
// Real is double or float, D is 2 or 3. In double each answer has the bits of the single query. In float the inputs are
// taken as exact too, decisions are those of exact arithmetic on them, and times are rounded to float: see each
// function. Nothing is allocated; nothing is shared between calls.
// Preconditions: those of time_of_impact; columns of one call as long as each other, outputs as long as the answers.
namespace carom {

/// Balls in columns. Entry k of each column belongs to ball k. Views: the caller keeps the arrays.
template <int D, class Real = double>
struct BallColumns {
  using Column = std::span<const Real>;
  std::array<Column, static_cast<std::size_t>(D)> center;
  Column radius;
  std::array<Column, static_cast<std::size_t>(D)> velocity{};  ///< empty columns: all balls stand still

  std::size_t size() const { return radius.size(); }
};

/// Entry k of a column is first[k·step]: a step of D goes through rows of vectors, one of 0 repeats the same number.
struct StridedColumn {
  const double* first = nullptr;
  std::ptrdiff_t step = 1;
};

/// Balls as they lie in memory, in columns or in rows or once for all. Views: the caller keeps the arrays.
template <int D>
struct StridedBalls {
  std::array<StridedColumn, static_cast<std::size_t>(D)> center;
  StridedColumn radius;
  std::array<StridedColumn, static_cast<std::size_t>(D)> velocity;
};

/// Two bodies by their place in the columns.
struct IndexPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

/// times[k] = impact_time(ball k of a, ball k of b): when they first touch within 0 ≤ t ≤ horizon, +infinity if they do
/// not. In float the contact is within 194 · 2⁻²⁴ of the larger of the sum of radii and the path of where it is, a time
/// is never beyond the horizon, and times too large for a float become the largest one.
template <int D, class Real>
CAROM_VISIBLE void impact_times(const BallColumns<D, Real>& a, const std::type_identity_t<BallColumns<D, Real>>& b,
                                std::type_identity_t<std::span<Real>> times,
                                std::type_identity_t<Real> horizon = std::numeric_limits<Real>::infinity());

/// The same for balls in any order of memory. What the caller gives is checked: std::invalid_argument, which names the
/// pair, for numbers that are not finite and radii below 0; some times are written then. As fast as columns where
/// all are columns, or all vectors lie one after the other (centres and velocities each); other orders are copied.
template <int D>
CAROM_VISIBLE void impact_times(const StridedBalls<D>& a, const StridedBalls<D>& b, std::span<double> times,
                                double horizon = std::numeric_limits<double>::infinity());

/// times[k] = impact_time of the balls pairs[k].a and pairs[k].b. Indices must be below balls.size().
template <int D, class Real>
CAROM_VISIBLE void impact_times(const BallColumns<D, Real>& balls, std::span<const IndexPair> pairs,
                                std::type_identity_t<std::span<Real>> times,
                                std::type_identity_t<Real> horizon = std::numeric_limits<Real>::infinity());

/// times[k]: when ball k first touches a shape that moves by `motion`: time_of_impact(ball k, shape)->time, +infinity
/// if it does not. In float rounded from double.
template <int D, class Real>
CAROM_VISIBLE void impact_times(const BallColumns<D, Real>& balls, const HalfSpace<D>& shape, const Linear<D>& motion,
                                std::type_identity_t<std::span<Real>> times,
                                std::type_identity_t<Real> horizon = std::numeric_limits<Real>::infinity());
template <int D, class Real>
CAROM_VISIBLE void impact_times(const BallColumns<D, Real>& balls, const Segment<D>& shape, const Linear<D>& motion,
                                std::type_identity_t<std::span<Real>> times,
                                std::type_identity_t<Real> horizon = std::numeric_limits<Real>::infinity());
template <int D, class Real>
CAROM_VISIBLE void impact_times(const BallColumns<D, Real>& balls, const Aabb<D>& shape, const Linear<D>& motion,
                                std::type_identity_t<std::span<Real>> times,
                                std::type_identity_t<Real> horizon = std::numeric_limits<Real>::infinity());

/// answers[k]: whether ball k of a and ball k of b have a point in common at time 0. Touching counts, exactly.
template <int D, class Real>
CAROM_VISIBLE void overlaps(const BallColumns<D, Real>& a, const std::type_identity_t<BallColumns<D, Real>>& b,
                            std::span<bool> answers);
template <int D, class Real>
CAROM_VISIBLE void overlaps(const BallColumns<D, Real>& balls, std::span<const IndexPair> pairs,
                            std::span<bool> answers);
/// Velocities are not looked at; checked as in impact_times.
template <int D>
CAROM_VISIBLE void overlaps(const StridedBalls<D>& a, const StridedBalls<D>& b, std::span<bool> answers);
/// answers[k]: whether ball k and the shape have a point in common at time 0.
template <int D, class Real>
CAROM_VISIBLE void overlaps(const BallColumns<D, Real>& balls, const HalfSpace<D>& shape, std::span<bool> answers);
template <int D, class Real>
CAROM_VISIBLE void overlaps(const BallColumns<D, Real>& balls, const Segment<D>& shape, std::span<bool> answers);
template <int D, class Real>
CAROM_VISIBLE void overlaps(const BallColumns<D, Real>& balls, const Aabb<D>& shape, std::span<bool> answers);

}  // namespace carom

#pragma GCC visibility pop
