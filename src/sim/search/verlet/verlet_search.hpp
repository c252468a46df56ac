#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "broad/cells/linked_cells.hpp"
#include "broad/verlet/verlet_lists.hpp"
#include "sim/search/early_cells.hpp"
#include "sim/search/first_encounter.hpp"
#include "sim/search/near_obstacles.hpp"
#include "sim/search/search.hpp"
#include "sim/search/verlet/verlet_plan.hpp"

namespace carom::sim {

/// Many balls of similar sizes on straight paths: each has a list of those that it may meet while it is within its
/// Verlet sphere. The calendar says all that is due for one.
template <int D>
class VerletSearch final : public Search<D> {
 public:
  /// How it is tuned; which changes nothing but its speed.
  struct Tuning {
    double largest = 0;          ///< radius that a ball may have
    double ahead = 0;            ///< how far ahead of its ball the centre of a sphere is put
    bool fetches_ahead = false;  ///< the world does not fit into the fast caches
  };

  VerletSearch(const SearchSite<D>& site, broad::VerletLists<D> lists, const Tuning& tuning);
  /// Of a domain, which looks for its own balls in the lists of all. `others_ahead`: own times of balls that may be met
  /// may be later than now.
  VerletSearch(const SearchSite<D>& site, const VerletSearch& whole, bool others_ahead);

  SearchKind kind() const override { return SearchKind::lists; }
  bool can_take(std::uint32_t ball) const override {
    return site_.is_plain(ball, tuning_.largest) && lists_.can_hold(site_.store.particle(ball).position);
  }
  void insert(std::uint32_t ball) override;
  void remove(std::uint32_t ball) override { lists_.remove(ball); }
  void wrap(std::uint32_t, const broad::Cell<D>&) override {}
  void grow(std::uint32_t) override { site_.slot.forget(); }
  void predict(std::uint32_t ball) override;
  void predict_parted(std::uint32_t low, std::uint32_t high) override;
  void predict_all() override;
  const Calendar::Entry& next() override {
    if (fetches_ahead_) fetch_ahead();
    return site_.calendar.top([this] {
      if (renews_) renew_open();
    });
  }
  Due<D> due(const Calendar::Entry& entry) const override;
  void leave_place(std::uint32_t ball) override {
    if (recenter(ball)) predict(ball);
  }
  void predict_stale(std::uint32_t ball) override { predict(ball); }
  std::unique_ptr<ParallelRun<D>> divide(Domain<D>& whole, int threads, int slabs) override;

  // What domains ask (domain/division.hpp).
  const broad::CellTorus<D>& cells() const { return lists_.cells(); }
  double margin() const { return lists_.margin(); }
  double beyond_place(std::uint32_t ball, const Time& time) const {
    return norm(lists_.from_center(ball, site_.store.position_at(ball, time))) - lists_.skin();
  }
  int column(std::uint32_t ball, std::size_t axis) const {
    return static_cast<int>(broad::CellTorus<D>::wrapped(lists_.cell(ball, axis), cells().counts()[axis]));
  }
  int next_column(std::uint32_t ball, std::size_t axis, double middle) const;
  template <class Visit>
  void visit_near(std::uint32_t ball, Visit visit) const {
    lists_.visit(ball, visit);
  }
  template <class Visit>
  void visit_entered(std::uint32_t ball, const broad::CellStep&, Visit visit) const {
    lists_.visit(ball, visit);
  }
  template <class IsOnSide, class Visit>
  void visit_on_side(std::uint32_t ball, std::size_t, bool, IsOnSide is_on_side, Visit visit) const {
    lists_.visit(ball, [&](std::uint32_t other) {
      if (is_on_side(other)) visit(other);
    });
  }
  void fetch_place(std::uint32_t ball) const { lists_.fetch(ball); }
  void fetch_near(std::uint32_t ball) const {
    for (const std::uint32_t other : lists_.list(ball)) site_.store.fetch(other);
  }
  /// Lists are changed by both domains at a border, and there is room for so many in a window.
  static constexpr bool kChangesBeyond = true;
  void make_room(std::size_t changes) { lists_.make_room(changes); }
  bool ran_out() const { return lists_.ran_out(); }
  /// Nothing is done early, and so no cells are marked for it.
  void restrict_to(const EarlyCells&) {}
  void finish_step_of(std::uint32_t) {}
  std::size_t marks() const { return 0; }
  std::size_t mark_of(std::uint32_t) const { return 0; }
  std::size_t mark_of(const broad::Cell<D>&) const { return 0; }
  template <class Mark>
  void visit_marks(std::uint32_t, Mark) const {}
  template <class Mark>
  void visit_marks_but(std::uint32_t, std::size_t, bool, Mark) const {}

 private:
  bool is_ball(std::uint32_t body) const { return site_.obstacles.empty() || site_.store.particle(body).is_ball; }
  bool meets_balls_only(std::uint32_t ball) const {
    return site_.obstacles.empty() || (!beside_.empty() && beside_[ball] == 0);
  }
  /// Where the centre of a sphere is put that is made then.
  Vec<D> center_ahead(std::uint32_t ball, const Time& time) const;
  bool recenter(std::uint32_t ball);
  void place_obstacles();
  void find_beside();
  bool is_beside(std::uint32_t ball) const;
  /// Whether a list that is not too long tells whom a ball may meet.
  [[gnu::always_inline]] bool is_simple(std::uint32_t ball) const {
    if (site_.store.particle(ball).special || !meets_balls_only(ball)) return false;
    return lists_.is_whole(ball) || (site_.prefilter.empty() && lists_.places(ball) <= VerletPlan<D>::kMost);
  }
  void predict_generally(std::uint32_t ball);
  void predict_some(const std::uint32_t* balls, std::size_t count);
  void count_listed(const std::uint32_t* balls, std::size_t count) const;
  void prepare(std::uint32_t ball);
  void plan_some(const std::uint32_t* balls, std::size_t count);
  void plan_among(std::uint32_t ball, const FirstMet<D>& first);
  Time next_exit(std::uint32_t ball) const;
  void enter(std::uint32_t ball, const Encounter<D>& found, const Time& exit);
  void renew_open();
  void fetch_ahead();

  SearchSite<D> site_;
  std::shared_ptr<broad::VerletLists<D>> shared_lists_;
  broad::VerletLists<D>& lists_ = *shared_lists_;
  Tuning tuning_;
  bool fetches_ahead_ = false;
  bool renews_ = false;  ///< what is due is found anew for a whole bin of the calendar
  NearObstacles<D> obstacles_;
  /// Of all bodies, where no obstacle moves: its sphere is so close to one that it may meet that.
  std::vector<std::uint8_t> beside_;
  FirstEncounter<D> first_;
  VerletPlan<D> plan_;
  PlanOne<D> plan_one_ = best_plan_one<D>();
  PlanTwo<D> plan_two_ = best_plan_two<D>();
  PlanSome<D> plan_some_ = best_plan_some<D>();
  broad::NearBodies near_bodies_;
  broad::CandidateBodies candidates_;
};

}  // namespace carom::sim
