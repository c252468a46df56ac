#include "sim/islands/free_paths.hpp"

#include <algorithm>

namespace carom::sim {
namespace {

/// What is left of a gap is more than rounding.
constexpr double kRoom = 1e-6;

}  // namespace

/// Whether something is there whose ways are not those of balls.
template <int D>
bool FreePaths<D>::may_be_met() const {
  if (setting_.options.period || store_.has_kinematic_balls()) return true;
  for (std::uint32_t piece = 0; piece < obstacles_.size(); piece += obstacles_.pieces_of(obstacles_[piece].body)) {
    const std::uint32_t body = obstacles_[piece].body;
    const Particle<D>& particle = store_.particle(body);
    if (!is_zero(particle.velocity) || particle.absorbs || store_.kind(body).vibration) return true;
  }
  return false;
}

/// Balls that are no members. Whether they are few.
template <int D>
bool FreePaths<D>::find_others(std::size_t members) {
  others_.clear();
  if (2 * store_.balls().size() > 3 * members) return false;
  for (const std::uint32_t id : store_.balls())
    if (store_.is_here(id) && (!store_.in_island(id) || store_.sleeps(id))) others_.push_back(id);
  return true;
}

/// Members that one of the others may come near to are not free: each is held against all, or all are sorted, whichever
/// is less.
template <int D>
void FreePaths<D>::look_for_others(std::span<const std::uint32_t> members, const Time& now, double time) {
  constexpr std::size_t kFew = 16;
  placed_.clear();
  double farthest = 0;
  for (const std::uint32_t id : members) placed_.push_back({store_.position_at(id, now), store_.radius(id), true});
  for (const double reach : touches_.reaches()) farthest = std::max(farthest, reach);
  for (const std::uint32_t id : others_) {
    const double since = store_.since(id, now);
    const double speed = norm(store_.velocity_after(id, since));
    const double way = time * (speed + 0.5 * time * norm(store_.law(id).acceleration));
    placed_.push_back({store_.position_at(id, now), store_.radius(id) + (1 + kRoom) * way, false});
  }
  const std::span<const PlacedBall<D>> placed(placed_);
  if (others_.size() <= kFew) {
    for (const PlacedBall<D>& other : placed.subspan(members.size()))
      for (std::size_t i = 0; i < members.size(); ++i) {
        const double most = placed[i].radius + other.radius + farthest;
        if (norm2(placed[i].position - other.position) <= most * most) is_free_[i] = 0;
      }
    return;
  }
  for (const auto& [i, j] : near_pairs<D>(placed, farthest))
    if (j >= members.size()) is_free_[i] = 0;
}

template <int D>
const std::vector<std::uint8_t>& FreePaths<D>::find(std::span<const std::uint32_t> members,
                                                    std::span<const Vec<D>> paths, std::span<const Touch<D>> near,
                                                    const Time& now, double time) {
  is_free_.assign(members.size(), 0);
  if (may_be_met() || !find_others(members.size())) return is_free_;
  for (std::size_t i = 0; i < members.size(); ++i) {
    // Two that are farther apart than both reach come nearer by half of it each at most.
    const double most = (0.5 - kRoom) * touches_.reaches()[i];
    is_free_[i] = norm2(paths[i]) * (time * time) <= most * most ? 1 : 0;
  }
  for (const Touch<D>& touch : near) {
    const bool is_fixed = touch.b == contacts::kFixed;
    // Their tangent plane separates them if they part at −gap/h.
    const double left = is_fixed ? 0 : touch.gap + time * dot(paths[touch.b] - paths[touch.a], touch.normal);
    if (!is_fixed && touch.gap > 0 && left > kRoom * touch.clearance) continue;
    is_free_[touch.a] = 0;
    if (!is_fixed) is_free_[touch.b] = 0;
  }
  if (!others_.empty()) look_for_others(members, now, time);
  return is_free_;
}

template class FreePaths<2>;
template class FreePaths<3>;

}  // namespace carom::sim
