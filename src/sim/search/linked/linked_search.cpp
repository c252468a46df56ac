#include "sim/search/linked/linked_search.hpp"

#include <algorithm>

namespace carom::sim {

template <int D>
LinkedSearch<D>::LinkedSearch(const SearchSite<D>& site, broad::LinkedCells<D> cells, double largest,
                              bool fetches_ahead)
    : site_(site),
      shared_(std::make_shared<Shared>(Shared{std::move(cells), {}})),
      largest_(largest),
      fetches_ahead_(fetches_ahead),
      renews_(!fetches_ahead),
      first_(site),
      plan_{first_.question(), site.store.records(),  &cells_, known_.data(), &site.setting.clock,
            &site.calendar,    site.store.versions(), site.now} {
  for (const std::uint32_t ball : site_.store.balls()) insert(ball);
}

template <int D>
LinkedSearch<D>::LinkedSearch(const SearchSite<D>& site, const LinkedSearch& whole, bool)
    : site_(site),
      shared_(whole.shared_),
      largest_(whole.largest_),
      fetches_ahead_(whole.fetches_ahead_),
      renews_(false),
      early_cells_(&EarlyCells::kNone),
      first_(site),
      plan_{first_.question(), site.store.records(),  &cells_, known_.data(), &site.setting.clock,
            &site.calendar,    site.store.versions(), site.now} {}

template <int D>
void LinkedSearch<D>::insert(std::uint32_t ball) {
  if (ball >= known_.size()) known_.resize(site_.store.size());
  cells_.insert(ball, site_.store.position_at(ball, site_.now));
}

template <int D>
void LinkedSearch<D>::predict_all() {
  site_.calendar.clear(site_.store.size(), site_.setting.clock.length());
  known_.assign(site_.store.size(), {});
  steps_.clear();
  for (const std::uint32_t ball : site_.store.balls()) predict(ball);
}

template <int D>
Due<D> LinkedSearch<D>::due(const Calendar::Entry& entry) const {
  using Kind = typename Due<D>::Kind;
  // Only leaving a cell has rank 0.
  if (entry.rank == 0) return {.kind = Kind::leave};
  return {.kind = site_.is_stale(entry.low ^ entry.high ^ entry.body, entry.body) ? Kind::stale : Kind::ball};
}

template <int D>
const Calendar::Entry& LinkedSearch<D>::next() {
  if (fetches_ahead_) look_ahead();
  const auto opened = [this] {
    if (renews_) renew_open();
  };
  const Calendar::Entry* next = &site_.calendar.top(opened);
  while (plan_step(*next)) next = &site_.calendar.top(opened);
  return *next;
}

template <int D>
void LinkedSearch<D>::predict(std::uint32_t ball) {
  if (site_.store.particle(ball).special) return predict_generally(ball);
  predict_near(&ball, 1);
}

template <int D>
void LinkedSearch<D>::predict_parted(std::uint32_t low, std::uint32_t high) {
  const BodyStore<D>& store = site_.store;
  if (store.particle(low).special || store.particle(high).special || store.particle(low).time() != site_.now) {
    predict(low);
    return predict(high);
  }
  const std::uint32_t balls[2] = {low, high};
  predict_near(balls, 2);
}

/// As `predict` of balls, all simple.
template <int D>
void LinkedSearch<D>::predict_near(const std::uint32_t* balls, std::size_t count) {
  row_.clear();
  for (std::size_t k = 0; k < count; ++k)
    if (!gather_near_(cells_, cells_.around(balls[k]), balls[k], row_)) predict_generally(balls[k]);
  plan_row(row_, true);
}

template <int D>
void LinkedSearch<D>::predict_generally(std::uint32_t ball) {
  Encounter<D> found;
  site_.count_questions(1);
  candidates_.clear();
  cells_.visit(cells_.around(ball), [&](std::uint32_t other) { candidates_.add_one(other); });
  first_.consider(ball, candidates_, found);
  enter(ball, found);
}

/// What is due for the balls of a row, anew or after steps: at least for those before one.
template <int D>
void LinkedSearch<D>::plan_row_until(NearRow& row, bool anew, std::size_t end) {
  if (row.planned >= end) return;
  const std::size_t from = row.planned;
  prepare(row.balls[0]);
  while (row.planned < end) {
    FirstMet<D> first[kPlannedNear];
    const std::uint32_t* balls = row.balls + row.planned;
    auto [count, left] = plan_near_(plan_, row, row.planned, anew, first);
    row.planned += count;
    for (std::size_t k = 0; left != 0; ++k, left >>= 1)
      if ((left & 1) != 0) plan_near_first(balls[k], anew, first[k]);
  }
  if (anew) site_.count_questions(row.planned - from);
  site_.counts.pairs += row.ends[row.planned] - row.ends[from];
  if (row.planned == row.count) row.clear();
}

template <int D>
void LinkedSearch<D>::prepare(std::uint32_t ball) {
  plan_.search.particles = site_.store.particles();
  plan_.search.radius = site_.store.known_radius(ball);
  plan_.search.radii = site_.store.radii();
  plan_.records = site_.store.records();
  plan_.known = known_.data();
  plan_.versions = site_.store.versions();
  plan_.now = site_.now;
  if (site_.prefilter.empty()) return;
  site_.prefilter.refresh(site_.now);
  site_.prefilter.describe(plan_.search, site_.now);
}

/// What is due for a ball, where is known who may be met first of those near it, or come near.
template <int D>
void LinkedSearch<D>::plan_near_first(std::uint32_t ball, bool anew, const FirstMet<D>& first) {
  Encounter<D> found;
  if (!anew) found = known_encounter(ball);
  first_.note(ball, first, found);
  enter(ball, found);
}

/// The meeting that is known of a ball.
template <int D>
Encounter<D> LinkedSearch<D>::known_encounter(std::uint32_t ball) const {
  Encounter<D> found;
  const KnownMeeting& known = known_[ball];
  if (known.is_never()) return found;
  const std::uint32_t other = known.partner();
  found.key = {known.time, known.rank, std::min(ball, other), std::max(ball, other)};
  found.partner = other;
  found.partner_version = known.version;
  return found;
}

/// Notes an encounter, and enters what comes first: that, or leaving the cell.
template <int D>
void LinkedSearch<D>::enter(std::uint32_t ball, const Encounter<D>& found) {
  const Particle<D>& particle = site_.store.particle(ball);
  const auto exit = cells_.first_exit(ball, site_.store.position_at(ball, site_.now), particle.velocity);
  const DueKey leave{site_.setting.clock.later(site_.now, exit.after), 0, ball, exit.step.code()};
  const DueKey& due = leave < found.key ? leave : found.key;
  known_[ball] = {};
  if (found.partner != kNone)
    known_[ball] = {found.key.time, found.partner | KnownMeeting::kOthers, found.partner_version, found.key.rank};
  if (due.time == EpochClock::never())
    site_.calendar.erase(ball);
  else
    site_.calendar.set(ball, due, found.partner == kNone ? found.obstacle : found.partner_version);
}

/// What is due for a ball after a meeting that was known and does not come.
template <int D>
void LinkedSearch<D>::predict_stale(std::uint32_t ball) {
  if (known_[ball].has_others()) return predict(ball);
  known_[ball] = {};
  prepare(ball);
  enter_linked_(plan_, ball);
}

/// A ball leaves its cell.
template <int D>
void LinkedSearch<D>::step_ahead(std::uint32_t ball, const broad::CellStep& step) {
  row_.clear();
  ++site_.counts.places_left;
  const broad::LinkedRange<D> ahead = cells_.step(ball, step);
  if (site_.store.particle(ball).special || !gather_near_(cells_, ahead, ball, row_)) return predict_generally(ball);
  plan_row(row_, false);
}

/// For the balls of a bin that leave their cells or whose partners have changed, a few at once: long chains of
/// operations then overlap. That it is done a little early changes no event.
template <int D>
void LinkedSearch<D>::renew_open() {
  stale_.clear();
  site_.calendar.visit_open([&](const Calendar::Entry& entry) {
    if (entry.rank == 0)
      step_early(entry);
    else
      renew_stale(entry);
  });
  plan_row(steps_, false);
  plan_row(stale_, true);
}

template <int D>
bool LinkedSearch<D>::may_step_early(std::uint32_t ball, const broad::CellStep& step) const {
  if (!early_cells_) return true;
  const std::size_t axis = early_cells_->axis;
  const int column = cells_.place(ball).cell[axis] + (step.axis == axis ? step.direction() : 0);
  return early_cells_->has_column(column) || early_cells_->has(cells_.number_after(ball, step));
}

/// A ball steps into the next cell if it is close enough to that: its next step is planned together with those of
/// others.
template <int D>
void LinkedSearch<D>::step_early(const Calendar::Entry& entry) {
  const std::uint32_t ball = entry.body;
  const Particle<D>& particle = site_.store.particle(ball);
  const broad::CellStep step = broad::CellStep::of(entry.high);
  const Vec<D> place = particle.position + site_.store.since(ball, site_.now) * particle.velocity;
  if (particle.special || !cells_.may_step(ball, place, step) || !may_step_early(ball, step)) return;
  if (steps_.is_full()) plan_row(steps_, false);
  ++site_.counts.places_left;
  if (!gather_near_(cells_, cells_.step(ball, step), ball, steps_)) predict_generally(ball);
}

/// Nor does a ball meet whose partner has changed.
template <int D>
void LinkedSearch<D>::renew_stale(const Calendar::Entry& entry) {
  const std::uint32_t ball = entry.body;
  if (!site_.is_stale(entry.low ^ entry.high ^ ball, ball)) return;
  if (!known_[ball].has_others() || site_.store.particle(ball).special) return predict_stale(ball);
  if (stale_.is_full()) plan_row(stale_, true);
  if (!gather_near_(cells_, cells_.around(ball), ball, stale_)) predict_generally(ball);
}

/// As renew_open where memory is far: entry by entry, in stages, each of which asks for the memory that the next one
/// needs.
template <int D>
void LinkedSearch<D>::look_ahead() {
  Calendar& calendar = site_.calendar;
  calendar.visit_coming(0, 30, [&](const Calendar::Entry& entry) { fetch_moving(entry); });
  calendar.visit_coming(1, 20, [&](const Calendar::Entry& entry) {
    if (entry.rank == 0) return cells_.fetch_step(entry.body, broad::CellStep::of(entry.high));
    for (const std::uint32_t ball : {entry.low, entry.high})
      if (looks_around(entry, ball)) cells_.fetch_cells(cells_.around(ball));
  });
  calendar.visit_coming(2, 10, [&](const Calendar::Entry& entry) {
    if (entry.rank == 0) {
      step_early(entry);
      if (steps_.count > 0 && steps_.balls[steps_.count - 1] == entry.body) fetch_near(steps_, steps_.count - 1);
      return;
    }
    for (const std::uint32_t ball : {entry.low, entry.high}) {
      row_.clear();
      if (looks_around(entry, ball) && gather_near_(cells_, cells_.around(ball), ball, row_)) fetch_near(row_, 0);
    }
  });
  calendar.visit_coming(3, 4, [&](const Calendar::Entry& entry) { plan_step(entry); });
}

/// Whether a ball of a meeting will look around: both that meet, else the one that waits, if it may meet somebody else.
/// One of another domain will not, whose cells may be changed there.
template <int D>
bool LinkedSearch<D>::looks_around(const Calendar::Entry& meeting, std::uint32_t ball) const {
  if (!site_.calendar.is_mine(ball)) return false;
  if (!site_.is_stale(meeting.low ^ meeting.high ^ meeting.body, meeting.body)) return true;
  return ball == meeting.body && known_[ball].has_others();
}

/// If a ball has stepped early, and that is still to be planned, does that: whether.
template <int D>
bool LinkedSearch<D>::plan_step(const Calendar::Entry& entry) {
  if (entry.rank != 0 || steps_.count == 0) return false;
  const std::size_t number = steps_.find(entry.body);
  if (number == steps_.count) return false;
  plan_row_until(steps_, false, number + 1);
  return true;
}

/// Asks for the paths of those near balls of a row from that number on.
template <int D>
void LinkedSearch<D>::fetch_near(const NearRow& row, std::size_t number) const {
  for (std::size_t k = row.ends[number]; k < row.ends[row.count]; ++k) site_.fetch_path(row.bodies[k]);
}

/// Asks for what is known of the balls of an entry.
template <int D>
void LinkedSearch<D>::fetch_moving(const Calendar::Entry& entry) const {
  const auto fetch_ball = [&](std::uint32_t ball) {
    site_.store.fetch(ball);
    broad::fetch_line(&known_[ball]);
    cells_.fetch(ball);
  };
  fetch_ball(entry.body);
  if (entry.rank == 0) return;
  const std::uint32_t other = entry.low ^ entry.high ^ entry.body;
  fetch_ball(other);
  site_.calendar.fetch(other);
  for (const std::uint32_t ball : {entry.body, other}) {
    site_.store.fetch_record(ball);
    site_.store.fetch_version(ball);
  }
}

template class LinkedSearch<2>;
template class LinkedSearch<3>;

}  // namespace carom::sim
