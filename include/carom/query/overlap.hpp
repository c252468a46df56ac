#pragma once
#include "carom/query/time_of_impact.hpp"

namespace carom {

/// How two still shapes stand to each other, decided exactly. For a one-sided segment or polygon, a ball whose centre
/// is behind every edge that it reaches is apart.
template <int D>
Proximity proximity(const Ball<D>& a, const Ball<D>& b);
template <int D>
Proximity proximity(const Ball<D>& a, const HalfSpace<D>& b);
template <int D>
Proximity proximity(const Ball<D>& a, const Segment<D>& b);
template <int D>
Proximity proximity(const Ball<D>& a, const Aabb<D>& b);
Proximity proximity(const Circle& a, const Polygon& b);
/// Boxes overlap when their intervals do on every axis.
template <int D>
Proximity proximity(const Aabb<D>& a, const Aabb<D>& b);

/// Whether two still shapes have a point in common: touching counts.
template <class A, class B>
bool overlap(const A& a, const B& b) {
  return proximity(a, b) != Proximity::apart;
}

}  // namespace carom
