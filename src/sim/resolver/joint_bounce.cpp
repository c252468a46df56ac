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
  return !setting_.rough() && is_plain(low) && is_plain(high);
}

/// What the solver is given of balls that meet at one instant, by their places in the list of those that move.
template <int D>
struct Resolver<D>::Joint {
  std::vector<std::uint32_t> balls;
  std::vector<contacts::TickBody<D>> bodies;
  std::vector<contacts::TickContact<D>> pairs;
  double fastest = 0;

  std::uint32_t place(std::uint32_t id) const {
    return static_cast<std::uint32_t>(std::lower_bound(balls.begin(), balls.end(), id) - balls.begin());
  }
};

template <int D>
auto Resolver<D>::join(std::vector<Meeting<D>>& meetings) const -> Joint {
  Joint joint;
  for (const Meeting<D>& meeting : meetings)
    for (const std::uint32_t id : {meeting.low, meeting.high})
      if (!store_.particle(id).immovable) joint.balls.push_back(id);
  std::sort(joint.balls.begin(), joint.balls.end());
  joint.balls.erase(std::unique(joint.balls.begin(), joint.balls.end()), joint.balls.end());
  for (const std::uint32_t id : joint.balls) {
    joint.bodies.push_back({.velocity = store_.particle(id).velocity, .inverse_mass = 1 / store_.own_mass(id)});
    joint.fastest = std::max(joint.fastest, norm(store_.particle(id).velocity));
  }
  for (Meeting<D>& meeting : meetings) {
    const bool swapped = store_.particle(meeting.low).immovable;
    const auto [one, two] = swapped ? std::pair(meeting.high, meeting.low) : std::pair(meeting.low, meeting.high);
    const Particle<D>& other = store_.particle(two);
    if (coincide(meeting.apart))  // points: the line of their movement
      meeting.apart = store_.particle(meeting.high).velocity - store_.particle(meeting.low).velocity;
    const Vec<D> normal = -meeting.apart / norm(meeting.apart);
    joint.pairs.push_back({.a = joint.place(one),
                           .b = other.immovable ? contacts::kFixed : joint.place(two),
                           .normal = swapped ? -normal : normal,
                           .surface = other.immovable ? other.velocity : Vec<D>{}});
    joint.fastest = std::max(joint.fastest, norm(other.velocity));
  }
  return joint;
}

/// Generalised reflection (Smith, Kaufman, Vouga, Tamstorf and Grinspun, ACM Transactions on Graphics 31, 106, 2012):
/// of the velocities that obey u_n ≥ 0 for all pairs, v⁰ is nearest to v by kinetic energy; it becomes v + (1 + e) (v⁰
/// − v). What is symmetric stays so, and e = 1 keeps the energy. Of different e the smallest counts.
template <int D>
void Resolver<D>::bounce_together(std::vector<Meeting<D>>& meetings) {
  constexpr int kMostSweeps = 1 << 14;
  Joint joint = join(meetings);
  contacts::ContactSolver<D>().solve(joint.bodies, joint.pairs,
                                     {.tolerance = 0x1p-52 * joint.fastest, .most_sweeps = kMostSweeps});
  double e = 1;
  for (const Meeting<D>& meeting : meetings)
    e = std::min(e, applied_restitution(meeting.low, meeting.high, meeting.event));
  const double factor = setting_.clock.speed_factor(meetings[0].time);
  for (std::size_t k = 0; k < meetings.size(); ++k) {
    const contacts::TickContact<D>& pair = joint.pairs[k];
    Event<D>& event = meetings[k].event;
    event.restitution = e;
    event.impulse = (1 + e) * pair.normal_impulse * factor;
    ledger_.bounce(0.5 * (1 - e) * event.impulse * event.approach_speed);
    if (pair.b == contacts::kFixed) ledger_.add_work(-event.impulse * factor * dot(pair.normal, pair.surface));
  }
  for (std::size_t i = 0; i < joint.balls.size(); ++i) {
    Vec<D>& velocity = store_.particle(joint.balls[i]).velocity;
    velocity += (1 + e) * (joint.bodies[i].velocity - velocity);
  }
  for (const Meeting<D>& meeting : meetings) part_balls(meeting);
  for (const Meeting<D>& meeting : meetings) log_.record(meeting.event);
  for (const std::uint32_t id : joint.balls) {
    const bool lossless = std::all_of(meetings.begin(), meetings.end(), [&](const Meeting<D>& meeting) {
      return (meeting.low != id && meeting.high != id) || is_lossless(meeting.low, meeting.high);
    });
    store_.record(id).rank = meetings[0].event.rank;
    store_.note_impact(id, meetings[0].time, lossless);
    propagator_.commit(id);
  }
  for (const std::uint32_t id : joint.balls) search_->predict(id);
}

template bool Resolver<2>::meets_plainly(std::uint32_t, std::uint32_t, std::uint32_t) const;
template bool Resolver<3>::meets_plainly(std::uint32_t, std::uint32_t, std::uint32_t) const;
template void Resolver<2>::bounce_together(std::vector<Meeting<2>>&);
template void Resolver<3>::bounce_together(std::vector<Meeting<3>>&);

}  // namespace carom::sim
