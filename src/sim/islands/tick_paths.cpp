#include "sim/islands/tick_paths.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace carom::sim {
namespace {

/// Of what is missing of a clearance, what is restored at each tick; and of a clearance, how much further those that
/// have to part go: aimed at just enough, they would come ever nearer to it, and wait.
constexpr double kRestored = 0.1;
constexpr double kBeyond = 0.03;
/// In the rounds after the first ones nothing is restored, as that may be what leaves others no room.
constexpr contacts::PartingRounds kRounds{.wanting = 4, .most = 400};

}  // namespace

template <int D>
void TickPaths<D>::find() {
  find_carriers();
  plan();
}

/// Whether an island may go at a velocity until the next tick without meeting what is fixed.
template <int D>
bool TickPaths<D>::may_go(std::uint32_t island, const Vec<D>& velocity) const {
  constexpr double kRounding = 0x1p-40;
  return std::all_of(tick_.near.begin(), tick_.near.end(), [&](const Touch<D>& touch) {
    if (touch.b != contacts::kFixed || tick_.first[touch.a] != island) return true;
    const double room = std::max(touch.gap, 0.0) + kRounding * tick_.left * (norm(velocity) + norm(touch.surface));
    return dot(velocity - touch.surface, touch.normal) * tick_.left <= room;
  });
}

/// What waits stands still; but where something moves against an island, it goes with that, unless something else is in
/// the way.
template <int D>
void TickPaths<D>::find_carriers() {
  tick_.carrier.assign(tick_.bodies.size(), {});
  for (const Touch<D>& touch : tick_.near) {
    if (touch.b != contacts::kFixed) continue;
    const std::uint32_t island = tick_.first[touch.a];
    const std::uint32_t fixed = touch.key.b.value;
    const bool stalls =
        std::any_of(tick_.jammed.begin(), tick_.jammed.end(), [&](const Press& p) { return p.body == fixed; });
    const Vec<D> velocity = stalls ? Vec<D>{} : store_.particle(fixed).velocity;
    const bool goes_against = Touches<D>::is_close(touch) && dot(velocity, touch.normal) < 0;
    if (goes_against && is_zero(tick_.carrier[island]) && may_go(island, velocity)) tick_.carrier[island] = velocity;
  }
}

/// How fast each pair should part along its path, and has to: what presses restores a part of its clearance, and
/// nothing comes nearer than it is. Of what is near and was not solved, that is asked where all else was.
template <int D>
std::vector<contacts::Parting<D>> TickPaths<D>::partings() const {
  constexpr double kMissed = 0.01;
  std::vector<contacts::Parting<D>> partings;
  partings.reserve(tick_.solves_all ? tick_.near.size() : tick_.contacts.size());
  for (std::size_t k = 0; k < tick_.contacts.size(); ++k) {
    const Touch<D>& touch = *tick_.pairs[k].touch;
    const double missing = touch.clearance - touch.gap;
    const bool restores = tick_.contacts[k].normal_impulse > 0 && missing > kMissed * touch.clearance;
    partings.push_back(
        parting(touch, -tick_.closing(tick_.contacts[k]), restores ? kRestored * missing / tick_.length : 0));
  }
  if (!tick_.solves_all) return partings;
  auto solved = tick_.pairs.begin();
  for (const Touch<D>& touch : tick_.near) {
    if (solved != tick_.pairs.end() && solved->touch == &touch)
      ++solved;
    else
      partings.push_back(parting(touch, -tick_.closing(touch), 0));
  }
  return partings;
}

/// Of two that part at a speed, and are to part at one that restores what is missing between them, if that is not 0.
template <int D>
contacts::Parting<D> TickPaths<D>::parting(const Touch<D>& touch, double speed, double restoring) const {
  const double needed = -touch.gap / tick_.left;
  const double enough = needed + kBeyond * touch.clearance / tick_.length;
  const double wanted = restoring > 0 ? std::max(enough, restoring) : enough;
  return {touch.a, touch.b, touch.normal, wanted - speed, enough - speed, needed - speed, share_of_a(touch)};
}

/// The more one of two is below the other, the less it gives way.
template <int D>
double TickPaths<D>::share_of_a(const Touch<D>& touch) const {
  const Vec<D>& gravity = setting_.options.gravity;
  const double strength = norm(gravity);
  if (touch.b == contacts::kFixed || strength == 0) return 0.5;
  return std::clamp(0.5 * (1 + dot(gravity, touch.normal) / strength), 0.0, 1.0);
}

/// Paths are velocities, and what restores clearances. Islands that are still, that have been solved too often at this
/// tick, or in which something would overlap, stand until the next tick; their velocities are kept.
template <int D>
void TickPaths<D>::plan() {
  tick_.restoring.assign(tick_.bodies.size(), {});
  const std::vector<contacts::Parting<D>> pairs = partings();
  const auto is_bad = [](const contacts::Parting<D>& pair) { return pair.wanted > 0; };
  const bool is_enough = std::none_of(pairs.begin(), pairs.end(), is_bad) || restore(pairs);
  let_wait(pairs, is_enough);
  std::vector<std::uint8_t> moves(tick_.bodies.size());
  for (std::uint32_t i = 0; i < tick_.bodies.size(); ++i)
    if (!is_still(i)) moves[tick_.first[i]] = 1;
  for (std::uint32_t i = 0; i < tick_.bodies.size(); ++i)
    if (!moves[tick_.first[i]]) tick_.restoring[i] = -tick_.bodies[i].velocity;
}

/// From below to above, as far as that is told by so many steps between the lowest and the highest as there are pairs.
/// Whether nothing would overlap then.
template <int D>
bool TickPaths<D>::restore(std::span<const contacts::Parting<D>> pairs) {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  heights_.clear();
  for (const contacts::Parting<D>& pair : pairs) {
    const std::uint32_t id = tick_.members[pair.a];
    const Vec<D> place = store_.particle(id).position + store_.radius(id) * pair.normal;
    heights_.push_back(-dot(setting_.options.gravity, place));
    lowest = std::min(lowest, heights_.back());
    highest = std::max(highest, heights_.back());
  }
  const double steps = static_cast<double>(pairs.size());
  const double per_height = highest > lowest ? steps / (highest - lowest) : 0;
  const auto step = [&](double height) {
    const double number = (height - lowest) * per_height;
    return number < steps ? static_cast<std::size_t>(number) : pairs.size();
  };
  starts_.assign(pairs.size() + 2, 0);
  for (const double height : heights_) ++starts_[step(height) + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  sorted_.resize(pairs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) sorted_[starts_[step(heights_[k])]++] = pairs[k];
  return contacts::part<D>(tick_.restoring, sorted_, kRounds);
}

/// A body waits: it stands, or is carried. Whether it did not before.
template <int D>
bool TickPaths<D>::wait(std::uint32_t member) {
  if (member == contacts::kFixed || tick_.waits[member] == 1) return false;
  tick_.waits[member] = 1;
  tick_.restoring[member] = tick_.carried(member) - tick_.bodies[member].velocity;
  return true;
}

/// Bodies that would overlap others wait, and then such as would overlap these; but where many would, all go slower.
/// Where paths are kept none do: who meets another stands from then on. `is_enough`: none would.
template <int D>
void TickPaths<D>::let_wait(const std::vector<contacts::Parting<D>>& pairs, bool is_enough) {
  tick_.waits.assign(tick_.bodies.size(), 0);
  if (islands_.keeps_paths()) return;
  if (islands_.is_exhausted()) {
    for (std::uint32_t i = 0; i < tick_.bodies.size(); ++i) wait(i);
    if (!tick_.bodies.empty()) ++counts_.waited;
    return;
  }
  if (is_enough) return;
  const std::vector<Vec<D>> planned = tick_.restoring;
  if (!spread_waiting(pairs)) return;
  ++counts_.waited;
  if (go_slower(planned, pairs)) spread_waiting(pairs);
}

template <int D>
bool TickPaths<D>::spread_waiting(const std::vector<contacts::Parting<D>>& pairs) {
  bool any = false;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const contacts::Parting<D>& pair : pairs) {
      if (contacts::parting_speed<D>(tick_.restoring, pair) >= pair.needed) continue;
      const bool a_waits = wait(pair.a), b_waits = wait(pair.b);
      goes_on = goes_on || a_waits || b_waits;
    }
    any = any || goes_on;
  }
  return any;
}

/// Islands of which more than a quarter would wait: along the paths that were planned, all of them together, as far of
/// the way as leaves each pair its room, between none of it, where they stand or are carried, and all. Whether there
/// are any that so can go.
template <int D>
bool TickPaths<D>::go_slower(const std::vector<Vec<D>>& planned, const std::vector<contacts::Parting<D>>& pairs) {
  constexpr double kMany = 0.25;
  constexpr double kLeast = 1e-3;      // of the way
  constexpr double kBelow = 1 - 1e-6;  // for rounding
  const std::size_t count = tick_.bodies.size();
  std::vector<std::uint32_t> size(count), waiting(count);
  std::vector<Vec<D>> none(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    ++size[tick_.first[i]];
    waiting[tick_.first[i]] += tick_.waits[i];
    none[i] = tick_.carried(i) - tick_.bodies[i].velocity;
  }
  std::vector<double> share(count, 0.0);  // by first members: 0 where they wait
  for (std::uint32_t i = 0; i < count; ++i)
    if (waiting[i] > kMany * size[i]) share[i] = 1;
  for (const contacts::Parting<D>& pair : pairs) {
    double& most = share[tick_.first[pair.a]];
    const double all_the_way = contacts::parting_speed<D>(planned, pair);
    if (most == 0 || all_the_way >= pair.needed) continue;
    const double standing = contacts::parting_speed<D>(none, pair);
    const double possible = standing < pair.needed ? 0 : (pair.needed - standing) / (all_the_way - standing);
    most = std::min(most, kBelow * possible);
    if (most <= kLeast) most = 0;
  }
  bool any = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double part = share[tick_.first[i]];
    if (part == 0) continue;
    tick_.waits[i] = 0;
    tick_.restoring[i] = none[i] + part * (planned[i] - none[i]);
    any = true;
  }
  return any;
}

/// Whether a body neither goes nor is pushed.
template <int D>
bool TickPaths<D>::is_still(std::uint32_t member) const {
  return norm(tick_.bodies[member].velocity) <= tick_.slow(member) && is_zero(tick_.restoring[member]);
}

template class TickPaths<2>;
template class TickPaths<3>;

}  // namespace carom::sim
