#include "sim/domain/domain.hpp"

#include <algorithm>

namespace carom::sim {

template <int D>
Domain<D>::Domain(WorldData<D>& world, Domain* whole, const std::atomic<std::uint8_t>* owners, std::uint8_t number)
    : data(world),
      calendar(whole ? Calendar(whole->calendar, owners, number) : Calendar()),
      log(data.setting),
      ledger(data.setting, data.store, data.supports),
      prefilter(data.setting, data.store),
      propagator(data.setting, data.store, data.obstacles, data.supports, ledger, log, prefilter, calendar, search),
      resolver(data.setting, data.store, data.obstacles, data.supports, data.predictor, propagator, data.forces, ledger,
               log, search),
      kinematic(data.setting, data.store, data.contacts, propagator, resolver, ledger, log, search, now) {}

template <int D>
void Domain<D>::execute(const Calendar::Entry& entry) {
  using Kind = typename Due<D>::Kind;
  now = std::max(now, entry.time);
  const std::uint32_t body = entry.body;
  const Due<D> due = search->due(body);
  switch (due.kind) {
    case Kind::leave:
      return search->leave_place(body);
    case Kind::stale:
      return search->predict_stale(body);
    case Kind::phase_end:
      return due.released_support == kNone ? resolver.stop(body, due.key)
                                           : resolver.leave_support(body, due.released_support, due.key);
    case Kind::ball:
      return meet_ball(due);
    case Kind::obstacle:
      return meet_obstacle(body, due);
  }
}

template <int D>
void Domain<D>::meet_ball(const Due<D>& due) {
  const std::uint32_t low = due.key.low;
  const std::uint32_t high = due.key.high;
  if (resolver.meets_simply(low, high, due.key.rank)) return resolver.meet_simply(low, high, due.image, due.key);
  const broad::Cell<D> image = due.image ? *due.image : data.predictor.nearest_image(low, high, now);
  Meeting<D> meeting = resolver.bring_together(low, high, image, due.key);
  const bool is_kinematic = data.store.is_kinematic(low) || data.store.is_kinematic(high);
  if (is_kinematic && !resolver.has_pocket(meeting))
    kinematic.meet(meeting);
  else
    resolver.meet(meeting);
}

template <int D>
void Domain<D>::meet_obstacle(std::uint32_t ball, const Due<D>& due) {
  ObstacleMeeting<D> meeting = resolver.bring_to(ball, due.obstacle, due.key);
  if (data.store.is_kinematic(ball) && !resolver.has_pocket(meeting))
    kinematic.meet(meeting);
  else
    resolver.meet(meeting);
}

template class Domain<2>;
template class Domain<3>;

}  // namespace carom::sim
