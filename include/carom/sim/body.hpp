#pragma once
#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>

#include "carom/math/spin.hpp"
#include "carom/motion/motion.hpp"
#include "carom/shape/aabb.hpp"
#include "carom/shape/arc.hpp"
#include "carom/shape/ball.hpp"
#include "carom/shape/capsule.hpp"
#include "carom/shape/convex_polygon.hpp"
#include "carom/shape/half_space.hpp"
#include "carom/shape/polygon.hpp"
#include "carom/shape/segment.hpp"
#include "carom/shape/triangle_mesh.hpp"
#include "carom/shape/upright_cylinder.hpp"

#pragma GCC visibility push(default)

namespace carom {

/// Names a body of a world: 0, 1, 2 … in the order of adding, never used twice.
struct BodyId {
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();

  friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
};

inline constexpr BodyId kNoBody{};
inline constexpr double kImmovable = std::numeric_limits<double>::infinity();

template <int D>
struct ShapeOf;
template <>
struct ShapeOf<2> {
  using type = std::variant<Ball<2>, HalfSpace<2>, Segment<2>, Aabb<2>, Polygon, Capsule<2>, ConvexPolygon, Arc>;
};
template <>
struct ShapeOf<3> {
  using type = std::variant<Ball<3>, HalfSpace<3>, Segment<3>, Aabb<3>, TriangleMesh, Capsule<3>, UprightCylinder>;
};

/// Any shape that a world can hold. Only balls are moved by others; the rest are immovable, whatever their mass says,
/// and go at the velocity that they are given (obstacles).
template <int D>
using Shape = typename ShapeOf<D>::type;

/// What touching a body does.
enum class Response {
  bounce,
  stick,   ///< a ball that merges with any ball it meets, and stays where it meets an immovable body
  pocket,  ///< a still ball that swallows whatever touches it
  slide,   ///< a kinematic ball: it goes where it is steered, slides along what it meets, and never bounces
};

/// How a body of a world moves: its velocity, which impacts change, and its own law, which nothing changes. At most one
/// of the law's three numbers is not zero. Any of the laws of motion.hpp turns into one by itself; so does a velocity.
template <int D>
struct BodyMotion {
  Vec<D> velocity{};
  Vec<D> acceleration{};    ///< its own, next to the world's gravity
  double deceleration = 0;  ///< ≥ 0: along its path until it stops; acts while nothing else pulls at it (see World)
  double damping = 0;       ///< ≥ 0: velocity decays as exp(−damping t)

  BodyMotion() = default;
  // NOLINTBEGIN(google-explicit-constructor): a velocity is a motion, and so is a law
  BodyMotion(const Vec<D>& v) : velocity(v) {}
  template <class Law>
  requires std::same_as<Law, Linear<D>> || std::same_as<Law, Accelerating<D>> || std::same_as<Law, Stopping<D>> ||
      std::same_as<Law, Damped<D>>
      BodyMotion(const Law& law) : velocity(law.velocity) {
    if constexpr (std::same_as<Law, Accelerating<D>>) acceleration = law.acceleration;
    if constexpr (std::same_as<Law, Stopping<D>>) deceleration = law.deceleration;
    if constexpr (std::same_as<Law, Damped<D>>) damping = law.damping;
  }
  // NOLINTEND(google-explicit-constructor)

  friend bool operator==(const BodyMotion&, const BodyMotion&) = default;
};

/// How an obstacle swings to and fro about the place that its shape gives: at a constant velocity from −amplitude to
/// +amplitude in the share `rise` of each period, and back in the rest. At time 0 it is where one that starts at its
/// middle towards +amplitude is after `phase` periods. Each turn is an event (`change`).
template <int D>
struct Vibration {
  Vec<D> amplitude{};
  double period = 1;  ///< > 0
  double phase = 0;   ///< in [0, 1)
  double rise = 0.5;  ///< in (0, 1)

  friend bool operator==(const Vibration&, const Vibration&) = default;
};

/// How the surface of an obstacle moves while its shape stays as it is: at p, velocity + spin × (p − center), less the
/// part along the normal: a conveyor, a drum that turns. `center` is seen from the obstacle, which may go as a whole.
template <int D>
struct SurfaceMotion {
  Vec<D> velocity{};
  Spin<D> spin{};
  Vec<D> center{};

  friend bool operator==(const SurfaceMotion&, const SurfaceMotion&) = default;
};

/// A body as it is given to a world.
template <int D>
struct Body {
  Shape<D> shape{};
  BodyMotion<D> motion{};  ///< gravity, common damping and forces come from the world
  /// kImmovable: keeps its velocity whatever hits it until it is steered, and feels neither gravity nor damping nor
  /// forces. So does what is no ball.
  double mass = 1;
  Spin<D> spin{};  ///< balls of rough worlds (WorldOptions::tangential_restitution): what touches them changes it
  std::optional<SurfaceMotion<D>> surface{};  ///< of what is no ball, in rough worlds
  /// Of what is no ball, in a world without common damping; it then has no other velocity, and is not steered.
  std::optional<Vibration<D>> vibration{};
  double restitution = 1;
  /// Coulomb's μ ≥ 0 of its surface, in rough worlds; infinite: it never lets another slide, as far as it goes.
  double friction = std::numeric_limits<double>::infinity();
  /// What resists rolling while it presses on another, and spinning on the spot, ≥ 0, in rough worlds: torques over the
  /// force that presses and r, the radius of a ball on what is immovable, r₁ r₂/(r₁ + r₂) of two. The larger of the two
  /// bodies' counts.
  double rolling_friction = 0;
  double spinning_friction = 0;
  Response response = Response::bounce;
  /// Two bodies meet if each has a layer in the other's mask; else they pass through each other.
  std::uint32_t layers = 1;
  std::uint32_t mask = 0xFFFFFFFF;
  std::uint64_t user = 0;  ///< the caller's own: the world only keeps it

  friend bool operator==(const Body&, const Body&) = default;
};

}  // namespace carom

#pragma GCC visibility pop
