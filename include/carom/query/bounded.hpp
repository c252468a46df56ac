#pragma once
#include "carom/query/contact.hpp"
#include "carom/query/verdict.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// A shape inside a simpler one: `Bounded{smallest_ball(polygon.vertices), polygon}`. Every query asks the bound first
/// and the shape only where the bound is met, and answers as the shape alone does, bit for bit. The bound holds every
/// point of the shape (carom/shape/bounding.hpp makes such bounds) and is one that a ball can be asked about.
template <class Bound, class Shape>
struct Bounded {
  Bound bound{};
  Shape shape{};
};

template <class Bound, class Shape>
Bounded(Bound, Shape) -> Bounded<Bound, Shape>;

template <int D, class Bound, class Shape>
std::optional<Impact<D>> time_of_impact(const Ball<D>& a, const std::type_identity_t<Motion<D>>& motion_a,
                                        const Bounded<Bound, Shape>& b,
                                        const std::type_identity_t<Motion<D>>& motion_b = {},
                                        double horizon = kForever) {
  if (verdict(a, motion_a, b.bound, motion_b, horizon) == Verdict::miss) return std::nullopt;
  return time_of_impact(a, motion_a, b.shape, motion_b, horizon);
}

template <int D, class Bound, class Shape>
Proximity proximity(const Ball<D>& a, const Bounded<Bound, Shape>& b) {
  return proximity(a, b.bound) == Proximity::apart ? Proximity::apart : proximity(a, b.shape);
}

template <int D, class Bound, class Shape>
Overlap overlap(const Ball<D>& a, const Bounded<Bound, Shape>& b) {
  return proximity(a, b.bound) == Proximity::apart ? Overlap{} : overlap(a, b.shape);
}

template <int D, class Bound, class Shape>
std::optional<Contact<D>> contact(const Ball<D>& a, const Bounded<Bound, Shape>& b) {
  if (proximity(a, b.bound) == Proximity::apart) return std::nullopt;
  return contact(a, b.shape);
}

}  // namespace carom

#pragma GCC visibility pop
