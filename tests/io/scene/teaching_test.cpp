// Every sentence of the scenes in scenes/teaching, beside what makes it true: sums that can be done by hand, and the
// events of the world.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "carom/carom.hpp"
#include "carom/io/scene.hpp"

namespace {

using namespace carom;
using namespace carom::io;

template <int D>
class Lesson {
 public:
  explicit Lesson(const std::string& name)
      : scene_(std::get<Scene<D>>(read_scene(std::string(CAROM_SOURCE_DIR "/scenes/teaching/") + name + ".json"))) {}

  /// What the scene says is these sentences and no more.
  void says(const std::vector<std::string>& sentences) const {
    std::string text;
    for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
    EXPECT_EQ(scene_.about, text);
  }

  Ball<D> ball(std::uint32_t id) const { return std::get<Ball<D>>(scene_.make_world().body({id}).shape); }
  double mass(std::uint32_t id) const { return scene_.make_world().body({id}).mass; }
  Vec<D> velocity(std::uint32_t id) const { return scene_.make_world().state({id}).velocity; }

  /// As if none met the others.
  Vec<D> path(std::uint32_t id, double t) const { return ball(id).center + t * velocity(id); }
  double apart(std::uint32_t a, std::uint32_t b, double t) const { return norm(path(a, t) - path(b, t)); }
  double radii(std::uint32_t a, std::uint32_t b) const { return ball(a).radius + ball(b).radius; }

  std::vector<Event<D>> events() const {
    World<D> world = scene_.make_world();
    return world.run_until(scene_.until);
  }
  Vec<D> velocity_after(std::uint32_t id) const {
    World<D> world = scene_.make_world();
    world.run_until(scene_.until);
    return world.state({id}).velocity;
  }

  /// The only event is that these two meet, at this time.
  void meet_only(std::uint32_t a, std::uint32_t b, double t) const {
    const std::vector<Event<D>> all = events();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].a.value, a);
    EXPECT_EQ(all[0].b.value, b);
    EXPECT_NEAR(all[0].time, t, 1e-14);
  }

  double until() const { return scene_.until; }

 private:
  Scene<D> scene_;
};

TEST(Teaching, Collinear) {
  const Lesson<2> lesson("collinear");
  lesson.says(
      {"All three move along one line.",
       "The left ball runs directly towards the middle one and hits it at t = 2; the right one runs directly away "
       "from it.",
       "Being in line says nothing about direction."});
  for (const std::uint32_t id : {0u, 1u, 2u})
    EXPECT_EQ((Vec2{lesson.ball(id).center.y, lesson.velocity(id).y}), Vec2());
  EXPECT_GT(lesson.velocity(0).x, 0);
  lesson.meet_only(0, 1, 2);
  EXPECT_GT(lesson.velocity(2).x, 0);
  EXPECT_GT(lesson.ball(2).center.x, lesson.ball(1).center.x);
}

TEST(Teaching, CrossingPathsWithoutAHit) {
  const Lesson<2> lesson("crossing_paths_without_a_hit");
  lesson.says(
      {"Both paths go through the origin, but not at the same time: the first ball is through at t = 2, the second "
       "comes at t = 5.",
       "When they are closest, at t = 3.5, their centres are 3√2 apart, more than the sum of the radii."});
  EXPECT_EQ(lesson.path(0, 2), Vec2());
  EXPECT_EQ(lesson.path(1, 5), Vec2());
  EXPECT_GE(lesson.until(), 5);
  EXPECT_DOUBLE_EQ(lesson.apart(0, 1, 3.5), 3 * std::sqrt(2));
  EXPECT_EQ(dot(lesson.path(1, 3.5) - lesson.path(0, 3.5), lesson.velocity(1) - lesson.velocity(0)), 0);
  EXPECT_GT(3 * std::sqrt(2), lesson.radii(0, 1));
  EXPECT_TRUE(lesson.events().empty());
}

TEST(Teaching, EdgeHitThatTheCentreLineMisses) {
  const Lesson<2> lesson("edge_hit_that_the_centre_line_misses");
  lesson.says(
      {"The mover's centre passes 1.2 beside the centre of a still ball of radius 0.5, so the line that it follows "
       "misses the ball.",
       "Its edge does not: 1.2 is less than the sum of the radii, 1.5.",
       "They touch at x = 5.1, since 0.9² + 1.2² = 1.5²."});
  EXPECT_EQ(lesson.velocity(0).y, 0);
  EXPECT_EQ(lesson.ball(1).center.y - lesson.ball(0).center.y, 1.2);
  EXPECT_EQ(lesson.ball(1).radius, 0.5);
  EXPECT_EQ(lesson.radii(0, 1), 1.5);
  EXPECT_NEAR(lesson.ball(1).center.x - 5.1, 0.9, 1e-15);
  EXPECT_DOUBLE_EQ(std::hypot(0.9, 1.2), 1.5);
  lesson.meet_only(0, 1, 5.1 / 2);
  EXPECT_NEAR(lesson.path(0, lesson.events()[0].time).x, 5.1, 1e-14);
}

TEST(Teaching, ExactGraze) {
  const Lesson<2> lesson("exact_graze");
  lesson.says({"The mover passes at exactly the sum of the radii: the balls touch at one instant, t = 3, in one point.",
               "That counts as an impact, with approach speed 0: it is reported and changes nothing.",
               "The slightest bit farther out, as for the third ball (by 2⁻⁴⁰), is a miss."});
  EXPECT_EQ(lesson.velocity(0).y, 0);
  EXPECT_EQ(lesson.ball(1).center.y, lesson.radii(0, 1));
  lesson.meet_only(0, 1, 3);
  EXPECT_EQ(lesson.events()[0].time, 3);
  EXPECT_EQ(lesson.events()[0].kind, EventKind::impact);
  EXPECT_EQ(lesson.events()[0].approach_speed, 0);
  for (const std::uint32_t id : {0u, 1u, 2u}) EXPECT_EQ(lesson.velocity_after(id), lesson.velocity(id));
  EXPECT_EQ(lesson.ball(2).center.y, -(lesson.radii(0, 2) + std::ldexp(1, -40)));
  EXPECT_GT(lesson.path(0, lesson.until()).x, lesson.ball(2).center.x);
}

TEST(Teaching, LargeMoverOverSmallStillBall) {
  const Lesson<2> lesson("large_mover_over_small_still_ball");
  lesson.says(
      {"The still ball lies between the mover's centre line and its edge line and touches neither: whoever tests "
       "only those lines passes over it.",
       "Distance and radii decide: they touch at t = 3.2, when the centres are 1.6 apart along the path (1.6² + "
       "1.2² = 2²)."});
  const auto [center, radius] = lesson.ball(1);
  EXPECT_EQ((Vec2{lesson.velocity(0).y, lesson.ball(0).center.y}), Vec2());
  EXPECT_GT(center.y - radius, 0);
  EXPECT_LT(center.y + radius, lesson.ball(0).radius);
  lesson.meet_only(0, 1, 3.2);
  EXPECT_NEAR(center.x - lesson.path(0, 3.2).x, 1.6, 1e-14);
  EXPECT_EQ(center.y, 1.2);
  EXPECT_DOUBLE_EQ(std::hypot(1.6, 1.2), lesson.radii(0, 1));
}

TEST(Teaching, MovingPairIn3D) {
  const Lesson<3> lesson("moving_pair_3d");
  lesson.says(
      {"The same algebra as in 2D, in the plane of the relative movement and the line between the centres.",
       "In the frame of the second ball the first moves with (2, −2, 1), speed 3, straight at it from 9 away: they "
       "touch when the distance is 3, at t = 2."});
  const Vec3 relative = lesson.velocity(0) - lesson.velocity(1),
             between = lesson.ball(1).center - lesson.ball(0).center;
  EXPECT_EQ(relative, (Vec3{2, -2, 1}));
  EXPECT_EQ(norm(relative), 3);
  EXPECT_EQ(between, 3.0 * relative);
  EXPECT_EQ(norm(between), 9);
  EXPECT_EQ(lesson.radii(0, 1), 3);
  lesson.meet_only(0, 1, 2);
}

TEST(Teaching, ParallelPathsWithAHit) {
  const Lesson<2> lesson("parallel_paths_with_a_hit");
  lesson.says(
      {"The paths never cross, yet the balls meet: they run side by side 1.2 apart, less than the sum of the radii, "
       "and the faster one behind catches up.",
       "At contact they are 1.6 apart along the paths (1.6² + 1.2² = 2²), at t = 4.2."});
  EXPECT_EQ(cross(lesson.velocity(0), lesson.velocity(1)), 0);
  EXPECT_EQ(lesson.ball(1).center.y - lesson.ball(0).center.y, 1.2);
  EXPECT_LT(1.2, lesson.radii(0, 1));
  EXPECT_GT(lesson.velocity(0).x, lesson.velocity(1).x);
  EXPECT_LT(lesson.ball(0).center.x, lesson.ball(1).center.x);
  lesson.meet_only(0, 1, 4.2);
  EXPECT_NEAR(lesson.path(1, 4.2).x - lesson.path(0, 4.2).x, 1.6, 1e-14);
  EXPECT_DOUBLE_EQ(std::hypot(1.6, 1.2), lesson.radii(0, 1));
}

TEST(Teaching, RightLengthInTheWrongDirection) {
  const Lesson<2> lesson("right_length_wrong_direction");
  lesson.says(
      {"Each second the mover covers more than the distance to the still ball, so a test of lengths alone lets it "
       "through.",
       "But it moves aside, at right angles to the line between them: its closest approach is now, 5 apart, and "
       "there is no hit.",
       "The third ball moves straight away from it."});
  EXPECT_GT(norm(lesson.velocity(0)), lesson.apart(0, 1, 0));
  EXPECT_EQ(dot(lesson.velocity(0), lesson.ball(1).center - lesson.ball(0).center), 0);
  EXPECT_EQ(lesson.apart(0, 1, 0), 5);
  EXPECT_TRUE(lesson.events().empty());
  const Vec2 away = lesson.ball(2).center - lesson.ball(1).center;
  EXPECT_EQ(cross(away, lesson.velocity(2)), 0);
  EXPECT_GT(dot(away, lesson.velocity(2)), 0);
}

TEST(Teaching, StillTouching) {
  const Lesson<2> lesson("still_touching");
  lesson.says(
      {"Touching is not colliding: neither ball moves, so nothing happens, now or later.",
       "A test that divides by the relative speed finds a NaN here, and a NaN slips through every comparison."});
  EXPECT_EQ(lesson.apart(0, 1, 0), lesson.radii(0, 1));
  EXPECT_TRUE(is_zero(lesson.velocity(0)) && is_zero(lesson.velocity(1)));
  EXPECT_TRUE(lesson.events().empty());
  // p·v/|v|, with v = 0.
  const double nan = dot(lesson.ball(1).center, lesson.velocity(0)) / norm(lesson.velocity(0));
  EXPECT_TRUE(std::isnan(nan));
  EXPECT_FALSE(nan < 0 || nan > 0 || nan == 0);
}

TEST(Teaching, UnequalMasses) {
  const Lesson<2> lesson("unequal_masses");
  lesson.says({"A ball of mass 1 and speed 3 hits a still ball of mass 2 head on.",
               "Momentum and energy are kept: afterwards the speeds are −1 and 2.",
               "Momentum 3 = −1 + 4, energy 9/2 = 1/2 + 4."});
  EXPECT_EQ(lesson.velocity(0), (Vec2{3, 0}));
  EXPECT_EQ(lesson.velocity(1), Vec2());
  EXPECT_EQ(lesson.velocity_after(0), (Vec2{-1, 0}));
  EXPECT_EQ(lesson.velocity_after(1), (Vec2{2, 0}));
  EXPECT_EQ(lesson.mass(0) * lesson.velocity(0).x, 3);
  EXPECT_EQ(lesson.mass(0) * lesson.velocity_after(0).x, -1);
  EXPECT_EQ(lesson.mass(1) * lesson.velocity_after(1).x, 4);
  EXPECT_EQ(lesson.mass(0) * norm2(lesson.velocity(0)) / 2, 9.0 / 2);
  EXPECT_EQ(lesson.mass(0) * norm2(lesson.velocity_after(0)) / 2, 1.0 / 2);
  EXPECT_EQ(lesson.mass(1) * norm2(lesson.velocity_after(1)) / 2, 4);
  lesson.meet_only(0, 1, 2.75 / 3);
}

}  // namespace
