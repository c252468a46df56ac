#include "sim/search/verlet/verlet_search.hpp"

#include <algorithm>
#include <cmath>

namespace carom::sim {

template <int D>
VerletSearch<D>::VerletSearch(const SearchSite<D>& site, broad::VerletLists<D> lists, const Tuning& tuning)
    : site_(site),
      shared_lists_(std::make_shared<broad::VerletLists<D>>(std::move(lists))),
      tuning_(tuning),
      fetches_ahead_(tuning.fetches_ahead),
      obstacles_(site),
      first_(site),
      plan_{first_.question(), site.store.records(),  &lists_, &site.setting.clock,
            &site.calendar,    site.store.versions(), site.now} {
  lists_.reserve(site_.store.size());
  for (const std::uint32_t ball : site_.store.balls()) insert(ball);
  place_obstacles();
  if (!site_.setting.options.period) find_beside();
  renews_ = (site_.obstacles.empty() || !beside_.empty()) && !site_.prefilter.empty();
}

template <int D>
VerletSearch<D>::VerletSearch(const SearchSite<D>& site, const VerletSearch& whole, bool others_ahead)
    : site_(site),
      shared_lists_(whole.shared_lists_),
      tuning_(whole.tuning_),
      fetches_ahead_(whole.fetches_ahead_),
      obstacles_(site),
      first_(site),
      plan_{first_.question(), site.store.records(),  &lists_,  &site.setting.clock,
            &site.calendar,    site.store.versions(), site.now, others_ahead} {}

template <int D>
Vec<D> VerletSearch<D>::center_ahead(std::uint32_t ball, const Time& time) const {
  Vec<D> center = site_.store.position_at(ball, time);
  const Vec<D>& velocity = site_.store.particle(ball).velocity;
  if (const double speed = norm(velocity); speed > 0) center += (tuning_.ahead / speed) * velocity;
  return center;
}

/// In which column a ball that leaves its sphere now is then; that further from the middle if it is close to it.
template <int D>
int VerletSearch<D>::next_column(std::uint32_t ball, std::size_t axis, double middle) const {
  /// Of a column: how far a centre may be rounded when it is put into its cell.
  constexpr double kRounding = 1e-4;
  const int k = static_cast<int>(axis);
  const double length = (*site_.setting.options.period)[k];
  double center = center_ahead(ball, site_.now)[k] - cells().origin()[k];
  center -= length * std::floor(center / length);
  const double at = center / cells().side()[k];
  const int next = static_cast<int>(at < middle ? at - kRounding : at + kRounding);
  return next == cells().counts()[axis] ? 0 : next;
}

template <int D>
void VerletSearch<D>::insert(std::uint32_t ball) {
  lists_.insert(ball, center_ahead(ball, site_.now), site_.store.known_radius(ball), near_bodies_,
                [&](std::uint32_t other) { site_.fetch_path(other); });
  site_.counts.centers += near_bodies_.looked_at;
  if (beside_.empty()) return;
  if (ball >= beside_.size()) beside_.resize(site_.store.size());
  beside_[ball] = is_beside(ball) ? 1 : 0;
}

/// Gives a ball a new list; false if it is too far away for that: then the search has to begin anew.
template <int D>
bool VerletSearch<D>::recenter(std::uint32_t ball) {
  ++site_.counts.places_left;
  lists_.remove(ball);
  if (!lists_.can_hold(site_.store.position_at(ball, site_.now))) {
    site_.slot.forget_as_too_wide();
    return false;
  }
  insert(ball);
  return true;
}

template <int D>
void VerletSearch<D>::place_obstacles() {
  /// Of a cell: more than a centre is rounded by.
  constexpr double kRounding = 1.0 / 256;
  obstacles_.place_in_cells(lists_.cells().size(), [&](const Obstacle<D>& piece, const auto& visit) {
    const double margin = 1.05 * (tuning_.largest + lists_.skin());
    Vec<D> low = piece.low;
    Vec<D> high = piece.high;
    for (int k = 0; k < D; ++k) {
      const double rounding = kRounding * lists_.cells().side()[k];
      low[k] -= margin + rounding;
      high[k] += margin + rounding;
    }
    lists_.cells().visit_box(low, high, visit);
  });
}

/// Which spheres are close to obstacles, if these stand still.
template <int D>
void VerletSearch<D>::find_beside() {
  const auto& everywhere = obstacles_.everywhere();
  const auto moves = [&](std::uint32_t number) { return site_.store.has_moved(site_.obstacles[number].body); };
  if (site_.obstacles.empty() || std::any_of(everywhere.begin(), everywhere.end(), moves)) return;
  beside_.resize(site_.store.size());
  for (const std::uint32_t ball : site_.store.balls()) beside_[ball] = is_beside(ball) ? 1 : 0;
}

/// Whether a ball in its sphere may come so far as to an obstacle.
template <int D>
bool VerletSearch<D>::is_beside(std::uint32_t ball) const {
  const Vec<D> place = site_.store.position_at(ball, site_.now);
  const Vec<D> center = place - lists_.from_center(ball, place);
  // A centre is rounded.
  const double reach = 1.05 * (site_.store.radius(ball) + lists_.skin());
  return obstacles_.any_near([&] { return lists_.cell_index(ball); },
                             [&](const Obstacle<D>& piece) { return !is_far_from(piece, center, reach); });
}

template <int D>
Due<D> VerletSearch<D>::due(const Calendar::Entry& entry) const {
  using Kind = typename Due<D>::Kind;
  // Only leaving a place has rank 0.
  if (entry.rank == 0) return {.kind = Kind::leave};
  const std::uint32_t other = entry.low ^ entry.high ^ entry.body;
  if (!is_ball(other)) return {.kind = Kind::obstacle, .number = site_.calendar.tag(entry.body)};
  return {.kind = site_.is_stale(other, entry.body) ? Kind::stale : Kind::ball};
}

template <int D>
void VerletSearch<D>::predict_all() {
  site_.calendar.clear(site_.store.size(), site_.setting.clock.length());
  for (const std::uint32_t ball : site_.store.balls()) predict(ball);
}

template <int D>
void VerletSearch<D>::predict(std::uint32_t ball) {
  if (!is_simple(ball)) return predict_generally(ball);
  if (!site_.prefilter.empty()) return plan_some(&ball, 1);
  count_listed(&ball, 1);
  prepare(ball);
  FirstMet<D> first;
  if (!plan_one_(plan_, ball, first)) plan_among(ball, first);
}

template <int D>
void VerletSearch<D>::predict_parted(std::uint32_t low, std::uint32_t high) {
  if (!is_simple(low) || !is_simple(high) || site_.store.particle(low).time() != site_.now) {
    predict(low);
    return predict(high);
  }
  const std::uint32_t balls[2] = {low, high};
  if (!site_.prefilter.empty()) return plan_some(balls, 2);
  count_listed(balls, 2);
  prepare(low);
  FirstMet<D> first[2];
  bool planned[2];
  plan_two_(plan_, balls, first, planned);
  if (!planned[0]) plan_among(low, first[0]);
  if (!planned[1]) plan_among(high, first[1]);
}

template <int D>
void VerletSearch<D>::predict_generally(std::uint32_t ball) {
  Encounter<D> found;
  const Time exit = next_exit(ball);
  site_.count_questions(1);
  candidates_.clear();
  lists_.gather(ball, candidates_);
  first_.consider(ball, candidates_, found);
  // A search is followed by a prediction of everything.
  if (!site_.obstacles.empty() && !site_.store.particle(ball).immovable) {
    obstacles_.consider_everywhere(ball, exit, found);
    if (obstacles_.has_cells()) obstacles_.consider_cell(ball, lists_.cell_index(ball), exit, found);
  }
  enter(ball, found, exit);
}

/// As `predict` of some, at most kPlanned.
template <int D>
void VerletSearch<D>::predict_some(const std::uint32_t* balls, std::size_t count) {
  std::uint32_t simple[kPlanned];
  std::size_t many = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (is_simple(balls[k]))
      simple[many++] = balls[k];
    else
      predict(balls[k]);
  }
  if (many > 0) plan_some(simple, many);
}

/// Some balls are held against all in their lists.
template <int D>
void VerletSearch<D>::count_listed(const std::uint32_t* balls, std::size_t count) const {
  site_.count_questions(count);
  for (std::size_t k = 0; k < count; ++k) site_.counts.pairs += lists_.neighbours(balls[k]);
}

template <int D>
void VerletSearch<D>::prepare(std::uint32_t ball) {
  plan_.search.particles = site_.store.particles();
  plan_.versions = site_.store.versions();
  plan_.search.self = plan_.search.parted = ball;
  plan_.search.since = site_.store.since(ball, site_.now);
  plan_.search.radius = site_.store.known_radius(ball);
  plan_.search.radii = site_.store.radii();
  plan_.records = site_.store.records();
  plan_.now = site_.now;
}

/// As `predict` of some simple ones, at most kPlanned, by their coarse paths.
template <int D>
void VerletSearch<D>::plan_some(const std::uint32_t* balls, std::size_t count) {
  count_listed(balls, count);
  site_.prefilter.refresh(site_.now);
  prepare(balls[0]);
  site_.prefilter.describe(plan_.search, site_.now);
  FirstMet<D> first[kPlanned];
  unsigned left = plan_some_(plan_, balls, count, first);
  for (std::size_t k = 0; left != 0; ++k, left >>= 1)
    if ((left & 1) != 0) plan_among(balls[k], first[k]);
}

/// The rest of it, where is known who may be met first.
template <int D>
void VerletSearch<D>::plan_among(std::uint32_t ball, const FirstMet<D>& first) {
  Encounter<D> found;
  first_.note(ball, first, found);
  // A path that ends in the sphere does not leave it.
  const Particle<D>& particle = site_.store.particle(ball);
  if (found.partner != kNone &&
      lists_.holds(lists_.from_center(
          ball, particle.position + site_.setting.clock.between(particle.time(), found.key.time) * particle.velocity)))
    return site_.calendar.set(ball, found.key, found.partner_version);
  enter(ball, found, next_exit(ball));
}

template <int D>
Time VerletSearch<D>::next_exit(std::uint32_t ball) const {
  const Vec<D> from_center = lists_.from_center(ball, site_.store.position_at(ball, site_.now));
  return site_.setting.clock.later(site_.now, lists_.exit_after(from_center, site_.store.particle(ball).velocity));
}

/// Enters what comes first: an encounter, or leaving the sphere.
template <int D>
void VerletSearch<D>::enter(std::uint32_t ball, const Encounter<D>& found, const Time& exit) {
  const DueKey leave{exit, 0, ball, 0};
  const DueKey& due = leave < found.key ? leave : found.key;
  if (due.time == EpochClock::never())
    site_.calendar.erase(ball);
  else
    site_.calendar.set(ball, due, found.partner == kNone ? found.obstacle : found.partner_version);
}

/// Finds anew what is due for the balls of a bin that leave their spheres or whose partners have changed, a few at
/// once: long chains of operations then overlap. That it is done a little early changes no event.
template <int D>
void VerletSearch<D>::renew_open() {
  std::uint32_t balls[kPlanned];
  std::size_t count = 0;
  site_.calendar.visit_open([&](const Calendar::Entry& entry) {
    const std::uint32_t ball = entry.body;
    const std::uint32_t other = entry.low ^ entry.high ^ ball;
    if (site_.slot.empty() || (entry.rank != 0 && !(is_ball(other) && site_.is_stale(other, ball)))) return;
    if (entry.rank == 0 && !recenter(ball)) return;
    balls[count++] = ball;
    if (count < kPlanned) return;
    predict_some(balls, count);
    count = 0;
  });
  if (count > 0 && !site_.slot.empty()) predict_some(balls, count);
}

/// Asks for the memory that the next events need, in stages: each needs what the one before has asked for.
template <int D>
void VerletSearch<D>::fetch_ahead() {
  const auto partner_of = [&](const Calendar::Entry& entry) {
    const std::uint32_t other = entry.low ^ entry.high ^ entry.body;
    return is_ball(other) ? other : entry.body;
  };
  const auto fetch_ball = [&](std::uint32_t ball) {
    site_.store.fetch(ball);
    site_.calendar.fetch(ball);
    lists_.fetch(ball);
  };
  const auto fetch_list = [&](std::uint32_t ball) {
    for (const std::uint32_t other : lists_.list(ball)) site_.fetch_path(other);
  };
  site_.calendar.visit_coming(0, 16, [&](const Calendar::Entry& entry) {
    fetch_ball(entry.body);
    if (entry.rank == 0) return;
    const std::uint32_t other = partner_of(entry);
    fetch_ball(other);
    for (const std::uint32_t ball : {entry.body, other}) {
      site_.store.fetch_record(ball);
      site_.store.fetch_version(ball);
    }
  });
  site_.calendar.visit_coming(1, 8, [&](const Calendar::Entry& entry) {
    fetch_list(entry.body);
    if (entry.rank == 0) return lists_.fetch_cells(entry.body, center_ahead(entry.body, entry.time), near_bodies_);
    // Another domain may be changing the list of a ball of its own.
    if (const std::uint32_t other = partner_of(entry); site_.calendar.is_mine(other)) fetch_list(other);
  });
  site_.calendar.visit_coming(2, 4, [&](const Calendar::Entry& entry) {
    if (entry.rank == 0) lists_.fetch_further(center_ahead(entry.body, entry.time), near_bodies_);
  });
}

template class VerletSearch<2>;
template class VerletSearch<3>;

}  // namespace carom::sim
