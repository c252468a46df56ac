// How a picture of a world in space is seen: from a right-handed space on a page with y downwards.
#include "io/draw/projection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "io/draw/camera.hpp"
#include "io/draw/cast.hpp"

namespace carom::io {
namespace {

constexpr Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

/// At a right angle of view, a height of 2 f: what is 1 to the side at depth d is f/d off the middle of the page.
constexpr double kFocus = 100;
constexpr Vec2 kMiddle{300, 200};

Projection seen_from(const Vec3& eye, const Vec3& up) {
  Camera camera;
  camera.eye = eye;
  camera.up = up;
  camera.field_of_view = std::acos(0.0);
  return {camera, kMiddle, 2 * kFocus};
}

/// From the middle of the page to the right and, against the page's y, upwards.
Vec2 seen(const Projection& project, const Vec3& point) {
  const Vec2 place = project(point) - kMiddle;
  return {place.x, -place.y};
}

void expect_near(const Vec2& got, const Vec2& expected) {
  EXPECT_NEAR(got.x, expected.x, 1e-12);
  EXPECT_NEAR(got.y, expected.y, 1e-12);
}

TEST(Projection, FromEachAxisTheNextIsToTheRightOfTheOneThatIsUp) {
  // The third axis points at the eye, 5 away: x × y = z, y × z = x, z × x = y.
  const Vec2 right{kFocus / 5, 0}, above{0, kFocus / 5};
  const std::vector<std::array<Vec3, 3>> turns{{kX, kY, kZ}, {kY, kZ, kX}, {kZ, kX, kY}};
  for (const auto& [first, second, third] : turns) {
    const Projection project = seen_from(5.0 * third, second);
    expect_near(seen(project, first), right);
    expect_near(seen(project, second), above);
    expect_near(seen(project, 2.0 * third), {0, 0});
    // From behind, it is mirrored.
    expect_near(seen(seen_from(-5.0 * third, second), first), -right);
  }
}

TEST(Projection, ATriangleRunsAnticlockwiseForEyesOnTheSideOfItsNormal) {
  // The ends of x, y and z lie in the plane x + y + z = 1, whose normal (y − x) × (z − x) is (1, 1, 1).
  int before = 0, behind = 0;
  for (int n = 0; n < 27; ++n) {
    const Vec3 eye{-4.0 + 4.5 * (n % 3), -4.5 + 4.25 * (n / 3 % 3), -3.25 + 4.5 * (n / 9)};
    const double side = eye.x + eye.y + eye.z - 1;
    const Projection project = seen_from(eye, {0.2, 0.3, 1});
    if (project.depth(kX) < 0.1 || project.depth(kY) < 0.1 || project.depth(kZ) < 0.1) continue;
    const Vec2 x = seen(project, kX), y = seen(project, kY), z = seen(project, kZ);
    EXPECT_EQ(cross(y - x, z - x) > 0, side > 0) << eye.x << ' ' << eye.y << ' ' << eye.z;
    ++(side > 0 ? before : behind);
  }
  EXPECT_GE(before, 8);
  EXPECT_GE(behind, 8);
}

TEST(Projection, XRunsToTheRightInAllScenesInSpace) {
  int scenes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CAROM_SOURCE_DIR "/scenes")) {
    if (entry.path().extension() != ".json") continue;
    const AnyScene read = read_scene(entry.path());
    const auto* scene = std::get_if<Scene<3>>(&read);
    if (!scene) continue;
    const World3 world = scene->make_world();
    const Camera camera =
        choose_camera(scene->view, world, Cast<3>(*scene, world).obstacles, {{-1, -1, -1}, {1, 1, 1}});
    EXPECT_GT(dot(cross(camera.target - camera.eye, camera.up), kX), 0) << entry.path();
    ++scenes;
  }
  EXPECT_GE(scenes, 8);
}

TEST(Projection, ASightGoesThroughWhatIsSeenThere) {
  const Projection project = seen_from({1, -7, 4}, kZ);
  for (const Vec3& p : {Vec3{0, 0, 0}, Vec3{-2, 1, 0.5}, Vec3{0.3, -1, -2}}) {
    const Vec3 found = project.eye() + project.depth(p) * project.sight(project(p));
    EXPECT_LT(norm(found - p), 1e-13);
  }
}

TEST(Camera, SeesAllOfABoxAndNotMuchMore) {
  const Aabb3 box{{-1.4, -0.8, 0}, {1.4, 0.8, 0.05}};
  for (const Vec3& direction : {Vec3{0, -0.6, 0.8}, Vec3{0, -0.96, 0.28}, Vec3{0.48, -0.6, 0.64}}) {
    for (const double aspect : {1.0, 16. / 9, 3.0}) {
      const Projection project(camera_on(box, direction, kZ, 0.6, aspect), {0, 0}, 2);
      Vec2 low{9, 9}, high{-9, -9};
      for (unsigned k = 0; k < 8; ++k) {
        const Vec2 p =
            project({k & 1 ? box.high.x : box.low.x, k & 2 ? box.high.y : box.low.y, k & 4 ? box.high.z : box.low.z});
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
      }
      const double widest = std::max(std::max(-low.x, high.x) / aspect, std::max(-low.y, high.y));
      EXPECT_LT(widest, 1);
      EXPECT_GT(widest, 0.85);
    }
  }
}

}  // namespace
}  // namespace carom::io
