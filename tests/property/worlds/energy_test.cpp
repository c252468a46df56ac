// Where energy goes is told by the law that takes or gives it, in worlds of all that does: what is left over is
// rounding.
#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

#include "carom/math/random.hpp"
#include "carom/sim/world.hpp"
#include "property/worlds/walls.hpp"

namespace carom {
namespace {

constexpr double kSide = 10;
constexpr std::initializer_list<double> kRestitutions{0, 0.5, 1, 2};

/// What may be in a world next to balls that bounce.
struct With {
  double restitution = 1;
  bool gravity = false;
  bool damping = false;
  bool sticky = false;
  bool kinematic = false;
  bool presses = false;
};

With any_with(Random& random, double restitution) {
  const auto perhaps = [&] { return random.below(2) == 0; };
  With with{restitution, perhaps(), perhaps(), perhaps(), perhaps(), perhaps()};
  if (with.gravity || with.kinematic || with.presses) with.damping = false;
  return with;
}

template <int D>
void add_balls(World<D>& world, const With& with, Random& random) {
  for (int n = 0; n < 25; ++n) {
    Body<D> body{.motion = 2 * random.in_ball<D>(), .mass = random.uniform(0.2, 3), .restitution = with.restitution};
    Ball<D> ball{.radius = random.uniform(0.2, 0.6)};
    for (int k = 0, rest = n; k < D; ++k, rest /= 5) ball.center[k] = 1 + 2.0 * (rest % 5);
    body.shape = ball;
    if (with.sticky && n % 3 == 0) body.response = Response::stick;
    if (with.kinematic && n % 4 == 1) body.response = Response::slide;
    world.add(body);
  }
}

/// Boxes that come in through the walls, turn back, and stand.
template <int D>
void add_presses(World<D>& world, const With& with, Random& random) {
  for (int k = 0; k < 2 * D; ++k) {
    const int axis = k / 2;
    Aabb<D> box;
    for (int i = 0; i < D; ++i) box.low[i] = random.uniform(0, kSide - 4), box.high[i] = box.low[i] + 4;
    box.low[axis] = k % 2 == 0 ? -5 : kSide;
    box.high[axis] = box.low[axis] + 5;
    Vec<D> velocity{};
    velocity[axis] = k % 2 == 0 ? 1 : -1;
    const BodyId press = world.add({.shape = box, .motion = velocity, .restitution = with.restitution});
    world.steer(press, -velocity, random.uniform(1, 3.5));
    world.steer(press, {}, 4);
  }
}

/// No line of the wrong sign, and none by a law that is not there.
template <int D>
void expect_named(const Ledger<D>& ledger, const World<D>& world, const With& with) {
  EXPECT_GE(ledger.dissipated_impacts, -1e-12);
  EXPECT_GE(ledger.dissipated_merging, -1e-12);
  EXPECT_GE(ledger.dissipated_stops, 0);
  EXPECT_GE(ledger.added_by_restitution, 0);
  EXPECT_EQ(ledger.added_by_restitution > 0, with.restitution > 1 && world.event_count(EventKind::impact) > 0);
  EXPECT_TRUE(with.sticky || ledger.dissipated_merging == 0);
  const bool stops = world.event_count(EventKind::stick) + world.event_count(EventKind::stuck) > 0;
  EXPECT_TRUE(stops || with.kinematic || ledger.dissipated_stops == 0);
  EXPECT_EQ(ledger.dissipated_damping > 0, with.damping);
  const bool loses = with.restitution != 1 || world.event_count(EventKind::rest) > 0 || with.presses;
  EXPECT_TRUE(loses || ledger.dissipated_impacts == 0);
}

template <int D>
double scale(const Ledger<D>& l) {
  double largest = 0;
  for (const double energy : {l.kinetic, l.potential, l.initial, l.work, l.dissipated(), l.added(), l.added_by_placing})
    largest = std::max(largest, std::fabs(energy));
  return largest;
}

template <int D>
void nothing_is_left_over() {
  for (const double restitution : kRestitutions)
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
      Random random(seed);
      const With with = any_with(random, restitution);
      WorldOptions<D> options;
      if (with.gravity) options.gravity[D - 1] = -1;
      if (with.damping) options.damping = 0.25;
      World<D> world(options);
      add_balls(world, with, random);
      testing::add_walls(world, kSide, restitution);
      if (with.presses) add_presses(world, with, random);
      for (int frame = 1; frame <= 20; ++frame) {
        const bool ended = world.run_until(0.3 * frame, nullptr, 500);
        const Ledger<D> ledger = world.ledger();
        ASSERT_NEAR(ledger.residual(), 0, 1e-11 * scale(ledger)) << restitution << ' ' << seed << ' ' << world.time();
        if (!ended) break;
      }
      SCOPED_TRACE(::testing::Message() << restitution << " seed " << seed);
      expect_named(world.ledger(), world, with);
    }
}

TEST(Energy, NothingIsLeftOverInThePlane) {
  nothing_is_left_over<2>();
}
TEST(Energy, NothingIsLeftOverInSpace) {
  nothing_is_left_over<3>();
}

}  // namespace
}  // namespace carom
