#include "carom/billiards/layout.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace carom::billiards {
namespace {

TEST(Layout, SizesAreThoseOfTheAssociations) {
  EXPECT_DOUBLE_EQ(pool_layout(9).length, 2.54);
  EXPECT_DOUBLE_EQ(pool_layout(9).width, 1.27);
  EXPECT_DOUBLE_EQ(pool_layout(8).length, 2.3368);
  EXPECT_DOUBLE_EQ(pool_layout(7).length, 1.9812);
  EXPECT_DOUBLE_EQ(snooker_layout().head_line + snooker_layout().length / 2, 0.737);
  EXPECT_DOUBLE_EQ(carom_layout().length, 2.84);
  EXPECT_THROW(pool_layout(10), std::invalid_argument);
}

TEST(Placement, TouchingACushionIsAllowedCrossingItIsNot) {
  const Layout layout = pool_layout();
  const double x = 1.27 - 0.028575;
  EXPECT_EQ(placement_fault(layout, {}, 0, {x - 1e-12, 0}), "");
  EXPECT_EQ(placement_fault(layout, {}, 0, {x + 1e-12, 0}), "the ball would not lie within the cushions");
  EXPECT_EQ(placement_fault(layout, {}, 0, {0, -0.7}), "the ball would not lie within the cushions");
}

TEST(Placement, TouchingAnotherBallIsRefusedAndTheBallItselfIsLeftAside) {
  const Layout layout = pool_layout();
  const BallPlaces balls = {Vec2{0, 0}, Vec2{0.5, 0}};
  const double contact = 2 * layout.ball_radius;
  EXPECT_EQ(placement_fault(layout, balls, 0, {0.5, contact}), "the ball would touch ball 1");
  EXPECT_EQ(placement_fault(layout, balls, 0, {0.5, std::nextafter(contact, 1)}), "");
  EXPECT_EQ(placement_fault(layout, balls, 0, {0.001, 0}), "");
}

TEST(Placement, APocketIsNoPlace) {
  Layout layout = pool_layout();
  layout.pockets = {{{0.3, 0.3}, 0.05}};
  EXPECT_EQ(placement_fault(layout, {}, 0, {0.3, 0.34}), "the ball would lie in a pocket");
  EXPECT_EQ(placement_fault(layout, {}, 0, {0.3, 0.36}), "");
}

TEST(Placement, NotANumberIsRefused) {
  EXPECT_EQ(placement_fault(pool_layout(), {}, 0, {std::nan(""), 0}), "the place is not finite");
  EXPECT_EQ(placement_fault(pool_layout(), {}, 0, {0, std::numeric_limits<double>::infinity()}),
            "the place is not finite");
}

}  // namespace
}  // namespace carom::billiards
