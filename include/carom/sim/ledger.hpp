#pragma once
#include "carom/math/vec.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Where the energy of a world is, and where it went, by the law that took or gave it. At all times
/// kinetic + potential + dissipated() = initial + work + added(), up to rounding: `residual()` is what is left over.
template <int D>
struct Ledger {
  double kinetic = 0;     ///< of movable balls, now, that of their spins included
  double rotational = 0;  ///< that of their spins
  double potential = 0;   ///< −Σ m g·x, and those of force fields, of movable balls that do not slide, now
  double initial = 0;     ///< kinetic + potential at the start, or as the bodies were added
  double work = 0;        ///< done by forces, own accelerations, impulses, set velocities, the thermostat and moving
                          ///< immovable bodies; removed bodies take theirs away (negative)
  double dissipated_impacts = 0;  ///< by bounces, and by coming to rest
  double dissipated_merging = 0;  ///< by merging and sticking
  double dissipated_stops = 0;    ///< of balls that a rule against endless collisions stopped, or that were crushed
  double dissipated_damping = 0;
  double dissipated_friction = 0;   ///< by bodies that decelerate, or slide on a face on which they rest
  double dissipated_rolling = 0;    ///< by what resists rolling and spinning on the spot
  double dissipated_contacts = 0;   ///< by what stays together, at ticks
  double dissipated_pockets = 0;    ///< energy that swallowed balls took with them
  double added_by_restitution = 0;  ///< by bounces that give more than they take: e > 1
  double added_by_placing = 0;      ///< potential energy of balls that were put to where they only touch: merged ones,
                                    ///< out of walls; resting ones, against rounding. Of either sign
  double added_by_hops = 0;         ///< by the rule against collapse (docs/theory/collapse-and-rest.md)
  double added_by_ticks = 0;      ///< pulls on bodies in contact, and force fields that have a potential, act at ticks
                                  ///< instead of along their paths. Of either sign
  double added_by_restoring = 0;  ///< by restoring the clearance of contacts. Of either sign
  Vec<D> momentum{};              ///< Σ m v of movable balls, now
  double momentum_scale = 0;      ///< Σ |m v|, now

  double dissipated() const {
    return dissipated_impacts + dissipated_merging + dissipated_stops + dissipated_damping + dissipated_friction +
           dissipated_rolling + dissipated_pockets + dissipated_contacts;
  }
  double added() const {
    return added_by_restitution + added_by_placing + added_by_hops + added_by_ticks + added_by_restoring;
  }
  double residual() const { return (kinetic + potential + dissipated()) - (initial + work + added()); }
};

}  // namespace carom

#pragma GCC visibility pop
