#include "io/draw/depth_image.hpp"

#include <gtest/gtest.h>

#include <array>

namespace carom::io {
namespace {

constexpr Color kRed{0xff, 0, 0}, kBlue{0, 0, 0xff};
constexpr std::uint32_t kSeenRed = 0xffff0000, kSeenBlue = 0xff0000ff;

std::uint32_t at(const DepthImage& image, const Vec2& place) {
  const Pixels& pixels = image.pixels();
  const auto x = static_cast<std::size_t>(kPixelsPerUnit * place.x),
             y = static_cast<std::size_t>(kPixelsPerUnit * place.y);
  return pixels.values[y * static_cast<std::size_t>(pixels.width) + x];
}

std::size_t painted(const DepthImage& image) {
  std::size_t count = 0;
  for (const std::uint32_t value : image.pixels().values) count += value != 0;
  return count;
}

/// A square from (low, low) to (high, high), at one depth on its left and another on its right.
std::array<Corner, 4> square(double low, double high, double left, double right) {
  return {{{{low, low}, left}, {{high, low}, right}, {{high, high}, right}, {{low, high}, left}}};
}

TEST(DepthImage, TheNearerIsSeenInAnyOrder) {
  for (const bool near_first : {false, true}) {
    DepthImage image({0, 0, 20, 20});
    for (const bool near : {near_first, !near_first})
      image.face(near ? square(5, 15, 1, 1) : square(0, 20, 2, 2), near ? kRed : kBlue);
    EXPECT_EQ(at(image, {10, 10}), kSeenRed);
    EXPECT_EQ(at(image, {2, 10}), kSeenBlue);
    EXPECT_TRUE(image.hides({10, 10}, 1.5));
    EXPECT_FALSE(image.hides({2, 10}, 1.5));
  }
}

TEST(DepthImage, FacesThatCutEachOtherPartWhereTheyMeet) {
  // 1/depth is linear on the page: from 1 to 1/3 and from 1/3 to 1, the same in the middle.
  DepthImage image({0, 0, 20, 20});
  image.face(square(0, 20, 1, 3), kRed);
  image.face(square(0, 20, 3, 1), kBlue);
  EXPECT_EQ(at(image, {9.6, 10}), kSeenRed);
  EXPECT_EQ(at(image, {10.4, 10}), kSeenBlue);
}

TEST(DepthImage, AFaceCoversItsAreaHoweverItsCornersRun) {
  for (const bool turned : {false, true}) {
    DepthImage image({0, 0, 20, 20});
    std::array<Corner, 4> corners = square(3, 13, 1, 1);
    if (turned) std::reverse(corners.begin(), corners.end());
    image.face(corners, kRed);
    EXPECT_EQ(painted(image), 400U);
  }
}

TEST(DepthImage, NeighboursLeaveNoSeamAndNothingVanishes) {
  DepthImage image({0, 0, 20, 20});
  const std::array<Corner, 3> lower{{{{1, 1}, 1}, {{19, 1}, 1}, {{19, 19}, 1}}},
      upper{{{{1, 1}, 1}, {{19, 19}, 1}, {{1, 19}, 1}}};
  image.face(lower, kRed);
  image.face(upper, kRed);
  EXPECT_EQ(painted(image), 36U * 36U);
  DepthImage dust({0, 0, 20, 20});
  dust.face(square(5.05, 5.1, 1, 1), kRed);
  EXPECT_EQ(painted(dust), 1U);
}

TEST(DepthImage, ABallIsADiscLitFromTheUpperLeftAndNearestInItsMiddle) {
  DepthImage image({0, 0, 20, 20});
  image.ball({{10, 10}, 8, 8, {1, 0}}, 10, 1, [] { return kBlue; });
  EXPECT_NEAR(static_cast<double>(painted(image)), 3.14159265 * 16 * 16, 20);
  const auto red = [&](const Vec2& place) { return at(image, place) >> 16 & 0xff; };  // of white light on blue
  EXPECT_GT(red({7.5, 7}), red({13, 13}) + 50);
  EXPECT_TRUE(image.hides({10, 10}, 9.1));
  EXPECT_FALSE(image.hides({10, 10}, 8.9));
  EXPECT_FALSE(image.hides({17.5, 10}, 9.5));
}

TEST(DepthImage, ABallThatNothingShowsIsNotAskedForItsColour) {
  DepthImage image({0, 0, 20, 20});
  image.face(square(0, 20, 1, 1), kRed);
  image.ball({{10, 10}, 5, 5, {1, 0}}, 10, 1, [] {
    ADD_FAILURE();
    return kBlue;
  });
}

}  // namespace
}  // namespace carom::io
