#include "io/draw/density.hpp"

#include <gtest/gtest.h>

namespace carom::io {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr Color kRed{200, 0, 0}, kBlue{0, 0, 100};

/// In units of the page.
double covered_area(const Pixels& pixels) {
  double alpha = 0;
  for (const std::uint32_t value : pixels.values) alpha += value >> 24;
  return alpha / 255 / (kPixelsPerUnit * kPixelsPerUnit);
}

TEST(Density, ADiscCoversItsAreaHoweverSmall) {
  for (const double radius : {0.05, 0.3, 0.5, 1.0, 3.0, 12.5}) {
    Density image({100, 200, 40, 40});
    image.disc({120.3, 219.8}, radius, kRed);
    // A small one is a few steps of a byte.
    EXPECT_NEAR(covered_area(image.pixels()), kPi * radius * radius, 0.03 * kPi * radius * radius + 0.002) << radius;
  }
}

TEST(Density, ALineCoversItsLengthTimesItsWidthInAllDirections) {
  for (const Vec2 to : {Vec2{30, 5}, Vec2{5, 30}, Vec2{30, 31}, Vec2{3, 22}, Vec2{5.5, 5}}) {
    Density image({0, 0, 40, 40});
    image.line({5, 5}, to, 2, kRed);
    const double length = norm(to - Vec2{5, 5});
    EXPECT_GT(covered_area(image.pixels()), 2 * length) << to.x;
    EXPECT_LT(covered_area(image.pixels()), 2.1 * (length + 2)) << to.x;
  }
}

TEST(Density, APixelHasTheMeanColourOfWhatCoversIt) {
  Density image({0, 0, 10, 10});
  for (const Color color : {kRed, kBlue}) image.disc({5, 5}, 4, color);
  const Pixels pixels = image.pixels();
  EXPECT_EQ(pixels.values[10 * 20 + 10], 0xff640032);  // half of 200 and half of 100
}

TEST(Density, WhatLiesOutsideIsLeftOut) {
  Density image({0, 0, 10, 10});
  image.disc({-50, 5}, 4, kRed);
  image.line({-50, -50}, {1e9, -50}, 2, kRed);
  image.disc({1e300, 1e300}, 0.1, kRed);
  EXPECT_EQ(covered_area(image.pixels()), 0);
}

}  // namespace
}  // namespace carom::io
