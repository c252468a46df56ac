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
  if (store_.balls().size() > 8 * members) return false;
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
  for (std::size_t i = 0; i < members.size(); ++i) {
    const PlacedBall<D>& ball = touches_.balls()[i];
    placed_.push_back({ball.position, ball.radius + ways_[i], false});  // two members are no pair
  }
  for (const double reach : touches_.reaches()) farthest = std::max(farthest, reach);
  for (const std::uint32_t id : others_) {
    const double since = store_.since(id, now);
    const double speed = norm(store_.velocity_after(id, since));
    const double way = time * (speed + 0.5 * time * norm(store_.law(id).acceleration));
    placed_.push_back({store_.position_at(id, now), store_.radius(id) + (1 + kRoom) * way, true});
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
    if (i < members.size() && j >= members.size()) is_free_[i] = 0;
}

template <int D>
const std::vector<std::uint8_t>& FreePaths<D>::find(std::span<const std::uint32_t> members,
                                                    std::span<const Vec<D>> paths, std::span<const Touch<D>> near,
                                                    const Time& now, double time) {
  is_free_.assign(members.size(), 0);
  if (may_be_met() || !find_others(members.size())) return is_free_;
  // Of two that are not listed, each has gone and goes half of what then was between them at most.
  const double most = (0.5 - kRoom) * touches_.pairs().far();
  const std::span<const PlacedBall<D>> balls = touches_.balls();
  ways_.clear();
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    const double way = (1 + kRoom) * time * norm(paths[i]);
    const bool is_short = touches_.pairs().gone(i, balls[i].position) + way <= most;
    is_free_[i] = is_short && touches_.is_clear_of_obstacles(i, way) ? 1 : 0;
    ways_.push_back(way);
  }
  for (const auto& [i, j] : touches_.pairs().listed()) {
    if (j >= members.size() || (is_free_[i] == 0 && is_free_[j] == 0)) continue;
    const double clearance = Touches<D>::clearance_of(std::min(balls[i].radius, balls[j].radius));
    const Vec<D> apart = balls[j].position - balls[i].position;
    const double length = norm(apart);
    const double gap = length - balls[i].radius - balls[j].radius;
    // Their tangent plane separates them if they part at −gap/h.
    if (gap > 0 && gap + time * dot(paths[j] - paths[i], apart) / length > kRoom * clearance) continue;
    is_free_[i] = is_free_[j] = 0;
  }
  for (const Touch<D>& touch : near)
    if (touch.b == contacts::kFixed) is_free_[touch.a] = 0;
  if (!others_.empty()) look_for_others(members, now, time);
  return is_free_;
}

template class FreePaths<2>;
template class FreePaths<3>;

}  // namespace carom::sim
