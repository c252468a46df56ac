#include "carom/billiards/equipment.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace carom::billiards {
namespace {

std::string refusal_of(const Equipment& equipment) {
  try {
    validate(equipment);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

// World Pool-Billiard Association, Equipment Specifications; Mathavan, Jackson, Parkin 2014; Union Mondiale de Billard.
TEST(Equipment, HasBallsOfRegulationSize) {
  EXPECT_DOUBLE_EQ(2 * pool().ball.radius, 0.05715);
  EXPECT_DOUBLE_EQ(pool().ball.mass, 0.170);
  EXPECT_DOUBLE_EQ(2 * snooker().ball.radius, 0.0525);
  EXPECT_DOUBLE_EQ(snooker().ball.mass, 0.1406);
  EXPECT_DOUBLE_EQ(2 * carom_billiards().ball.radius, 0.0615);
}

// Alciatore, billiards.colostate.edu, "Physical properties of pool balls, tables and cues".
TEST(Equipment, OfPoolLiesWithinTheMeasuredRanges) {
  const Equipment e = pool();
  const auto within = [](double value, double low, double high) { return value >= low && value <= high; };
  EXPECT_TRUE(within(e.contact.restitution, 0.92, 0.98));
  EXPECT_TRUE(within(e.contact.friction.at(1), 0.03, 0.08));
  EXPECT_TRUE(within(e.cloth.sliding_friction, 0.15, 0.4));
  EXPECT_TRUE(within(e.cloth.rolling_friction, 0.005, 0.015));
  EXPECT_TRUE(within(2.5 * e.cloth.spinning_friction * e.cloth.gravity / e.ball.radius, 5, 15));
  EXPECT_TRUE(within(e.cushion.restitution, 0.6, 0.9));
  EXPECT_EQ(e.cloth.restitution, 0.5);
}

// Mathavan, Jackson, Parkin 2010: the nose 2/5 R above the centre.
TEST(Equipment, OfSnookerHasMathavansNose) {
  const Equipment e = snooker();
  EXPECT_NEAR((e.cushion.height - e.ball.radius) / e.ball.radius, 0.4, 1e-15);
}

// Rolling balls lose .124 to .126 m/s² in snooker (Mathavan, Jackson, Parkin, Am. J. Phys. 77, 788, 2009), and on
// heated carom cloth .042 m/s² at .18 m/s to .057 at 1.1 (recorded shots, tailuge/billiards,
// dist/fit/trajectories.json).
TEST(Equipment, RollsAsTheClothsOfTheGamesDo) {
  const Cloth snooker_cloth = snooker().cloth, carom_cloth = carom_billiards().cloth;
  EXPECT_NEAR(snooker_cloth.rolling_friction * snooker_cloth.gravity, 0.125, 0.001);
  EXPECT_GT(carom_cloth.rolling_friction * carom_cloth.gravity, 0.042);
  EXPECT_LT(carom_cloth.rolling_friction * carom_cloth.gravity, 0.057);
}

TEST(Equipment, RestitutionOfCushionsFallsWithSpeed) {
  EXPECT_EQ((Cushion{.restitution = 0.8, .restitution_fall = 0}.restitution_at(10)), 0.8);
  EXPECT_EQ((Cushion{.restitution = 0.8, .restitution_fall = 0.5}.restitution_at(0)), 0.8);
  // √(1 + (3/4)²) = 5/4
  EXPECT_NEAR((Cushion{.restitution = 0.8, .restitution_fall = 0.25}.restitution_at(3)), 0.64, 1e-16);
}

// Alciatore, TP A-14.
TEST(Equipment, FrictionOfBallsFallsWithSpeed) {
  const BallFriction friction;
  for (const double v : {0.0, 0.3, 1.0, 5.0})
    EXPECT_NEAR(friction.at(v), 0.009951 + 0.108 * std::exp(-1.088 * v), 1e-16);
  EXPECT_EQ((BallFriction{.constant = 0.06, .rise = 0}.at(3)), 0.06);
}

TEST(Equipment, DampingOfAFactorPerIntervalIsThatOfSlices) {
  EXPECT_NEAR(std::exp(-damping_of(0.99, 0.01) * 0.01), 0.99, 1e-15);
}

TEST(Equipment, OfEveryGameIsValid) {
  EXPECT_EQ(refusal_of(pool()), "");
  EXPECT_EQ(refusal_of(snooker()), "");
  EXPECT_EQ(refusal_of(carom_billiards()), "");
}

TEST(Equipment, RefusalNamesFieldValueAndRange) {
  Equipment e;
  e.contact.restitution = 1.5;
  EXPECT_EQ(refusal_of(e), "contact.restitution is 1.5: it must be between 0 and 1");
  e = {};
  e.ball.radius = -0.1;
  EXPECT_EQ(refusal_of(e), "ball.radius is -0.1: it must be finite and > 0");
  e = {};
  e.cloth.sliding_friction = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal_of(e), "cloth.sliding_friction is nan: it must be finite and >= 0");
  e = {};
  e.cushion.height = 0.06;
  EXPECT_EQ(refusal_of(e), "cushion.height is 0.06: it must be between 0 and the ball's diameter");
  // Above 0, but in doubles straight below the ball's middle: (h − R)/R is −1 (a fuzzer's, whose shots had velocities
  // that were no numbers).
  e.cushion.height = 1e-300;
  EXPECT_EQ(refusal_of(e), "cushion.height is 1e-300: it must be between 0 and the ball's diameter");
  e = {};
  e.cushion.frequency_ratio = 2;
  EXPECT_EQ(refusal_of(e), "cushion.frequency_ratio is 2: it must be between 1 and 2");
}

}  // namespace
}  // namespace carom::billiards
