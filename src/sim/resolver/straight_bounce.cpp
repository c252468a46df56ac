#include <algorithm>
#include <cmath>

#include "query/first_contact.hpp"
#include "response/bounce_by_shares.hpp"
#include "sim/resolver/resolver.hpp"

// What most events of most worlds are: two movable balls on straight paths bounce off each other. The general way
// (resolver.cpp) does the same, operation by operation, and asks more.
namespace carom::sim {
namespace {

template <int D>
broad::Cell<D> moved(broad::Cell<D> cell, const broad::Cell<D>& by, std::int32_t times) {
  for (std::size_t k = 0; k < D; ++k) cell[k] += times * by[k];
  return cell;
}

}  // namespace

template <int D>
bool Resolver<D>::meets_simply(std::uint32_t low, std::uint32_t high, std::uint32_t rank) const {
  constexpr std::uint32_t kFew = 1u << 8;  // far below what jams
  return !store_.particle(low).special && !store_.particle(high).special && !setting_.pulls &&
         setting_.clock.damping() == 0 && !setting_.rough() &&
         std::max({rank, std::uint32_t{store_.record(low).crowded}, std::uint32_t{store_.record(high).crowded}}) < kFew;
}

/// As note_impact.
template <int D>
inline void Resolver<D>::end_simply(std::uint32_t id, const DueKey& due, std::uint32_t row) {
  Record<D>& record = store_.record(id);
  store_.set_crowded(id, row);
  record.last_impact = Record<D>::own_time;
  record.rank = due.rank;
  propagator_.commit_straight(id);
}

/// Which copy of a ball touches another one, where that is the nearest: mostly the ball itself.
template <int D>
inline broad::Cell<D> Resolver<D>::touching_copy(const Vec<D>& apart) const {
  broad::Cell<D> copy{};
  if (!setting_.options.period) return copy;
  bool is_far = false;
  for (int k = 0; k < D; ++k) is_far = is_far || std::fabs(apart[k]) > 0.5 * (*setting_.options.period)[k];
  if (is_far) [[unlikely]]
    for (int k = 0; k < D; ++k) {
      const double half = 0.5 * (*setting_.options.period)[k];
      copy[static_cast<std::size_t>(k)] = (apart[k] > half ? 1 : 0) - (apart[k] < -half ? 1 : 0);
    }
  return copy;
}

template <int D>
void Resolver<D>::meet_simply(std::uint32_t low, std::uint32_t high, const broad::Cell<D>* image, const DueKey& due) {
  Particle<D>& a = store_.particle(low);
  Particle<D>& b = store_.particle(high);
  const broad::Cell<D>& image_a = store_.record(low).image;
  const broad::Cell<D>& image_b = store_.record(high).image;
  const Traits& its_a = store_.traits(low);
  const Traits& its_b = store_.traits(high);
  const bool a_met = store_.met_just_before(low, due.time);
  const bool b_met = store_.met_just_before(high, due.time);
  const double nominal =
      combine(setting_.options.restitution_rule, its_a.restitution, its_a.mass, its_b.restitution, its_b.mass);
  const std::uint32_t a_row = a_met ? store_.row_with(low, due.time, nominal == 1) : 0;
  const std::uint32_t b_row = b_met ? store_.row_with(high, due.time, nominal == 1) : 0;
  const broad::Cell<D> from_a = image_a;
  const broad::Cell<D> from_b = image_b;
  const bool a_wraps = propagator_.advance_straight(low, due.time);
  const bool b_wraps = propagator_.advance_straight(high, due.time);
  Vec<D> apart = a.position - b.position;
  broad::Cell<D> wrapped{};
  if (a_wraps || b_wraps) [[unlikely]]
    for (std::size_t k = 0; k < D; ++k) wrapped[k] = (from_a[k] - from_b[k]) + (image_b[k] - image_a[k]);
  const broad::Cell<D> now = image ? moved<D>(*image, wrapped, 1) : touching_copy(apart);
  if (!is_home<D>(now)) apart = a.position - (b.position + setting_.to_box(now));
  double length = norm(apart);
  log_.note_overlap((its_a.radius + its_b.radius) - length);
  const Vec<D> normal = length > 0 ? -apart / length : Vec<D>{};
  const Vec<D> before = a.velocity - b.velocity;
  const Vec<D> point = a.position - apart - its_b.radius * normal;
  if (coincide(apart)) {
    apart = -before;
    length = norm(apart);
  }
  const double approach = std::max(0.0, dot(before, normal));
  const double e = a_met || b_met ? 1 : setting_.restitution_at_speed(nominal, approach);
  // m/(m + m), of masses far from overflow.
  const bool equal = its_a.mass == its_b.mass && its_a.mass < 0x1p1000;
  const double share = equal ? 0.5 : its_b.mass / (its_a.mass + its_b.mass);
  const double other_share = equal ? 0.5 : its_a.mass / (its_a.mass + its_b.mass);
  const double reduced = its_a.mass * share;
  const Bounce<D> result = response::bounce_by_shares(a.velocity, share, b.velocity, other_share, reduced, -apart, e);
  a.velocity = result.velocity1;
  b.velocity = result.velocity2;
  if (result.dissipated != 0) ledger_.bounce(result.dissipated);
  const bool parted = query::certainly_part(apart, a.velocity - b.velocity);
  if (!parted) [[unlikely]]
    part_balls({low, high, due.time, apart, {}});
  if (log_.only_counts()) {
    log_.count(EventKind::impact);
  } else {
    const double impulse = (share > 0 ? reduced : its_b.mass) * dot(a.velocity - b.velocity - before, apart) / length;
    log_.record({.instant = due.time,
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
  end_simply(low, due, a_row);
  end_simply(high, due, b_row);
  if (parted) return search_->predict_parted(low, high);
  search_->predict(low);
  search_->predict(high);
}

template bool Resolver<2>::meets_simply(std::uint32_t, std::uint32_t, std::uint32_t) const;
template bool Resolver<3>::meets_simply(std::uint32_t, std::uint32_t, std::uint32_t) const;
template void Resolver<2>::meet_simply(std::uint32_t, std::uint32_t, const broad::Cell<2>*, const DueKey&);
template void Resolver<3>::meet_simply(std::uint32_t, std::uint32_t, const broad::Cell<3>*, const DueKey&);

}  // namespace carom::sim
