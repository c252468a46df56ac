#include "sim/islands/free_paths.hpp"

#include <algorithm>
#include <cmath>

#include "sim/islands/cells_near.hpp"

namespace carom::sim {
namespace {

/// What is left of a gap is more than rounding.
constexpr double kRoom = 1e-6;

}  // namespace

/// Obstacles of which touches tell only where they are now, or nothing, as they swallow.
template <int D>
void FreePaths<D>::find_moving_obstacles(const Time& now, double time) {
  moving_.clear();
  for (std::uint32_t first = 0, end = 0; first < obstacles_.size(); first = end) {
    const std::uint32_t body = obstacles_[first].body;
    end = first + obstacles_.pieces_of(body);
    if (!store_.is_driven(body) && !store_.particle(body).absorbs) continue;
    const Vec<D> velocity = store_.velocity_after(body, store_.since(body, now));
    Vec<D> way;
    for (int k = 0; k < D; ++k)
      way[k] = (1 + kRoom) * time * (std::fabs(velocity[k]) + 0.5 * time * std::fabs(store_.law(body).acceleration[k]));
    // A half-space is one plane; the pieces of all others have bounds.
    moving_.push_back({obstacles_[first], way});
    Obstacle<D>& bounds = moving_.back().bounds;
    for (std::uint32_t number = first + 1; number < end; ++number)
      for (int k = 0; k < D; ++k) {
        bounds.low[k] = std::min(bounds.low[k], obstacles_[number].low[k]);
        bounds.high[k] = std::max(bounds.high[k], obstacles_[number].high[k]);
      }
  }
}

/// Members that may come near to one of these are not free.
template <int D>
void FreePaths<D>::look_for_moving_obstacles(const Time& now) {
  if (moving_.empty() || ways_.empty()) return;
  const std::span<const PlacedBall<D>> balls = touches_.balls().first(ways_.size());
  Vec<D> middle{};
  for (const PlacedBall<D>& ball : balls) middle += (1 / static_cast<double>(balls.size())) * ball.position;
  double reach = 0;  // of all members from there
  for (std::size_t i = 0; i < balls.size(); ++i)
    reach = std::max(reach, norm(balls[i].position - middle) + balls[i].radius + ways_[i]);
  for (const MovingObstacle& obstacle : moving_) {
    const Vec<D> moved = store_.position_at(obstacle.bounds.body, now);
    if (is_far_from(obstacle.bounds, middle - moved, (1 + kRoom) * reach, obstacle.way)) continue;
    for (std::size_t i = 0; i < balls.size(); ++i)
      if (!is_far_from(obstacle.bounds, balls[i].position - moved, balls[i].radius + ways_[i], obstacle.way))
        is_free_[i] = 0;
  }
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

/// Members that one of the others may come near to are not free.
template <int D>
void FreePaths<D>::look_for_others(const Time& now, double time) {
  const double farthest = touches_.farthest();
  double widest_member = 0, widest_other = 0;
  for (std::size_t i = 0; i < ways_.size(); ++i)
    if (is_free_[i] != 0) widest_member = std::max(widest_member, touches_.balls()[i].radius + ways_[i]);
  placed_others_.clear();
  for (const std::uint32_t id : others_) {
    const double since = store_.since(id, now);
    const double speed = norm(store_.velocity_after(id, since));
    const double way = time * (speed + 0.5 * time * norm(store_.law(id).acceleration));
    placed_others_.push_back({store_.position_at(id, now), store_.radius(id) + (1 + kRoom) * way, true});
    widest_other = std::max(widest_other, placed_others_.back().radius);
  }
  CellsNear<D> cells((widest_member + widest_other + farthest) * (1 + 0x1p-40));
  for (const PlacedBall<D>& other : placed_others_) cells.add(other.position);
  near_others_.clear();
  placed_.clear();
  for (std::uint32_t i = 0; i < ways_.size(); ++i) {
    const PlacedBall<D>& ball = touches_.balls()[i];
    if (is_free_[i] == 0 || !cells.contain(ball.position)) continue;
    near_others_.push_back(i);
    placed_.push_back({ball.position, ball.radius + ways_[i], false});  // two members are no pair
  }
  if (near_others_.empty()) return;
  placed_.insert(placed_.end(), placed_others_.begin(), placed_others_.end());
  for (const auto& [i, j] : near_pairs<D>(placed_, farthest))
    if (i < near_others_.size() && j >= near_others_.size()) is_free_[near_others_[i]] = 0;
}

/// Whether their tangent plane separates two until then, of which one goes so, as seen from the other.
template <int D>
bool FreePaths<D>::keeps_apart(const Touch<D>& touch, const Vec<D>& path, double time) {
  return !touch.is_hollow && touch.gap > 0 && touch.gap - time * dot(path, touch.normal) > kRoom * touch.clearance;
}

/// The same of balls that go so far that they may come from farther than what is near.
template <int D>
void FreePaths<D>::look_at_listed(std::span<const Vec<D>> paths, double time) {
  const std::span<const PlacedBall<D>> balls = touches_.balls();
  const double near = (1 - kRoom) * touches_.farthest();
  touches_.pairs().visit_listed([&](std::uint32_t i, std::uint32_t j) {
    if (j >= ways_.size() || own_ways_[i] + own_ways_[j] <= near || (is_free_[i] == 0 && is_free_[j] == 0)) return;
    const double clearance = Touches<D>::clearance_of(std::min(balls[i].radius, balls[j].radius));
    const Vec<D> apart = balls[j].position - balls[i].position;
    const double length = norm(apart);
    const double gap = length - balls[i].radius - balls[j].radius;
    if (gap > 0 && gap + time * dot(paths[j] - paths[i], apart) / length > kRoom * clearance) return;
    is_free_[i] = is_free_[j] = 0;
  });
}

template <int D>
const std::vector<std::uint8_t>& FreePaths<D>::find(std::span<const std::uint32_t> members,
                                                    std::span<const Vec<D>> paths, std::span<const Touch<D>> near,
                                                    const Time& now, double time) {
  is_free_.assign(members.size(), 0);
  if (setting_.options.period || !find_others(members.size())) return is_free_;
  Vec<D> sum{};
  for (const Vec<D>& path : paths) sum += path;
  const Vec<D> together = (1 / std::max(1.0, static_cast<double>(paths.size()))) * sum;
  // Of two that are not listed, each has gone and goes half of what then was between them at most, beside all others.
  const double most = (0.5 - kRoom) * touches_.pairs().far();
  const std::span<const PlacedBall<D>> balls = touches_.balls();
  ways_.clear();
  own_ways_.clear();
  double longest = 0;
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    const double way = (1 + kRoom) * time * norm(paths[i]), own_way = (1 + kRoom) * time * norm(paths[i] - together);
    const bool is_short = touches_.pairs().gone(i, balls[i].position) + own_way <= most;
    is_free_[i] = is_short && touches_.is_clear_of_obstacles(i, way) ? 1 : 0;
    ways_.push_back(way);
    own_ways_.push_back(own_way);
    longest = std::max(longest, own_way);
  }
  for (const Touch<D>& touch : near) {
    if (keeps_apart(touch, touch.b == contacts::kFixed ? paths[touch.a] : paths[touch.a] - paths[touch.b], time))
      continue;
    is_free_[touch.a] = 0;
    if (touch.b != contacts::kFixed) is_free_[touch.b] = 0;
  }
  if (2 * longest > (1 - kRoom) * touches_.farthest()) look_at_listed(paths, time);
  find_moving_obstacles(now, time);
  look_for_moving_obstacles(now);
  if (!others_.empty()) look_for_others(now, time);
  return is_free_;
}

template class FreePaths<2>;
template class FreePaths<3>;

}  // namespace carom::sim
