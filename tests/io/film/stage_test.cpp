// What a film's frames show: where balls are, what hides them, what they hide, and which way round their numbers are.
#include "io/film/stage.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::io {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kWidth = 160, kHeight = 120;
constexpr Color kWhite{0xff, 0xff, 0xff}, kBlack{};

/// From 100 m above, 100 pixels a metre at z = 0.
Projection from_above() {
  Camera camera;
  camera.eye = {0, 0, 100};
  camera.up = {0, 1, 0};
  camera.field_of_view = 2 * std::atan(kHeight / 2.0 / 1e4);
  return {camera, {kWidth / 2.0, kHeight / 2.0}, kHeight};
}

Surface all_of(const Light& color) {
  return {[color](const Vec3&) { return color; }, 0};
}

/// A plane of that colour, and what is on it.
struct Scene {
  Stage stage{from_above(), kWidth, kHeight, Lamps(2, {}), {}};

  explicit Scene(const Light& ground) {
    const std::array<Vec3, 4> plane{Vec3{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    stage.face(plane, all_of(ground));
  }
};

/// Of a frame: how many pixels are not black, and their middle.
struct White {
  double area = 0;
  Vec2 middle{};

  explicit White(std::span<const std::uint8_t> frame) {
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x) {
        const double white = frame[static_cast<std::size_t>(3 * (y * kWidth + x))] > 40;
        area += white;
        middle += white * Vec2{x + 0.5, y + 0.5};
      }
    middle = middle / area;
  }
};

// A ball at height z is seen 100/(100 − z) times as large.
TEST(Stage, ABallIsSeenWhereItIs) {
  const BallLook white(kWhite, false, BallLook::Marks::none);
  Scene scene({});
  scene.stage.light();
  for (const Vec3& center : {Vec3{0, 0, 0.2}, Vec3{0.31, -0.22, 0.2}, Vec3{-0.477, 0.2013, 0.3}}) {
    const White seen(scene.stage.frame(std::vector{StageBall{center, 0.2, {}, &white}}));
    const double scale = 1e4 / (100 - center.z);
    EXPECT_NEAR(seen.middle.x, kWidth / 2.0 + scale * center.x, 0.1);
    EXPECT_NEAR(seen.middle.y, kHeight / 2.0 - scale * center.y, 0.1);
    const double radius = 0.2 * scale;  // pixels that it covers in part count as whole
    EXPECT_GT(seen.area, kPi * radius * radius);
    EXPECT_LT(seen.area, kPi * (radius + 1) * (radius + 1));
  }
}

TEST(Stage, OfTwoBallsTheNearerIsSeenInAnyOrderAndAFrameForgetsTheLast) {
  const BallLook white(kWhite, false, BallLook::Marks::none), black(kBlack, false, BallLook::Marks::none);
  Scene scene({});
  scene.stage.light();
  const StageBall low{{0, 0, 0.2}, 0.2, {}, &white}, high{{0, 0, 0.7}, 0.25, {}, &black};
  for (const auto& balls : {std::vector{low, high}, std::vector{high, low}})
    EXPECT_LT(White(scene.stage.frame(balls)).area, 300);  // what the black one mirrors
  const std::vector<std::uint8_t> empty(scene.stage.frame({}).begin(), scene.stage.frame({}).end());
  for (const std::uint8_t byte : empty) EXPECT_EQ(byte, 0);
}

TEST(Stage, WhatIsNearerHidesABall) {
  const BallLook white(kWhite, false, BallLook::Marks::none);
  Scene scene({});
  const std::array<Vec3, 4> lid{Vec3{-1, -1, 0.5}, {0, -1, 0.5}, {0, 1, 0.5}, {-1, 1, 0.5}};
  scene.stage.face(lid, all_of({}));
  scene.stage.light();
  const White half(scene.stage.frame(std::vector{StageBall{{0, 0, 0.2}, 0.2, {}, &white}}));
  EXPECT_NEAR(half.area, kPi * 400 / 2, 0.05 * kPi * 400);
  EXPECT_NEAR(half.middle.x, kWidth / 2.0 + 4 * 20 / (3 * kPi), 0.5);  // the centroid of a half disc
}

// Below the ball's lowest point nothing of the sky is seen, five radii off nearly all of it.
TEST(Stage, ABallDarkensTheGroundAroundIt) {
  const BallLook black(kBlack, false, BallLook::Marks::none);
  Scene scene({0.5, 0.5, 0.5});
  scene.stage.light();
  const auto at = [](std::span<const std::uint8_t> frame, int x) {
    return static_cast<int>(frame[static_cast<std::size_t>(3 * (kHeight / 2 * kWidth + x))]);
  };
  const int before = at(scene.stage.frame({}), 92), far_before = at(scene.stage.frame({}), 150);
  const auto frame = scene.stage.frame(std::vector{StageBall{{0, 0, 0.1}, 0.1, {}, &black}});
  EXPECT_LT(at(frame, 92), 0.9 * before);
  EXPECT_NEAR(at(frame, 150), far_before, 1);
}

TEST(Lamps, GiveTheMiddleOneInAllWithTheSky) {
  const Lamps lamps(2.5, {0.3, -0.2, 0});
  double sum = Lamps::kSky;
  for (std::size_t k = 0; k < Lamps::kCount; ++k) sum += lamps.direct(k, {0.3, -0.2, 0}, {0, 0, 1});
  EXPECT_NEAR(sum, 1, 1e-12);
}

// sRGB, IEC 61966-2-1: 0x80 is .2158605 of white's light.
TEST(Light, IsThatOfTheScreen) {
  EXPECT_NEAR(light_of({0x80, 0, 0xff}).x, 0.2158605, 1e-7);
  for (int channel = 0; channel < 256; ++channel)
    EXPECT_EQ(shown(light_of({static_cast<std::uint8_t>(channel), 0, 0}).x), channel);
}

double brightness(const BallLook& look, double side, double right, double up) {
  const Vec2 q = 0.5 * Vec2{right, up};  // in radii of the ball: the disc has half of one
  return look.at({side * std::sqrt(1 - norm2(q)), side * q.x, q.y}).y;
}

// A 7 has a bar above and a foot on its left, as people see it who look at it, z upwards.
TEST(BallLook, NumbersAreTheRightWayRoundOnBothSides) {
  const BallLook seven({0x7a, 0x1f, 0x2b}, false, BallLook::Marks::number, 7);
  for (const double side : {1.0, -1.0}) {
    EXPECT_LT(brightness(seven, side, -0.25, 0.57), 0.1);
    EXPECT_LT(brightness(seven, side, 0.25, 0.57), 0.1);
    EXPECT_LT(brightness(seven, side, -0.1, -0.5), 0.1);
    EXPECT_GT(brightness(seven, side, 0.3, -0.5), 0.9);
    EXPECT_GT(brightness(seven, side, -0.3, 0), 0.9);
  }
}

TEST(BallLook, AStripeGoesAroundUnderTheNumber) {
  const BallLook nine({0, 0, 0xff}, true, BallLook::Marks::number, 9);
  EXPECT_EQ(nine.at({0, 1, 0}).x, 0);    // the band
  EXPECT_GT(nine.at({0, 0, 1}).x, 0.9);  // ivory at both ends
  EXPECT_GT(nine.at({0, 0, -1}).x, 0.9);
}

}  // namespace
}  // namespace carom::io
