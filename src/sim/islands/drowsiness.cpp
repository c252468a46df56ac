#include "sim/islands/drowsiness.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "contacts/island_solver.hpp"

namespace carom::sim {
namespace {

/// What falls asleep has moved for so long, of √(d/g), by less than that, of a clearance, and turns that slowly, of g
/// h.
constexpr double kToSleep = 1.2;
constexpr double kHardly = 0.25;
constexpr double kTurning = 0.2;
/// However short or long ticks are. Those that Carom chooses are at most 0.0184 √(d/g) long: 64 of them.
constexpr std::uint32_t kFewestTicks = 16;
constexpr std::uint32_t kMostTicks = 64;

}  // namespace

/// What goes on beside sleepers wakes them.
template <int D>
void Drowsiness<D>::wake_neighbours() {
  if (islands_.sleepers().empty()) return;
  std::vector<Press> woken;  // by whom
  for (const std::uint32_t id : islands_.members()) {
    if (is_zero(store_.particle(id).velocity)) continue;
    const Ball<D> ball{store_.position_at(id, now_), store_.radius(id)};
    const double reach = Touches<D>::kParted * Touches<D>::clearance_of(ball.radius);
    islands_.sleepers().visit_near(ball, reach, [&](std::uint32_t other) {
      const double smaller = std::min(ball.radius, store_.radius(other));
      const double touching =
          ball.radius + store_.radius(other) + Touches<D>::kParted * Touches<D>::clearance_of(smaller);
      const bool touches = norm2(store_.particle(other).position - ball.center) <= touching * touching;
      if (touches && store_.share_layers(id, other)) woken.push_back({other, id});
    });
  }
  std::sort(woken.begin(), woken.end());
  for (const auto& [sleeper, by] : woken)
    if (store_.sleeps(sleeper)) propagator_.wake(sleeper, by, now_);
}

/// Of each member the first one of those that were solved together or are near each other, from one to the next.
template <int D>
std::vector<std::uint32_t> Drowsiness<D>::find_neighbours() const {
  struct Joint {
    std::uint32_t a, b;
  };
  std::vector<Joint> near;
  for (const Touch<D>& touch : tick_.near) {
    if (touch.b == contacts::kFixed || tick_.first[touch.a] == tick_.first[touch.b]) continue;
    if (Touches<D>::is_close(touch)) near.push_back({touch.a, touch.b});
  }
  std::vector<std::uint32_t> neighbours = tick_.first;
  if (!near.empty()) contacts::join_islands(neighbours, near);
  return neighbours;
}

/// Whether a body is where it was when it began to be still, and flies and turns no faster than what rests may.
template <int D>
bool Drowsiness<D>::is_drowsy(std::uint32_t member) const {
  const std::uint32_t id = tick_.members[member];
  const contacts::TickBody<D>& body = tick_.bodies[member];
  const IslandState<D>& state = store_.island_state(id);
  if (tick_.waits[member] != 0) return false;
  const double most = tick_.length * tick_.strengths[member];
  if (norm(body.velocity) > most || body.radius * std::sqrt(norm2(body.spin)) > kTurning * most) return false;
  const double moved = state.still > 0 ? norm(store_.position_at(id, now_) - state.still_at) : 0;
  return moved <= kHardly * Touches<D>::clearance_of(body.radius);
}

/// For so many ticks a body is still before it sleeps.
template <int D>
std::uint32_t Drowsiness<D>::ticks_to_sleep(std::uint32_t member) const {
  const double most = kMostTicks;
  // ∞ without a pull; NaN of a point without one: the most.
  const double natural = std::sqrt(2 * tick_.bodies[member].radius / tick_.strengths[member]);
  const double ticks = std::min(most, kToSleep * natural / tick_.length);
  return std::max(static_cast<std::uint32_t>(std::ceil(ticks)), kFewestTicks);
}

/// Counts for how many ticks members and their neighbours have been drowsy, beside nothing that moves.
template <int D>
void Drowsiness<D>::note_still() {
  drowsy_.clear();
  std::vector<std::uint32_t> still(tick_.members.size());
  for (std::uint32_t i = 0; i < still.size(); ++i)
    still[i] = is_drowsy(i) ? store_.island_state(tick_.members[i]).still + 1 : 0;
  const bool all_go = std::all_of(still.begin(), still.end(), [](std::uint32_t ticks) { return ticks == 0; });
  if (all_go) {
    for (const std::uint32_t id : tick_.members) store_.island_state(id).still = 0;
    return;
  }
  const std::vector<std::uint32_t> neighbours = find_neighbours();
  std::vector<std::uint32_t> least(tick_.members.size(), UINT32_MAX);
  for (const Touch<D>& touch : tick_.near)
    if (touch.b == contacts::kFixed && !is_zero(touch.surface)) least[neighbours[touch.a]] = 0;
  for (std::uint32_t i = 0; i < still.size(); ++i) {
    std::uint32_t& all = least[neighbours[i]];
    all = std::min(all, still[i]);
  }
  std::vector<std::uint32_t> asked(tick_.members.size(), 0);
  for (std::uint32_t i = 0; i < still.size(); ++i) {
    std::uint32_t& all = asked[neighbours[i]];
    all = std::max(all, ticks_to_sleep(i));
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> groups;
  const bool may_sleep = setting_.options.sleep && !setting_.options.thermostat;
  for (std::uint32_t i = 0; i < tick_.members.size(); ++i) {
    IslandState<D>& state = store_.island_state(tick_.members[i]);
    const bool begins = state.still == 0;
    state.still = std::min(least[neighbours[i]], kMostTicks);
    if (begins && state.still > 0) state.still_at = store_.position_at(tick_.members[i], now_);
    if (state.still >= asked[neighbours[i]] && may_sleep) groups[neighbours[i]].push_back(tick_.members[i]);
  }
  for (auto& [_, group] : groups) drowsy_.push_back(std::move(group));
}

/// What energy they have left goes.
template <int D>
void Drowsiness<D>::fall_asleep(const std::function<bool(std::uint32_t)>& was_free) {
  std::vector<std::uint32_t> moved, were_free;
  for (std::vector<std::uint32_t>& balls : drowsy_) {
    std::erase_if(balls, [&](std::uint32_t id) { return !store_.in_island(id); });
    for (const std::uint32_t id : balls) {
      if (!is_zero(store_.particle(id).velocity)) {
        moved.push_back(id);
        propagator_.advance(id, now_);  // it lies where it is, not where its path began
      } else if (was_free(id))
        were_free.push_back(id);
      ledger_.lose_to_contacts(ledger_.kinetic(id, now_));
      if (setting_.rough()) store_.set_spin(id, {});
    }
  }
  std::erase_if(drowsy_, [](const std::vector<std::uint32_t>& balls) { return balls.empty(); });
  if (drowsy_.empty()) return;
  islands_.put_to_sleep(drowsy_);
  for (const std::uint32_t id : moved) propagator_.commit(id);
  for (const std::uint32_t id : moved) search_->predict(id);
  for (const std::uint32_t id : were_free) search_->predict(id);  // no tick will
  for (const std::vector<std::uint32_t>& balls : drowsy_) {
    propagator_.advance(balls.front(), now_);
    propagator_.record(now_, EventKind::sleep, balls.front());
  }
}

template class Drowsiness<2>;
template class Drowsiness<3>;

}  // namespace carom::sim
