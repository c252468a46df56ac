#include "sim/kinematic/kinematic_contacts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

using Contact = BodyState<2>::Contact;

/// Bodies, and last a kinematic ball of radius ½.
struct Scene {
  explicit Scene(const std::vector<Body<2>>& bodies, const Vec2& place, const Vec2& velocity = {},
                 const WorldOptions<2>& options = scaled_options<2>())
      : parts(options) {
    for (const Body<2>& body : bodies) parts.add(body);
    id = parts.add({.shape = Circle{place, 0.5}, .motion = velocity, .response = Response::slide});
  }
  Contact touch(std::uint32_t body, std::uint32_t face) {
    const Contact contact{BodyId{body}, face, {}, {}};
    parts.data.store.kinematic(id).contacts.push_back(contact);
    return contact;
  }
  Contact touch_ball(std::uint32_t body) {
    const Contact contact = contacts.with_ball(body);
    parts.data.store.kinematic(id).contacts.push_back(contact);
    return contact;
  }
  std::optional<Vec2> towards(const Vec2& intended) const { return contacts.velocity_towards(id, intended); }

  EngineParts<2> parts;
  const KinematicContacts<2>& contacts = parts.data.contacts;
  std::uint32_t id = 0;
};

Body<2> wall(const Vec2& normal, const Vec2& velocity = {}) {
  return {.shape = HalfSpace2{normal, 0}, .motion = velocity};
}

TEST(KinematicContacts, NothingTouchedLeavesTheIntention) {
  const Scene scene({}, {0, 0});
  EXPECT_EQ(scene.towards({3, -4}), (Vec2{3, -4}));
}

TEST(KinematicContacts, AWallLeavesWhatIsAlongIt) {
  Scene scene({wall({0, 1})}, {0, 0.5});
  scene.touch(0, 0);
  EXPECT_EQ(scene.towards({3, -4}), (Vec2{3, 0}));
  EXPECT_EQ(scene.towards({3, 4}), (Vec2{3, 4}));
}

TEST(KinematicContacts, ACornerLeavesNothingToWhatLeadsIntoIt) {
  Scene scene({wall({0, 1}), wall({1, 0})}, {0.5, 0.5});
  scene.touch(0, 0);
  scene.touch(1, 0);
  EXPECT_EQ(scene.towards({-3, -4}), Vec2{});
  EXPECT_EQ(scene.towards({3, -4}), (Vec2{3, 0}));
  EXPECT_EQ(scene.towards({-3, 4}), (Vec2{0, 4}));
}

// The projection onto the half-plane of allowed velocities, by its formula.
TEST(KinematicContacts, ABallThatIsTouchedLeavesTheNearestVelocity) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Vec2 out = random.direction<2>();
    const Vec2 its{random.normal(), random.normal()}, intended{random.normal(), random.normal()};
    // A little apart: overlap would have to part.
    Scene scene({Body<2>{.shape = Circle{(-1.5 - 1e-12) * out, 1}, .motion = its}}, {0, 0});
    const Contact contact = scene.touch_ball(0);
    EXPECT_EQ(contact.velocity, its);
    EXPECT_NEAR(norm(scene.contacts.normal(scene.id, contact) - out), 0, 1e-14);
    EXPECT_NEAR(scene.contacts.speed(scene.id, contact, out), dot(its, out), 1e-14);
    const Vec2 expected = intended + std::max(0.0, dot(its - intended, out)) * out;
    const std::optional<Vec2> found = scene.towards(intended);
    ASSERT_TRUE(found);
    EXPECT_NEAR(norm(*found - expected), 0, 1e-12);
  }
}

TEST(KinematicContacts, WallsThatCloseLeaveNoWay) {
  Scene scene({wall({0, 1}, {0, 1}), Body<2>{.shape = HalfSpace2{{0, -1}, -1}}}, {0, 0.5});
  scene.touch(0, 0);
  EXPECT_TRUE(scene.towards({1, 0}));
  scene.touch(1, 0);
  EXPECT_FALSE(scene.towards({1, 0}));
}

// Two balls that overlap part within a frame.
TEST(KinematicContacts, OverlapWidensInAFrame) {
  Scene scene({Body<2>{.shape = Circle{{0, 0}, 1}, .motion = Vec2{2, 0}}}, {1.375, 0});
  const Contact contact = scene.touch_ball(0);
  EXPECT_DOUBLE_EQ(scene.contacts.speed(scene.id, contact, {1, 0}), 2 + 0.125 * 60);
}

TEST(KinematicContacts, CarryABallThatStandsOnWhatMoves) {
  WorldOptions<2> heavy = scaled_options<2>();
  heavy.gravity = {0, -10};
  Scene lift({wall({0, 1}, {3, 2})}, {0, 0.5}, {}, heavy);
  lift.touch(0, 0);
  EXPECT_TRUE(lift.contacts.is_driven(lift.id));
  EXPECT_EQ(lift.towards({1, 0}), (Vec2{4, 2}));
  EXPECT_EQ(lift.towards({1, -5}), (Vec2{4, 2}));
  EXPECT_EQ(lift.towards({1, 5}), (Vec2{1, 5}));  // it jumps off
  // Too steep to carry: only the normal velocity counts.
  Scene steep({wall({0.8, 0.6}, {0, 1})}, {0.4, 0.3}, {}, heavy);
  steep.touch(0, 0);
  const std::optional<Vec2> pushed = steep.towards({});
  ASSERT_TRUE(pushed);
  EXPECT_NEAR(norm(*pushed - 0.6 * Vec2{0.8, 0.6}), 0, 1e-15);
}

TEST(KinematicContacts, CarryABallByWhatItPressesOnWhereThereIsNoGravity) {
  Scene scene({wall({0, 1}, {3, 0})}, {0, 0.5});
  scene.touch(0, 0);
  EXPECT_EQ(scene.towards({1, -1}), (Vec2{4, 0}));
  EXPECT_EQ(scene.towards({1, 1}), (Vec2{1, 1}));
}

TEST(KinematicContacts, AreNotDrivenByWhatStands) {
  Scene scene({wall({0, 1}), Body<2>{.shape = Circle{{0, 2}, 1}, .motion = Vec2{1, 0}}}, {0, 0.5});
  scene.touch(0, 0);
  scene.touch_ball(1);
  EXPECT_FALSE(scene.contacts.is_driven(scene.id));
}

TEST(KinematicContacts, LastWhileABallTouches) {
  Scene scene({wall({0, 1}), Body<2>{.shape = Segment2{{-1, 0}, {1, 0}}},
               Body<2>{.shape = Circle{{0, 2}, 1}, .mass = kImmovable}},
              {0, 0.5}, {1, 0});
  const Contact with_wall = scene.touch(0, 0), with_segment = scene.touch(1, 0), with_ball = scene.touch_ball(2);
  const auto lasts = [&](const Contact& contact, double time) {
    return scene.contacts.lasts(scene.id, contact, {0, time});
  };
  EXPECT_TRUE(lasts(with_wall, 0));
  EXPECT_TRUE(lasts(with_wall, 3));
  EXPECT_TRUE(lasts(with_segment, 0.5));
  EXPECT_FALSE(lasts(with_segment, 3));
  EXPECT_TRUE(lasts(with_ball, 0));
  EXPECT_FALSE(lasts(with_ball, 0.5));
  EXPECT_FALSE(scene.contacts.is_apart(scene.id, BodyId{2}, {0, 0}));
  EXPECT_TRUE(scene.contacts.is_apart(scene.id, BodyId{2}, {0, 0.5}));
  scene.parts.data.store.record(0).presence = Presence::removed;
  scene.parts.data.store.record(2).presence = Presence::removed;
  EXPECT_FALSE(lasts(with_wall, 0));
  EXPECT_TRUE(scene.contacts.is_apart(scene.id, BodyId{2}, {0, 0}));
}

// Balls that can be moved are met anew.
TEST(KinematicContacts, DoNotLastWithBallsThatMove) {
  Scene scene({Body<2>{.shape = Circle{{0, 2}, 1}},
               Body<2>{.shape = Circle{{0, -1}, 1}, .motion = Vec2{1, 0}, .mass = kImmovable}},
              {0, 0.5});
  EXPECT_FALSE(scene.contacts.lasts(scene.id, scene.touch_ball(0), {}));
  EXPECT_FALSE(scene.contacts.lasts(scene.id, scene.touch_ball(1), {}));
}

TEST(KinematicContacts, PassTheJointsOfAStraightWall) {
  Scene scene({Body<2>{.shape = Polygon{{{-4, 0}, {0, 0}, {4, 0}, {4, 0.75}}, false}}}, {-1, 0.5}, {1, 0});
  const auto passes = [&](std::uint32_t face) {
    return scene.contacts.passes(scene.id, scene.parts.data.obstacles.face(0, face));
  };
  EXPECT_FALSE(passes(0));
  scene.touch(0, 0);
  // Edges 0 … 2, then vertices 3 … 6.
  const std::vector<bool> expected{true, true, false, true, true, true, false};
  for (std::uint32_t face = 0; face < expected.size(); ++face) EXPECT_EQ(passes(face), expected[face]) << face;
}

TEST(KinematicContacts, PassAnEndThatIsGrazed) {
  // The centre goes along the line at distance ½ + `off` of the point (0, 0).
  const auto passes = [](double off) {
    const Scene scene({Body<2>{.shape = Segment2{{0, 0}, {0, -1}}}}, {-2, 0.5 + off}, {1, 0});
    return scene.contacts.passes(scene.id, scene.parts.data.obstacles.face(0, 1));
  };
  EXPECT_TRUE(passes(0));
  EXPECT_TRUE(passes(-0x1p-46));
  EXPECT_FALSE(passes(-0x1p-40));
  EXPECT_FALSE(passes(-0.25));
}

TEST(KinematicContacts, PassABallThatIsTouchedWhileNeitherIsChanged) {
  Scene scene({Body<2>{.shape = Circle{{2, 0}, 1}, .mass = 9}}, {0, 0}, {1, 0});
  const Relative<2> relative{{}, {2, 0}, {-1, 0}, {}, 1.5};
  const auto passes = [&] { return scene.contacts.passes(0, scene.id, relative); };
  EXPECT_FALSE(passes());
  scene.touch_ball(0);
  EXPECT_TRUE(passes());
  EXPECT_TRUE(scene.contacts.passes(scene.id, 0, relative));
  scene.parts.data.store.particle(0).velocity = {0, 1};
  EXPECT_FALSE(passes());
  scene.parts.data.store.particle(0).velocity = {};
  scene.parts.data.store.particle(0).set_time({0, 1});
  EXPECT_FALSE(passes());
}

TEST(KinematicContacts, ConcernKinematicBallsOnly) {
  EngineParts<2> parts;
  for (int k = 0; k < 2; ++k) parts.add({.shape = Circle{{2.0 * k, 0}, 1}, .mass = kImmovable});
  EXPECT_FALSE(parts.data.contacts.passes(0, 1, {{}, {2, 2}, {-1, 0}, {}, 2}));
}

}  // namespace
}  // namespace carom::sim
