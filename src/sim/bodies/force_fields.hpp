#pragma once
#include "carom/force/force_field.hpp"
#include "sim/bodies/body_store.hpp"
#include "sim/setting.hpp"

namespace carom::sim {

/// The forces of place and velocity of a world: its options' and the caller's own.
template <int D>
class ForceFields {
 public:
  using Field = typename BodyState<D>::Field;

  explicit ForceFields(const Setting<D>& setting) : setting_(setting) {}

  void set_own(const Force<D>& force) { own_ = force; }
  bool has_own() const { return static_cast<bool>(own_.at); }
  bool empty() const { return setting_.options.force_fields.empty() && !has_own(); }
  /// Whether some may depend on velocities: what has a potential does not.
  bool depend_on_velocity() const;

  /// What they give a ball. std::domain_error if it is not finite.
  Field at(const PointMass<D>& ball) const;
  double potential(const PointMass<D>& ball) const;

  /// A ball as forces see it at a time.
  PointMass<D> seen(const BodyStore<D>& store, std::uint32_t id, const Time& time) const {
    const double dt = store.since(id, time);
    return {id, store.position_after(id, dt), store.velocity_after(id, dt), store.own_mass(id),
            setting_.clock.to_plain(time)};
  }

 private:
  const Setting<D>& setting_;
  Force<D> own_;
};

}  // namespace carom::sim
