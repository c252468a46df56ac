#include <algorithm>
#include <cmath>

#include "carom/response/bounce.hpp"
#include "sim/simulation.hpp"

// What most events of most worlds are: two movable balls on straight paths bounce off each other. The general road
// (simulation_apply.cpp) does the same, operation by operation, and asks more.
namespace carom::detail {

template <int D>
bool Simulation<D>::meets_simply(std::uint32_t low, std::uint32_t high, std::uint32_t rank) const {
  const Mover<D>& a = movers_[low];
  const Mover<D>& b = movers_[high];
  constexpr std::uint32_t kFew = 1u << 8;  // far below what jams
  return !a.special && !b.special && !pulls_ && clock_.damping() == 0 &&
         std::max({rank, std::uint32_t{a.crowded}, std::uint32_t{b.crowded}}) < kFew;
}

template <int D>
inline void Simulation<D>::advance_straight(std::uint32_t id, const Time& time) {
  Mover<D>& ball = movers_[id];
  const double dt = clock_.between(ball.time(), time);
  if (dt != 0) {
    ball.position += dt * ball.velocity;
    bool inside = true;
    if (options_.period)
      for (int k = 0; k < D; ++k) inside = inside && ball.position[k] >= 0 && ball.position[k] < (*options_.period)[k];
    if (!inside) wrap(id);
  }
  if (ball.offset != time.offset || ball.epoch != time.epoch) ball.rank = 0;
  ball.set_time(time);
}

/// As note_impact.
template <int D>
inline void Simulation<D>::end_simply(Mover<D>& ball, const Event<D>& event, bool just_met) {
  ball.crowded = just_met ? ball.crowded + 1 : 0;
  ball.last_impact = event.instant;
  ball.rank = event.rank;
  ++ball.version;
}

template <int D>
void Simulation<D>::meet_simply(std::uint32_t low, std::uint32_t high, const Cell<D>& image, const DueKey& due) {
  Mover<D>& a = movers_[low];
  Mover<D>& b = movers_[high];
  Cell<D> now = image;
  for (std::size_t k = 0; k < D; ++k) now[k] += a.image[k] - b.image[k];
  advance_straight(low, due.time);
  advance_straight(high, due.time);
  for (std::size_t k = 0; k < D; ++k) now[k] += b.image[k] - a.image[k];
  Meeting meeting{low, high, due.time, a.position - (is_home<D>(now) ? b.position : b.position + to_box(now)), {}};
  Event<D>& event = meeting.event;
  event.instant = due.time;
  event.rank = due.rank;
  event.a = BodyId{low};
  event.b = BodyId{high};
  event.image = image;
  const double length = norm(meeting.apart);
  deepest_overlap_ = std::max(deepest_overlap_, (a.radius + b.radius) - length);
  const bool a_met = met_just_before(low, due.time);
  const bool b_met = met_just_before(high, due.time);
  const double e =
      a_met || b_met ? 1 : pair_restitution(options_.restitution_rule, a.restitution, a.mass, b.restitution, b.mass);
  const Vec<D> before = a.velocity - b.velocity;
  event.restitution = e;
  if (length > 0) event.normal = -meeting.apart / length;
  event.approach_speed = std::max(0.0, dot(before, event.normal));
  event.point = a.position - meeting.apart - b.radius * event.normal;
  if (is_zero(meeting.apart)) meeting.apart = -before;
  const Bounce<D> result = bounce(a.velocity, a.mass, b.velocity, b.mass, -meeting.apart, e);
  a.velocity = result.velocity1;
  b.velocity = result.velocity2;
  if (result.dissipated != 0) impacts_ += result.dissipated;
  if (!certainly_part(meeting.apart, a.velocity - b.velocity)) part_balls(meeting);
  const double share = b.mass / (a.mass + b.mass);
  const double reduced = share > 0 ? a.mass * share : b.mass;
  event.impulse = std::max(0.0, reduced * dot(a.velocity - b.velocity - before, meeting.apart) / norm(meeting.apart));
  emit(event);
  end_simply(a, event, a_met);
  end_simply(b, event, b_met);
  predict(low);
  predict(high);
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
