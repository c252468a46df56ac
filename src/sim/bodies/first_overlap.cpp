#include "sim/bodies/first_overlap.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/bodies/obstacle_index.hpp"

namespace carom::sim {

// Sweep along x, by where balls begin; in a periodic box those that begin before its low end, or soon behind it, are
// seen again one box further.
template <int D>
std::optional<std::pair<BodyId, BodyId>> first_overlap(const WorldData<D>& data, const Time& now, double depth) {
  const BodyStore<D>& store = data.store;
  const auto& period = data.setting.options.period;
  struct Placed {
    Vec<D> position;
    std::uint32_t id;
  };
  std::vector<Placed> placed;
  double largest = 0;
  for (std::uint32_t id = 0; id < store.size(); ++id) {
    if (!store.particle(id).is_ball || !store.is_here(id) || store.particle(id).absorbs) continue;
    placed.push_back({store.placement(id, now).position, id});
    largest = std::max(largest, store.radius(id));
  }
  const auto begin = [&](const Placed& ball) { return ball.position.x - store.radius(ball.id); };
  std::sort(placed.begin(), placed.end(), [&](const Placed& a, const Placed& b) { return begin(a) < begin(b); });
  const std::size_t count = placed.size();
  if (period)
    for (std::size_t i = 0; i < count && begin(placed[i]) <= largest; ++i) {
      Placed again = placed[i];
      again.position.x += period->x;
      placed.push_back(again);
    }
  ObstacleIndex<D> obstacles(store, data.obstacles);
  obstacles.update();
  std::optional<std::pair<BodyId, BodyId>> first;
  const auto found = [&](std::uint32_t a, std::uint32_t b) {
    const std::pair pair{BodyId{std::min(a, b)}, BodyId{std::max(a, b)}};
    if (a != b && store.share_layers(a, b) && (!first || pair < *first)) first = pair;
  };
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const double x = placed[i].position.x;
    const double end = x + store.radius(placed[i].id) + 0x1p-50 * (std::fabs(x) + 2 * largest);
    for (std::size_t j = i + 1; j < placed.size() && begin(placed[j]) <= end; ++j) {
      Vec<D> apart = placed[j].position - placed[i].position;
      if (period)
        for (int k = 1; k < D; ++k) {
          const double side = (*period)[k];
          apart[k] -= side * std::floor(apart[k] / side + 0.5);
        }
      const double reach = store.radius(placed[i].id) + store.radius(placed[j].id) - depth;
      if (reach > 0 && norm2(apart) < reach * reach) found(placed[i].id, placed[j].id);
    }
    if (i >= count || store.particle(placed[i].id).immovable) continue;
    const double least = store.radius(placed[i].id) - depth;
    obstacles.visit_near(placed[i].position, std::max(0.0, least), [&](const Obstacle<D>& obstacle) {
      if (!store.is_here(obstacle.body)) return;
      const Vec<D> place = store.seen_from(obstacle.body, placed[i].position, now);
      if (!is_far_from(obstacle, place, least) && reaches(obstacle, place, least)) found(placed[i].id, obstacle.body);
    });
  }
  return first;
}

template std::optional<std::pair<BodyId, BodyId>> first_overlap(const WorldData<2>&, const Time&, double);
template std::optional<std::pair<BodyId, BodyId>> first_overlap(const WorldData<3>&, const Time&, double);

}  // namespace carom::sim
