#include "carom/billiards/outline.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "carom/billiards/rectangle.hpp"

using namespace carom;
using namespace carom::billiards;

namespace {

Table table_of(std::vector<CushionPart> outline) {
  Table table;
  table.materials = {Cushion{}};
  table.cushions = std::move(outline);
  return table;
}

}  // namespace

TEST(Outline, OfEveryKindIsValid) {
  for (const auto& outline :
       {polygon_outline({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}), circle_outline({0.5, -1}, 0.7),
        stadium_outline(1, 0.5), ellipse_outline(1.2, 0.6), ellipse_outline(0.6, 1.2), ellipse_outline(1, 1, 2)})
    EXPECT_NO_THROW(validate(table_of(outline)));
}

// Closed forms: inside a circle r − |p|, in a stadium's end the same about its centre, between the sides r − |y|.
TEST(Clearance, IsTheDistanceToTheNearestNose) {
  const Table circle = table_of(circle_outline({1, 0}, 2));
  EXPECT_NEAR(clearance(circle, {1.5, 0.5}), 2 - std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(clearance(circle, {5, 0}), -2, 1e-15);
  EXPECT_NEAR(clearance(circle, {1.5, 0}), 1.5, 1e-15);  // on the chords of both halves
  EXPECT_NEAR(clearance(table_of(circle_outline({0, 0}, 1)), {0.5, 0}), 0.5, 1e-15);
  const Table stadium = table_of(stadium_outline(2, 1));
  EXPECT_NEAR(clearance(stadium, {0.3, 0.25}), 0.75, 1e-15);
  EXPECT_NEAR(clearance(stadium, {1.3, 0.4}), 0.5, 1e-15);
  EXPECT_NEAR(clearance(stadium, {1, 0.4}), 0.6, 1e-15);
  EXPECT_NEAR(clearance(stadium, {-1, 0.4}), 0.6, 1e-15);
  const Table l_shape = table_of(polygon_outline({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}));
  EXPECT_NEAR(clearance(l_shape, {0.7, 0.6}), 0.5, 1e-15);
  EXPECT_NEAR(clearance(l_shape, {1.5, 1.5}), -0.5, 1e-15);
}

// The arcs pass through the vertices; halfway the distance from the ellipse is small.
TEST(Outline, OfAnEllipseFollowsIt) {
  const Table ellipse = table_of(ellipse_outline(1.2, 0.6, 6));
  for (const Vec2& vertex : {Vec2{1.2, 0}, Vec2{0, 0.6}, Vec2{-1.2, 0}, Vec2{0, -0.6}})
    EXPECT_NEAR(clearance(ellipse, vertex), 0, 1e-15);
  for (double turn = 0.05; turn < 6.28; turn += 0.1)
    EXPECT_NEAR(clearance(ellipse, {1.2 * std::cos(turn), 0.6 * std::sin(turn)}), 0, 0.003);
}

TEST(Outline, RefusesAnEllipseThatArcsCannotFollow) {
  EXPECT_THROW(ellipse_outline(1.2, 0.6, 1), std::invalid_argument);
  EXPECT_THROW(ellipse_outline(3, 0.3, 2), std::invalid_argument);
}
