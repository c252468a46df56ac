#include "carom/query/overlap_volume.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/math/random.hpp"

namespace carom {
namespace {

constexpr double kPi = std::numbers::pi;

/// Archimedes' cap of height h of a sphere, and the segment of a disc.
double cap(double r, double h) {
  return kPi * h * h * (3 * r - h) / 3;
}
double segment(double r, double h) {
  return r * r * std::acos(1 - h / r) - (r - h) * std::sqrt(h * (2 * r - h));
}

TEST(OverlapVolume, IsThatOfTheBallInside) {
  EXPECT_DOUBLE_EQ(overlap_volume(Circle{{3, 4}, 2}, Aabb2{{1, 2}, {5, 6}}), 4 * kPi);
  EXPECT_DOUBLE_EQ(overlap_volume(Sphere{{3, 4, 5}, 2}, Aabb3{{1, 2, 3}, {5, 6, 7}}), 32 * kPi / 3);
}

TEST(OverlapVolume, IsZeroApartAndTouching) {
  EXPECT_EQ(overlap_volume(Circle{{0, 0}, 1}, Aabb2{{1, -1}, {2, 1}}), 0);
  EXPECT_EQ(overlap_volume(Circle{{0, 0}, 1}, Aabb2{{0.8, 0.8}, {2, 2}}), 0);
  EXPECT_EQ(overlap_volume(Sphere{{0, 0, 0}, 1}, Aabb3{{0.6, 0.6, 0.6}, {2, 2, 2}}), 0);
  EXPECT_EQ(overlap_volume(Sphere{{0, 0, 0}, 1}, Aabb3{{-5, -5, 1}, {5, 5, 2}}), 0);
  EXPECT_EQ(overlap_volume(Circle{{0, 0}, 0}, Aabb2{{-1, -1}, {1, 1}}), 0);
}

TEST(OverlapVolume, IsThatOfTheBoxInside) {
  EXPECT_NEAR(overlap_volume(Circle{{0, 0}, 10}, Aabb2{{1, 2}, {4, 4}}), 6, 1e-12);
  EXPECT_NEAR(overlap_volume(Sphere{{0, 0, 0}, 10}, Aabb3{{1, 2, -3}, {4, 4, -2}}), 6, 1e-12);
}

TEST(OverlapVolume, OfHalvesAndQuarters) {
  EXPECT_NEAR(overlap_volume(Circle{{1, 2}, 3}, Aabb2{{-9, 2}, {9, 9}}), 4.5 * kPi, 9 * kPi * 1e-9);
  EXPECT_NEAR(overlap_volume(Circle{{1, 2}, 3}, Aabb2{{1, 2}, {9, 9}}), 2.25 * kPi, 9 * kPi * 1e-9);
  EXPECT_NEAR(overlap_volume(Sphere{{1, 2, 3}, 1}, Aabb3{{1, 2, 3}, {9, 9, 9}}), kPi / 6, 4 * kPi / 3 * 1e-9);
}

TEST(OverlapVolume, OfCapsAndSegments) {
  for (const double h : {1e-6, 0.1, 0.5, 1.0, 1.7, 1.999}) {
    EXPECT_NEAR(overlap_volume(Circle{{0, 0}, 1}, Aabb2{{-5, 1 - h}, {5, 5}}), segment(1, h), kPi * 1e-9) << h;
    EXPECT_NEAR(overlap_volume(Circle{{0, 0}, 1}, Aabb2{{-5, -5}, {h - 1, 5}}), segment(1, h), kPi * 1e-9) << h;
    EXPECT_NEAR(overlap_volume(Sphere{{0, 0, 0}, 1}, Aabb3{{-5, -5, 1 - h}, {5, 5, 5}}), cap(1, h), 4 * kPi / 3 * 1e-9)
        << h;
    EXPECT_NEAR(overlap_volume(Sphere{{0, 0, 0}, 1}, Aabb3{{1 - h, -5, -5}, {5, 5, 5}}), cap(1, h), 4 * kPi / 3 * 1e-9)
        << h;
  }
}

// A box cut into eight holds as much as its parts, and boxes around a ball hold it all.
TEST(OverlapVolume, AddsUp) {
  carom::Random random(7, 0);  // not that of another test
  const auto number = [&] { return random.uniform(-1.3, 1.3); };
  for (int round = 0; round < 300; ++round) {
    const Vec3 cut{number(), number(), number()};
    double sum3 = 0, sum2 = 0;
    for (int part = 0; part < 8; ++part) {
      Aabb3 box{{-2, -2, -2}, {2, 2, 2}};
      for (int k = 0; k < 3; ++k) ((part >> k) % 2 == 0 ? box.high : box.low)[k] = cut[k];
      sum3 += overlap_volume(Sphere{{0, 0, 0}, 1}, box);
      if (part < 4) sum2 += overlap_volume(Circle{{0, 0}, 1}, Aabb2{{box.low.x, box.low.y}, {box.high.x, box.high.y}});
    }
    EXPECT_NEAR(sum3, 4 * kPi / 3, 8 * 4 * kPi / 3 * 1e-9) << cut.x << ' ' << cut.y << ' ' << cut.z;
    EXPECT_NEAR(sum2, kPi, 4 * kPi * 1e-9) << cut.x << ' ' << cut.y;
  }
}

}  // namespace
}  // namespace carom
