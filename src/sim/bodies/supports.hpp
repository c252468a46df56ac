#pragma once
#include <array>
#include <cstdint>

#include "sim/bodies/body_store.hpp"
#include "sim/bodies/obstacle_set.hpp"
#include "sim/events/encounter.hpp"

namespace carom::sim {

/// How a body moves that gravity, forces, a law of its own and the faces on which it rests act on: derived from its
/// state, in the middle of an event too.
template <int D>
class Supports {
 public:
  using Normals = std::array<Vec<D>, D>;

  Supports(const Setting<D>& setting, const BodyStore<D>& store, const ObstacleSet<D>& obstacles)
      : setting_(setting), store_(store), obstacles_(obstacles) {}

  /// Acceleration by gravity, forces and the body's own, before any support.
  Vec<D> pull(std::uint32_t id) const;
  /// What its supports leave of it.
  Vec<D> acceleration(std::uint32_t id) const;
  /// The same, with what rubs does to its spin, and when that changes.
  Law<D> law(std::uint32_t id) const;

  /// Whether a ball rests on a single face on which it rubs.
  bool rubs(std::uint32_t id) const;
  /// Then: the ball as the surface of the face sees it, and the velocity of that.
  response::BallOnFace<D> on_face(std::uint32_t id) const;
  Vec<D> surface_velocity(std::uint32_t id) const;
  /// How a ball moves from now on. Its own law slows it where no pull is left over, but for the rounding of what its
  /// supports carry.
  Motion<D> motion(std::uint32_t id) const;

  /// Unit normals of the faces on which a ball rests, pointing at the ball; how many they are.
  int normals(std::uint32_t id, Normals& normals) const;
  /// Whether a face is one on which a ball can rest: flat, and not turning where it rubs.
  bool may_rest(std::uint32_t id, const Obstacle<D>& face) const;
  /// The velocity that all supports of a ball have.
  Vec<D> velocity(std::uint32_t id) const;
  /// Whether a ball may rest on something that moves at `drift`, beside its supports; what slows by a law of its own
  /// does so in the frame of the world.
  bool fit(std::uint32_t id, const Vec<D>& drift) const;
  /// The faces on which a ball rests, and their borders while it does, are not met again.
  bool include(std::uint32_t id, const Obstacle<D>& obstacle) const;
  /// Would the rebound from a face that a ball is pressed against last less than a contact? Then the contact stays.
  bool would_hold(std::uint32_t id, const Obstacle<D>& face, const Vec<D>& out, double restitution) const;
  /// A ball stops, or slides past the edge of a support: the first of these.
  PhaseEnd phase_end(std::uint32_t id) const;

 private:
  bool may_rub(std::uint32_t id, std::uint32_t body) const;

  const Setting<D>& setting_;
  const BodyStore<D>& store_;
  const ObstacleSet<D>& obstacles_;
};

}  // namespace carom::sim
