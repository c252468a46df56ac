#include "sim/casts.hpp"

#include <stdexcept>

#include "carom/query/overlap.hpp"

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

}  // namespace

template <int D>
std::optional<WorldHit<D>> cast(const WorldData<D>& data, const Time& now, const Ball<D>& ball, const Motion<D>& motion,
                                double horizon, std::uint32_t mask) {
  std::optional<WorldHit<D>> first;
  each_shape(data, now, mask, [&](std::uint32_t id, const auto& shape, const Vec<D>& place) {
    auto impact = time_of_impact(Ball<D>{ball.center - place, ball.radius}, motion, shape, Motion<D>(), horizon);
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
    if (proximity(Ball<D>{region.center - place, region.radius}, shape) != Proximity::apart)
      bodies.push_back(BodyId{id});
  });
  return bodies;
}

template std::optional<WorldHit<2>> cast(const WorldData<2>&, const Time&, const Circle&, const Motion2&, double,
                                         std::uint32_t);
template std::optional<WorldHit<3>> cast(const WorldData<3>&, const Time&, const Sphere&, const Motion3&, double,
                                         std::uint32_t);
template std::vector<BodyId> within(const WorldData<2>&, const Time&, const Circle&, std::uint32_t);
template std::vector<BodyId> within(const WorldData<3>&, const Time&, const Sphere&, std::uint32_t);

}  // namespace carom::sim
