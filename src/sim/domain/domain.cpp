#include "sim/domain/domain.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace carom::sim {

template <int D>
Domain<D>::Domain(WorldData<D>& world, Domain* whole, const std::atomic<std::uint8_t>* owners, std::uint8_t number)
    : data(world),
      calendar(whole ? Calendar(whole->calendar, owners, number) : Calendar()),
      simultaneous(calendar),
      log(data.setting),
      ledger(data.setting, data.store, data.fields, data.supports),
      prefilter(data.setting, data.store),
      propagator(data.setting, data.store, data.obstacles, data.supports, data.islands, ledger, log, prefilter,
                 calendar, search),
      resolver(data.setting, data.store, data.obstacles, data.supports, data.predictor, data.islands, propagator,
               data.forces, ledger, log, search),
      kinematic(data.setting, data.store, data.obstacles, data.contacts, propagator, resolver, ledger, log, search,
                now),
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
      return end_phase(body, due.number, key);
    case Kind::ball:
      return meet_ball(key, due.image);
    case Kind::obstacle:
      return meet_obstacle(body, due.number, key);
  }
}

template <int D>
void Domain<D>::end_phase(std::uint32_t body, std::uint32_t support, const DueKey& due) {
  if (support == kNone)
    resolver.stop(body, due);
  else if (support == PhaseEnd::kChanges)
    resolver.go_on_otherwise(body, due);
  else
    resolver.leave_support(body, support, due);
}

template <int D>
void Domain<D>::meet_ball(const DueKey& due, const broad::Cell<D>* image) {
  const auto [low, high] = std::pair(due.low, due.high);
  if (!data.setting.options.period && calendar.is_first_instant_shared(low, high) && meet_together(due)) return;
  if (resolver.meets_simply(low, high, due.rank)) return resolver.meet_simply(low, high, image, due);
  if (data.store.sleeps(low)) propagator.wake(low, high, now);
  if (data.store.sleeps(high)) propagator.wake(high, low, now);
  Meeting<D> meeting =
      resolver.bring_together(low, high, image ? *image : data.predictor.nearest_image(low, high, now), due);
  const bool is_kinematic = data.store.is_kinematic(low) || data.store.is_kinematic(high);
  const bool has_pocket = resolver.has_pocket(meeting);
  if (is_kinematic && !has_pocket)
    kinematic.meet(meeting);
  else if (has_pocket || !stall(meeting))
    resolver.meet(meeting);
}

/// Whether one of two balls that meet has no room left, and something that stalls presses on it.
template <int D>
bool Domain<D>::stall(const Meeting<D>& meeting) {
  const std::uint32_t rank = meeting.event.rank;
  for (const auto& [ball, other] : {std::pair(meeting.low, meeting.high), std::pair(meeting.high, meeting.low)}) {
    const Vec<D> normal = ball == meeting.low ? meeting.event.normal : -meeting.event.normal;
    const bool has_room =
        !resolver.jams(ball, rank) && !resolver.is_crushed(ball, other, normal, rank, meeting.overlap);
    if (has_room || !kinematic.stall(ball, rank)) continue;
    kinematic.go_on(other);
    return true;
  }
  return false;
}

/// Those that meet at the same instant, and those that meet one of these balls then, and so on: whether these are more
/// than two balls, and meet so.
template <int D>
bool Domain<D>::meet_together(const DueKey& due) {
  using Pair = std::pair<DueKey, broad::Cell<D>>;
  std::vector<Pair> chosen;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known_pairs;
  std::vector<std::uint32_t> balls;
  std::set<std::uint32_t> known;
  const auto take = [&](std::uint32_t id) {
    if (!data.store.particle(id).immovable && known.insert(id).second) balls.push_back(id);
  };
  take(due.low);
  take(due.high);
  for (std::size_t k = 0; k < balls.size(); ++k)
    simultaneous.visit_with(balls[k], due, [&](const Calendar::Entry& entry) {
      const Due<D> found = search->due(entry);
      if (found.kind != Due<D>::Kind::ball || !known_pairs.insert({entry.low, entry.high}).second) return;
      chosen.emplace_back(DueKey{entry.time, entry.rank, entry.low, entry.high},
                          found.image ? *found.image : broad::Cell<D>{});
      take(entry.low);
      take(entry.high);
    });
  if (chosen.size() < 2) return false;
  std::sort(chosen.begin(), chosen.end(), [](const Pair& a, const Pair& b) { return a.first < b.first; });
  for (const auto& [key, _] : chosen)
    if (!resolver.meets_plainly(key.low, key.high, key.rank)) return false;
  std::vector<Meeting<D>> meetings;
  meetings.reserve(chosen.size());
  for (const auto& [key, image] : chosen) meetings.push_back(resolver.bring_together(key.low, key.high, image, key));
  const auto stay = [&](const Meeting<D>& meeting) { return resolver.stay_together(meeting); };
  if (std::any_of(meetings.begin(), meetings.end(), stay)) return false;
  resolver.bounce_together(meetings);
  return true;
}

template <int D>
bool Domain<D>::stall(const ObstacleMeeting<D>& meeting) {
  const auto [ball, rank] = std::pair(meeting.ball, meeting.event.rank);
  const bool has_room = !resolver.jams(ball, rank) &&
                        !resolver.is_crushed(ball, meeting.obstacle.body, meeting.event.normal, rank, meeting.overlap);
  return !has_room && !resolver.has_pocket(meeting) && kinematic.stall(ball, rank);
}

template <int D>
void Domain<D>::meet_obstacle(std::uint32_t ball, std::uint32_t piece, const DueKey& due) {
  if (data.store.sleeps(ball)) propagator.wake(ball, data.obstacles[piece].body, now);
  ObstacleMeeting<D> meeting = resolver.bring_to(ball, piece, due);
  if (data.store.is_kinematic(ball) && !resolver.has_pocket(meeting))
    kinematic.meet(meeting);
  else if (!stall(meeting))
    resolver.meet(meeting);
}

template class Domain<2>;
template class Domain<3>;

}  // namespace carom::sim
