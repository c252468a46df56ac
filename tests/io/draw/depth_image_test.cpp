#include "io/draw/depth_image.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

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

/// A polygon of `n` corners at depth 1, on a circle.
std::vector<Corner> circle(const Vec2& center, double radius, bool anticlockwise = true, int n = 720) {
  std::vector<Corner> corners;
  for (int k = 0; k < n; ++k) {
    const double angle = (anticlockwise ? 2 : -2) * std::acos(-1.0) * k / n;
    corners.push_back({center + radius * Vec2{std::cos(angle), std::sin(angle)}, 1});
  }
  return corners;
}

// Expected areas: of circles, and of the lens of two that overlap, 2 r² acos(d/2r) − d/2 √(4r² − d²).
TEST(DepthImage, ARegionIsWithoutItsHolesHoweverTheyOverlap) {
  constexpr double kPi = 3.14159265358979323846, kPixels = kPixelsPerUnit * kPixelsPerUnit;
  for (const bool anticlockwise : {true, false}) {
    DepthImage image({0, 0, 400, 400});
    image.region(std::vector{circle({200, 200}, 150, anticlockwise), circle({170, 200}, 50, !anticlockwise),
                             circle({230, 200}, 50, !anticlockwise)},
                 kRed);
    const double lens = 2 * 2500 * std::acos(0.6) - 30 * std::sqrt(10000.0 - 3600);
    const double area = kPi * (22500 - 2 * 2500) + lens;
    EXPECT_NEAR(static_cast<double>(painted(image)), kPixels * area, 0.002 * kPixels * area);
    EXPECT_EQ(at(image, {200, 200}), 0U);
    EXPECT_EQ(at(image, {200, 300}), kSeenRed);
  }
}

TEST(DepthImage, ARegionIsHiddenByWhatIsNearerAndMayBeOfAnyForm) {
  DepthImage image({0, 0, 20, 20}, 4);
  image.face(square(8, 12, 0.5, 0.5), kBlue);
  // An L, its inner corner at (10, 10).
  image.region(
      std::vector<std::vector<Corner>>{
          {{{2, 2}, 1}, {{18, 2}, 1}, {{18, 10}, 1}, {{10, 10}, 1}, {{10, 18}, 1}, {{2, 18}, 1}}},
      kRed);
  const auto at_place = [&](double x, double y) {
    return image.pixels().values[static_cast<std::size_t>(4 * y) * 80 + static_cast<std::size_t>(4 * x)];
  };
  EXPECT_EQ(at_place(9, 9), kSeenBlue);
  EXPECT_EQ(at_place(5, 15), kSeenRed);
  EXPECT_EQ(at_place(15, 15), 0U);
  // 4 pixels a unit: 16 of each square unit; 16 × 16 − 8 × 8 of the L, and of the square the corner that it lacks.
  EXPECT_EQ(painted(image), 16U * (256 - 64 + 4));
}

}  // namespace
}  // namespace carom::io
