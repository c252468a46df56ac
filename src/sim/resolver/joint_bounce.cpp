// Several pairs that share balls meet at one instant.
#include <algorithm>
#include <cmath>

#include "contacts/contact_solver.hpp"
#include "sim/resolver/resolver.hpp"

namespace carom::sim {

template <int D>
bool Resolver<D>::meets_plainly(std::uint32_t low, std::uint32_t high, std::uint32_t rank) const {
  const auto is_plain = [&](std::uint32_t id) {
    return !store_.particle(id).absorbs && !store_.is_kinematic(id) && !store_.in_island(id) && !jams(id, rank);
  };
  return !setting_.rough() && setting_.tick() == 0 && is_plain(low) && is_plain(high);
}

/// Generalised reflection (Smith, Kaufman, Vouga, Tamstorf and Grinspun, ACM Transactions on Graphics 31, 106, 2012):
/// of the velocities that obey u_n ≥ 0 for all pairs, v⁰ is nearest to v by kinetic energy; it becomes v + (1 + e) (v⁰
/// − v). What is symmetric stays so, and e = 1 keeps the energy. Of different e the smallest counts.
template <int D>
void Resolver<D>::bounce_together(std::vector<Meeting<D>>& meetings) {
  constexpr int kMostSweeps = 1 << 14;
  std::vector<std::uint32_t> balls;
  for (const Meeting<D>& meeting : meetings)
    for (const std::uint32_t id : {meeting.low, meeting.high})
      if (!store_.particle(id).immovable) balls.push_back(id);
  std::sort(balls.begin(), balls.end());
  balls.erase(std::unique(balls.begin(), balls.end()), balls.end());
  const auto place = [&](std::uint32_t id) {
    return static_cast<std::uint32_t>(std::lower_bound(balls.begin(), balls.end(), id) - balls.begin());
  };

  std::vector<contacts::TickBody<D>> bodies;
  double fastest = 0;
  for (const std::uint32_t id : balls) {
    bodies.push_back({.velocity = store_.particle(id).velocity, .inverse_mass = 1 / store_.own_mass(id)});
    fastest = std::max(fastest, norm(bodies.back().velocity));
  }
  std::vector<contacts::TickContact<D>> pairs;
  double e = 1;
  for (Meeting<D>& meeting : meetings) {
    if (is_zero(meeting.apart))
      meeting.apart = store_.particle(meeting.high).velocity - store_.particle(meeting.low).velocity;
    const bool swapped = store_.particle(meeting.low).immovable;
    const auto [one, two] = swapped ? std::pair(meeting.high, meeting.low) : std::pair(meeting.low, meeting.high);
    const bool is_fixed = store_.particle(two).immovable;
    const Vec<D> normal = -meeting.apart / norm(meeting.apart);
    pairs.push_back({.a = place(one),
                     .b = is_fixed ? contacts::kFixed : place(two),
                     .normal = swapped ? -normal : normal,
                     .surface = is_fixed ? store_.particle(two).velocity : Vec<D>{}});
    fastest = std::max(fastest, norm(store_.particle(two).velocity));
    meeting.event.restitution = applied_restitution(meeting.low, meeting.high, meeting.event);
    e = std::min(e, meeting.event.restitution);
  }
  contacts::solve<D>(bodies, pairs, {.tolerance = 0x1p-52 * fastest, .most_sweeps = kMostSweeps});

  const double factor = setting_.clock.speed_factor(meetings[0].time);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double impulse = (1 + e) * pairs[k].normal_impulse * factor;
    meetings[k].event.impulse = impulse;
    meetings[k].event.restitution = e;
    ledger_.bounce(0.5 * (1 - e) * impulse * meetings[k].event.approach_speed);
    if (pairs[k].b == contacts::kFixed) ledger_.add_work(-impulse * factor * dot(pairs[k].normal, pairs[k].surface));
  }
  for (std::size_t i = 0; i < balls.size(); ++i) {
    Vec<D>& velocity = store_.particle(balls[i]).velocity;
    velocity += (1 + e) * (bodies[i].velocity - velocity);
  }
  for (const Meeting<D>& meeting : meetings) part_balls(meeting);
  for (const Meeting<D>& meeting : meetings) log_.record(meeting.event);
  for (const std::uint32_t id : balls) {
    const bool lossless = std::all_of(meetings.begin(), meetings.end(), [&](const Meeting<D>& meeting) {
      return (meeting.low != id && meeting.high != id) || is_lossless(meeting.low, meeting.high);
    });
    store_.record(id).rank = meetings[0].event.rank;
    store_.note_impact(id, meetings[0].time, lossless);
    propagator_.commit(id);
  }
  for (const std::uint32_t id : balls) search_->predict(id);
}

template bool Resolver<2>::meets_plainly(std::uint32_t, std::uint32_t, std::uint32_t) const;
template bool Resolver<3>::meets_plainly(std::uint32_t, std::uint32_t, std::uint32_t) const;
template void Resolver<2>::bounce_together(std::vector<Meeting<2>>&);
template void Resolver<3>::bounce_together(std::vector<Meeting<3>>&);

}  // namespace carom::sim
