#pragma once
#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "carom/shape/convex_polygon.hpp"
#include "carom/shape/upright_cylinder.hpp"
#include "carom/sim/world.hpp"

#pragma GCC visibility push(default)

namespace carom {

template <int D>
struct TriggerShapeOf;
template <>
struct TriggerShapeOf<2> {
  using type = std::variant<Ball<2>, HalfSpace<2>, Aabb<2>, Segment<2>, ConvexPolygon>;
};
template <>
struct TriggerShapeOf<3> {
  using type = std::variant<Ball<3>, HalfSpace<3>, Aabb<3>, Segment<3>, UprightCylinder>;
};

/// A ball came to touch a trigger, or let go of it.
struct TriggerEvent {
  double time = 0;  ///< of the world
  std::uint32_t trigger = 0;
  BodyId body{};
  bool begins = false;
};

/// Still shapes beside a world that report which balls touch them and block none. They change nothing in the world,
/// whose story is the same with and without them.
///
/// A ball begins to touch a trigger at the time that `time_of_impact` gives, or where it is in it at the start; it ends
/// where their distance grows above 0, or where the ball leaves the world. Apart for less than 2⁻³⁰ of the time in
/// which the ball goes by its radius counts as touching on.
template <int D>
class Triggers {
 public:
  using Shape = typename TriggerShapeOf<D>::type;
  using Sink = std::function<void(const TriggerEvent&)>;

  /// Adds a trigger, before the first run: 0, 1, 2 … It reports bodies that have a layer in the mask.
  /// std::invalid_argument for a degenerate shape.
  std::uint32_t add(const Shape& shape, std::uint32_t mask = 0xFFFFFFFF);

  /// Runs the world to `time`, as World::run_until does, and delivers its events and touches as time goes on; of a
  /// touch and an event at the same time the event first. Between two calls the world may be changed, but not run.
  void run_until(World<D>& world, double time, const typename World<D>::Sink& on_event, const Sink& on_touch);

  /// The balls that touch a trigger now, by id.
  const std::set<BodyId>& touching(std::uint32_t trigger) const { return areas_.at(trigger).touching; }

 private:
  struct Area {
    Shape shape;
    std::uint32_t mask;
    std::set<BodyId> touching{};
  };
  /// When something is to be done about a ball and a trigger.
  struct Due {
    double time = 0;
    BodyId body{};
    std::uint32_t trigger = 0;
    friend auto operator<=>(const Due&, const Due&) = default;
  };

  void look_at(const World<D>& world, BodyId body, double until, const Sink& on_touch);
  void cross(const World<D>& world, const Due& due, double until, const Sink& on_touch);
  void plan(const World<D>& world, BodyId body, std::uint32_t trigger, double until);
  void forget(BodyId body);

  std::vector<Area> areas_;
  std::set<Due> due_;
  std::vector<std::vector<Due>> planned_;  ///< by body
};

using Triggers2 = Triggers<2>;
using Triggers3 = Triggers<3>;

}  // namespace carom

#pragma GCC visibility pop
