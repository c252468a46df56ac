#pragma once
#include <cstdint>
#include <optional>

#include "sim/bodies/body_store.hpp"
#include "sim/bodies/obstacle_set.hpp"
#include "sim/events/encounter.hpp"

namespace carom::sim {

/// What kinematic balls touch, and where that lets them go: docs/theory/kinematic-bodies.md. Changes nothing.
template <int D>
class KinematicContacts {
 public:
  using Contact = typename BodyState<D>::Contact;

  KinematicContacts(const Setting<D>& setting, const BodyStore<D>& store, const ObstacleSet<D>& obstacles)
      : setting_(setting), store_(store), obstacles_(obstacles) {}

  /// Whether a kinematic ball does not meet an obstacle, or a ball another one, by what it touches already.
  bool passes(std::uint32_t id, const Obstacle<D>& obstacle) const;
  bool passes(std::uint32_t low, std::uint32_t high, const Relative<D>& relative) const;

  /// Another ball as it moves now.
  Contact with_ball(std::uint32_t other) const;
  /// Unit, from what is touched to the ball.
  Vec<D> normal(std::uint32_t id, const Contact& contact) const;
  /// That of what is touched, along the normal. Two balls that rounding let overlap part by that much in a frame.
  double speed(std::uint32_t id, const Contact& contact, const Vec<D>& normal) const;
  /// Whether it is still touched at a time.
  bool lasts(std::uint32_t id, const Contact& contact, const Time& now) const;
  /// Whether a ball is not touched any more at a time.
  bool is_apart(std::uint32_t id, BodyId other, const Time& now) const;
  /// Whether a ball touches an obstacle that moves, and so may not stand.
  bool is_driven(std::uint32_t id) const;
  /// The velocity nearest to the intention off all that a ball touches.
  std::optional<Vec<D>> velocity_towards(std::uint32_t id, const Vec<D>& intended) const;

 private:
  bool touches(std::uint32_t id, std::uint32_t other) const;
  bool is_hidden(std::uint32_t id, const Obstacle<D>& obstacle) const;
  bool stands_firm(std::uint32_t id, std::uint32_t other) const;
  bool sees_hollow(std::uint32_t id, const Obstacle<D>& obstacle, const Time& time) const;
  double chord_speed(std::uint32_t id, const Contact& contact, const Vec<D>& normal) const;
  double tolerance(std::uint32_t id) const;
  bool is_passed(std::uint32_t id, const Contact& contact, const Vec<D>& velocity) const;
  Vec<D> carrying_velocity(std::uint32_t id, const Vec<D>& intended) const;
  const Obstacle<D>& face(const Contact& contact) const { return obstacles_.face(contact.body.value, contact.face); }

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
};

}  // namespace carom::sim
