#include <algorithm>
#include <cmath>

#include "sim/simulation.hpp"

// Balls among linked cells.
namespace carom::detail {

/// As `predict` of balls, all simple.
template <int D>
void Simulation<D>::predict_near(const std::uint32_t* balls, std::size_t count) {
  row_.clear();
  for (std::size_t k = 0; k < count; ++k)
    if (!gather_near_(links_, links_.around(balls[k]), balls[k], row_)) predict_generally(balls[k]);
  plan_row(row_, true);
}

/// What is due for the balls of a row, anew or after steps.
template <int D>
void Simulation<D>::plan_row(NearRow& row, bool anew) {
  plan_row_until(row, anew, row.count);
}

/// The same for at least those before one.
template <int D>
void Simulation<D>::plan_row_until(NearRow& row, bool anew, std::size_t end) {
  if (row.planned >= end) return;
  prepare_linked(row.balls[0]);
  while (row.planned < end) {
    FirstMet<D> first[kPlannedNear];
    const std::uint32_t* balls = row.balls + row.planned;
    auto [count, left] = plan_near_(linked_plan_, row, row.planned, anew, first);
    row.planned += count;
    for (std::size_t k = 0; left != 0; ++k, left >>= 1)
      if ((left & 1) != 0) plan_near_first(balls[k], anew, first[k]);
  }
  if (row.planned == row.count) row.clear();
}

template <int D>
void Simulation<D>::prepare_linked(std::uint32_t id) {
  LinkedPlan<D>& plan = linked_plan_;
  plan.search.movers = movers_.data();
  plan.search.radius = known_radius(id);
  plan.search.radii = equal_radii_ ? nullptr : radii_.data();
  plan.records = records_.data();
  plan.known = known_.data();
  plan.versions = versions_.data();
  plan.now = now_;
  // A larger world than before may have none any more.
  plan.search.glances = nullptr;
  if (glances_.empty()) return;
  if (now_.epoch - glance_epoch_ >= GlanceBounds::kEpochs) look_at_all();
  plan.search.glances = glances_.data();
  plan.search.elapsed = static_cast<float>(clock_.between({glance_epoch_, 0}, now_) / clock_.length());
}

/// What is due for a ball, where is known who may be met first of those near it, or come near.
template <int D>
void Simulation<D>::plan_near_first(std::uint32_t id, bool anew, const FirstMet<D>& first) {
  found_ = {};
  if (!anew) note_known(id);
  note_first(id, first);
  schedule_search(id);
  schedule(id);
}

/// The meeting that is known of a ball.
template <int D>
void Simulation<D>::note_known(std::uint32_t id) {
  const KnownMeeting& known = known_[id];
  if (known.is_never()) return;
  const std::uint32_t other = known.partner();
  found_.key = {known.time, known.rank, std::min(id, other), std::max(id, other)};
  found_.partner = other;
  found_.partner_version = known.version;
}

/// What is due for a ball after a meeting that was known and does not come.
template <int D>
void Simulation<D>::predict_left(std::uint32_t id) {
  if (known_[id].has_others()) return predict(id);
  known_[id] = {};
  prepare_linked(id);
  enter_linked_(linked_plan_, id);
}

/// A ball leaves its cell.
template <int D>
void Simulation<D>::step_ahead(std::uint32_t id, const CellStep& step) {
  row_.clear();
  const LinkedRange<D> ahead = links_.step(id, step);
  if (movers_[id].special || !gather_near_(links_, ahead, id, row_)) return predict_generally(id);
  plan_row(row_, false);
}

/// As renew_open: for the balls of a bin that leave their cells or whose partners have changed.
template <int D>
void Simulation<D>::renew_linked() {
  stale_.clear();
  calendar_.visit_open([&](const Calendar::Entry& entry) {
    if (entry.rank == 0)
      step_early(entry);
    else
      renew_stale(entry);
  });
  plan_row(steps_, false);
  plan_row(stale_, true);
}

template <int D>
bool Simulation<D>::may_step_early(std::uint32_t id, const CellStep& step) const {
  if (!early_cells_) return true;
  const std::size_t axis = early_cells_->axis;
  const int column = links_.place(id).cell[axis] + (step.axis == axis ? step.direction() : 0);
  return early_cells_->has_column(column) || early_cells_->has(links_.number_after(id, step));
}

/// A ball steps into the next cell if it is close enough to that: its next step is planned together with those of
/// others.
template <int D>
void Simulation<D>::step_early(const Calendar::Entry& entry) {
  const std::uint32_t id = entry.body;
  const Mover<D>& mover = movers_[id];
  const CellStep step = CellStep::of(entry.high);
  const Vec<D> place = mover.position + clock_.between(mover.time(), now_) * mover.velocity;
  if (mover.special || !links_.may_step(id, place, step) || !may_step_early(id, step)) return;
  if (steps_.is_full()) plan_row(steps_, false);
  if (!gather_near_(links_, links_.step(id, step), id, steps_)) predict_generally(id);
}

/// Nor does a ball meet whose partner has changed.
template <int D>
void Simulation<D>::renew_stale(const Calendar::Entry& entry) {
  const std::uint32_t id = entry.body;
  if (versions_[entry.low ^ entry.high ^ id] == calendar_.tag(id)) return;
  if (!known_[id].has_others() || movers_[id].special) return predict_left(id);
  if (stale_.is_full()) plan_row(stale_, true);
  if (!gather_near_(links_, links_.around(id), id, stale_)) predict_generally(id);
}

/// As renew_linked where memory is far: entry by entry, in stages, each of which asks for the memory that the next one
/// needs.
template <int D>
void Simulation<D>::look_ahead() {
  calendar_.visit_coming(0, 30, [&](const Calendar::Entry& entry) { fetch_moving(entry); });
  calendar_.visit_coming(1, 20, [&](const Calendar::Entry& entry) {
    if (entry.rank == 0) return links_.fetch_step(entry.body, CellStep::of(entry.high));
    for (const std::uint32_t id : {entry.low, entry.high})
      if (looks_around(entry, id)) links_.fetch_cells(links_.around(id));
  });
  calendar_.visit_coming(2, 10, [&](const Calendar::Entry& entry) {
    if (entry.rank == 0) {
      step_early(entry);
      if (steps_.count > 0 && steps_.balls[steps_.count - 1] == entry.body) fetch_near(steps_, steps_.count - 1);
      return;
    }
    for (const std::uint32_t id : {entry.low, entry.high}) {
      row_.clear();
      if (looks_around(entry, id) && gather_near_(links_, links_.around(id), id, row_)) fetch_near(row_, 0);
    }
  });
  calendar_.visit_coming(3, 4, [&](const Calendar::Entry& entry) { plan_step(entry); });
}

/// Whether a ball of a meeting will look around: both that meet, else the one that waits, if it may meet somebody else.
/// One of another part will not, whose cells may be changed there.
template <int D>
bool Simulation<D>::looks_around(const Calendar::Entry& meeting, std::uint32_t id) const {
  if (!calendar_.is_mine(id)) return false;
  if (versions_[meeting.low ^ meeting.high ^ meeting.body] == calendar_.tag(meeting.body)) return true;
  return id == meeting.body && known_[id].has_others();
}

/// If a ball has stepped early, and that is still to be planned, does that: whether.
template <int D>
bool Simulation<D>::plan_step(const Calendar::Entry& entry) {
  if (entry.rank != 0 || steps_.count == 0) return false;
  const std::size_t number = steps_.find(entry.body);
  if (number == steps_.count) return false;
  plan_row_until(steps_, false, number + 1);
  return true;
}

/// Asks for the paths of those near balls of a row from that number on.
template <int D>
void Simulation<D>::fetch_near(const NearRow& row, std::size_t number) const {
  for (std::size_t k = row.ends[number]; k < row.ends[row.count]; ++k) fetch_path(row.bodies[k]);
}

/// Asks for what is known of the balls of an entry.
template <int D>
void Simulation<D>::fetch_moving(const Calendar::Entry& entry) const {
  const auto fetch_ball = [&](std::uint32_t id) {
    fetch_line(&movers_[id]);
    fetch_line(&known_[id]);
    links_.fetch(id);
  };
  fetch_ball(entry.body);
  if (entry.rank == 0) return;
  const std::uint32_t other = entry.low ^ entry.high ^ entry.body;
  fetch_ball(other);
  calendar_.fetch(other);
  for (const std::uint32_t id : {entry.body, other}) {
    fetch_object(&records_[id]);
    fetch_line(&versions_[id]);
  }
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
