#include "carom/billiards/table.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "carom/billiards/outline.hpp"
#include "carom/billiards/rectangle.hpp"

using namespace carom;
using namespace carom::billiards;

namespace {

std::string complaint_about(const Table& table) {
  try {
    validate(table);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

std::string complaint_after(const std::function<void(Table&)>& change) {
  Table table = pool_table();
  change(table);
  return complaint_about(table);
}

}  // namespace

TEST(Table, OfEveryGameIsValid) {
  for (const Table& table :
       {pool_table(), pool_table(pool_length(8)), pool_table(pool_length(7)), snooker_table(), carom_table()})
    EXPECT_EQ(complaint_about(table), "") << table.name;
}

TEST(Table, FindsItsBallsSpotsAndLines) {
  const Table table = snooker_table();
  EXPECT_EQ(table.ball(7).radius, 0.02625);
  EXPECT_EQ(table.ball(99).radius, 0.02625);
  ASSERT_NE(table.spot("blue"), nullptr);
  EXPECT_EQ(table.spot("blue")->position, (Vec2{0, 0}));
  EXPECT_EQ(table.spot("foot"), nullptr);
  EXPECT_NE(table.line("baulk"), nullptr);
}

TEST(Table, ComplaintsNameThePlaceTheValueAndWhatIsExpected) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(complaint_after([&](Table& t) { t.cushions[3].from.x = nan; }).find("cushions[3].from is (nan"),
            std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.cushions.pop_back(); }).find("not closed"), std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.cushions[5].from.y += 0.1; }).find("where the part before it ends"),
            std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.cushions[1].radius = 0.5; }).find("cushions[1].center"),
            std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.cushions[1].material = 7; }).find("cushions[1].material is 7"),
            std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.materials[0].restitution = 2; }).find("restitution is 2"),
            std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.materials.clear(); }).find("materials"), std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.pockets[2].radius = -1; }).find("pockets[2].radius is -1"),
            std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) {
              t.pockets[2].center = {9, 9};
            }).find("pockets[2].center is (9, 9)"),
            std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.pockets[1].id = t.pockets[0].id; }).find("pockets[1].id"),
            std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) {
              t.spots[0].position = {3, 0};
            }).find("spots[0].position is (3, 0)"),
            std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.balls[1].number = 0; }).find("balls[1].number is 0"), std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.balls[1].spec.mass = 0; }).find("balls[1].mass is 0"), std::string::npos);
  EXPECT_NE(complaint_after([](Table& t) { t.balls[1].spot = "moon"; }).find("\"moon\""), std::string::npos);
}

TEST(Table, MustNotCrossItselfOrTurnClockwise) {
  Table table = carom_table();
  table.cushions = polygon_outline({{0, 0}, {1, 1}, {1, 0}, {0, 1}});
  EXPECT_NE(complaint_about(table).find("cushions[0]"), std::string::npos);
  table.spots.clear();
  table.cushions = polygon_outline({{0, 0}, {0, 1}, {1, 1}, {1, 0}});
  EXPECT_NE(complaint_about(table).find("clockwise"), std::string::npos);
  table.cushions = polygon_outline({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
  table.obstacles = polygon_outline({{0.9, 0}, {0.9, 0.5}, {1.2, 0.5}});
  EXPECT_NE(complaint_about(table).find("crosses"), std::string::npos);
  table.obstacles = polygon_outline({{0, 0}, {0.5, 0}, {0, 0.5}});
  EXPECT_NE(complaint_about(table).find("anticlockwise"), std::string::npos);
  table.obstacles = polygon_outline({{0, 0}, {0, 0.5}, {0.5, 0}});
  EXPECT_EQ(complaint_about(table), "");
  EXPECT_LT(clearance(table, {0.1, 0.1}), 0);
}

// Regulation sizes: World Pool-Billiard Association and Union Mondiale de Billard, equipment specifications.
TEST(Table, HasRegulationSize) {
  EXPECT_NEAR(clearance(pool_table(), {0.3, 0}), 0.635, 1e-12);
  EXPECT_NEAR(clearance(pool_table(), {0.9, 0}), 0.37, 1e-12);
  EXPECT_NEAR(clearance(carom_table(), {1, 0.1}), 0.42, 1e-12);
  EXPECT_NEAR(clearance(snooker_table(), {0.4, 0.2}), 0.689, 1e-12);
  EXPECT_EQ(pool_table().ball(0).radius, 0.028575);
  EXPECT_EQ(snooker_table().pockets.size(), 6u);
}

TEST(Table, KnowsThePocketUnderAPoint) {
  const Table table = pool_table();
  for (std::size_t i = 0; i < table.pockets.size(); ++i) EXPECT_EQ(pocket_at(table, table.pockets[i].center), i);
  EXPECT_FALSE(pocket_at(table, {0, 0}));
}

// The nose touches a ball on the cloth at its own height: horizontally √(R² − (h − R)²) from the centre.
TEST(Table, ReachFollowsPythagoras) {
  EXPECT_NEAR(reach({.height = 0.04}, 0.025), 0.02, 1e-16);
  EXPECT_EQ(reach({.height = 0.025}, 0.025), 0.025);
}
