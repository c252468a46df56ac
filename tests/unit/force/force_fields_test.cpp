#include <gtest/gtest.h>

#include <stdexcept>

#include "carom/force/force_field.hpp"

namespace carom {
namespace {

// What has a potential gives minus its gradient: by differences, whose error is h².
template <class Law>
void expect_gradient(const Law& law) {
  constexpr double h = 1e-5;
  const PointMass<3> ball{.position = {0.7, -1.1, 0.4}, .mass = 2.5};
  const Vec3 given = force(law, ball);
  for (int k = 0; k < 3; ++k) {
    PointMass<3> there = ball;
    there.position[k] = ball.position[k] + h;
    const double after = potential(law, there);
    there.position[k] = ball.position[k] - h;
    const double before = potential(law, there);
    EXPECT_NEAR(given[k], (before - after) / (2 * h), 1e-8);
  }
}

TEST(ForceField, IsMinusTheGradientOfItsPotential) {
  expect_gradient(Spring<3>{{0.1, 0.2, 0.3}, 3, 0});
  expect_gradient(Spring<3>{{0.1, 0.2, 0.3}, 3, 0.5});
  expect_gradient(PointAttractor<3>{{0.1, 0.2, 0.3}, 1.5, 0});
  expect_gradient(PointAttractor<3>{{0.1, 0.2, 0.3}, -1.5, 0.25});
}

TEST(ForceField, OfASpringIsHookes) {
  const PointMass<2> ball{.position = {3, 4}};
  EXPECT_EQ(force(Spring<2>{{0, 0}, 2, 0}, ball), (Vec2{-6, -8}));
  EXPECT_EQ(potential(Spring<2>{{0, 0}, 2, 0}, ball), 25);
  EXPECT_EQ(force(Spring<2>{{0, 0}, 2, 2.5}, ball), (Vec2{-3, -4}));
  EXPECT_EQ(force(Spring<2>{{3, 4}, 2, 1}, ball), Vec2{});  // no direction there
}

TEST(ForceField, OfAnAttractorIsNewtons) {
  // m μ/d² = 2 along (3, 4)/5.
  const Vec2 pulled = force(PointAttractor<2>{{0, 0}, 25, 0}, {.position = {3, 4}, .mass = 2});
  EXPECT_DOUBLE_EQ(pulled.x, -1.2);
  EXPECT_DOUBLE_EQ(pulled.y, -1.6);
  EXPECT_EQ(potential(PointAttractor<2>{{0, 0}, 25, 0}, {.position = {3, 4}, .mass = 2}), -10);
}

TEST(ForceField, OfAFluidDragsByTheSquare) {
  const PointMass<2> ball{.velocity = {3, 4}};
  EXPECT_EQ(force(QuadraticDrag<2>{0.5, {}}, ball), (Vec2{-7.5, -10}));
  EXPECT_EQ(force(QuadraticDrag<2>{0.5, {3, 4}}, ball), Vec2{});
}

TEST(ForceField, IsChecked) {
  EXPECT_THROW(check<2>(Spring<2>{{0, 0}, -1, 0}), std::invalid_argument);
  EXPECT_THROW(check<2>(Spring<2>{{0, 1.0 / 0.0}, 1, 0}), std::invalid_argument);
  EXPECT_THROW(check<3>(PointAttractor<3>{{}, 1, -1}), std::invalid_argument);
  EXPECT_THROW(check<3>(QuadraticDrag<3>{-1, {}}), std::invalid_argument);
  check<3>(QuadraticDrag<3>{1, {1, 2, 3}});
}

}  // namespace
}  // namespace carom
