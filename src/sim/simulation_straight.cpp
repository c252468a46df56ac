#include <algorithm>
#include <cmath>

#include "response/bounce_by_shares.hpp"
#include "sim/simulation.hpp"

// What most events of most worlds are: two movable balls on straight paths bounce off each other. The general road
// (simulation_apply.cpp) does the same, operation by operation, and asks more.
namespace carom::detail {
namespace {

template <int D>
Cell<D> moved(Cell<D> cell, const Cell<D>& by, std::int32_t times) {
  for (std::size_t k = 0; k < D; ++k) cell[k] += times * by[k];
  return cell;
}

}  // namespace

template <int D>
bool Simulation<D>::meets_simply(std::uint32_t low, std::uint32_t high, std::uint32_t rank) const {
  constexpr std::uint32_t kFew = 1u << 8;  // far below what jams
  return !movers_[low].special && !movers_[high].special && !pulls_ && clock_.damping() == 0 && !rough() &&
         std::max({rank, std::uint32_t{records_[low].crowded}, std::uint32_t{records_[high].crowded}}) < kFew;
}

/// Whether it left the periodic box, and was put back.
template <int D>
inline bool Simulation<D>::advance_straight(std::uint32_t id, const Time& time) {
  Mover<D>& ball = movers_[id];
  const double dt = clock_.between(ball.time(), time);
  bool inside = true;
  if (dt != 0) {
    ball.position += dt * ball.velocity;
    if (options_.period)
      for (int k = 0; k < D; ++k) inside = inside && ball.position[k] >= 0 && ball.position[k] < (*options_.period)[k];
    if (!inside) [[unlikely]]
      wrap(id);
  }
  ball.set_time(time);
  return !inside;
}

/// As note_impact.
template <int D>
inline void Simulation<D>::end_simply(std::uint32_t id, const DueKey& due, bool just_met) {
  Record<D>& record = records_[id];
  record.crowded = just_met ? record.crowded + 1 : 0;
  record.last_impact = Record<D>::own_time;
  record.rank = due.rank;
  ++versions_[id];
}

/// Which copy of a ball touches another one, where that is the nearest: mostly the ball itself.
template <int D>
inline Cell<D> Simulation<D>::touching_copy(const Vec<D>& apart) const {
  Cell<D> copy{};
  if (!options_.period) return copy;
  bool is_far = false;
  for (int k = 0; k < D; ++k) is_far = is_far || std::fabs(apart[k]) > 0.5 * (*options_.period)[k];
  if (is_far) [[unlikely]]
    for (int k = 0; k < D; ++k) {
      const double half = 0.5 * (*options_.period)[k];
      copy[static_cast<std::size_t>(k)] = (apart[k] > half ? 1 : 0) - (apart[k] < -half ? 1 : 0);
    }
  return copy;
}

/// `image`: as it was predicted, or null if it is the nearest one.
template <int D>
void Simulation<D>::meet_simply(std::uint32_t low, std::uint32_t high, const Cell<D>* image, const DueKey& due) {
  Mover<D>& a = movers_[low];
  Mover<D>& b = movers_[high];
  const Cell<D>& image_a = records_[low].image;
  const Cell<D>& image_b = records_[high].image;
  const Traits& its_a = traits(low);
  const Traits& its_b = traits(high);
  const bool a_met = met_just_before(low, due.time);
  const bool b_met = met_just_before(high, due.time);
  const Cell<D> from_a = image_a;
  const Cell<D> from_b = image_b;
  const bool a_wraps = advance_straight(low, due.time);
  const bool b_wraps = advance_straight(high, due.time);
  Vec<D> apart = a.position - b.position;
  Cell<D> wrapped{};
  if (a_wraps || b_wraps) [[unlikely]]
    for (std::size_t k = 0; k < D; ++k) wrapped[k] = (from_a[k] - from_b[k]) + (image_b[k] - image_a[k]);
  const Cell<D> now = image ? moved<D>(*image, wrapped, 1) : touching_copy(apart);
  if (!is_home<D>(now)) apart = a.position - (b.position + to_box(now));
  double length = norm(apart);
  deepest_overlap_ = std::max(deepest_overlap_, (its_a.radius + its_b.radius) - length);
  const Vec<D> normal = length > 0 ? -apart / length : Vec<D>{};
  const Vec<D> before = a.velocity - b.velocity;
  const Vec<D> point = a.position - apart - its_b.radius * normal;
  if (is_zero(apart)) {
    apart = -before;
    length = norm(apart);
  }
  const double approach = std::max(0.0, dot(before, normal));
  const double nominal =
      pair_restitution(options_.restitution_rule, its_a.restitution, its_a.mass, its_b.restitution, its_b.mass);
  const double e = a_met || b_met ? 1 : restitution_of(nominal, approach);
  // m/(m + m), of masses far from overflow.
  const bool equal = its_a.mass == its_b.mass && its_a.mass < 0x1p1000;
  const double share = equal ? 0.5 : its_b.mass / (its_a.mass + its_b.mass);
  const double other_share = equal ? 0.5 : its_a.mass / (its_a.mass + its_b.mass);
  const double reduced = its_a.mass * share;
  const Bounce<D> result = bounce_by_shares(a.velocity, share, b.velocity, other_share, reduced, -apart, e);
  a.velocity = result.velocity1;
  b.velocity = result.velocity2;
  if (result.dissipated != 0) impacts_ += result.dissipated;
  const bool parted = certainly_part(apart, a.velocity - b.velocity);
  if (!parted) [[unlikely]]
    part_balls({low, high, due.time, apart, {}});
  if (is_mute_) {
    ++counts_[static_cast<std::size_t>(EventKind::impact)];
  } else {
    const double impulse = (share > 0 ? reduced : its_b.mass) * dot(a.velocity - b.velocity - before, apart) / length;
    emit({.instant = due.time,
          .rank = due.rank,
          .kind = EventKind::impact,
          .a = BodyId{low},
          .b = BodyId{high},
          .point = point,
          .normal = normal,
          .approach_speed = approach,
          .impulse = std::max(0.0, impulse),
          .restitution = e,
          .image = image ? *image : moved<D>(now, wrapped, -1)});
  }
  end_simply(low, due, a_met);
  end_simply(high, due, b_met);
  renew_glance(low);
  renew_glance(high);
  if (parted && is_plain()) return predict_both(low, high);
  predict(low);
  predict(high);
}

/// Whether a list that is not too long, or linked cells alone tell whom a ball may meet.
template <int D>
bool Simulation<D>::is_simple(std::uint32_t id) const {
  if (movers_[id].special) return false;
  if (uses_links_) return true;
  if (!uses_lists_ || !meets_balls_only(id)) return false;
  return lists_.is_whole(id) || (glances_.empty() && lists_.places(id) <= StraightPlan<D>::kMost);
}

template <int D>
void Simulation<D>::prepare_plan(std::uint32_t id) {
  plan_.search.movers = movers_.data();
  plan_.versions = versions_.data();
  plan_.search.self = plan_.search.parted = id;
  plan_.search.since = clock_.between(movers_[id].time(), now_);
  plan_.search.radius = known_radius(id);
  plan_.search.radii = equal_radii_ ? nullptr : radii_.data();
  plan_.records = records_.data();
  plan_.now = now_;
}

/// As `predict` of each of two that have certainly parted.
template <int D>
void Simulation<D>::predict_both(std::uint32_t low, std::uint32_t high) {
  if (!is_simple(low) || !is_simple(high) || movers_[low].time() != now_) {
    predict(low);
    return predict(high);
  }
  const std::uint32_t balls[2] = {low, high};
  if (uses_links_) return predict_near(balls, 2);
  if (!glances_.empty()) return glance_at(balls, 2);
  prepare_plan(low);
  FirstMet<D> first[2];
  bool planned[2];
  plan_two_(plan_, balls, first, planned);
  if (!planned[0]) plan_among(low, first[0]);
  if (!planned[1]) plan_among(high, first[1]);
}

/// As `predict`, if it is that simple.
template <int D>
bool Simulation<D>::predict_simply(std::uint32_t id) {
  if (!is_simple(id)) return false;
  if (uses_links_) {
    predict_near(&id, 1);
    return true;
  }
  if (!glances_.empty()) {
    glance_at(&id, 1);
    return true;
  }
  prepare_plan(id);
  FirstMet<D> first;
  if (!plan_one_(plan_, id, first)) plan_among(id, first);
  return true;
}

/// As `predict` of some, at most kPlanned.
template <int D>
void Simulation<D>::predict_some(const std::uint32_t* balls, std::size_t count) {
  std::uint32_t simple[kPlanned];
  std::size_t many = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (is_simple(balls[k]))
      simple[many++] = balls[k];
    else
      predict(balls[k]);
  }
  if (many > 0) glance_at(simple, many);
}

/// The same where they are simple, by their glances.
template <int D>
void Simulation<D>::glance_at(const std::uint32_t* balls, std::size_t count) {
  if (now_.epoch - glance_epoch_ >= GlanceBounds::kEpochs) look_at_all();
  prepare_plan(balls[0]);
  plan_.search.glances = glances_.data();
  plan_.search.elapsed = static_cast<float>(clock_.between({glance_epoch_, 0}, now_) / clock_.length());
  FirstMet<D> first[kPlanned];
  unsigned left = plan_some_(plan_, balls, count, first);
  for (std::size_t k = 0; left != 0; ++k, left >>= 1)
    if ((left & 1) != 0) plan_among(balls[k], first[k]);
}

/// The rest of it, where is known who may be met first.
template <int D>
void Simulation<D>::plan_among(std::uint32_t id, const FirstMet<D>& first) {
  found_ = {};
  note_first(id, first);
  // A path that ends in the shell does not leave it.
  const Mover<D>& mover = movers_[id];
  if (found_.partner != kNone &&
      lists_.holds(
          lists_.from_center(id, mover.position + clock_.between(mover.time(), found_.key.time) * mover.velocity)))
    return calendar_.set(id, found_.key, found_.partner_version);
  schedule_search(id);
  schedule(id);
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
