#include "sim/casts.hpp"

#include <stdexcept>
#include <string>

#include "broad/structures/box_around.hpp"
#include "carom/query/overlap.hpp"
#include "index/ball_around.hpp"
#include "query/reach.hpp"

namespace carom::sim {
namespace {

/// Calls visit(id, shape, place) for each body that is there: its shape as it was added, and how far that is from where
/// it stands now.
template <int D, class Visit>
void each_shape(const WorldData<D>& data, const Time& now, std::uint32_t mask, const Visit& visit) {
  if (data.setting.options.period) throw std::invalid_argument("a periodic box has no casts and no regions");
  const BodyStore<D>& store = data.store;
  for (std::uint32_t id = 0; id < store.size(); ++id) {
    if (!store.is_here(id) || (store.kind(id).layers & mask) == 0) continue;
    const Vec<D> place = store.position_at(id, now);
    if (store.particle(id).is_ball)
      visit(id, Ball<D>{place, store.radius(id)}, Vec<D>{});
    else
      std::visit([&](const auto& shape) { visit(id, shape, place); }, store.kind(id).shape);
  }
}

template <int D>
Ball<D> seen_from(const Vec<D>& place, const Ball<D>& ball) {
  return {ball.center - place, ball.radius};
}
template <int D>
Capsule<D> seen_from(const Vec<D>& place, const Capsule<D>& capsule) {
  return {capsule.from - place, capsule.to - place, capsule.radius};
}
template <int D>
Aabb<D> seen_from(const Vec<D>& place, const Aabb<D>& box) {
  return {box.low - place, box.high - place};
}

template <int D>
using Found = std::optional<Impact<D>>;

/// What a mover other than a ball meets first of a chain's edges or a mesh's triangles.
Found<2> first_of_parts(const auto& mover, const Motion2& motion, const Polygon& chain, double horizon) {
  Found<2> first;
  for (int k = 0; k < chain.edge_count(); ++k)
    if (const auto impact = time_of_impact(mover, motion, chain.edge(k), Motion2(), horizon))
      if (!first || impact->time < first->time) first = impact;
  return first;
}
Found<3> first_of_parts(const auto& mover, const Motion3& motion, const TriangleMesh& mesh, double horizon) {
  const Sphere around = index::ball_around(mover);
  const Aabb3 way = query::reach<3>({around.center, motion, {}, {}}, around.radius, horizon);
  Found<3> first;
  for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
    const Triangle triangle = mesh.triangle(k);
    if (query::disjoint(broad::box_around(triangle), way)) continue;
    if (const auto impact = time_of_impact(mover, motion, triangle, Motion3(), horizon))
      if (!first || impact->time < first->time) first = impact;
  }
  return first;
}

template <class Mover, class Shape>
inline constexpr bool kHasParts =
    !BallShape<Mover> && (std::is_same_v<Shape, Polygon> || std::is_same_v<Shape, TriangleMesh>);

template <int D, class Mover, class Shape>
Found<D> meeting(const Mover& mover, const Motion<D>& motion, std::uint32_t id, const Shape& shape, double horizon) {
  if constexpr (SupportedPair<Mover, Shape>)
    return time_of_impact(mover, motion, shape, Motion<D>(), horizon);
  else if constexpr (kHasParts<Mover, Shape>)
    return first_of_parts(mover, motion, shape, horizon);
  else
    throw std::invalid_argument("cast: body " + std::to_string(id) + " is " +
                                (std::is_same_v<Shape, UprightCylinder> ? "an upright cylinder" : "an arc") +
                                ", which a " + (std::is_same_v<Mover, Aabb<D>> ? "box" : "capsule") +
                                " is not asked about: leave it out by the mask");
}

}  // namespace

template <int D, class Mover>
std::optional<WorldHit<D>> cast(const WorldData<D>& data, const Time& now, const Mover& mover, const Motion<D>& motion,
                                double horizon, std::uint32_t mask) {
  std::optional<WorldHit<D>> first;
  each_shape(data, now, mask, [&](std::uint32_t id, const auto& shape, const Vec<D>& place) {
    auto impact = meeting<D>(seen_from(place, mover), motion, id, shape, horizon);
    if (!impact || (first && !(impact->time < first->impact.time))) return;
    impact->point += place;
    first = {BodyId{id}, *impact};
  });
  return first;
}

template <int D>
std::vector<BodyId> within(const WorldData<D>& data, const Time& now, const Ball<D>& region, std::uint32_t mask) {
  std::vector<BodyId> bodies;
  each_shape(data, now, mask, [&](std::uint32_t id, const auto& shape, const Vec<D>& place) {
    if (proximity(seen_from(place, region), shape) != Proximity::apart) bodies.push_back(BodyId{id});
  });
  return bodies;
}

template <int D, class Mover>
using Cast = std::optional<WorldHit<D>>(const WorldData<D>&, const Time&, const Mover&, const Motion<D>&, double,
                                        std::uint32_t);
template Cast<2, Circle> cast;
template Cast<2, Capsule2> cast;
template Cast<2, Aabb2> cast;
template Cast<3, Sphere> cast;
template Cast<3, Capsule3> cast;
template Cast<3, Aabb3> cast;
template std::vector<BodyId> within(const WorldData<2>&, const Time&, const Circle&, std::uint32_t);
template std::vector<BodyId> within(const WorldData<3>&, const Time&, const Sphere&, std::uint32_t);

}  // namespace carom::sim
