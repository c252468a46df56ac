#include "sim/bodies/scales.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

/// The scales of a world with these bodies; options without them.
WorldOptions<2> chosen(const std::vector<Body<2>>& bodies, WorldOptions<2> options = {}) {
  EngineParts<2> parts;
  for (const Body<2>& body : bodies) parts.add(body);
  choose_scales(parts.data, options);
  return options;
}

/// The largest power of two ≤ x, by trying them.
double power_of_two_below(double x) {
  double power = 1;
  while (power > x) power /= 2;
  while (2 * power <= x) power *= 2;
  return power;
}

TEST(Scales, FollowTheSmallestBallAndTheFastestBody) {
  const WorldOptions<2> options = chosen({Body<2>{.shape = Circle{{}, 3}, .motion = Vec2{3, 4}},
                                          Body<2>{.shape = Circle{{}, 0.25}, .motion = Vec2{0, 2}},
                                          Body<2>{.shape = Circle{{}, 0}}, Body<2>{.shape = HalfSpace2{{0, 1}, 0}}});
  EXPECT_DOUBLE_EQ(*options.contact_duration, 1e-6 * (0.25 / 5));
  EXPECT_EQ(*options.epoch_length, power_of_two_below(64 * 0.25 / 5));
}

TEST(Scales, AreOfUnitSizeWhereNothingIsKnown) {
  const WorldOptions<2> options = chosen({});
  EXPECT_DOUBLE_EQ(*options.contact_duration, 1e-6);
  EXPECT_EQ(*options.epoch_length, 64);
}

// √(r/g) where that is less than r/v, or nothing moves; a contact lasts a thousandth of it.
TEST(Scales, FollowGravity) {
  WorldOptions<2> options;
  options.gravity = {3, -4};
  const Body<2> still{.shape = Circle{{}, 0.5}};
  const Body<2> slow{.shape = Circle{{}, 0.5}, .motion = Vec2{0.1, 0}};
  const Body<2> fast{.shape = Circle{{}, 0.5}, .motion = Vec2{10, 0}};
  const double fall = std::sqrt(0.5 / 5);
  for (const Body<2>& body : {still, slow, fast})
    EXPECT_DOUBLE_EQ(*chosen({body}, options).contact_duration, 1e-3 * fall);
  EXPECT_EQ(*chosen({still}, options).epoch_length, power_of_two_below(64 * fall));
  EXPECT_EQ(*chosen({slow}, options).epoch_length, power_of_two_below(64 * fall));
  EXPECT_EQ(*chosen({fast}, options).epoch_length, power_of_two_below(64 * 0.05));
}

TEST(Scales, FollowTheGreatestAccelerationOfABodysOwn) {
  const WorldOptions<2> options = chosen({Body<2>{.shape = Circle{{}, 0.5}, .motion = Accelerating2{{}, {3, 4}}},
                                          Body<2>{.shape = Circle{{}, 0.5}, .motion = Stopping2{{1, 0}, 8}}});
  EXPECT_DOUBLE_EQ(*options.contact_duration, 1e-3 * std::sqrt(0.5 / 8));
  // A damped ball at v decelerates at k v.
  const WorldOptions<2> damped = chosen({Body<2>{.shape = Circle{{}, 0.5}, .motion = Damped2{{3, 4}, 4}}});
  EXPECT_DOUBLE_EQ(*damped.contact_duration, 1e-3 * std::sqrt(0.5 / 20));
}

// Forces pass: they shorten epochs, and contacts no more than speeds do.
TEST(Scales, FollowForces) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{}, 0.5}, .mass = 2});
  parts.data.forces.add({BodyId{0}, {60, 80}, 1, 2, false});
  WorldOptions<2> options;
  choose_scales(parts.data, options);
  EXPECT_DOUBLE_EQ(*options.contact_duration, 1e-6 * std::sqrt(0.5 / 50));
  EXPECT_EQ(*options.epoch_length, power_of_two_below(64 * std::sqrt(0.5 / 50)));
}

// A kick of the thermostat gives √(noise · interval).
TEST(Scales, FollowTheThermostat) {
  WorldOptions<2> options;
  options.thermostat = Thermostat{.interval = 2, .noise = 8};
  EXPECT_DOUBLE_EQ(*chosen({Body<2>{.shape = Circle{{}, 0.5}}}, options).contact_duration, 1e-6 * (0.5 / 4));
}

// Fast balls fall into heaps: there 64 ticks bound how times round. Where nothing is lost there are no heaps.
TEST(Scales, OfHeapsAreTicks) {
  WorldOptions<2> options;
  options.gravity = {0, -10};
  Body<2> ball{.shape = Circle{{}, 0.5}, .restitution = 1};
  const double elastic = *chosen({ball}, options).epoch_length;
  EXPECT_EQ(elastic, power_of_two_below(64 * std::sqrt(0.5 / 10)));
  ball.restitution = 0.5;
  const WorldOptions<2> heap = chosen({ball}, options);
  EXPECT_EQ(*heap.epoch_length, 64 * *heap.tick);
  EXPECT_LT(*heap.epoch_length, elastic);
  options.lasting_contacts = false;
  EXPECT_EQ(*chosen({ball}, options).epoch_length, elastic);
  options.lasting_contacts = {};
  options.tick = 2 * elastic;
  EXPECT_EQ(*chosen({ball}, options).epoch_length, *options.tick);
}

TEST(Scales, LastOneDecayInADampedWorld) {
  WorldOptions<2> options;
  options.damping = 0.3;
  EXPECT_EQ(*chosen({Body<2>{.shape = Circle{{}, 0.5}, .motion = Vec2{100, 0}}}, options).epoch_length, 2);
}

TEST(Scales, KeepWhatIsGiven) {
  WorldOptions<2> options;
  options.contact_duration = 0.125;
  options.epoch_length = 16;
  const WorldOptions<2> kept = chosen({Body<2>{.shape = Circle{{}, 0.5}, .motion = Vec2{100, 0}}}, options);
  EXPECT_EQ(*kept.contact_duration, 0.125);
  EXPECT_EQ(*kept.epoch_length, 16);
}

}  // namespace
}  // namespace carom::sim
