#include "sim/islands/touches.hpp"

#include <algorithm>

namespace carom::sim {

/// 10⁻³ of its diameter: what the solver leaves is taken from it.
template <int D>
double Touches<D>::clearance_of(double radius) {
  return 2e-3 * radius;
}

template <int D>
const std::vector<Touch<D>>& Touches<D>::find(const Time& now, std::span<const double> pulls, double farther) {
  if (changes_ == islands_.changes() && farther_ == farther) return found_;
  farther_ = farther;
  found_.clear();
  reaches_.clear();
  const std::vector<std::uint32_t>& members = islands_.members();
  const double h = setting_.tick();
  for (std::size_t i = 0; i < members.size(); ++i) {
    const double radius = store_.radius(members[i]);
    const double resting_speed = Islands<D>::kRestingTicks * h * pulls[i];
    reaches_.push_back(kNear * clearance_of(radius) + resting_speed * h + farther * radius);
  }
  add_balls(now);
  const std::size_t first_obstacle = found_.size();
  add_obstacles(now);
  sort(first_obstacle);
  const auto is_still = [&](std::uint32_t id) { return is_zero(store_.particle(id).velocity); };
  bool all_still = std::all_of(members.begin(), members.end(), is_still);
  for (const Obstacle<D>& piece : obstacles_) all_still = all_still && is_still(piece.body);
  if (all_still && (store_.has_immovable_balls() || store_.has_kinematic_balls()))
    all_still = std::all_of(store_.balls().begin(), store_.balls().end(), is_still);
  changes_ = all_still ? islands_.changes() : UINT64_MAX;
  return found_;
}

/// By their keys. Those with balls are by a, and those of each a mostly; those with obstacles are by a.
template <int D>
void Touches<D>::sort(std::size_t first_obstacle) {
  const auto goes_first = [](const Touch<D>& one, const Touch<D>& other) { return goes_before(one.key, other.key); };
  const auto middle = found_.begin() + static_cast<std::ptrdiff_t>(first_obstacle);
  for (auto begin = found_.begin(), end = begin; begin != middle; begin = end) {
    while (end != middle && end->a == begin->a) ++end;
    if (!std::is_sorted(begin, end, goes_first)) std::sort(begin, end, goes_first);
  }
  std::sort(middle, found_.end(), goes_first);
  std::inplace_merge(found_.begin(), middle, found_.end(), goes_first);
}

template <int D>
void Touches<D>::add_balls(const Time& now) {
  ids_ = islands_.members();
  placed_.clear();
  farthest_ = 0;
  for (const std::uint32_t id : ids_) placed_.push_back({store_.position_at(id, now), store_.radius(id), true});
  for (const double reach : reaches_) farthest_ = std::max(farthest_, reach);
  if (store_.has_immovable_balls() || store_.has_kinematic_balls())
    for (const std::uint32_t id : store_.balls()) {
      const Particle<D>& particle = store_.particle(id);
      if (!(particle.immovable || store_.is_kinematic(id)) || particle.absorbs) continue;
      placed_.push_back({store_.position_at(id, now), store_.radius(id), false});
      ids_.push_back(id);
    }
  pairs_.visit(placed_, ids_, farthest_,
               [&](std::uint32_t i, std::uint32_t j, const Vec<D>& way) { add_balls_near(i, j, way); });
}

/// Two of the placed balls, so far apart.
template <int D>
void Touches<D>::add_balls_near(std::uint32_t i, std::uint32_t j, const Vec<D>& way) {
  const double length = norm(way);
  if (!(length > 0) || !store_.share_layers(ids_[i], ids_[j])) return;
  const PlacedBall<D>&one = placed_[i], &two = placed_[j];
  Touch<D>& touch = found_.emplace_back(Touch<D>{{BodyId{ids_[i]}, BodyId{ids_[j]}}, i, j, way / length});
  touch.gap = length - one.radius - two.radius;
  touch.clearance = clearance_of(std::min(one.radius, two.radius));
  if (two.moves) return;  // others come last
  touch.b = contacts::kFixed;
  touch.surface = store_.particle(ids_[j]).velocity + cross((-two.radius) * store_.spin(ids_[j]), touch.normal);
  if (two.radius == 0) touch.clearance = clearance_of(one.radius);
}

template <int D>
void Touches<D>::add_obstacles(const Time& now) {
  const std::vector<std::uint32_t>& members = islands_.members();
  std::vector<const Obstacle<D>*> near;
  pieces_.update();
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    const std::uint32_t id = members[i];
    const Vec<D>& position = placed_[i].position;
    const double far = placed_[i].radius + reaches_[i];
    near.clear();
    pieces_.visit(id, position, far, now, [&](const Obstacle<D>& piece) {
      if (!store_.is_here(piece.body) || store_.particle(piece.body).absorbs || !store_.share_layers(id, piece.body))
        return;
      const Vec<D> place = store_.seen_from(piece.body, position, now);
      const bool is_far = is_far_from(piece, place, far) || stays_far_from(piece, place, far, {}, 0);
      if (!is_far && sim::reaches(piece, place, far)) near.push_back(&piece);
    });
    if (near.empty()) continue;
    // The borders of a face that is touched do not count.
    const auto is_border = [&](const Obstacle<D>& piece) {
      return !piece.flat() && std::any_of(near.begin(), near.end(), [&](const Obstacle<D>* face) {
        return face->flat() && face->body == piece.body && borders(piece, *face);
      });
    };
    for (const Obstacle<D>* piece : near)
      if (!is_border(*piece)) add_obstacle(i, *piece, store_.seen_from(piece->body, position, now));
  }
}

template <int D>
void Touches<D>::add_obstacle(std::uint32_t member, const Obstacle<D>& piece, const Vec<D>& place) {
  const std::uint32_t id = ids_[member];
  const Vec<D> axis = contact_axis(piece, place);
  const double length = norm(axis);
  if (!(length > 0)) return;
  Touch<D> touch{.key = {BodyId{id}, BodyId{piece.body}, piece.face}, .a = member, .normal = axis / length};
  const double away = distance(piece, place);
  touch.surface = store_.surface_velocity(piece.body, place + away * touch.normal, touch.normal);
  touch.gap = away - store_.radius(id);
  touch.is_hollow = is_hollow(piece, place);
  if (touch.is_hollow) touch.gap -= sagitta(id, piece, place);
  touch.clearance = clearance_of(store_.radius(id));
  found_.push_back(touch);
}

template <int D>
bool Touches<D>::is_clear_of_obstacles(std::uint32_t member, double way) const {
  if (way <= 0.5 * reaches_[member]) return true;  // all that is nearer is found
  const PlacedBall<D>& ball = placed_[member];
  return pieces_.is_clear(ids_[member], ball.position, ball.radius + way);
}

/// How much nearer a ball comes to what curves towards it while it goes along it until the next tick.
template <int D>
double Touches<D>::sagitta(std::uint32_t id, const Obstacle<D>& piece, const Vec<D>& place) const {
  const Vec<D> from_center = contact_axis(piece, place);
  const Vec<D> velocity = store_.particle(id).velocity - store_.particle(piece.body).velocity;
  const double rho = norm(from_center);
  const Vec<D> along = velocity - (dot(velocity, from_center) / (rho * rho)) * from_center;
  return norm(from_center + setting_.tick() * along) - rho;
}

template class Touches<2>;
template class Touches<3>;

}  // namespace carom::sim
