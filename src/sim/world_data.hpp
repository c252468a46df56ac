#pragma once
#include "sim/bodies/applied_forces.hpp"
#include "sim/bodies/body_store.hpp"
#include "sim/bodies/force_fields.hpp"
#include "sim/bodies/obstacle_set.hpp"
#include "sim/bodies/supports.hpp"
#include "sim/events/predictor.hpp"
#include "sim/islands/islands.hpp"
#include "sim/kinematic/kinematic_contacts.hpp"
#include "sim/setting.hpp"

namespace carom::sim {

/// What all domains of a world share: its laws, bodies and obstacles, and what follows from these alone.
template <int D>
struct WorldData {
  Setting<D> setting;
  BodyStore<D> store{setting};
  ObstacleSet<D> obstacles;
  AppliedForces<D> forces;
  ForceFields<D> fields{setting};
  const Supports<D> supports{setting, store, obstacles};
  Islands<D> islands{setting, store, supports};
  const KinematicContacts<D> contacts{setting, store, obstacles};
  const Predictor<D> predictor{setting, store, obstacles, supports, contacts};
};

}  // namespace carom::sim
