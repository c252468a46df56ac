#include "sim/search/general_search.hpp"

namespace carom::sim {

template <int D>
Due<D> GeneralSearch<D>::due(const Calendar::Entry& entry) const {
  using Kind = typename Due<D>::Kind;
  const Pending& pending = pending_[entry.body];
  const Encounter<D>& encounter = pending.encounter;
  if (pending.due == Kind::leave) return {.kind = Kind::leave};
  if (pending.due == Kind::phase_end) return {.kind = Kind::phase_end, .number = pending.phase_end.released_support};
  if (is_stale(encounter)) return {.kind = Kind::stale};
  return {.kind = pending.due, .number = encounter.obstacle, .image = &encounter.image};
}

template <int D>
void GeneralSearch<D>::enter(std::uint32_t ball, const Encounter<D>& found, const Exit& exit) {
  using Kind = typename Due<D>::Kind;
  Pending& pending = pending_[ball];
  pending.encounter = found;
  pending.exit = exit;
  pending.due = found.partner == kNone ? Kind::obstacle : Kind::ball;
  DueKey due = found.key;
  if (pending.phase_end.key < due) {
    due = pending.phase_end.key;
    pending.due = Kind::phase_end;
  }
  if (const DueKey leave{exit.time, 0, ball, 0}; leave < due) {
    due = leave;
    pending.due = Kind::leave;
  }
  if (due.time == EpochClock::never())
    site_.calendar.erase(ball);
  else
    site_.calendar.set(ball, due, found.partner == kNone ? found.obstacle : found.partner_version);
}

template class GeneralSearch<2>;
template class GeneralSearch<3>;

}  // namespace carom::sim
