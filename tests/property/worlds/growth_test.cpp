// Balls that merge near walls: none is inside one, or the world says how deep. Oracle: after each merge, the distance
// of the lump from everything else, one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/carom.hpp"
#include "carom/math/random.hpp"
#include "property/worlds/walls.hpp"

namespace carom {
namespace {

constexpr double kSide = 12;

template <int D>
void add_pieces(World<D>& world, Random& random) {
  testing::add_walls(world, kSide);
  for (int k = 0; k < 4; ++k) {
    Vec<D> from, to;
    for (int axis = 0; axis < D; ++axis) {
      from[axis] = random.uniform(0, kSide);
      to[axis] = from[axis] + random.uniform(0.5, 2);
    }
    world.add({.shape = Segment<D>{from, to}});
    for (int axis = 0; axis < D; ++axis) from[axis] = random.uniform(0, kSide), to[axis] = from[axis] + 0.5;
    world.add({.shape = Aabb<D>{from, to}});
  }
}

/// How far a ball is from a body, signed.
template <int D>
double distance_to(const World<D>& world, const Ball<D>& ball, BodyId other) {
  const Body<D> body = world.body(other);
  return std::visit(
      [&]<class S>(const S& shape) {
        if constexpr (std::is_same_v<S, Ball<D>>)
          return norm(ball.center - world.placement(other).position) - ball.radius - world.radius(other);
        else if constexpr (SupportedPair<Ball<D>, S>)
          return distance(ball, shape).distance;
        else
          return INFINITY;
      },
      body.shape);
}

template <int D>
void add_ball(World<D>& world, Random& random) {
  Ball<D> ball{.radius = random.uniform(0.1, 0.5)};
  for (int k = 0; k < D; ++k) ball.center[k] = random.uniform(0, kSide);
  for (std::uint32_t id = 0; id < world.body_count(); ++id)
    if (!(distance_to<D>(world, ball, BodyId{id}) > 0)) return;
  const bool immovable = random.below(12) == 0;
  world.add({.shape = ball,
             .motion = immovable ? Vec<D>{} : random.in_ball<D>(),
             .mass = immovable ? kImmovable : random.uniform(0.1, 3),
             .response = random.below(2) == 0 ? Response::stick : Response::bounce});
}

/// How deep a lump overlaps what it does not merge with.
template <int D>
struct Depths {
  double immovable = 0;
  double any = 0;
};

template <int D>
Depths<D> depths(const World<D>& world, BodyId lump) {
  const Ball<D> ball{world.placement(lump).position, world.radius(lump)};
  const bool sticks = world.body(lump).response == Response::stick;
  Depths<D> deepest;
  for (std::uint32_t id = 0; id < world.body_count(); ++id) {
    const BodyId other{id};
    if (other == lump || !world.present(other)) continue;
    const bool is_ball = std::holds_alternative<Ball<D>>(world.body(other).shape);
    const bool immovable = !is_ball || std::isinf(world.state(other).mass) || world.state(other).held;
    if (!immovable && (sticks || world.body(other).response == Response::stick)) continue;
    const double depth = -distance_to<D>(world, ball, other);
    deepest.any = std::max(deepest.any, depth);
    if (immovable) deepest.immovable = std::max(deepest.immovable, depth);
  }
  return deepest;
}

template <int D>
void lumps_are_outside_or_told() {
  int merges = 0, cramped = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    World<D> world;
    add_pieces(world, random);
    for (int k = 0; k < (D == 2 ? 120 : 400); ++k) add_ball(world, random);
    double mass = 0;
    world.run_until(20, [&](const Event<D>& event) {
      if (event.kind != EventKind::merge) return;
      ++merges;
      const Depths<D> deepest = depths(world, event.a);
      EXPECT_LE(deepest.any, world.deepest_overlap() + 1e-12) << seed << " at " << event.time;
      if (deepest.immovable > 1e-12) ++cramped;
      EXPECT_GE(world.state(event.a).mass, 2 * world.state(event.b).mass * (1 - 1e-15));
      mass += world.state(event.b).mass;
    });
    EXPECT_GT(mass, 0);
    EXPECT_NEAR(world.ledger().residual(), 0, 1e-12 * world.ledger().initial);
  }
  EXPECT_GT(merges, 200);
  EXPECT_LE(cramped, merges / 20);  // there is room, nearly always
}

TEST(Growth, LumpsAreOutsideOfWallsOrToldInThePlane) {
  lumps_are_outside_or_told<2>();
}
TEST(Growth, LumpsAreOutsideOfWallsOrToldInSpace) {
  lumps_are_outside_or_told<3>();
}

}  // namespace
}  // namespace carom
