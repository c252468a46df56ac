#pragma once
#include "carom/math/visibility.hpp"
#include "carom/query/time_of_impact.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// How two still shapes stand to each other, decided exactly. For a one-sided segment or polygon, a ball whose centre
/// is behind every edge that it reaches is apart. A polygon, a triangle and a mesh are their edges or faces; all other
/// shapes are solid.
template <class A, SupportedPair<A> B>
CAROM_VISIBLE Proximity proximity(const A& a, const B& b);

/// A shape B that the queries take after A, a bounded one (carom/query/bounded.hpp) included.
template <class B, class A>
concept ComparableTo = requires(const A& a, const B& b) {
  proximity(a, b);
};

/// Whether two shapes have a point in common (touching counts), and how deep.
struct Overlap {
  Proximity proximity = Proximity::apart;
  double depth = 0;  ///< how far the first must move to part them, see carom/query/distance.hpp; 0 unless overlapping

  explicit operator bool() const { return proximity != Proximity::apart; }
  friend bool operator==(const Overlap&, const Overlap&) = default;
};

/// Whether and how deep two still shapes overlap. `proximity` alone is cheaper.
template <class A, SupportedPair<A> B>
CAROM_VISIBLE Overlap overlap(const A& a, const B& b);

}  // namespace carom

#pragma GCC visibility pop
