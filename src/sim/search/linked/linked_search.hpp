#pragma once
#include <cstdint>
#include <memory>

#include "broad/cells/linked_cells.hpp"
#include "sim/search/early_cells.hpp"
#include "sim/search/first_encounter.hpp"
#include "sim/search/linked/linked_plan.hpp"
#include "sim/search/search.hpp"

namespace carom::sim {

/// Many balls of similar sizes on straight paths that are far apart, in a periodic box without obstacles: each is in a
/// linked cell, and may meet those in the cells around that. The calendar says all that is due for one.
template <int D>
class LinkedSearch final : public Search<D> {
 public:
  /// `largest`: radius that a ball may have; `fetches_ahead`: the world does not fit into the fast caches.
  LinkedSearch(const SearchSite<D>& site, broad::LinkedCells<D> cells, double largest, bool fetches_ahead);
  /// Of a domain, which looks for its own balls in the cells of all. `others_ahead`: own times of balls that may be met
  /// may be later than now, which makes no difference here.
  LinkedSearch(const SearchSite<D>& site, const LinkedSearch& whole, bool others_ahead);

  SearchKind kind() const override { return SearchKind::linked_cells; }
  bool can_take(std::uint32_t ball) const override { return site_.is_plain(ball, largest_); }
  void insert(std::uint32_t ball) override;
  void remove(std::uint32_t ball) override { cells_.remove(ball); }
  void wrap(std::uint32_t ball, const broad::Cell<D>& boxes) override { cells_.wrap(ball, boxes); }
  void grow(std::uint32_t) override { site_.slot.forget(); }
  void predict(std::uint32_t ball) override;
  void predict_parted(std::uint32_t low, std::uint32_t high) override;
  void predict_all() override;
  const Calendar::Entry& next() override;
  Due<D> due(const Calendar::Entry& entry) const override;
  void leave_place(std::uint32_t ball) override {
    step_ahead(ball, broad::CellStep::of(site_.calendar.key(ball).high));
  }
  void predict_stale(std::uint32_t ball) override;
  void finish() override { plan_row(steps_, false); }
  std::unique_ptr<ParallelRun<D>> divide(Domain<D>& whole, int threads, int slabs) override;

  // What domains ask (domain/division.hpp).
  const broad::CellTorus<D>& cells() const { return cells_.cells(); }
  double margin() const { return cells_.margin(2 * largest_); }
  double beyond_place(std::uint32_t ball, const Time& time) const {
    return cells_.beyond(ball, site_.store.position_at(ball, time));
  }
  int column(std::uint32_t ball, std::size_t axis) const { return column(ball, axis, 0); }
  int next_column(std::uint32_t ball, std::size_t axis, double) const {
    const broad::CellStep step = broad::CellStep::of(site_.calendar.key(ball).high);
    return column(ball, axis, step.axis == axis ? step.direction() : 0);
  }
  template <class Visit>
  void visit_near(std::uint32_t ball, Visit visit) const {
    cells_.visit(cells_.around(ball), [&](std::uint32_t other) {
      if (other != ball) visit(other);
    });
  }
  template <class Visit>
  void visit_entered(std::uint32_t ball, const broad::CellStep& step, Visit visit) const {
    cells_.visit(cells_.entered(ball, step), visit);
  }
  template <class IsOnSide, class Visit>
  void visit_on_side(std::uint32_t ball, std::size_t axis, bool leave_out_above, IsOnSide, Visit visit) const {
    cells_.visit_but(cells_.around(ball), axis, leave_out_above, [&](std::uint32_t other) {
      if (other != ball) visit(other);
    });
  }
  void fetch_place(std::uint32_t ball) const { cells_.fetch(ball); }
  void fetch_near(std::uint32_t ball) const { cells_.fetch_cells(cells_.around(ball)); }
  static constexpr bool kChangesBeyond = false;
  void make_room(std::size_t) {}
  bool ran_out() const { return false; }
  /// Balls step early only into these cells from now on.
  void restrict_to(const EarlyCells& cells) { early_cells_ = &cells; }
  /// As `finish` if what a ball does after a step is still to be found out.
  void finish_step_of(std::uint32_t ball) {
    if (steps_.has(ball)) finish();
  }
  std::size_t marks() const { return cells_.numbers(); }
  std::size_t mark_of(std::uint32_t ball) const { return cells_.number(ball); }
  std::size_t mark_of(const broad::Cell<D>& cell) const { return cells_.number(cell); }
  template <class Mark>
  void visit_marks(std::uint32_t ball, Mark mark) const {
    cells_.visit_numbers(cells_.around(ball), mark);
  }
  template <class Mark>
  void visit_marks_but(std::uint32_t ball, std::size_t axis, bool above, Mark mark) const {
    cells_.visit_numbers_but(cells_.around(ball), axis, above, mark);
  }

 private:
  /// What is shared with the domains of a whole.
  struct Shared {
    broad::LinkedCells<D> cells;
    broad::LargeArray<KnownMeeting> known;  ///< of all balls
  };

  int column(std::uint32_t ball, std::size_t axis, int steps) const {
    return static_cast<int>(
        broad::CellTorus<D>::wrapped(cells_.place(ball).cell[axis] + steps, cells().counts()[axis]));
  }
  void predict_near(const std::uint32_t* balls, std::size_t count);
  void predict_generally(std::uint32_t ball);
  void plan_row(NearRow& row, bool anew) { plan_row_until(row, anew, row.count); }
  void plan_row_until(NearRow& row, bool anew, std::size_t end);
  void prepare(std::uint32_t ball);
  void plan_near_first(std::uint32_t ball, bool anew, const FirstMet<D>& first);
  Encounter<D> known_encounter(std::uint32_t ball) const;
  void enter(std::uint32_t ball, const Encounter<D>& found);
  void step_ahead(std::uint32_t ball, const broad::CellStep& step);
  void renew_open();
  bool may_step_early(std::uint32_t ball, const broad::CellStep& step) const;
  void step_early(const Calendar::Entry& entry);
  void renew_stale(const Calendar::Entry& entry);
  void look_ahead();
  bool looks_around(const Calendar::Entry& meeting, std::uint32_t ball) const;
  bool plan_step(const Calendar::Entry& entry);
  void fetch_near(const NearRow& row, std::size_t number) const;
  void fetch_moving(const Calendar::Entry& entry) const;

  SearchSite<D> site_;
  std::shared_ptr<Shared> shared_;
  broad::LinkedCells<D>& cells_ = shared_->cells;
  broad::LargeArray<KnownMeeting>& known_ = shared_->known;
  double largest_;
  bool fetches_ahead_;
  bool renews_;                              ///< what is due is found anew for a whole bin of the calendar
  const EarlyCells* early_cells_ = nullptr;  ///< of a domain
  FirstEncounter<D> first_;
  LinkedPlan<D> plan_;
  GatherNear<D> gather_near_ = best_gather_near<D>();
  PlanNear<D> plan_near_ = best_plan_near<D>();
  EnterLinked<D> enter_linked_ = best_enter_linked<D>();
  NearRow row_;    ///< some balls that are looked at, and those near them
  NearRow steps_;  ///< balls that have stepped early
  NearRow stale_;  ///< balls whose partners have changed
  broad::CandidateBodies candidates_;
};

}  // namespace carom::sim
