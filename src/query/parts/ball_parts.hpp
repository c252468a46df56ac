#pragma once
#include "query/parts/separation.hpp"

namespace carom::query {

template <int D>
struct BallParts {
  const Ball<D>& other;

  int count() const { return 1; }
  template <class N>
  Feature<N> feature(int, const Course<N, D>& x, double radius) const {
    return ball_feature(seen_from<N, D>(other.center, x), radius, other.radius);
  }
  Touch<D> touch(int, const Vec<D>& center, const Vec<D>&, double) const {
    const Vec<D> normal = direction(other.center - center, Vec<D>{-1});
    return {other.center - other.radius * normal, normal};
  }
  double length(int, const Still& still, const Vec<D>& center, double radius) const {
    return length_of_offset(still, center - other.center, radius + other.radius);
  }
};

template <int D>
struct PartsOf<Ball<D>> {
  using type = BallParts<D>;
};

/// The time of impact of two balls, by a fast way of its own.
template <int D>
std::optional<Impact<D>> ball_ball_impact(const Ball<D>& a, const Motion<D>& motion_a, const Ball<D>& b,
                                          const Motion<D>& motion_b, double horizon);

/// Its time alone, kNever if there is none.
template <int D>
double ball_ball_time(const Ball<D>& a, const Motion<D>& motion_a, const Ball<D>& b, const Motion<D>& motion_b,
                      double horizon);

}  // namespace carom::query
