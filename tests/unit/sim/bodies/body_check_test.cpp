#include "sim/bodies/body_check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace carom::sim {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// What a check says; empty if nothing.
std::string said(const std::function<void()>& check) {
  try {
    check();
  } catch (const std::invalid_argument& refusal) {
    return refusal.what();
  }
  return "";
}

template <int D>
std::string said_of(const Body<D>& body, const WorldOptions<D>& options = {}, double time = 0) {
  return said([&] { check_body(body, options, time); });
}

/// Of options that one change makes.
std::string said_of_options(const std::function<void(WorldOptions<2>&)>& change) {
  WorldOptions<2> options;
  change(options);
  return said([&] { check_options(options); });
}

TEST(BodyCheck, TakesTheWorldsThatCanBe) {
  EXPECT_EQ(said_of_options([](auto&) {}), "");
  EXPECT_EQ(said_of_options([](auto& o) {
              o.gravity = {0, -9.81}, o.restitution_speed = 1, o.epoch_length = 0.25;
            }),
            "");
  EXPECT_EQ(said_of_options([](auto& o) { o.damping = 0.5, o.epoch_length = 2; }), "");
  EXPECT_EQ(said_of_options([](auto& o) { o.tangential_restitution = -1; }), "");
  EXPECT_EQ(said_of_options([](auto& o) { o.period = Vec2{1, 2}, o.thermostat = Thermostat{.interval = 1}; }), "");
}

TEST(BodyCheck, RefusesWorldsThatCanNotBe) {
  EXPECT_EQ(said_of_options([](auto& o) { o.gravity = {0, kNaN}; }), "gravity must be finite");
  for (const double damping : {-1.0, kInfinity, kNaN})
    EXPECT_EQ(said_of_options([&](auto& o) { o.damping = damping; }), "damping must be finite and >= 0");
  EXPECT_EQ(said_of_options([](auto& o) {
              o.damping = 1, o.gravity = {0, 1};
            }),
            "damping and gravity cannot be combined: such paths meet at transcendental times");
  for (const double bad : {-1.0, 0.0, kInfinity, kNaN}) {
    EXPECT_EQ(said_of_options([&](auto& o) { o.restitution_speed = bad; }), "restitution_speed must be finite and > 0");
    EXPECT_EQ(said_of_options([&](auto& o) { o.contact_duration = bad; }), "contact_duration must be finite and > 0");
    EXPECT_EQ(said_of_options([&](auto& o) { o.frame = bad; }), "frame must be finite and > 0");
    EXPECT_EQ(said_of_options([&](auto& o) { o.thermostat = Thermostat{.interval = bad}; }),
              "a thermostat's interval must be finite and > 0");
    EXPECT_EQ(said_of_options([&](auto& o) {
                o.period = Vec2{1, bad};
              }),
              "the sides of a periodic box must be finite and > 0");
  }
  for (const double bad : {-1.0, kInfinity, kNaN})
    EXPECT_EQ(said_of_options([&](auto& o) { o.thermostat = Thermostat{.interval = 1, .noise = bad}; }),
              "a thermostat's noise must be finite and >= 0");
  for (const double bad : {-1.01, 1.01, kNaN})
    EXPECT_EQ(said_of_options([&](auto& o) { o.tangential_restitution = bad; }),
              "tangential_restitution must be from -1 to 1");
  EXPECT_EQ(said_of_options([](auto& o) { o.tangential_restitution = 0, o.damping = 1; }),
            "common damping and tangential_restitution cannot be combined");
  for (const double bad : {-2.0, 0.0, 3.0, kInfinity, kNaN})
    EXPECT_EQ(said_of_options([&](auto& o) { o.epoch_length = bad; }), "epoch_length must be a power of two");
  EXPECT_EQ(said_of_options([](auto& o) { o.damping = 0.6, o.epoch_length = 2; }),
            "epoch_length must be at most 1/damping");
  EXPECT_EQ(said_of_options([](auto& o) {
              o.period = Vec2{1, 1}, o.gravity = {0, 1};
            }),
            "a periodic box cannot have gravity");
}

TEST(BodyCheck, TakesTheBodiesThatCanBe) {
  const Circle circle{{0, 0}, 0.5};
  const std::vector<Body<2>> bodies{
      {.shape = circle},
      {.shape = Circle{}},
      {.shape = circle, .motion = Stopping2{{1, 2}, 3}, .restitution = 0},
      {.shape = circle, .motion = Damped2{{1, 2}, 3}, .response = Response::stick},
      {.shape = circle, .motion = Vec2{1, 2}, .mass = kImmovable},
      {.shape = circle, .response = Response::pocket},
      {.shape = circle, .motion = Vec2{1, 2}, .response = Response::slide},
      {.shape = HalfSpace2{{0, 1}, 0}, .motion = Vec2{1, 2}},
      {.shape = Segment2{{0, 0}, {1, 0}, Sides::front}, .vibration = Vibration<2>{.amplitude = {0, 1}}},
      {.shape = Aabb2{{0, 0}, {1, 1}}, .response = Response::stick},
      {.shape = Polygon{{{0, 0}, {1, 0}}, false}}};
  for (std::size_t k = 0; k < bodies.size(); ++k) EXPECT_EQ(said_of(bodies[k]), "") << k;
}

TEST(BodyCheck, RefusesShapesThatCanNotBe) {
  const auto said_of_shape = [](const Shape<2>& shape) { return said_of<2>({.shape = shape}); };
  const char* const kHalfSpace = "a half-space needs a finite normal that is not 0, and a finite offset and point";
  for (const double bad : {kInfinity, kNaN}) {
    EXPECT_EQ(said_of_shape(Circle{{bad, 0}, 1}), "a ball's center must be finite");
    EXPECT_EQ(said_of_shape(Circle{{0, 0}, bad}), "a ball's radius must be finite and >= 0");
    EXPECT_EQ(said_of_shape(HalfSpace2{{0, 1}, bad}), kHalfSpace);
    EXPECT_EQ(said_of_shape(Segment2{{0, 0}, {1, bad}}), "a segment needs two different finite ends");
    EXPECT_EQ(said_of_shape(Aabb2{{0, 0}, {bad, 1}}), "a box needs finite corners with low < high");
  }
  EXPECT_EQ(said_of_shape(Circle{{0, 0}, -1}), "a ball's radius must be finite and >= 0");
  EXPECT_EQ(said_of_shape(HalfSpace2{{0, 0}, 0}), kHalfSpace);
  EXPECT_EQ(said_of_shape(Segment2{{1, 2}, {1, 2}}), "a segment needs two different finite ends");
  EXPECT_EQ(said_of_shape(Aabb2{{0, 0}, {1, 0}}), "a box needs finite corners with low < high");
  EXPECT_EQ(said_of_shape(Polygon{{{0, 0}}, false}), "1 vertices: an open polygon has at least 2");
  EXPECT_EQ(said_of_shape(Polygon{{{0, 0}, {1, 0}}, true}), "2 vertices: a closed polygon has at least 3");
  EXPECT_EQ(said_of_shape(Polygon{{{0, 0}, {1, 0}, {1, 0}}, true}),
            "vertex 1 equals the next: vertices that follow each other must differ");
  EXPECT_EQ(said_of<3>({.shape = Segment<3>{{0, 0, 0}, {1, 0, 0}, Sides::front}}),
            "a segment in 3D has no front: it stops balls from all sides");
  TriangleMesh flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  flat.triangles = {{0, 1, 2}};
  EXPECT_NE(said_of<3>({.shape = flat}), "");
}

TEST(BodyCheck, RefusesLawsThatCanNotBe) {
  const auto said_of_law = [](const std::function<void(Body<2>&)>& change, const WorldOptions<2>& options = {}) {
    Body<2> body{.shape = Circle{{0, 0}, 0.5}};
    change(body);
    return said_of(body, options);
  };
  for (const double bad : {-1.0, kInfinity, kNaN}) {
    EXPECT_EQ(said_of_law([&](auto& b) { b.motion.deceleration = bad; }), "a deceleration must be finite and >= 0");
    EXPECT_EQ(said_of_law([&](auto& b) { b.motion.damping = bad; }), "a damping must be finite and >= 0");
    EXPECT_EQ(said_of_law([&](auto& b) { b.restitution = bad; }), "a restitution must be finite and >= 0");
  }
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.velocity = {kNaN, 0}; }), "a velocity must be finite");
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.acceleration = {kNaN, 0}; }), "an acceleration must be finite");
  for (const double bad : {-1.0, 0.0, kNaN})
    EXPECT_EQ(said_of_law([&](auto& b) { b.mass = bad; }), "a mass must be > 0");
  EXPECT_EQ(said_of_law([](auto& b) { b.mass = 1e-310; }), "a mass must be at least 2.3e-308: its inverse is needed");
  EXPECT_EQ(said_of_law([](auto& b) { b.mass = 2.3e-308; }), "");
  const std::string one_only =
      "a body has an acceleration, a deceleration or a damping of its own, but one of them only";
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.acceleration = {1, 0}, b.motion.deceleration = 1; }), one_only);
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.deceleration = b.motion.damping = 1; }), one_only);
  WorldOptions<2> damped;
  damped.damping = 1;
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.damping = 1; }, damped),
            "common damping and a law of a body's own cannot be combined: give each body its damping");
  WorldOptions<2> heavy;
  heavy.gravity = {0, -1};
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.damping = 1; }, heavy),
            "damping and gravity cannot be combined: such paths meet at transcendental times");
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.deceleration = 1; }, heavy), "");
  EXPECT_EQ(said_of_law([](auto& b) {
              b.motion.damping = 1, b.shape = HalfSpace2{{0, 1}, 0};
            }),
            "only balls have an acceleration, a deceleration or a damping of their own");
  const std::string keeps =
      "an immovable ball keeps its velocity: it has no acceleration, deceleration or damping of its own";
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.damping = 1, b.mass = kImmovable; }), keeps);
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.deceleration = 1, b.response = Response::pocket; }), keeps);
  EXPECT_EQ(said_of_law([](auto& b) {
              b.motion.velocity = {1, 0}, b.response = Response::pocket;
            }),
            "a pocket does not move");
  const std::string can_not_move = "an immovable body cannot move in a damped world";
  EXPECT_EQ(said_of_law([](auto& b) { b.motion.velocity = {1, 0}, b.mass = kImmovable; }, damped), can_not_move);
  EXPECT_EQ(said_of_law(
                [](auto& b) {
                  b.motion.velocity = {1, 0}, b.shape = HalfSpace2{{0, 1}, 0};
                },
                damped),
            can_not_move);
}

TEST(BodyCheck, RefusesKinematicBallsThatCanNotBe) {
  const auto said_of_slide = [](const std::function<void(Body<2>&)>& change, const WorldOptions<2>& options = {}) {
    Body<2> body{.shape = Circle{{0, 0}, 0.5}, .response = Response::slide};
    change(body);
    return said_of(body, options);
  };
  EXPECT_EQ(said_of_slide([](auto& b) { b.shape = HalfSpace2{{0, 1}, 0}; }), "only balls slide");
  EXPECT_EQ(said_of_slide([](auto& b) { b.mass = kImmovable; }), "a ball that slides needs a finite mass");
  EXPECT_EQ(said_of_slide([](auto& b) { b.motion.deceleration = 1; }),
            "a ball that slides has no law of its own: it goes where it is steered");
  WorldOptions<2> options;
  options.damping = 1;
  EXPECT_EQ(said_of_slide([](auto&) {}, options), "common damping and balls that slide cannot be combined");
  options = {};
  options.period = Vec2{9, 9};
  EXPECT_EQ(said_of_slide([](auto&) {}, options), "a periodic box has no balls that slide");
}

TEST(BodyCheck, RefusesSpinsThatCanNotBe) {
  WorldOptions<2> rough;
  rough.tangential_restitution = 0.5;
  const auto said_of_spin = [&](const std::function<void(Body<2>&)>& change) {
    Body<2> body{.shape = Circle{{0, 0}, 0.5}, .spin = 2};
    change(body);
    return said_of(body, rough);
  };
  EXPECT_EQ(said_of_spin([](auto&) {}), "");
  EXPECT_EQ(said_of_spin([](auto& b) { b.spin = kNaN; }), "a spin must be finite");
  EXPECT_EQ(said_of_spin([](auto& b) { b.shape = HalfSpace2{{0, 1}, 0}; }), "only balls spin");
  EXPECT_EQ(said_of_spin([](auto& b) { b.response = Response::pocket; }), "a pocket does not spin");
  EXPECT_EQ(said_of_spin([](auto& b) { b.response = Response::stick; }), "");
  EXPECT_EQ(said_of_spin([](auto& b) { b.response = Response::slide; }), "a ball that slides does not spin");
  EXPECT_EQ(said_of_spin([](auto& b) { b.spin = 0, b.response = Response::slide; }), "");
  EXPECT_EQ(said_of_spin([](auto& b) { b.spin = 0, b.shape = Circle{}; }),
            "a point has no spin: with tangential_restitution a ball that can be moved needs a radius > 0");
  EXPECT_EQ(said_of_spin([](auto& b) { b.spin = 0, b.shape = Circle{}, b.mass = kImmovable; }), "");
  EXPECT_EQ(said_of<2>({.shape = Circle{{0, 0}, 0.5}, .spin = 2}),
            "only balls of a world with tangential_restitution spin");
}

TEST(BodyCheck, RefusesVibrationsThatCanNotBe) {
  const auto said_of_vibration = [](const std::function<void(Body<2>&)>& change, double time = 0,
                                    const WorldOptions<2>& options = {}) {
    Body<2> body{.shape = HalfSpace2{{0, 1}, 0}, .vibration = Vibration<2>{.amplitude = {0, 1}}};
    change(body);
    return said_of(body, options, time);
  };
  EXPECT_EQ(said_of_vibration([](auto& b) { b.shape = Circle{}; }), "balls do not vibrate, but all other shapes may");
  for (const Vec2& bad : {Vec2{}, Vec2{kNaN, 1}, Vec2{kInfinity, 1}})
    EXPECT_EQ(said_of_vibration([&](auto& b) { b.vibration->amplitude = bad; }),
              "a vibration's amplitude must be finite and not zero");
  for (const double bad : {0.0, -1.0, kInfinity, kNaN})
    EXPECT_EQ(said_of_vibration([&](auto& b) { b.vibration->period = bad; }),
              "a vibration's period must be finite and > 0");
  for (const double bad : {1.0, -0.1, kNaN})
    EXPECT_EQ(said_of_vibration([&](auto& b) { b.vibration->phase = bad; }),
              "a vibration's phase must be from 0 up to but not 1");
  for (const double bad : {0.0, 1.0, kNaN})
    EXPECT_EQ(said_of_vibration([&](auto& b) { b.vibration->rise = bad; }),
              "a vibration's rise must be between 0 and 1");
  EXPECT_EQ(said_of_vibration([](auto&) {}, 0x1p50), "");
  EXPECT_EQ(said_of_vibration([](auto&) {}, 0x1p51), "a vibration's period is too short for so late a time");
  EXPECT_EQ(said_of_vibration([](auto& b) { b.motion.velocity = {1, 0}; }), "what vibrates has no other velocity");
  WorldOptions<2> damped;
  damped.damping = 1;
  EXPECT_EQ(said_of_vibration([](auto&) {}, 0, damped), "an immovable body cannot move in a damped world");
}

TEST(BodyCheck, RefusesWhatAPeriodicBoxCanNotHold) {
  WorldOptions<2> options;
  options.period = Vec2{4, 2};
  const auto said_of_shape = [&](const Shape<2>& shape) { return said_of<2>({.shape = shape}, options); };
  EXPECT_EQ(said_of_shape(Circle{{0, 0}, 1}), "");
  EXPECT_EQ(said_of_shape(HalfSpace2{{0, 1}, 0}), "a periodic box holds balls only");
  for (const Vec2& outside : {Vec2{4, 0}, Vec2{0, 2}, Vec2{-0.1, 0}})
    EXPECT_EQ(said_of_shape(Circle{outside, 0.5}), "a ball must start inside the periodic box");
  EXPECT_EQ(said_of_shape(Circle{{1, 1}, 1.01}), "a ball must fit into the periodic box");
}

TEST(BodyCheck, RefusesStatesThatNameWhatIsNotThere) {
  const std::vector<Body<2>> bodies{{.shape = Circle{{0, 0}, 0.5}}, {.shape = Segment2{{0, 0}, {1, 0}}}};
  ObstacleSet<2> obstacles;
  for (std::uint32_t id = 0; id < bodies.size(); ++id) obstacles.add(id, bodies[id].shape);
  const auto said_of_state = [&](const std::function<void(BodyState<2>&)>& change) {
    BodyState<2> state;
    change(state);
    return said([&] { check_state(state, bodies, obstacles); });
  };
  constexpr std::uint32_t kBall = BodyState<2>::Contact::kBall;
  EXPECT_EQ(said_of_state([](auto& s) { s.supports = {{BodyId{1}, 0}}; }), "");
  EXPECT_EQ(said_of_state([](auto& s) { s.contacts = {{BodyId{1}, 2, {}, {}}, {BodyId{0}, kBall, {}, {}}}; }), "");
  EXPECT_EQ(said_of_state([](auto& s) { s.touching = {{BodyId{0}, false}}; }), "");
  EXPECT_EQ(said_of_state([](auto& s) {
              s.supports = {{BodyId{1}, 1}};
            }),
            "a support names face 1 of body 1, which is not a flat face");
  EXPECT_EQ(said_of_state([](auto& s) {
              s.supports = {{BodyId{0}, 0}};
            }),
            "a support names face 0 of body 0, which is not a flat face");
  EXPECT_EQ(said_of_state([](auto& s) {
              s.supports = {{BodyId{7}, 0}};
            }),
            "a support names face 0 of body 7, which is not a flat face");
  EXPECT_EQ(said_of_state([](auto& s) {
              s.contacts = {{BodyId{1}, 3, {}, {}}};
            }),
            "a ball touches body 1, which has no such face");
  EXPECT_EQ(said_of_state([](auto& s) {
              s.contacts = {{BodyId{1}, kBall, {}, {}}};
            }),
            "a ball touches body 1, which has no such face");
  EXPECT_EQ(said_of_state([](auto& s) {
              s.contacts = {{BodyId{0}, 0, {}, {}}};
            }),
            "a ball touches body 0, which has no such face");
  EXPECT_EQ(said_of_state([](auto& s) {
              s.touching = {{BodyId{1}, true}};
            }),
            "a ball touches body 1, which is no ball");
  EXPECT_EQ(said_of_state([](auto& s) {
              s.touching = {{BodyId{9}, true}};
            }),
            "a ball touches body 9, which is no ball");
}

TEST(BodyCheck, RefusesStatesOfNumbersThatAreNone) {
  const std::vector<Body<2>> bodies{{.shape = Circle{{0, 0}, 0.5}}};
  ObstacleSet<2> obstacles;
  obstacles.add(0, bodies[0].shape);
  const auto said_of_state = [&](const std::function<void(BodyState<2>&)>& change) {
    BodyState<2> state;
    change(state);
    return said([&] { check_state(state, bodies, obstacles); });
  };
  EXPECT_EQ(said_of_state([](auto& s) { s.mass = kInfinity; }), "");
  for (const double radius : {-1.0, kInfinity, kNaN})
    EXPECT_EQ(said_of_state([&](auto& s) { s.radius = radius; }), "a ball's radius must be finite and >= 0");
  for (const double mass : {0.0, -1.0, kNaN})
    EXPECT_EQ(said_of_state([&](auto& s) { s.mass = mass; }), "a mass must be > 0");
  EXPECT_EQ(said_of_state([](auto& s) { s.mass = 1e-310; }), "a mass must be at least 2.3e-308: its inverse is needed");
  const std::string finite = "where a ball is, how it moves and what acts on it must be finite";
  EXPECT_EQ(said_of_state([](auto& s) { s.position.x = kNaN; }), finite);
  EXPECT_EQ(said_of_state([](auto& s) { s.velocity.y = kInfinity; }), finite);
  EXPECT_EQ(said_of_state([](auto& s) { s.force.x = -kInfinity; }), finite);
  EXPECT_EQ(said_of_state([](auto& s) { s.intended.x = kNaN; }), finite);
  EXPECT_EQ(said_of_state([](auto& s) { s.spin = kNaN; }), finite);
  EXPECT_EQ(said_of_state([](auto& s) { s.time.offset = kNaN; }), "the times of a ball's events must be finite");
}

TEST(BodyCheck, RefusesForcesAndSteersThatNoBodyCanHave) {
  Snapshot<2> snapshot;
  snapshot.bodies = {{.shape = Circle{{0, 0}, 0.5}},
                     {.shape = Segment2{{0, 0}, {1, 0}}, .mass = kImmovable},
                     {.shape = Circle{{3, 0}, 0.5}, .response = Response::slide}};
  const auto said_of_force = [&](const AppliedForce<2>& force) {
    snapshot.forces = {force};
    const std::string text = said([&] { check_plans(snapshot); });
    snapshot.forces.clear();
    return text;
  };
  EXPECT_EQ(said_of_force({BodyId{0}, {1, 0}, 0, kInfinity, true}), "");
  EXPECT_EQ(said_of_force({BodyId{3}, {1, 0}, 0, 1, false}), "there is no body 3");
  EXPECT_EQ(said_of_force({BodyId{1}, {1, 0}, 0, 1, false}), "no force can act on body 1");
  EXPECT_EQ(said_of_force({BodyId{2}, {1, 0}, 0, 1, false}), "no force can act on body 2");
  EXPECT_EQ(said_of_force({BodyId{0}, {kNaN, 0}, 0, 1, false}),
            "a force must be finite and needs a beginning and an end");
  const auto said_of_steer = [&](const Steer<2>& steer) {
    snapshot.steers = {steer};
    return said([&] { check_plans(snapshot); });
  };
  EXPECT_EQ(said_of_steer({BodyId{2}, {1, 0}, 0}), "");
  EXPECT_EQ(said_of_steer({BodyId{1}, {1, 0}, 5}), "");
  EXPECT_EQ(said_of_steer({BodyId{0}, {1, 0}, 0}), "body 0 can not be steered");
  EXPECT_EQ(said_of_steer({BodyId{9}, {1, 0}, 0}), "there is no body 9");
  EXPECT_EQ(said_of_steer({BodyId{2}, {1, kInfinity}, 0}), "a velocity and its time must be finite");
}

}  // namespace
}  // namespace carom::sim
