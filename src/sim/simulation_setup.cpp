#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "broad/size_levels.hpp"
#include "carom/math/portable.hpp"
#include "sim/regions.hpp"
#include "sim/simulation.hpp"

namespace carom::detail {
namespace {

/// Below this many balls, testing all pairs is cheaper than keeping a grid.
constexpr std::size_t kFewBalls = 24;
/// Above this many, memory is asked for ahead, and glances are one thing more to read.
constexpr std::size_t kManyBalls = 20000;
/// Among linked cells, which need less memory, above this many it is asked for ahead.
constexpr std::size_t kManyLinked = 40000;
/// How many should be in a list of neighbours where balls are closer than this mean distance in diameters, and where
/// they are not (docs/decisions/0007-event-engine.md has figures); how far ahead of its ball a shell's centre is put,
/// in slacks: a ball far from others leaves its shell before it meets one.
constexpr double kDenseSpacing = 1.4;
constexpr double kDenseNeighbours = 11;
constexpr double kNeighbours = 8;
constexpr double kDenseAhead = 0.5;
constexpr double kAhead = 0.9;
/// From this mean distance on, in 2D and 3D, linked cells do better than lists: among few balls, and among many; their
/// sides are at least this part of it.
constexpr double kSparseSpacing[] = {1.38, 1.19};
constexpr double kManySparseSpacing[] = {1.5, 1.32};
constexpr double kLinkedSide = 0.6;
/// Both are for balls up to so many times the mean.
constexpr double kSimilar = 1.7;
/// So many neighbours in one level of cells are looked at sooner than two levels: on curved paths, which are judged one
/// by one, and on straight ones.
constexpr double kFewNear = 24;
constexpr double kManyNear = 96;
/// Glances tell balls apart down to this part of the largest one.
constexpr double kGlanceRatio = 32;
/// Below this many pieces of obstacles, every ball is tested against all of them.
constexpr std::size_t kFewObstacles = 12;
/// From so many on the grid is made for them, however few the balls.
constexpr std::size_t kManyObstacles = 512;

/// The largest power of two ≤ x.
double power_of_two_below(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, exponent - 1);
}

bool is_power_of_two(double x) {
  int exponent = 0;
  return x > 0 && std::isfinite(x) && std::frexp(x, &exponent) == 0.5;
}

template <int D>
void check_options(const WorldOptions<D>& options) {
  if (!is_finite(options.gravity)) throw std::invalid_argument("gravity must be finite");
  if (!(options.damping >= 0) || !std::isfinite(options.damping))
    throw std::invalid_argument("damping must be finite and >= 0");
  if (options.damping > 0 && !is_zero(options.gravity))
    throw std::invalid_argument("damping and gravity cannot be combined: such paths meet at transcendental times");
  if (options.restitution_speed && !(*options.restitution_speed > 0 && std::isfinite(*options.restitution_speed)))
    throw std::invalid_argument("restitution_speed must be finite and > 0");
  if (const auto& beta = options.tangential_restitution; beta && !(*beta >= -1 && *beta <= 1))
    throw std::invalid_argument("tangential_restitution must be from -1 to 1");
  if (options.tangential_restitution && options.damping > 0)
    throw std::invalid_argument("common damping and tangential_restitution cannot be combined");
  if (const auto& warm = options.thermostat) {
    if (!(warm->interval > 0) || std::isinf(warm->interval))
      throw std::invalid_argument("a thermostat's interval must be finite and > 0");
    if (!(warm->noise >= 0) || std::isinf(warm->noise))
      throw std::invalid_argument("a thermostat's noise must be finite and >= 0");
  }
  if (options.contact_duration && !(*options.contact_duration > 0 && std::isfinite(*options.contact_duration)))
    throw std::invalid_argument("contact_duration must be finite and > 0");
  if (options.epoch_length && !is_power_of_two(*options.epoch_length))
    throw std::invalid_argument("epoch_length must be a power of two");
  if (options.epoch_length && options.damping * *options.epoch_length > 1)
    throw std::invalid_argument("epoch_length must be at most 1/damping");
  if (!(options.frame > 0) || std::isinf(options.frame)) throw std::invalid_argument("frame must be finite and > 0");
  if (!options.period) return;
  if (!is_zero(options.gravity)) throw std::invalid_argument("a periodic box cannot have gravity");
  for (int k = 0; k < D; ++k)
    if (!((*options.period)[k] > 0) || !std::isfinite((*options.period)[k]))
      throw std::invalid_argument("the sides of a periodic box must be finite and > 0");
}

}  // namespace

template <int D>
Simulation<D>::Simulation(const WorldOptions<D>& options) : options_(options) {
  check_options(options);
  pulls_ = !is_zero(options.gravity);
  if (options.epoch_length) clock_ = EpochClock(*options.epoch_length, options.damping);
}

template <int D>
Simulation<D>::Simulation(const Snapshot<D>& snapshot) : Simulation(snapshot.options) {
  now_ = snapshot.now;
  plain_now_ = snapshot.time;
  forces_ = snapshot.forces;
  if (!forces_.empty()) pulls_ = true;
  steers_ = snapshot.steers;
  kicks_ = snapshot.kicks;
  counts_ = snapshot.counts;
  deepest_overlap_ = snapshot.deepest_overlap;
  initial_ = RunningSum(snapshot.sums.initial);
  work_ = RunningSum(snapshot.sums.work);
  impacts_ = RunningSum(snapshot.sums.impacts);
  damping_loss_ = RunningSum(snapshot.sums.damping);
  friction_ = RunningSum(snapshot.sums.friction);
  pockets_ = RunningSum(snapshot.sums.pockets);
  hops_ = RunningSum(snapshot.sums.hops);
  for (const Body<D>& body : snapshot.bodies) bodies_.add(body);
  has_run_ = snapshot.options.epoch_length && snapshot.options.contact_duration;
  if (snapshot.states.size() != bodies_.size()) throw std::invalid_argument("a snapshot needs one state for each body");
  for (const BodyState<D>& state : snapshot.states) restore(state);
  compile_obstacles();
  check_supports();
  for (std::uint32_t id = 0; id < bodies_.size(); ++id) {
    movers_[id].has_law = has_own_law(bodies_[id].motion);
    enlist(id, snapshot.states[id].intended);
    if (bodies_[id].vibration) vibrating_.push_back(id);
    check_leans(snapshot.states[id]);
    if (is_pushed(id)) {
      pushed_[id].contacts = snapshot.states[id].contacts;
      pushed_[id].touching = snapshot.states[id].touching;
    }
    renew_mover(id);
  }
}

template <int D>
Simulation<D>::Simulation(Simulation& whole, const std::atomic<std::uint8_t>* owners, std::uint8_t part)
    : options_(whole.options_),
      clock_(whole.clock_),
      ground_(whole.ground_),
      prepared_(true),
      has_run_(true),
      uses_grid_(true),
      grid_radius_(whole.grid_radius_),
      uses_lists_(whole.uses_lists_),
      uses_links_(whole.uses_links_),
      early_cells_(EarlyCells{}),
      dense_(whole.dense_),
      ahead_(whole.ahead_),
      fetches_ahead_(whole.fetches_ahead_),
      equal_radii_(whole.equal_radii_),
      common_radius_(whole.common_radius_),
      search_(whole.search_),
      plan_(whole.plan_),
      linked_plan_(whole.linked_plan_),
      calendar_(whole.calendar_, owners, part) {
  plan_.calendar = linked_plan_.calendar = &calendar_;
  plan_.clock = linked_plan_.clock = &clock_;
}

template <int D>
Simulation<D>::~Simulation() = default;

template <int D>
void Simulation<D>::restore(const BodyState<D>& state) {
  Mover<D> mover;
  mover.held = state.held;
  mover.position = state.position;
  mover.velocity = state.velocity;
  mover.set_time(state.time);
  const auto id = static_cast<std::uint32_t>(movers_.size());
  movers_.push_back(mover);
  Record<D>& record = records_.emplace_back();
  record.presence = state.presence;
  record.rank = state.rank;
  record.crowded = state.crowded;
  record.image = state.image;
  set_last_impact(id, state.last_impact);
  set_traits(id, {state.radius, state.mass, bodies_[id].restitution});
  versions_.push_back(0);
  if (rough()) spins_.push_back(state.spin);
  if (is_zero(state.force) && state.supports.empty()) return;
  pulls_ = true;
  own_load(id) = {state.force, state.supports};
}

template <int D>
void Simulation<D>::check_supports() const {
  for (const Load<D>& load : loads_)
    for (const auto& support : load.supports) {
      const std::size_t index = support.body.value < first_obstacle_.size()
                                    ? std::size_t{first_obstacle_[support.body.value]} + support.face
                                    : obstacles_.size();
      if (index >= obstacles_.size() || obstacles_[index].body != support.body.value || !obstacles_[index].flat())
        throw std::invalid_argument("a support names face " + std::to_string(support.face) + " of body " +
                                    std::to_string(support.body.value) + ", which is not a flat face");
    }
}

template <int D>
void Simulation<D>::check_leans(const BodyState<D>& state) const {
  for (const auto& lean : state.contacts) {
    const std::uint32_t body = lean.body.value;
    const bool is_ball = body < bodies_.size() && std::holds_alternative<Ball<D>>(bodies_[body].shape);
    const bool fits = lean.face == BodyState<D>::Contact::kBall
                          ? is_ball
                          : body < first_obstacle_.size() && !is_ball &&
                                std::size_t{first_obstacle_[body]} + lean.face < obstacles_.size() &&
                                obstacles_[first_obstacle_[body] + lean.face].body == body;
    if (!fits) throw std::invalid_argument("a ball contacts on body " + std::to_string(body) + ", which has no such face");
  }
  for (const auto& [body, lately] : state.touching)
    if (body.value >= bodies_.size() || !std::holds_alternative<Ball<D>>(bodies_[body.value].shape))
      throw std::invalid_argument("a ball touches body " + std::to_string(body.value) + ", which is no ball");
}

template <int D>
void Simulation<D>::prepare() {
  if (prepared_) return;
  choose_scales();
  build_search();
  prepared_ = has_run_ = true;
  plan_frames();
  plan_agenda();
  predict_everything();
}

// Lengths from the smallest movable ball, times from what moves it; see docs/theory/clock.md for the 64.
template <int D>
void Simulation<D>::choose_scales() {
  double least = INFINITY;
  double speed = 0;
  double own = 0;
  double damping = 0;
  double acceleration = norm(options_.gravity);
  for (std::uint32_t id = 0; id < movers_.size(); ++id) {
    speed = std::max(speed, norm(movers_[id].velocity));
    if (!movers_[id].is_ball) continue;
    if (radius(id) > 0) least = std::min(least, radius(id));
    const BodyMotion<D>& law = bodies_[id].motion;
    own = std::max({own, norm(law.acceleration), law.deceleration});
    damping = std::max(damping, law.damping);
  }
  if (const auto& warm = options_.thermostat) speed = std::max(speed, std::sqrt(warm->noise * warm->interval));
  const double lasting = std::max({acceleration, own, damping * speed});
  acceleration = lasting;
  for (const AppliedForce<D>& push : forces_) acceleration = std::max(acceleration, norm(push.force) / mass(push.body.value));
  if (!std::isfinite(least)) least = 1;
  double natural = 1;
  if (speed > 0) natural = least / speed;
  if (acceleration > 0)
    natural = speed > 0 ? std::min(natural, std::sqrt(least / acceleration)) : std::sqrt(least / acceleration);
  if (!options_.contact_duration)
    options_.contact_duration = lasting > 0 ? 1e-3 * std::sqrt(least / lasting) : 1e-6 * natural;
  if (!options_.epoch_length) {
    options_.epoch_length = power_of_two_below(options_.damping > 0 ? 1 / options_.damping : 64 * natural);
    clock_ = EpochClock(*options_.epoch_length, options_.damping);
    now_ = clock_.from_plain(plain_now_);
  }
}

template <int D>
void Simulation<D>::compile_obstacles() {
  obstacles_.clear();
  first_obstacle_.clear();
  for (std::uint32_t id = 0; id < bodies_.size(); ++id) add_obstacles(id, bodies_[id]);
}

template <int D>
void Simulation<D>::add_obstacles(std::uint32_t id, const Body<D>& body) {
  if (std::holds_alternative<Ball<D>>(body.shape)) return;
  first_obstacle_.resize(id + 1, static_cast<std::uint32_t>(obstacles_.size()));
  for (Obstacle<D>& piece : obstacles_of<D>(body.shape, id)) obstacles_.push_back(std::move(piece));
}

template <int D>
void Simulation<D>::forget_search() {
  if (!prepared_) return;
  build_search();
  predict_everything();
}

template <int D>
bool Simulation<D>::has_many_obstacles() const {
  return obstacles_.size() >= kManyObstacles && !options_.period;
}

template <int D>
bool Simulation<D>::grid_pays() const {
  return options_.broad_phase == BroadPhase::grid && grid_radius_ > 0 &&
         (balls_.size() > kFewBalls || has_many_obstacles());
}

/// Lists of neighbours, or linked cells where they are far apart, pay for many balls of similar sizes on straight
/// paths.
template <int D>
void Simulation<D>::choose_near(const Vec<D>& low, const Vec<D>& high) {
  if (pulls_ || !near_ || !pushed_.empty() || filters_) return;
  double volume = 1;
  for (int k = 0; k < D; ++k) volume *= std::max(high[k] - low[k], 2 * grid_radius_);
  double filled = 0;
  for (const std::uint32_t id : balls_) {
    if (movers_[id].has_law || movers_[id].absorbs) return;
    const double diameter = 2 * radius(id);
    filled += D == 2 ? diameter * diameter : diameter * diameter * diameter;
  }
  // Equal balls of as much volume.
  const auto side_of = [](double content) { return D == 2 ? std::sqrt(content) : portable::cbrt(content); };
  const auto count = static_cast<double>(balls_.size());
  const double diameter = side_of(filled / count);
  const double spacing = side_of(volume / count);
  if (2 * grid_radius_ > kSimilar * diameter) return;
  const double sparse = (balls_.size() > kManyBalls ? kManySparseSpacing : kSparseSpacing)[D - 2];
  if (spacing >= sparse * diameter) choose_links(spacing);
  if (!uses_links_) choose_lists(low, high, diameter, spacing);
}

/// In a periodic box without obstacles, instead of lists.
template <int D>
void Simulation<D>::choose_links(double spacing) {
  if (!options_.period || !obstacles_.empty() || clock_.damping() > 0 || movers_.size() >= LinkedCells<D>::kMore)
    return;
  const double side = std::max(LinkedCells<D>::side_for(2 * grid_radius_), kLinkedSide * spacing);
  Vec<D> sides;
  Cell<D> counts;
  for (int k = 0; k < D; ++k) {
    const double cells = std::floor((*options_.period)[k] / side);
    if (!(cells >= 5)) return;
    counts[k] = static_cast<std::int32_t>(cells);
  }
  Regions<D>::even_out(counts, slabs_);
  for (int k = 0; k < D; ++k) sides[k] = (*options_.period)[k] / counts[k];
  links_ = LinkedCells<D>(CellTorus<D>({}, sides, counts));
  uses_links_ = true;
}

template <int D>
void Simulation<D>::choose_lists(const Vec<D>& low, const Vec<D>& high, double diameter, double spacing) {
  const auto side_of = [](double content) { return D == 2 ? std::sqrt(content) : portable::cbrt(content); };
  const double sphere = D == 2 ? 3.14159 : 4.18879;
  dense_ = spacing < kDenseSpacing * diameter;
  const double reach = spacing * side_of((1 + (dense_ ? kDenseNeighbours : kNeighbours)) / sphere);
  const double slack = std::max(0.5 * (reach - diameter), 0.05 * diameter);
  ahead_ = (dense_ ? kDenseAhead : kAhead) * slack;
  const double margin = slabs_ > 1 ? Regions<D>::kMargin * slack : 0;
  const double side = VerletLists<D>::reach(grid_radius_, grid_radius_, slack, margin);
  Vec<D> sides;
  Cell<D> counts;
  for (int k = 0; k < D; ++k) {
    const double cells = (high[k] - low[k]) / side;
    counts[k] =
        static_cast<std::int32_t>(std::clamp(options_.period ? std::floor(cells) : std::ceil(cells), 3.0, 1024.0));
  }
  if (options_.period) Regions<D>::even_out(counts, slabs_);
  for (int k = 0; k < D; ++k) sides[k] = options_.period ? (*options_.period)[k] / counts[k] : side;
  const CellTorus<D> cells(low, sides, counts);
  if (options_.period && !VerletLists<D>::is_wide(cells)) return;
  lists_ = VerletLists<D>(slack, grid_radius_, options_.period, cells, margin);
  uses_lists_ = lists_.can_hold(high);
}

/// Where the centre of a shell is put that is made then.
template <int D>
Vec<D> Simulation<D>::shell_center(std::uint32_t id, const Time& time) const {
  Vec<D> center = position_after(id, clock_.between(movers_[id].time(), time));
  const Vec<D>& velocity = movers_[id].velocity;
  if (const double speed = norm(velocity); speed > 0) center += (ahead_ / speed) * velocity;
  return center;
}

/// Makes a ball known to the grid, or to its neighbours.
template <int D>
void Simulation<D>::insert(std::uint32_t id) {
  if (!uses_lists_) {
    const Vec<D> position = position_after(id, clock_.between(movers_[id].time(), now_));
    return uses_links_ ? links_.insert(id, position) : cells_.insert(id, position, radius(id));
  }
  lists_.insert(id, shell_center(id, now_), known_radius(id), near_bodies_,
                [&](std::uint32_t other) { fetch_path(other); });
  if (!beside_.empty()) beside_[id] = is_beside(id) ? 1 : 0;
}

/// Balls that merge grow: room for that is made, so that not every larger one starts the search anew.
template <int D>
void Simulation<D>::build_cells(const Vec<D>& low, const Vec<D>& high) {
  const bool periodic = options_.period.has_value();
  Crowd<D> crowd{{},
                 grid_radius_,
                 high - low,
                 periodic,
                 has_many_obstacles() ? obstacles_.size() : 0,
                 pulls_ ? kFewNear : kManyNear};
  for (const std::uint32_t id : balls_) {
    crowd.radii.push_back(radius(id));
    if (movers_[id].absorbs) crowd.largest = 2 * grid_radius_;
  }
  SizeLevels<D> levels = size_levels(crowd);
  if (!levels.fits && crowd.largest > grid_radius_) {
    crowd.largest = grid_radius_;
    levels = size_levels(crowd);
  }
  uses_grid_ = levels.fits;
  if (!uses_grid_) return;
  grid_radius_ = crowd.largest;
  cells_ = LevelGrid<D>(low, levels.side, levels.counts, levels.plans, periodic);
  cells_.reserve(bodies_.size());
}

/// Whether no ball's centre is, or will be, inside a larger one: those that grow or are pushed may get there.
template <int D>
bool Simulation<D>::is_solid() {
  cells_.set_solid(false);
  if (!pushed_.empty()) return false;
  for (const std::uint32_t id : balls_)
    if (movers_[id].absorbs || (cells_.has_smaller(id) && !is_solid_at(id))) return false;
  return true;
}

/// Whether that is true of a ball and those near it.
template <int D>
bool Simulation<D>::is_solid_at(std::uint32_t id) {
  bool solid = true;
  const auto check = [&](std::uint32_t other, const Cell<D>& image) {
    if (!cells_.is_smaller(other, id) && !cells_.is_smaller(id, other)) return;
    const Vec<D> apart = position_after(id, clock_.between(movers_[id].time(), now_)) - to_box(image) -
                         position_after(other, clock_.between(movers_[other].time(), now_));
    const double larger = std::max(radius(id), radius(other));
    solid = solid && norm2(apart) >= larger * larger * (1 - 0x1p-20);
  };
  candidates_.clear();
  cells_.look_near(id, radius(id), candidates_, check);
  for (const std::uint32_t other : candidates_) check(other, nearest_image(id, other));
  return solid;
}

template <int D>
void Simulation<D>::include_obstacles(Vec<D>& low, Vec<D>& high) const {
  for (const Obstacle<D>& obstacle : obstacles_) {
    if (obstacle.kind == Obstacle<D>::Kind::plane) continue;
    for (int k = 0; k < D; ++k) {
      low[k] = std::min(low[k], obstacle.low[k]);
      high[k] = std::max(high[k], obstacle.high[k]);
    }
  }
}

template <int D>
void Simulation<D>::build_search() {
  balls_.clear();
  beside_.clear();
  grid_radius_ = 0;
  equal_radii_ = true;
  Vec<D> low{};
  Vec<D> high{};
  for (std::uint32_t id = 0; id < movers_.size(); ++id) {
    if (!movers_[id].is_ball || records_[id].presence != Presence::here) continue;
    const Vec<D> position = placement(id).position;
    for (int k = 0; k < D; ++k) {
      low[k] = balls_.empty() ? position[k] : std::min(low[k], position[k]);
      high[k] = balls_.empty() ? position[k] : std::max(high[k], position[k]);
    }
    balls_.push_back(id);
    grid_radius_ = std::max(grid_radius_, radius(id));
    equal_radii_ = equal_radii_ && radius(id) == radius(balls_[0]);
  }
  radii_.clear();
  common_radius_ = balls_.empty() ? 0 : radius(balls_[0]);
  if (!balls_.empty()) know_radius(balls_[0]);
  uses_grid_ = grid_pays();
  uses_lists_ = uses_links_ = false;
  lists_ = {};
  links_ = {};
  if (uses_grid_) {
    if (options_.period) {
      low = {};
      high = *options_.period;
    }
    choose_near(low, high);
    if (!is_plain()) {
      if (has_many_obstacles()) include_obstacles(low, high);
      build_cells(low, high);
    }
    grid_origin_ = low;
    if (uses_lists_) lists_.reserve(bodies_.size());
    search_.epoch_length = clock_.length();
    search_.periodic = options_.period.has_value();
    if (options_.period) search_.period = *options_.period;
    for (int k = 0; k < D; ++k) search_.boxes[k] = search_.periodic ? 1 / search_.period[k] : 0;
    plan_ = {search_, records_.data(), &lists_, &clock_, &calendar_, versions_.data(), now_};
    linked_plan_ = {search_, records_.data(), &links_, known_.data(), &clock_, &calendar_, versions_.data(), now_};
    if (uses_grid_)
      for (const std::uint32_t id : balls_) insert(id);
    if (uses_grid_ && !is_plain() && cells_.level_count() > 1) cells_.set_solid(is_solid());
  }
  fetches_ahead_ = is_plain() && balls_.size() > (uses_links_ ? kManyLinked : kManyBalls);
  glances_.clear();
  const bool many = balls_.size() > kManyBalls;
  const bool in_parts = Regions<D>::suit(*this);
  bool glances = uses_grid_ && !is_plain() && grid_radius_ <= kGlanceRatio * cells_.radius(0);
  if (is_plain()) glances = !many && !in_parts;
  if (glances && clock_.damping() == 0) {
    glances_.resize(bodies_.size());
    glance_scale_ = 0.5 / grid_radius_;
    look_at_all();
    if (options_.period)
      for (int k = 0; k < D; ++k) {
        search_.glance_period[k] = static_cast<float>((*options_.period)[k] * glance_scale_);
        search_.glance_boxes[k] = 1 / search_.glance_period[k];
      }
    plan_.search = linked_plan_.search = search_;
  }
  place_obstacles();
  if (uses_lists_ && !options_.period) know_beside();
  const bool has_shells = uses_lists_ && (obstacles_.empty() || !beside_.empty());
  renews_ = uses_links_ ? !fetches_ahead_ : has_shells && !glances_.empty();
}

template <int D>
void Simulation<D>::place_obstacles() {
  everywhere_.clear();
  in_cell_.clear();
  const bool by_cell = uses_grid_ && obstacles_.size() > kFewObstacles;
  if (by_cell) in_cell_.resize(uses_lists_ ? lists_.cells().size() : cells_.list_count());
  for (std::uint32_t index = 0; index < obstacles_.size(); ++index) {
    const Obstacle<D>& obstacle = obstacles_[index];
    if (records_[obstacle.body].presence != Presence::here) continue;
    if (!by_cell || obstacle.kind == Obstacle<D>::Kind::plane || has_moved(obstacle.body))
      everywhere_.push_back(index);
    else
      place_in_cells(index);
  }
}

/// Which shells are close to obstacles, if these stand still.
template <int D>
void Simulation<D>::know_beside() {
  const auto moves = [&](std::uint32_t index) { return has_moved(obstacles_[index].body); };
  if (obstacles_.empty() || std::any_of(everywhere_.begin(), everywhere_.end(), moves)) return;
  beside_.resize(bodies_.size());
  for (const std::uint32_t id : balls_) beside_[id] = is_beside(id) ? 1 : 0;
}

/// Whether a ball in its shell may come so far as to an obstacle.
template <int D>
bool Simulation<D>::is_beside(std::uint32_t id) const {
  const Vec<D> place = position_after(id, clock_.between(movers_[id].time(), now_));
  const Vec<D> center = place - lists_.from_center(id, place);
  // A centre is rounded.
  const double reach = 1.05 * (radius(id) + lists_.skin());
  const auto is_near = [&](std::uint32_t index) { return !is_far_from(obstacles_[index], center, reach); };
  if (std::any_of(everywhere_.begin(), everywhere_.end(), is_near)) return true;
  if (in_cell_.empty()) return false;
  const auto& in_cell = in_cell_[cell_index(id)];
  return std::any_of(in_cell.begin(), in_cell.end(), is_near);
}

// A ball may be outside its cell by the slack.
template <int D>
void Simulation<D>::place_in_cells(std::uint32_t index) {
  const auto note = [&](std::size_t cell) {
    if (in_cell_[cell].empty() || in_cell_[cell].back() != index) in_cell_[cell].push_back(index);
  };
  const auto visit_around = [&](double margin, auto visit) {
    Vec<D> low = obstacles_[index].low;
    Vec<D> high = obstacles_[index].high;
    for (int k = 0; k < D; ++k) {
      const double slack = uses_lists_ ? LevelGrid<D>::kHysteresis * lists_.cells().side()[k] : cells_.hysteresis(k);
      low[k] -= margin + slack;
      high[k] += margin + slack;
    }
    visit(low, high);
  };
  if (uses_lists_)
    return visit_around(1.05 * (grid_radius_ + lists_.skin()),
                        [&](const Vec<D>& low, const Vec<D>& high) { lists_.cells().visit_box(low, high, note); });
  for (std::size_t level = 0; level < cells_.level_count(); ++level)
    visit_around(1.05 * LevelGrid<D>::side_for(2 * cells_.radius(level)),
                 [&](const Vec<D>& low, const Vec<D>& high) { cells_.visit_box(level, low, high, note); });
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
