// The gases of scenes/ over their million collisions. Expected: conservation laws, and hard bodies.
#include <gtest/gtest.h>

#include "carom/io/scene.hpp"

namespace carom {
namespace {

template <int D>
void expect_laws(const std::string& name) {
  const auto scene = std::get<io::Scene<D>>(io::read_scene(CAROM_SOURCE_DIR "/scenes/" + name + ".json"));
  World<D> world = scene.make_world();
  const Ledger<D> before = world.ledger();
  world.run_until(scene.until, [](const Event<D>&) {});
  const Ledger<D> after = world.ledger();
  const double diameter = 2 * world.radius(BodyId{0});
  EXPECT_GE(world.event_count(EventKind::impact), 1'000'000u);
  EXPECT_LE(std::fabs(after.kinetic - before.kinetic), 1e-12 * before.kinetic);
  EXPECT_LE(norm(after.momentum - before.momentum), 1e-12 * before.momentum_scale);
  EXPECT_LE(world.deepest_overlap(), 1e-12 * diameter);
  EXPECT_FALSE(world.first_overlap(1e-12 * diameter));
}

TEST(Gases, DiscsKeepEnergyMomentumAndDistanceOverAMillionCollisions) {
  expect_laws<2>("gas2d");
}
TEST(Gases, SpheresKeepEnergyMomentumAndDistanceOverAMillionCollisions) {
  expect_laws<3>("gas3d");
}

}  // namespace
}  // namespace carom
