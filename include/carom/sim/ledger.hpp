#pragma once
#include "carom/math/vec.hpp"

namespace carom {

/// Where the energy of a world is, and where it went. At all times
/// kinetic + potential + dissipated = initial + work, up to rounding: `residual()` is what is left over.
template <int D>
struct Ledger {
  double kinetic = 0;     ///< of movable balls, now, that of their spins included
  double rotational = 0;  ///< that of their spins
  double potential = 0;   ///< −Σ m g·x, of movable balls, now
  double initial = 0;     ///< kinetic + potential at the start, or as the bodies were added
  double work = 0;        ///< done by forces, own accelerations, impulses, set velocities, the thermostat and moving
                          ///< immovable bodies; removed bodies take theirs away (negative)
  double dissipated_impacts = 0;  ///< by restitution, merging, sticking, coming to rest; negative where e > 1
  double dissipated_damping = 0;
  double dissipated_friction = 0;  ///< by bodies that decelerate
  double dissipated_pockets = 0;   ///< energy that swallowed balls took with them
  double added_by_hops = 0;        ///< by the rule against collapse (docs/theory/collapse-and-rest.md)
  Vec<D> momentum{};               ///< Σ m v of movable balls, now
  double momentum_scale = 0;       ///< Σ |m v|, now

  double residual() const {
    return (kinetic + potential + dissipated_impacts + dissipated_damping + dissipated_friction + dissipated_pockets) -
           (initial + work + added_by_hops);
  }
};

}  // namespace carom
