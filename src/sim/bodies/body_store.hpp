#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "broad/memory/fetch.hpp"
#include "broad/memory/large_array.hpp"
#include "carom/response/rough_bounce.hpp"
#include "carom/sim/world.hpp"
#include "sim/bodies/body_table.hpp"
#include "sim/bodies/particle.hpp"
#include "sim/setting.hpp"

namespace carom::sim {

/// All that is known of the bodies of a world, by id: what they are, and the state of each at the time of its own last
/// event. Snapshots and hashes read this alone.
///
/// In the domains of a world each body has one owner, and only that changes what is kept of it here.
template <int D>
class BodyStore {
 public:
  explicit BodyStore(const Setting<D>& setting) : setting_(setting) {}

  /// Adds a body that is in this state. Returns its id: they are counted from 0.
  std::uint32_t add(const Body<D>& body, const BodyState<D>& state);
  /// Derives from what a body is, and what became of it, whether it is a ball, immovable, and so on.
  void classify(std::uint32_t id);

  std::size_t size() const { return particles_.size(); }
  bool contains(std::uint32_t id) const { return id < particles_.size(); }
  /// A body as it was added, but for what changes: see BodyTable.
  const Body<D>& kind(std::uint32_t id) const { return bodies_[id]; }
  bool is_here(std::uint32_t id) const { return records_[id].presence == Presence::here; }
  bool is_awaited(std::uint32_t id) const { return records_[id].presence == Presence::awaited; }
  // std::out_of_range if there is no such body.
  bool present(std::uint32_t id) const { return records_.at(id).presence == Presence::here; }
  double radius_now(std::uint32_t id) const { return traits_[records_.at(id).kind].radius; }

  const Particle<D>& particle(std::uint32_t id) const { return particles_[id]; }
  Particle<D>& particle(std::uint32_t id) { return particles_[id]; }
  const Record<D>& record(std::uint32_t id) const { return records_[id]; }
  Record<D>& record(std::uint32_t id) { return records_[id]; }
  // For vector code: of all bodies.
  const Particle<D>* particles() const { return particles_.data(); }
  const Record<D>* records() const { return records_.data(); }
  const std::uint32_t* versions() const { return versions_.data(); }
  /// Null where all balls have the same radius.
  const double* radii() const { return equal_radii_ ? nullptr : radii_.data(); }

  /// Of each body, the changes of its state: a prediction made with an older one is void.
  std::uint32_t version(std::uint32_t id) const { return versions_[id]; }
  void renew_version(std::uint32_t id) { ++versions_[id]; }

  /// The balls that are here, as they were last listed, but for those that have left and come since.
  const std::vector<std::uint32_t>& balls() const { return balls_; }
  void list_balls();
  void enlist_ball(std::uint32_t id);
  void unlist_ball(std::uint32_t id) { std::erase(balls_, id); }

  /// Whether there may be balls that stay where they are.
  bool has_immovable_balls() const { return has_immovable_balls_; }

  const Traits& traits(std::uint32_t id) const { return traits_[records_[id].kind]; }
  double radius(std::uint32_t id) const { return traits(id).radius; }
  /// The same of a ball that is listed, whose record is not read.
  double known_radius(std::uint32_t id) const { return equal_radii_ ? common_radius_ : radii_[id]; }
  double own_mass(std::uint32_t id) const { return traits(id).mass; }
  /// Infinite for what is immovable.
  double mass(std::uint32_t id) const { return particles_[id].immovable ? kImmovable : own_mass(id); }
  void set_traits(std::uint32_t id, const Traits& traits);
  /// A ball has become larger.
  void grow(std::uint32_t id, const Traits& traits);

  /// Of a pair, at any speed.
  double pair_restitution(std::uint32_t a, std::uint32_t b) const {
    return combine(setting_.options.restitution_rule, bodies_[a].restitution, mass(a), bodies_[b].restitution, mass(b));
  }
  double pair_friction(std::uint32_t a, std::uint32_t b) const {
    return combine(setting_.options.friction_rule, bodies_[a].friction, mass(a), bodies_[b].friction, mass(b));
  }
  /// Of two that press on each other.
  response::Resistances pair_resistances(std::uint32_t a, std::uint32_t b) const {
    const Body<D>&one = bodies_[a], &two = bodies_[b];
    return {pair_friction(a, b), std::max(one.rolling_friction, two.rolling_friction),
            std::max(one.spinning_friction, two.spinning_friction)};
  }
  /// The velocity of the surface of a body that is no ball at a place as it is seen from it: that of the whole, and
  /// what moves across the normal there.
  Vec<D> surface_velocity(std::uint32_t body, const Vec<D>& place, const Vec<D>& normal) const {
    const Vec<D>& drift = particles_[body].velocity;
    const auto& surface = bodies_[body].surface;
    if (!surface) return drift;
    const Vec<D> moves = surface->velocity + cross(surface->spin, place - surface->center);
    return drift + (moves - dot(moves, normal) * normal);
  }

  Spin<D> spin(std::uint32_t id) const { return id < spins_.size() ? spins_[id] : Spin<D>{}; }
  /// In rough worlds.
  void set_spin(std::uint32_t id, const Spin<D>& spin) { spins_[id] = spin; }
  RoughBall<D> rough_ball(std::uint32_t id) const { return {kept_velocity(id), spins_[id], mass(id), radius(id)}; }

  const Law<D>& law(std::uint32_t id) const {
    static constexpr Law<D> kNoLaw{};
    return id < laws_.size() ? laws_[id] : kNoLaw;
  }
  bool may_have_law(std::uint32_t id) const { return id < laws_.size(); }
  void set_law(std::uint32_t id, const Law<D>& law);
  /// So long after its own time.
  Spin<D> spin_after(std::uint32_t id, double dt) const {
    return id < laws_.size() && id < spins_.size() ? spins_[id] + dt * laws_[id].turning : spin(id);
  }
  /// Of a body that slows: after dt its stop may be due now.
  void note_stop(std::uint32_t id, double dt) {
    if (dt >= laws_[id].stop) laws_[id].stop = 0;
  }
  void forget_stop(std::uint32_t id) { laws_[id].stop = query::kNever; }

  const Load<D>& load(std::uint32_t id) const {
    static const Load<D> kNoLoad{};
    return id < loads_.size() ? loads_[id] : kNoLoad;
  }
  bool may_be_loaded(std::uint32_t id) const { return id < loads_.size(); }
  Load<D>& own_load(std::uint32_t id);
  /// All that acts on it from now on; throws std::domain_error where that accelerates it beyond all numbers.
  void set_force(std::uint32_t id, const Vec<D>& force);
  /// Nothing supports it any more.
  void unload(std::uint32_t id) {
    if (id < loads_.size()) loads_[id].supports.clear();
  }

  /// Steered balls that are here and not stuck.
  bool is_kinematic(std::uint32_t id) const {
    return id < kinematic_.size() && kinematic_[id].is_here && !particles_[id].held;
  }
  /// Steered balls that are here, those that are stuck included: their height is nobody's energy.
  bool slides(std::uint32_t id) const { return id < kinematic_.size() && kinematic_[id].is_here; }
  bool has_kinematic_balls() const { return !kinematic_.empty(); }
  /// Whether it goes, and no contact changes how: an obstacle or an immovable ball that moves, a kinematic ball.
  bool is_driven(std::uint32_t id) const {
    const Particle<D>& particle = particles_[id];
    return (particle.immovable || is_kinematic(id)) && (particle.curved || !is_zero(particle.velocity));
  }
  /// Ids of kinematic balls are below it.
  std::uint32_t kinematic_end() const { return static_cast<std::uint32_t>(kinematic_.size()); }
  /// A ball that is here, and that forces move.
  bool is_free(std::uint32_t id) const { return is_here(id) && !particles_[id].immovable && !is_kinematic(id); }
  const KinematicState<D>& kinematic(std::uint32_t id) const { return kinematic_[id]; }
  KinematicState<D>& kinematic(std::uint32_t id) { return kinematic_[id]; }
  void leave_kinematic(std::uint32_t id) {
    if (id < kinematic_.size()) kinematic_[id] = {};
  }

  /// Whether contacts move it: it goes straight between ticks.
  bool in_island(std::uint32_t id) const { return id < islands_.size() && islands_[id].is_in; }
  bool sleeps(std::uint32_t id) const { return in_island(id) && islands_[id].sleeps_with != kNone; }
  const IslandState<D>& island_state(std::uint32_t id) const { return islands_[id]; }
  IslandState<D>& island_state(std::uint32_t id) {
    if (id >= islands_.size()) islands_.resize(id + 1);
    return islands_[id];
  }
  /// A ball stands still from now on, whatever restored its clearance or carried it.
  void halt(std::uint32_t id) {
    particles_[id].velocity = {};
    if (in_island(id)) islands_[id].restoring = islands_[id].carried = {};
  }
  /// Of its velocity, what restores clearances.
  Vec<D> restoring(std::uint32_t id) const { return in_island(id) ? islands_[id].restoring : Vec<D>{}; }
  /// The rest of it, which has momentum and energy.
  Vec<D> kept_velocity(std::uint32_t id) const {
    return in_island(id) ? particles_[id].velocity - islands_[id].restoring : particles_[id].velocity;
  }
  void set_kept_velocity(std::uint32_t id, const Vec<D>& velocity) {
    particles_[id].velocity = in_island(id) ? velocity + islands_[id].restoring : velocity;
  }
  /// The velocity of what carries the island of a ball.
  Vec<D> carried(std::uint32_t id) const { return in_island(id) ? islands_[id].carried : Vec<D>{}; }
  /// Along its path alone.
  void shift_path(std::uint32_t id, const Vec<D>& velocity) {
    particles_[id].velocity += velocity;
    island_state(id).restoring += velocity;
  }

  /// Of its last impact; epoch −1: none yet.
  Time last_impact(std::uint32_t id) const;
  void set_last_impact(std::uint32_t id, const Time& time);
  /// The body's own time is about to change.
  void keep_last_impact(std::uint32_t id);
  /// Whether a ball's previous impact was less than a contact's duration ago.
  bool met_just_before(std::uint32_t id, const Time& time) const {
    const Time last = last_impact(id);
    return last.epoch >= 0 && setting_.clock.between(last, time) < *setting_.options.contact_duration;
  }
  /// How many impacts in a row it will have had, each less than a contact's duration after the one before, with one at
  /// that time. `lossless`: by its law that one takes no energy.
  std::uint32_t row_with(std::uint32_t id, const Time& time, bool lossless) const {
    return met_just_before(id, time) ? longer_row(id, time, lossless) : 0;
  }
  /// Counts an impact.
  void note_impact(std::uint32_t id, const Time& time, bool lossless) {
    set_crowded(id, row_with(id, time, lossless));
    set_last_impact(id, time);
  }
  void set_crowded(std::uint32_t id, std::uint32_t row) { records_[id].crowded = row & ((1u << 24) - 1); }
  /// Among the events of a body at that time.
  std::uint32_t rank_at(std::uint32_t id, const Time& time) const {
    return particles_[id].time() == time ? records_[id].rank : 0;
  }

  // An acceleration of zero is left out, and so is no time: the same bits wherever a position is asked for.
  /// So long after its own time.
  Vec<D> position_after(std::uint32_t id, double dt) const {
    const Particle<D>& particle = particles_[id];
    if (dt == 0) return particle.position;
    return particle.curved ? curved_position(id, dt) : particle.position + dt * particle.velocity;
  }
  Vec<D> velocity_after(std::uint32_t id, double dt) const {
    return particles_[id].curved ? curved_velocity(id, dt) : particles_[id].velocity;
  }
  double since(std::uint32_t id, const Time& time) const { return setting_.clock.between(particles_[id].time(), time); }
  Vec<D> position_at(std::uint32_t id, const Time& time) const { return position_after(id, since(id, time)); }
  Motion<D> path(std::uint32_t id) const;
  /// As it is seen after a time.
  Motion<D> path_after(std::uint32_t id, double dt) const;

  /// Whether a body that is no ball is, or may be, elsewhere than where it was added.
  bool has_moved(std::uint32_t body) const {
    return !is_zero(particles_[body].position) || !is_zero(particles_[body].velocity);
  }
  /// A place as it is seen from a body that is no ball, which was at the origin when it was added.
  Vec<D> seen_from(std::uint32_t body, const Vec<D>& place, const Time& time) const {
    return place - position_at(body, time);
  }
  Vec<D> unwrapped(std::uint32_t id) const { return particles_[id].position + setting_.to_box(records_[id].image); }
  /// Two bodies meet at all.
  bool share_layers(std::uint32_t a, std::uint32_t b) const {
    return !setting_.filters ||
           ((bodies_[a].layers & bodies_[b].mask) != 0 && (bodies_[b].layers & bodies_[a].mask) != 0);
  }

  // What a caller sees.
  Placement<D> placement(std::uint32_t id, const Time& now) const;
  /// Of the bodies from 0 on, as many as each list takes.
  void placements(const Time& now, std::span<Vec<D>> positions, std::span<Vec<D>> velocities,
                  std::span<Spin<D>> spins) const;
  Motion<D> motion(std::uint32_t id, const Time& now) const;
  Body<D> body(std::uint32_t id) const;
  BodyState<D> state(std::uint32_t id) const;

  void fetch(std::uint32_t id) const { broad::fetch_line(&particles_[id]); }
  void fetch_version(std::uint32_t id) const { broad::fetch_line(&versions_[id]); }
  void fetch_record(std::uint32_t id) const { broad::fetch_object(&records_[id]); }

 private:
  /// When a body is where it is seen: one that is awaited as it will come, in a world without a periodic box.
  Time seen_at(const Particle<D>& particle, std::uint32_t id, const Time& now) const {
    return !setting_.options.period && is_awaited(id) ? particle.time() : now;
  }
  /// Puts a place into the periodic box. Returns how many boxes away it was.
  broad::Cell<D> wrap(Vec<D>& position) const;
  Vec<D> curved_position(std::uint32_t id, double dt) const;
  Vec<D> curved_velocity(std::uint32_t id, double dt) const;
  void know_radius(std::uint32_t id);
  std::uint32_t longer_row(std::uint32_t id, const Time& time, bool lossless) const;

  const Setting<D>& setting_;
  BodyTable<D> bodies_;
  broad::LargeArray<Particle<D>> particles_;
  broad::LargeArray<Record<D>> records_;
  std::vector<Traits> traits_;  ///< of the kinds of bodies
  broad::LargeArray<std::uint32_t> versions_;
  std::vector<Time> last_impacts_;  ///< of the bodies up to the last one of which it was not the own time
  std::vector<std::uint32_t> balls_;
  bool has_immovable_balls_ = false;
  bool equal_radii_ = false;
  double common_radius_ = 0;          ///< of all listed balls, if theirs are equal
  broad::LargeArray<double> radii_;   ///< of all bodies, where balls have different ones
  broad::LargeArray<Spin<D>> spins_;  ///< of all bodies, or none where balls are smooth
  // Of the balls up to the last one that has ever had one.
  std::vector<Law<D>> laws_;
  std::vector<Load<D>> loads_;
  std::vector<KinematicState<D>> kinematic_;
  std::vector<IslandState<D>> islands_;
};

template <int D>
inline Time BodyStore<D>::last_impact(std::uint32_t id) const {
  switch (records_[id].last_impact) {
    case Record<D>::own_time:
      return particles_[id].time();
    case Record<D>::apart:
      return last_impacts_[id];
    default:
      return {-1, 0};
  }
}

}  // namespace carom::sim
