#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "broad/cell_grid.hpp"
#include "broad/large_array.hpp"
#include "broad/level_grid.hpp"
#include "broad/linked_cells.hpp"
#include "broad/neighbour_lists.hpp"
#include "carom/response/restitution.hpp"
#include "carom/response/rough_bounce.hpp"
#include "carom/sim/world.hpp"
#include "sim/body_table.hpp"
#include "sim/calendar.hpp"
#include "sim/epoch_clock.hpp"
#include "sim/linked_plan.hpp"
#include "sim/mover.hpp"
#include "sim/obstacle.hpp"
#include "sim/old_names.hpp"
#include "sim/pushed.hpp"
#include "sim/running_sum.hpp"
#include "sim/straight_plan.hpp"
#include "sim/straight_search.hpp"

namespace carom::detail {

inline constexpr std::uint32_t kNone = UINT32_MAX;

/// Whether an image is the ball itself, no copy.
template <int D>
bool is_home(const Cell<D>& image) {
  for (const std::int32_t boxes : image)
    if (boxes != 0) return false;
  return true;
}

template <int D>
bool has_own_law(const BodyMotion<D>& motion) {
  return !is_zero(motion.acceleration) || motion.deceleration > 0 || motion.damping > 0;
}

/// The earliest encounter that is known for a ball.
template <int D>
struct Encounter {
  DueKey key{EpochClock::never(), 0, kNone, kNone};
  std::uint32_t partner = kNone;   ///< another ball, or kNone
  std::uint32_t obstacle = kNone;  ///< an index into the obstacles, or kNone
  std::uint32_t partner_version = 0;
  Cell<D> image{};  ///< the copy of the ball of higher id that the lower one meets
};

template <int D>
struct Pending {
  enum class Due : std::uint8_t { nothing, encounter, search, phase_end };

  Encounter<D> encounter;
  std::int8_t axis = 0;  ///< where it leaves its cell
  std::int8_t direction = 0;
  Due due = Due::nothing;
};

/// A body stops, or slides past the edge of a support.
struct PhaseEnd {
  DueKey key{EpochClock::never(), 0, kNone, kNone};
  std::uint32_t released_support = kNone;  ///< which; kNone: it stops
};

/// The relative state of two balls, the one of lower id minus the other, at the
/// later of their own times.
template <int D>
struct Relative {
  Time time{};
  Vec<D> position{};
  Vec<D> velocity{};
  Vec<D> acceleration{};
  double radius_sum = 0;
};

/// What all parts of a world share: see Regions.
template <int D>
struct Ground {
  BodyTable<D> bodies;
  LargeArray<Mover<D>> movers;
  LargeArray<Record<D>> records;
  std::vector<Traits> traits;
  std::vector<Time> last_impacts;
  LargeArray<double> radii;
  LargeArray<std::uint32_t> versions;
  NeighbourLists<D> lists;
  LinkedCells<D> links;
  LargeArray<KnownMeeting> known;  ///< of all balls in linked cells
};

/// Linked cells into which balls of a part may step before they are due: columns along an axis, and elsewhere those
/// that are not marked.
struct EarlyCells {
  static constexpr std::uint8_t kNever = UINT8_MAX;  ///< a mark for all

  std::size_t axis = 0;
  int first = 0;
  int last = -1;
  const std::uint8_t* marks = nullptr;  ///< of all cells; null stands for marks on all
  std::uint8_t mark = kNever;

  bool has_column(int column) const { return first <= column && column <= last; }
  bool has(std::size_t cell) const { return marks != nullptr && marks[cell] != mark && marks[cell] != kNever; }
};

template <int D>
class Regions;

/// The engine behind World: state, calendar and the loop. Split over
/// simulation_*.cpp by concern.
template <int D>
class Simulation {
 public:
  explicit Simulation(const WorldOptions<D>& options);
  explicit Simulation(const Snapshot<D>& snapshot);
  /// A part of a whole that runs with lists of neighbours: for the bodies of which it is the owner.
  Simulation(Simulation& whole, const std::atomic<std::uint8_t>* owners, std::uint8_t part);
  ~Simulation();

  // simulation_change.cpp: what the caller does to a world.
  BodyId add(const Body<D>& body);
  void remove(std::uint32_t id);
  void set_velocity(std::uint32_t id, const Vec<D>& velocity);
  void apply_impulse(std::uint32_t id, const Vec<D>& impulse);
  void apply_force(std::uint32_t id, const Vec<D>& force, double from, double until);
  void steer(std::uint32_t id, const Vec<D>& velocity, double from);

  // simulation_loop.cpp: the loop.
  void set_threads(int threads, int slabs);
  void run_until(double time, const std::function<void(const Event<D>&)>& sink);
  std::optional<Event<D>> next_event(double horizon);

  // simulation_view.cpp: what a caller sees.
  Placement<D> placement(std::uint32_t id) const;
  Motion<D> motion(std::uint32_t id) const;
  Ledger<D> ledger() const;
  Body<D> body(std::uint32_t id) const;
  BodyState<D> state(std::uint32_t id) const;
  Snapshot<D> snapshot() const;
  std::optional<std::pair<BodyId, BodyId>> first_overlap(double depth) const;

  WorldOptions<D> options_;
  EpochClock clock_;
  Time now_{};
  double plain_now_ = 0;
  std::shared_ptr<Ground<D>> ground_ = std::make_shared<Ground<D>>();
  BodyTable<D>& bodies_ = ground_->bodies;
  LargeArray<Mover<D>>& movers_ = ground_->movers;
  LargeArray<Record<D>>& records_ = ground_->records;  ///< of each mover
  std::vector<Traits>& traits_ = ground_->traits;      ///< of the kinds of bodies
  /// Of the bodies up to the last one of which it was not the own time.
  std::vector<Time>& last_impacts_ = ground_->last_impacts;
  /// Of each mover, the changes of its state: a prediction made with an older one is void.
  LargeArray<std::uint32_t>& versions_ = ground_->versions;
  LargeArray<Spin<D>> spins_;  ///< of all bodies, or none where balls are smooth
  std::vector<AppliedForce<D>> forces_;
  std::vector<Steer<D>> steers_;
  std::uint64_t kicks_ = 0;  ///< by the thermostat so far
  std::array<std::uint64_t, kEventKinds> counts_{};
  double deepest_overlap_ = 0;
  std::vector<Event<D>> log_;  ///< what World::run_until returned last

 private:
  friend class Regions<D>;

  // simulation_setup.cpp
  void prepare();
  void choose_scales();
  void compile_obstacles();
  void add_obstacles(std::uint32_t id, const Body<D>& body);
  void restore(const BodyState<D>& state);
  void check_supports() const;
  void check_leans(const BodyState<D>& state) const;
  void build_search();
  void choose_near(const Vec<D>& low, const Vec<D>& high);
  void choose_links(double spacing);
  void choose_lists(const Vec<D>& low, const Vec<D>& high, double diameter, double spacing);
  void insert(std::uint32_t id);
  Vec<D> shell_center(std::uint32_t id, const Time& time) const;
  /// The number of the cell in which a ball is, or the centre of its shell.
  std::size_t cell_index(std::uint32_t id) const { return uses_lists_ ? lists_.cell_index(id) : cells_.index(id); }
  /// Whether balls of similar sizes go straight, so that the calendar says all that is due for one.
  bool is_plain() const { return uses_lists_ || uses_links_; }
  /// Where the cell of a ball, or of its shell's centre, is along an axis, or `steps` further.
  int column(std::uint32_t id, std::size_t axis, int steps = 0) const;
  int column_after(std::uint32_t id, const CellStep& step, std::size_t axis) const {
    return column(id, axis, step.axis == axis ? step.direction() : 0);
  }
  const CellTorus<D>& near_cells() const { return uses_links_ ? links_.cells() : lists_.cells(); }
  /// How far a ball may go beyond its cell, or its shell, without meeting any but those near it.
  double near_margin() const { return uses_links_ ? links_.margin(2 * grid_radius_) : lists_.margin(); }
  /// How far it is beyond that at a time; at most 0 within it.
  double beyond_place(std::uint32_t id, const Time& time) const {
    const Vec<D> position = position_after(id, clock_.between(movers_[id].time(), time));
    return uses_links_ ? links_.beyond(id, position) : norm(lists_.from_center(id, position)) - lists_.slack();
  }
  template <class Visit>
  void visit_near(std::uint32_t id, Visit visit) const;
  void fetch_place(std::uint32_t id) const { uses_links_ ? links_.fetch(id) : lists_.fetch(id); }
  /// (In a world of balls alone nothing is read.)
  bool is_ball(std::uint32_t body) const { return obstacles_.empty() || movers_[body].is_ball; }
  void fetch_path(std::uint32_t id) const;
  void build_cells(const Vec<D>& low, const Vec<D>& high);
  bool is_solid();
  bool is_solid_at(std::uint32_t id);
  bool has_many_obstacles() const;
  bool grid_pays() const;
  void include_obstacles(Vec<D>& low, Vec<D>& high) const;
  void place_obstacles();
  void know_beside();
  bool is_beside(std::uint32_t id) const;
  bool meets_balls_only(std::uint32_t id) const { return obstacles_.empty() || (!beside_.empty() && beside_[id] == 0); }
  void place_in_cells(std::uint32_t index);
  void look_at_all();
  void forget_search();

  // simulation_predict.cpp
  void predict(std::uint32_t id);
  void predict_generally(std::uint32_t id);
  void predict_entered(std::uint32_t id, int axis, int direction);
  void predict_everything();
  void consider_ball(std::uint32_t id, std::uint32_t other, const Cell<D>& image, Encounter<D>& best) const;
  void note_contact(std::uint32_t id, std::uint32_t other, const Cell<D>& image, const Time& from, double after,
                    Encounter<D>& best) const;
  Cell<D> nearest_image(std::uint32_t low, std::uint32_t high) const;
  double time_left(const Encounter<D>& best, const Time& from) const;
  void consider_near(std::uint32_t id);
  void consider_candidates(std::uint32_t id);
  void note_first(std::uint32_t id, const FirstMet<D>& first);
  void consider_first(std::uint32_t id, const std::uint32_t* bodies, std::size_t count);
  void consider_nearest_copy(std::uint32_t id, std::uint32_t other);
  Pending<D> recall(std::uint32_t id) const;
  void consider_images(std::uint32_t id, std::uint32_t other, Encounter<D>& best) const;
  void consider_obstacles(std::uint32_t id, Encounter<D>& best) const;
  void consider_obstacle(std::uint32_t id, std::uint32_t obstacle, bool until_search, Encounter<D>& best) const;
  bool is_out_of_reach(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& place, double since,
                       double time) const;
  void schedule_search(std::uint32_t id);
  void schedule_phase_end(std::uint32_t id);
  void schedule(std::uint32_t id);
  Relative<D> relative(std::uint32_t low, std::uint32_t high, const Cell<D>& image) const;
  double contact_after(const Relative<D>& relative, bool absorbing, double horizon) const;
  double contact_of_slowing(std::uint32_t low, std::uint32_t high, const Relative<D>& relative, bool absorbing,
                            double enough) const;
  std::uint32_t rank_at(std::uint32_t id, const Time& time) const;

  // simulation_loop.cpp
  Time begin(double horizon);
  bool happen(double horizon, const Time& limit);
  bool runs_in_parts(const Time& limit);
  bool advance_parts(const Time& limit);
  void leave_parts();
  Event<D> take();
  bool advance_to_next(const Time& limit);
  bool advance_to_agenda(const Time& limit);
  void fetch_ahead();
  void apply_due(std::uint32_t id);
  void predict_stale(std::uint32_t id);
  void search_again(std::uint32_t id);
  bool recenter(std::uint32_t id);
  void renew_open();
  void plan_agenda();
  void apply_agenda();
  void start_epoch();
  void check_beats(double horizon) const;
  std::int64_t next_turn(std::uint32_t id) const;
  Time turn_due(std::uint32_t id) const;
  void turn_back(std::uint32_t id);
  Time next_kick() const;
  void kick();
  void turn_force(std::uint32_t id, EventKind kind);
  Vec<D> total_force(std::uint32_t id) const;

  // simulation_apply.cpp: what an event does.

  /// Two balls at the moment that they meet.
  struct Meeting {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    Time time{};
    Vec<D> apart{};  ///< position of low minus that of the copy of high
    Event<D> event{};
  };

  // simulation_straight.cpp
  bool meets_simply(std::uint32_t low, std::uint32_t high, std::uint32_t rank) const;
  void meet_simply(std::uint32_t low, std::uint32_t high, const Cell<D>* image, const DueKey& due);
  Cell<D> touching_copy(const Vec<D>& apart) const;
  bool advance_straight(std::uint32_t id, const Time& time);
  void predict_both(std::uint32_t low, std::uint32_t high);
  void prepare_plan(std::uint32_t id);
  void plan_among(std::uint32_t id, const FirstMet<D>& first);
  void predict_some(const std::uint32_t* balls, std::size_t count);
  void glance_at(const std::uint32_t* balls, std::size_t count);
  void prepare_search(std::uint32_t id);
  bool is_simple(std::uint32_t id) const;
  bool predict_simply(std::uint32_t id);
  void end_simply(std::uint32_t id, const DueKey& due, bool just_met);

  // simulation_linked.cpp: balls among linked cells.
  void predict_near(const std::uint32_t* balls, std::size_t count);
  void plan_row(NearRow& row, bool anew);
  void plan_row_until(NearRow& row, bool anew, std::size_t end);
  void prepare_linked(std::uint32_t id);
  void plan_near_first(std::uint32_t id, bool anew, const FirstMet<D>& first);
  void note_known(std::uint32_t id);
  void predict_left(std::uint32_t id);
  bool may_step_early(std::uint32_t id, const CellStep& step) const;
  void step_ahead(std::uint32_t id, const CellStep& step);
  void renew_linked();
  void step_early(const Calendar::Entry& entry);
  void renew_stale(const Calendar::Entry& entry);
  void look_ahead();
  bool plan_step(const Calendar::Entry& entry);
  bool looks_around(const Calendar::Entry& meeting, std::uint32_t id) const;
  void fetch_near(const NearRow& row, std::size_t number) const;
  void fetch_moving(const Calendar::Entry& entry) const;

  // simulation_pushed.cpp: balls that slide.
  using Contact = typename BodyState<D>::Contact;
  bool is_pushed(std::uint32_t id) const { return id < pushed_.size() && pushed_[id].is_here && !movers_[id].held; }
  bool is_passed(std::uint32_t id, const Contact& lean, const Vec<D>& velocity) const;
  static bool grazes(const Vec<D>& apart, const Vec<D>& velocity, double reach);
  bool passes(std::uint32_t id, const Obstacle<D>& obstacle) const;
  bool passes(std::uint32_t id, std::uint32_t other, const Relative<D>& relative) const;
  bool leans_on(std::uint32_t id, std::uint32_t other) const;
  bool is_hidden(std::uint32_t id, const Obstacle<D>& obstacle) const;
  double touch(std::uint32_t id) const;
  bool still_touches(std::uint32_t id, const Contact& lean) const;
  Contact lean_on(std::uint32_t other) const;
  Vec<D> lean_normal(std::uint32_t id, const Contact& lean) const;
  double lean_speed(std::uint32_t id, const Contact& lean, const Vec<D>& normal) const;
  std::optional<Vec<D>> aim(std::uint32_t id, const Vec<D>& intended) const;
  bool aim_beside(std::uint32_t id, const Contact& lean, Vec<D>& velocity);
  void drive(std::uint32_t id, const Vec<D>& velocity);
  std::vector<BodyId> renew_leans(std::uint32_t id);
  std::vector<BodyId> go(std::uint32_t id, const Vec<D>& velocity);
  void end_slide(Event<D>& event, std::uint32_t id, const Vec<D>& before);
  void note_touch(std::uint32_t id, BodyId other);
  std::vector<BodyId> forget_touches(std::uint32_t id);
  bool is_apart(std::uint32_t id, BodyId other) const;
  void emit_release(std::uint32_t id, BodyId from);
  void slide_along(std::uint32_t id, const Obstacle<D>& obstacle, Event<D>& event);
  std::vector<std::uint32_t> riders_of(std::uint32_t body) const;
  Vec<D> ride(std::uint32_t id, const Vec<D>& intended) const;
  bool is_driven(std::uint32_t id) const;
  bool is_tired(std::uint32_t id);
  void meet_pushed(Meeting& meeting);
  void meet_each_other(Meeting& meeting);
  bool yield(std::uint32_t id, std::uint32_t other, Meeting& meeting);
  void stand_both(Meeting& meeting);
  void part_pushed(Meeting& meeting, const std::array<Vec<D>, 2>& velocities);
  void bounce_off_pushed(Meeting& meeting, std::uint32_t id, std::uint32_t other);
  void turn(std::uint32_t id);
  void plan_frames();
  void check_frames(double horizon) const;
  void apply_steers();
  void begin_frame();

  void meet(std::uint32_t id, const Encounter<D>& encounter);
  void meet_ball(std::uint32_t low, std::uint32_t high, const Cell<D>& image, const DueKey& due);
  void meet_apart(Meeting& meeting, const Cell<D>& image);
  void meet_obstacle(std::uint32_t id, std::uint32_t index, const DueKey& due);
  void bounce_balls(Meeting& meeting);
  double bounce_two(const Meeting& meeting, double e);
  double bounce_one(std::uint32_t id, const Vec<D>& drift, const Vec<D>& axis, double e);
  void part_balls(const Meeting& meeting);
  void finish(const Event<D>& event, std::uint32_t low, std::uint32_t high);
  void merge_balls(Meeting& meeting);
  void hold_ball(std::uint32_t id, std::uint32_t on, Event<D>& event);
  void hold_at(std::uint32_t id, std::uint32_t on, Event<D>& event);
  void swallow(std::uint32_t id, std::uint32_t pocket, Event<D>& event);
  void bounce_off(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& axis, Event<D>& event);
  void part_from(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& axis);
  bool is_squeezed(std::uint32_t id, const Vec<D>& drift, double approach) const;
  bool comes_to_rest(std::uint32_t id, const Obstacle<D>& obstacle, const Vec<D>& out, double e) const;
  void rest_on(std::uint32_t id, const Obstacle<D>& obstacle, Event<D>& event);
  void end_phase(std::uint32_t id);
  void stop(std::uint32_t id);
  void release(std::uint32_t id);
  void note_impact(std::uint32_t id, const Time& time);
  Time last_impact(std::uint32_t id) const;
  void set_last_impact(std::uint32_t id, const Time& time);
  void keep_last_impact(std::uint32_t id);
  /// Whether a ball's previous impact was less than a contact's duration ago.
  bool met_just_before(std::uint32_t id, const Time& time) const {
    const Time last = last_impact(id);
    return last.epoch >= 0 && clock_.between(last, time) < *options_.contact_duration;
  }
  bool jams(std::uint32_t id, std::uint32_t rank) const;
  double restitution_of(double nominal, double speed) const {
    return options_.restitution_speed ? restitution_at(speed, nominal, *options_.restitution_speed) : nominal;
  }
  double nominal_restitution(std::uint32_t a, std::uint32_t b) const;
  double applied_restitution(std::uint32_t a, std::uint32_t b, const Event<D>& event) const;
  double hop_speed(const Vec<D>& apart, const Vec<D>& velocity, const Vec<D>& acceleration) const;
  Event<D> event_at(const Time& time, EventKind kind, std::uint32_t a, std::uint32_t b) const;
  void emit(const Event<D>& event);

  // simulation_state.cpp: a body's own state.

  /// What forces did and damping took over an interval of one body.
  struct Interval {
    double work = 0;
    double damping = 0;
  };

  const Law<D>& law(std::uint32_t id) const;
  Law<D>& own_law(std::uint32_t id);
  const Load<D>& load(std::uint32_t id) const;
  Load<D>& own_load(std::uint32_t id);
  void unload(std::uint32_t id);
  Vec<D> position_after(std::uint32_t id, double dt) const;
  Vec<D> velocity_after(std::uint32_t id, double dt) const;
  /// Whether a body that is no ball is, or may be, elsewhere than where it was added.
  bool has_moved(std::uint32_t body) const {
    return !is_zero(movers_[body].position) || !is_zero(movers_[body].velocity);
  }
  /// A place as it is seen from a body that is no ball, which was at the origin when it was added.
  Vec<D> seen_from(std::uint32_t body, const Vec<D>& place, const Time& time) const {
    return place - position_after(body, clock_.between(movers_[body].time(), time));
  }
  Vec<D> curved_position(std::uint32_t id, double dt) const;
  Vec<D> curved_velocity(std::uint32_t id, double dt) const;
  Motion<D> path(std::uint32_t id) const;
  Motion<D> path_after(std::uint32_t id, double dt) const;
  void advance(std::uint32_t id, const Time& time);
  void press(std::uint32_t id, const Obstacle<D>& face, const Time& time);
  Vec<D> support_velocity(std::uint32_t id) const;
  bool fits_supports(std::uint32_t id, const Vec<D>& drift) const;
  void go_along(std::uint32_t id, const Vec<D>* normals, int count);
  void wrap(std::uint32_t id);
  void settle(std::uint32_t id);
  void commit(std::uint32_t id);
  void leave(std::uint32_t id, Presence presence);
  void renew_mover(std::uint32_t id);
  void renew_path(std::uint32_t id);
  void renew_own_law(std::uint32_t id);
  void renew_glance(std::uint32_t id);
  Vec<D> pull(std::uint32_t id) const;
  Vec<D> pull_now(std::uint32_t id) const;
  Motion<D> motion_now(std::uint32_t id) const;
  int support_normals(std::uint32_t id, std::array<Vec<D>, D>& normals) const;
  const Obstacle<D>& obstacle_of(const typename BodyState<D>::Support& support) const;
  bool rests_on(std::uint32_t id, const Obstacle<D>& obstacle) const;
  double mass(std::uint32_t id) const;
  const Traits& traits(std::uint32_t id) const { return traits_[records_[id].kind]; }
  double radius(std::uint32_t id) const { return traits(id).radius; }
  /// The same of a ball, whose record is not read.
  double known_radius(std::uint32_t id) const { return equal_radii_ ? common_radius_ : radii_[id]; }
  double own_mass(std::uint32_t id) const { return traits(id).mass; }
  void set_traits(std::uint32_t id, const Traits& traits);
  void know_radius(std::uint32_t id);
  bool rough() const { return options_.tangential_restitution.has_value(); }
  Spin<D> spin(std::uint32_t id) const { return id < spins_.size() ? spins_[id] : Spin<D>{}; }
  double rotational(std::uint32_t id) const;
  RoughBall<D> rough_ball(std::uint32_t id) const;
  double kinetic(std::uint32_t id, const Time& time) const;
  double potential(std::uint32_t id) const;
  Vec<D> unwrapped(std::uint32_t id) const;
  Interval interval(std::uint32_t id, double dt) const;
  Interval interval_by_own_law(std::uint32_t id, double dt) const;
  double friction(std::uint32_t id, double dt) const;
  void book_interval(std::uint32_t id, double dt);
  Vec<D> to_box(const Cell<D>& image) const;

  // simulation_change.cpp
  void check_present(std::uint32_t id) const;
  void check_driven(std::uint32_t id) const;
  void check_movable(std::uint32_t id) const;
  void check(const Body<D>& body) const;
  void change_velocity(std::uint32_t id, const Vec<D>& velocity);
  void redirect(std::uint32_t id, const Vec<D>& velocity);
  void release_all_from(std::uint32_t id);
  void emit_change(std::uint32_t id);
  void enter(std::uint32_t id);
  void check_pushed(const Body<D>& body) const;
  void check_spin(const Body<D>& body) const;
  void check_vibration(const Body<D>& body) const;
  void enlist(std::uint32_t id, const Vec<D>& intended);

  std::vector<Law<D>> laws_;    ///< of the balls up to the last one that has ever had one
  std::vector<Load<D>> loads_;  ///< likewise
  /// Two bodies meet at all.
  bool share_layers(std::uint32_t a, std::uint32_t b) const {
    return !filters_ || ((bodies_[a].layers & bodies_[b].mask) != 0 && (bodies_[b].layers & bodies_[a].mask) != 0);
  }
  std::vector<std::uint32_t> vibrating_;  ///< bodies that do, also such as have left
  std::vector<Pushed<D>> pushed_;         ///< of the balls up to the last one that slides
  std::int64_t next_frame_ = 0;           ///< its number
  bool filters_ = false;                  ///< some bodies pass through others
  bool pulls_ = false;                    ///< there is gravity, or have been forces
  bool prepared_ = false;
  bool has_run_ = false;
  std::vector<Obstacle<D>> obstacles_;
  std::vector<std::uint32_t> first_obstacle_;        ///< of the bodies up to the last one that is no ball
  std::vector<std::uint32_t> everywhere_;            ///< obstacles that every ball has to be tested against
  std::vector<std::vector<std::uint32_t>> in_cell_;  ///< the others, by stored cell
  /// Of all bodies with lists, where no obstacle moves: its shell is so close to one that it may meet that.
  std::vector<std::uint8_t> beside_;
  bool uses_grid_ = false;
  double grid_radius_ = 0;  ///< the largest ball that the grid allows for
  LevelGrid<D> cells_;      ///< what is near which, while there are neither lists nor links
  Vec<D> grid_origin_{};
  std::vector<std::uint32_t> balls_;  ///< that are here, while there is no grid
  bool uses_lists_ = false;
  NeighbourLists<D>& lists_ = ground_->lists;
  bool uses_links_ = false;
  LinkedCells<D>& links_ = ground_->links;
  LargeArray<KnownMeeting>& known_ = ground_->known;
  std::optional<EarlyCells> early_cells_;  ///< of a part
  NearBodies near_bodies_;
  bool dense_ = false;          ///< then lists are longer
  double ahead_ = 0;            ///< how far ahead of its ball a shell's centre is put
  bool fetches_ahead_ = false;  ///< the world does not fit into the fast caches
  bool renews_ = false;         ///< what is due is found anew for a whole bin of the calendar
  bool near_ = true;            ///< no ball has flown too far away for lists
  bool equal_radii_ = false;
  double common_radius_ = 0;                    ///< of all balls, if theirs are equal
  LargeArray<double>& radii_ = ground_->radii;  ///< of all bodies, where balls have different ones
  Candidates candidates_;
  Sift<D> sift_ = best_sift<D>();
  FirstOf<D> first_of_ = best_first_of<D>();
  PlanOne<D> plan_one_ = best_plan_one<D>();
  PlanTwo<D> plan_two_ = best_plan_two<D>();
  PlanSome<D> plan_some_ = best_plan_some<D>();
  GatherNear<D> gather_near_ = best_gather_near<D>();
  PlanNear<D> plan_near_ = best_plan_near<D>();
  EnterLinked<D> enter_linked_ = best_enter_linked<D>();
  StraightSearch<D> search_;
  StraightPlan<D> plan_;
  LinkedPlan<D> linked_plan_;
  NearRow row_;                      ///< some balls that are looked at, and those near them
  NearRow steps_;                    ///< balls that have stepped early
  NearRow stale_;                    ///< balls whose partners have changed
  LargeArray<Glance> glances_;       ///< of all bodies, or none
  std::int64_t glance_epoch_ = 0;    ///< at whose start they hold
  double glance_scale_ = 1;          ///< their unit of length
  std::vector<std::uint32_t> kept_;  ///< room for straight_search.hpp
  std::vector<double> scratch_;
  Calendar calendar_;
  Encounter<D> found_;                ///< by the ball whose future is being found
  std::vector<Pending<D>> pending_;   ///< of all balls; none where the calendar says it all
  std::vector<PhaseEnd> phase_ends_;  ///< of the balls up to the last one that has had one
  /// Of the ball whose future is being found: when it leaves its cell or shell; without a grid, when it has to be
  /// predicted anew.
  Time search_due_ = EpochClock::never();
  CellStep search_step_;               ///< and where to, among linked cells
  Time agenda_ = EpochClock::never();  ///< when the next force turns on or off,
                                       ///< or a damped epoch ends
  std::vector<Event<D>> outbox_;       ///< happened; handed over from `told_` on
  std::size_t told_ = 0;
  bool is_mute_ = false;  ///< events are counted only
  int threads_ = 1;
  int slabs_ = 1;                        ///< into which the world may be cut for them
  std::unique_ptr<Regions<D>> regions_;  ///< while the world runs in parts
  Time whole_until_{};                   ///< until when it does not
  int taken_back_ = 0;
  RunningSum initial_, work_, impacts_, damping_loss_, friction_, pockets_, hops_;
};

// In the innermost loop of prediction, hence here.

template <int D>
inline const Law<D>& Simulation<D>::law(std::uint32_t id) const {
  static constexpr Law<D> kNoLaw{};
  return id < laws_.size() ? laws_[id] : kNoLaw;
}

template <int D>
inline Time Simulation<D>::last_impact(std::uint32_t id) const {
  switch (records_[id].last_impact) {
    case Record<D>::own_time:
      return movers_[id].time();
    case Record<D>::apart:
      return last_impacts_[id];
    default:
      return {-1, 0};
  }
}

template <int D>
inline const Load<D>& Simulation<D>::load(std::uint32_t id) const {
  static const Load<D> kNoLoad{};
  return id < loads_.size() ? loads_[id] : kNoLoad;
}

// An acceleration of zero is left out, and so is no time: the same bits wherever a position is asked for.
template <int D>
inline Vec<D> Simulation<D>::position_after(std::uint32_t id, double dt) const {
  const Mover<D>& mover = movers_[id];
  if (dt == 0) return mover.position;
  return mover.curved ? curved_position(id, dt) : mover.position + dt * mover.velocity;
}

template <int D>
inline Vec<D> Simulation<D>::velocity_after(std::uint32_t id, double dt) const {
  return movers_[id].curved ? curved_velocity(id, dt) : movers_[id].velocity;
}

/// Asks for what is read of a ball that may be met.
template <int D>
inline void Simulation<D>::fetch_path(std::uint32_t id) const {
  if (glances_.empty())
    fetch_line(&movers_[id]);
  else
    fetch_line(&glances_[id]);
  fetch_line(&versions_[id]);
}

template <int D>
inline int Simulation<D>::column(std::uint32_t id, std::size_t axis, int steps) const {
  const int cell = uses_links_ ? links_.place(id).cell[axis] : lists_.cell(id, axis);
  return static_cast<int>(CellTorus<D>::wrapped(cell + steps, near_cells().counts()[axis]));
}

/// Calls visit(other) for those near a ball.
template <int D>
template <class Visit>
inline void Simulation<D>::visit_near(std::uint32_t id, Visit visit) const {
  if (!uses_links_) return lists_.visit(id, visit);
  links_.visit(links_.around(id), [&](std::uint32_t other) {
    if (other != id) visit(other);
  });
}

template <int D>
inline void Simulation<D>::renew_glance(std::uint32_t id) {
  if (id >= glances_.size()) return;
  const Mover<D>& mover = movers_[id];
  if (mover.special) {
    glances_[id] = {};
    return;
  }
  const double scale = glance_scale_;
  const double elapsed = clock_.between(mover.time(), {glance_epoch_, 0});
  look_at<D>(glances_[id], scale * ((mover.position - grid_origin_) + elapsed * mover.velocity),
             (scale * clock_.length()) * mover.velocity, scale * known_radius(id));
}

template <int D>
inline Vec<D> Simulation<D>::to_box(const Cell<D>& image) const {
  Vec<D> shift{};
  if (options_.period)
    for (int k = 0; k < D; ++k) shift[k] = image[k] * (*options_.period)[k];
  return shift;
}

template <int D>
[[gnu::always_inline]] inline Relative<D> Simulation<D>::relative(std::uint32_t low, std::uint32_t high,
                                                                  const Cell<D>& image) const {
  const Mover<D>& a = movers_[low];
  const Mover<D>& b = movers_[high];
  Relative<D> result;
  result.time = std::max(a.time(), b.time());
  const double dt_a = clock_.between(a.time(), result.time);
  const double dt_b = clock_.between(b.time(), result.time);
  Vec<D> there = position_after(high, dt_b);
  if (!is_home<D>(image)) there += to_box(image);
  result.position = position_after(low, dt_a) - there;
  result.velocity = velocity_after(low, dt_a) - velocity_after(high, dt_b);
  if (a.curved || b.curved) result.acceleration = law(low).acceleration - law(high).acceleration;
  result.radius_sum = known_radius(low) + known_radius(high);
  return result;
}

template <int D>
[[gnu::always_inline]] inline double Simulation<D>::contact_after(const Relative<D>& r, bool absorbing,
                                                                  double horizon) const {
  if (absorbing && norm2(r.position) <= r.radius_sum * r.radius_sum) return 0;
  if (is_zero(r.acceleration)) return first_contact_balls<D>(r.position, r.velocity, r.radius_sum, horizon);
  return first_contact_balls<D>(r.position, r.velocity, r.acceleration, r.radius_sum, horizon);
}

}  // namespace carom::detail
