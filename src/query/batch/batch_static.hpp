#pragma once
#include <cstddef>

#include "carom/motion/motion.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/half_space.hpp"
#include "carom/shape/segment.hpp"
#include "query/batch/batch_ball_ball.hpp"

// One block of balls against one shape, as the vector code of batch_static.cpp takes it. What it can not tell is marked
// open and left to the single query.
namespace carom::query {

/// straight_plane_impact for every ball.
template <int D>
void plane_times_of_block(const BallRows<D, double>& balls, std::size_t count, const HalfSpace<D>& plane,
                          const Vec<D>& v0, double horizon, double* times, bool* open);

/// A parallelepiped: what lies within middle ± any part of each of the arms. A box has D arms, a segment one.
template <int D>
struct Parallelepiped {
  Vec<D> middle{};
  Vec<D> arms[D]{};
  int arm_count = 0;
  Vec<D> low{};  ///< the box around it
  Vec<D> high{};
};

/// open[k] = false: the ball certainly never touches the shape within the horizon.
template <int D>
void misses_of_block(const BallRows<D, double>& balls, std::size_t count, const Parallelepiped<D>& shape,
                     const Vec<D>& v0, double horizon, bool* open);

/// open[k] = false: the ball is certainly apart from the box at time 0.
template <int D>
void apart_in_block(const BallRows<D, double>& balls, std::size_t count, const Parallelepiped<D>& shape, bool* open);

}  // namespace carom::query
