#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "carom/force/force_field.hpp"
#include "carom/math/vec.hpp"
#include "carom/response/combine.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// How candidates for impacts are found. Never changes what happens, only how fast. automatic: as is best for the
/// balls that there are; all_pairs: each ball is held against every other; cells: against those in cells around it,
/// linked cells where these can hold the world's balls (SearchKind); lists: against those in its Verlet list. Lists are
/// for similar balls (2 r of the largest at most 1.7 times the mean) that bounce on straight paths: no gravity or other
/// forces, laws of their own, kinematic, sticky or merging balls, pockets, nor bodies that pass through others; in a
/// periodic box of five cells at least. A world that they cannot serve, now or later, has cells instead.
/// World::search_kind says which it has.
enum class BroadPhase { automatic, all_pairs, cells, lists };
inline constexpr std::array<std::string_view, 4> kBroadPhaseNames{"auto", "all-pairs", "cells", "lists"};

/// Keeps a gas warm: at every multiple of `interval` each movable ball is kicked (event `change`): each component of
/// its velocity gets a normal random number of variance `noise`·`interval`. With ever shorter intervals that is white
/// noise (Williams and MacKintosh, Physical Review E 54, R9, 1996), which heats each component by `noise` per unit of
/// time. Balls that slide are not kicked, and spins are not.
struct Thermostat {
  double interval = 0;  ///< > 0
  double noise = 0;     ///< ≥ 0: ξ₀², a speed squared per unit of time
  /// The kicks together give no momentum: their mean, by mass, is taken off each. A ball on its own is then not kicked.
  bool keeps_momentum = true;
  std::uint64_t seed = 0;  ///< of the random numbers, which depend on it and on the kick's number alone
};

/// What simple games do instead of damping: at every multiple of `interval` the velocity of each movable ball that does
/// not slide is multiplied by `factor`. Between these times paths are straight, or what else acts on them makes of
/// them. The same as damping at the rate k = −ln(factor)/interval at those times alone: by then a ball has gone k
/// interval/(1 − factor) ≈ 1 + k interval/2 times as far (docs/theory/stepwise-damping.md). No event.
struct StepwiseDamping {
  double interval = 0;    ///< > 0
  double factor = 1;      ///< in [0, 1]
  double rest_speed = 0;  ///< ≥ 0: what is slower afterwards stops (event `stop`)

  friend bool operator==(const StepwiseDamping&, const StepwiseDamping&) = default;
};

/// The laws of a world. Fixed once it exists.
template <int D>
struct WorldOptions {
  Vec<D> gravity{};  ///< of every movable ball
  double damping = 0;  ///< k ≥ 0: all velocities decay as exp(−k t). Not together with gravity, forces or bodies with a
                       ///< law of their own: std::invalid_argument
  CombineRule restitution_rule = CombineRule::average;
  /// > 0: impacts slower than this lose less (restitution_at). Unset: restitution is the same at all speeds.
  std::optional<double> restitution_speed{};
  /// β in [−1, 1], of surfaces that do not slide (Body::friction): balls are rough and spin (rough_bounce.hpp), with
  /// the moments of inertia of homogeneous discs or spheres, and so is all that they meet. −1: as smooth as without,
  /// but spins are kept. A ball at rest on a face slides and rolls on it (docs/theory/rough-balls.md). Not together
  /// with common damping and points that can be moved: std::invalid_argument.
  std::optional<double> tangential_restitution{};
  CombineRule friction_rule = CombineRule::minimum;
  std::optional<Thermostat> thermostat{};
  std::optional<StepwiseDamping> stepwise_damping{};
  /// Forces of place and velocity on all movable balls that do not slide, next to gravity and World::set_force: looked
  /// at at every multiple of `force_interval`. In between each ball goes along the parabola of its last force, whose
  /// impacts are exact: velocity Verlet, of second order (docs/theory/force-fields.md). Not with common damping, nor
  /// with bodies that decelerate or are damped by a law of their own: std::invalid_argument.
  std::vector<ForceField<D>> force_fields{};
  /// Power of two, at most the epoch's length. Force fields and set_force need it.
  std::optional<double> force_interval{};
  /// The shortest time that a contact lasts, > 0: the rules against endless collisions use it
  /// (docs/theory/collapse-and-rest.md). Unset: 10⁻³ √(r/g) with gravity, force fields or bodies that accelerate or
  /// decelerate, g the largest of these, 10⁻⁶ r/v without, from the smallest ball and the fastest at the first step.
  std::optional<double> contact_duration{};
  /// Whether balls that lose energy and are pressed together stay together, as heaps do: islands of such balls are
  /// moved on at ticks (docs/theory/lasting-contacts.md). Unset: chosen at the first step, true with gravity or
  /// force fields. Not with common damping or in a periodic box: std::invalid_argument.
  std::optional<bool> lasting_contacts{};
  /// Power of two, at most the epoch's length: the interval of ticks. Unset: near 0.013 √(d/g) at the first step, d the
  /// smallest diameter.
  std::optional<double> tick{};
  /// Whether what has hardly moved in contact for 1.2 √(d/g), 16 ticks at least and 64 at most, sleeps (events `sleep`
  /// and `wake`): nothing is computed for it until something meets it, pulls at it, or what it rests on moves or goes.
  /// Not in worlds with a thermostat.
  bool sleep = true;
  /// Sides of a periodic box with its low corner at 0: all axes repeat. Balls only; not with gravity.
  std::optional<Vec<D>> period{};
  /// > 0: how often kinematic balls turn to their intention anew, and balls that come later and had no room ask again.
  /// A run of more than 2³² frames, or to beyond the 2⁵⁰th, is refused (std::invalid_argument).
  double frame = 1.0 / 60;
  std::optional<double> epoch_length{};  ///< power of two; unset: chosen at the first step from sizes and speeds
  BroadPhase broad_phase = BroadPhase::automatic;
};

}  // namespace carom

#pragma GCC visibility pop
