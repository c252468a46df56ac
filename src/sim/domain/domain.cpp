#include "sim/domain/domain.hpp"

#include <algorithm>
#include <utility>

namespace carom::sim {

template <int D>
Domain<D>::Domain(WorldData<D>& world, Domain* whole, const std::atomic<std::uint8_t>* owners, std::uint8_t number)
    : data(world),
      calendar(whole ? Calendar(whole->calendar, owners, number) : Calendar()),
      log(data.setting),
      ledger(data.setting, data.store, data.supports),
      prefilter(data.setting, data.store),
      propagator(data.setting, data.store, data.obstacles, data.supports, data.islands, ledger, log, prefilter,
                 calendar, search),
      resolver(data.setting, data.store, data.obstacles, data.supports, data.predictor, data.islands, propagator,
               data.forces, ledger, log, search),
      kinematic(data.setting, data.store, data.contacts, propagator, resolver, ledger, log, search, now),
      ticks(data.setting, data.store, data.obstacles, data.supports, data.islands, propagator, ledger, search, now) {}

template <int D>
void Domain<D>::execute(const Calendar::Entry& entry) {
  using Kind = typename Due<D>::Kind;
  now = std::max(now, entry.time);
  const std::uint32_t body = entry.body;
  const DueKey key{entry.time, entry.rank, entry.low, entry.high};
  const Due<D> due = search->due(entry);
  switch (due.kind) {
    case Kind::leave:
      return search->leave_place(body);
    case Kind::stale:
      return search->predict_stale(body);
    case Kind::phase_end:
      return due.number == kNone ? resolver.stop(body, key) : resolver.leave_support(body, due.number, key);
    case Kind::ball:
      return meet_ball(key, due.image);
    case Kind::obstacle:
      return meet_obstacle(body, due.number, key);
  }
}

template <int D>
void Domain<D>::meet_ball(const DueKey& due, const broad::Cell<D>* image) {
  const auto [low, high] = std::pair(due.low, due.high);
  if (resolver.meets_simply(low, high, due.rank)) return resolver.meet_simply(low, high, image, due);
  Meeting<D> meeting =
      resolver.bring_together(low, high, image ? *image : data.predictor.nearest_image(low, high, now), due);
  const bool is_kinematic = data.store.is_kinematic(low) || data.store.is_kinematic(high);
  if (is_kinematic && !resolver.has_pocket(meeting))
    kinematic.meet(meeting);
  else
    resolver.meet(meeting);
}

template <int D>
void Domain<D>::meet_obstacle(std::uint32_t ball, std::uint32_t piece, const DueKey& due) {
  ObstacleMeeting<D> meeting = resolver.bring_to(ball, piece, due);
  if (data.store.is_kinematic(ball) && !resolver.has_pocket(meeting))
    kinematic.meet(meeting);
  else
    resolver.meet(meeting);
}

template class Domain<2>;
template class Domain<3>;

}  // namespace carom::sim
