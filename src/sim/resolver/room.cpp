#include "sim/resolver/room.hpp"

#include <algorithm>
#include <cmath>

namespace carom::sim {

template <int D>
bool Room<D>::leaves_room(std::uint32_t body) const {
  return body == id_ || !store_.is_here(body) || store_.kind(body).response == Response::pocket ||
         !store_.share_layers(id_, body);
}

/// From the nearest copy of another ball to a place.
template <int D>
Vec<D> Room<D>::from_ball(std::uint32_t other, const Vec<D>& place) const {
  const broad::Cell<D> image = predictor_.nearest_image(id_, other, self().time());
  return place - (store_.position_at(other, self().time()) + setting_.to_box(image));
}

/// visit(ball, overlap) for the balls that the ball would overlap at a place. What sticks merges, or is held, instead:
/// then only immovable ones matter.
template <int D>
template <class Visit>
void Room<D>::visit_balls(const Vec<D>& place, Visit visit) const {
  if (self().absorbs && !store_.has_immovable_balls()) return;
  for (const std::uint32_t other : store_.balls()) {
    const Particle<D>& its = store_.particle(other);
    if (leaves_room(other) || (!its.immovable && (its.absorbs || self().absorbs))) continue;
    const Vec<D> apart = from_ball(other, place);
    const double length = norm(apart);
    const double depth = store_.radius(id_) + store_.radius(other) - length;
    if (depth > 0 && length > 0) visit(other, Overlap{depth, apart / length});
  }
}

/// The same for pieces of obstacles.
template <int D>
template <class Visit>
void Room<D>::visit_obstacles(const Vec<D>& place, Visit visit) const {
  const double radius = store_.radius(id_);
  for (const Obstacle<D>& piece : obstacles_) {
    const Vec<D> there = store_.seen_from(piece.body, place, self().time());
    if (is_far_from(piece, there, radius) || leaves_room(piece.body) || !reaches(piece, there, radius)) continue;
    const Vec<D> axis = contact_axis(piece, there);
    const double length = norm(axis);
    if (length > 0) visit(Overlap{radius - distance(piece, there), -axis / length});
  }
}

/// What a way from the ball's place has to keep so that its end is out of all that is immovable and overlapped there:
/// beyond the tangent plane of each.
template <int D>
std::vector<SlideLimit<D>> Room<D>::walls_at(const Vec<D>& way) const {
  const Vec<D> place = self().position + way;
  double size = store_.radius(id_);
  for (int k = 0; k < D; ++k) size += std::fabs(place[k]);
  std::vector<SlideLimit<D>> walls;
  const auto add = [&](const Overlap& overlap) {
    if (overlap.depth > 0x1p-46 * size) walls.push_back({overlap.out, dot(way, overlap.out) + overlap.depth});
  };
  visit_obstacles(place, add);
  visit_balls(place, [&](std::uint32_t other, const Overlap& overlap) {
    if (store_.particle(other).immovable) add(overlap);
  });
  return walls;
}

/// Whether the centre would pass through an obstacle.
template <int D>
bool Room<D>::is_barred(const Vec<D>& way) const {
  return std::any_of(obstacles_.begin(), obstacles_.end(), [&](const Obstacle<D>& piece) {
    const Vec<D> there = store_.seen_from(piece.body, self().position, self().time());
    return !leaves_room(piece.body) && first_contact<D>(piece, {}, there, Linear<D>{way}, 0, 1) <= 1;
  });
}

template <int D>
std::optional<Vec<D>> Room<D>::find() const {
  constexpr std::size_t kMost = 8;  // that `slide` counts
  std::vector<SlideLimit<D>> limits;
  Vec<D> way{};
  for (std::vector<SlideLimit<D>> walls = walls_at(way); !walls.empty(); walls = walls_at(way)) {
    limits.insert(limits.end(), walls.begin(), walls.end());
    if (limits.size() > kMost) return std::nullopt;
    const std::optional<Vec<D>> out = slide<D>({}, limits);
    if (!out) return std::nullopt;
    way = *out;
  }
  if (is_barred(way)) return std::nullopt;
  return self().position + way;
}

template <int D>
double Room<D>::deepest_overlap() const {
  double deepest = 0;
  const auto note = [&](double depth) { deepest = std::max(deepest, depth); };
  const Vec<D>& place = self().position;
  visit_obstacles(place, [&](const Overlap& overlap) { note(overlap.depth); });
  visit_balls(place, [&](std::uint32_t, const Overlap& overlap) { note(overlap.depth); });
  // Its own copies.
  if (setting_.options.period)
    for (int k = 0; k < D; ++k) note(2 * store_.radius(id_) - (*setting_.options.period)[k]);
  return deepest;
}

template class Room<2>;
template class Room<3>;

}  // namespace carom::sim
