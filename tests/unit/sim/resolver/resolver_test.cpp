#include "sim/resolver/resolver.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "property/worlds/same_events.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

/// Two balls meet now, in the general way.
template <int D>
void meet(EngineParts<D>& parts, const Time& time, const broad::Cell<D>& image = {}) {
  Meeting<D> meeting = parts.domain.resolver.bring_together(0, 1, image, {time, 1, 0, 1});
  parts.domain.resolver.meet(meeting);
}

/// A ball meets a piece of an obstacle.
void meet_obstacle(EngineParts<2>& parts, std::uint32_t ball, std::uint32_t number, const Time& time) {
  ObstacleMeeting<2> meeting = parts.domain.resolver.bring_to(ball, number, {time, 1, 0, 1});
  parts.domain.resolver.meet(meeting);
}

Vec2 velocity(const EngineParts<2>& parts, std::uint32_t id) {
  return parts.data.store.particle(id).velocity;
}

TEST(Resolver, EqualBallsExchangeVelocities) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{2, 0}});
  parts.add({.shape = Circle{{5, 0}, 0.5}, .motion = Vec2{-2, 0}});
  meet(parts, {0, 1});
  EXPECT_EQ(velocity(parts, 0), (Vec2{-2, 0}));
  EXPECT_EQ(velocity(parts, 1), (Vec2{2, 0}));
  ASSERT_EQ(parts.domain.log.size(), 1u);
  const Event2& event = parts.domain.log[0];
  EXPECT_EQ(event.kind, EventKind::impact);
  EXPECT_EQ(event.time, 1);
  EXPECT_EQ(event.rank, 1u);
  EXPECT_EQ(event.a, BodyId{0});
  EXPECT_EQ(event.b, BodyId{1});
  EXPECT_EQ(event.point, (Vec2{2.5, 0}));
  EXPECT_EQ(event.normal, (Vec2{1, 0}));
  EXPECT_EQ(event.approach_speed, 4);
  EXPECT_EQ(event.impulse, 4);  // m times the change of velocity
  EXPECT_EQ(event.restitution, 1);
  EXPECT_EQ(parts.domain.log.deepest_overlap(), 0);
}

/// Two balls that touch at a time and approach each other.
template <int D>
std::array<Body<D>, 2> any_two(Random& random, double time) {
  std::array<Body<D>, 2> bodies;
  std::array<double, 2> radii;
  std::array<Vec<D>, 2> places, velocities;
  for (double& radius : radii) radius = random.uniform(0.1, 1);
  const Vec<D> normal = random.direction<D>();
  places[0] = 3 * random.in_ball<D>();
  places[1] = places[0] + (radii[0] + radii[1]) * normal;
  do {
    for (Vec<D>& v : velocities) v = 2 * random.in_ball<D>();
  } while (dot(velocities[0] - velocities[1], normal) < 0.01);
  for (std::size_t k = 0; k < 2; ++k)
    bodies[k] = {.shape = Ball<D>{places[k] - time * velocities[k], radii[k]},
                 .motion = velocities[k],
                 .mass = random.uniform(0.1, 10),
                 .restitution = random.uniform()};
  return bodies;
}

// Laws: momentum is kept, the normal velocity of separation is e times that of approach, nothing changes along the
// tangent, and what is lost is ½ μ (1 − e²) u².
template <int D>
void momentum_and_energy_add_up() {
  Random random(D);
  for (int round = 0; round < 500; ++round) {
    EngineParts<D> parts;
    for (const Body<D>& body : any_two<D>(random, 1)) parts.add(body);
    const BodyStore<D>& store = parts.data.store;
    const double m1 = store.mass(0), m2 = store.mass(1),
                 e = 0.5 * (store.traits(0).restitution + store.traits(1).restitution);
    const Vec<D> v1 = store.particle(0).velocity, v2 = store.particle(1).velocity;
    meet(parts, {0, 1});
    const Vec<D> w1 = store.particle(0).velocity, w2 = store.particle(1).velocity;
    const Vec<D> n = parts.domain.log[0].normal;
    EXPECT_NEAR(norm((m1 * w1 + m2 * w2) - (m1 * v1 + m2 * v2)), 0, 1e-12);
    EXPECT_NEAR(dot(w2 - w1, n), e * dot(v1 - v2, n), 1e-12);
    EXPECT_NEAR(norm((w1 - v1) - dot(w1 - v1, n) * n), 0, 1e-12);
    const double mu = m1 * m2 / (m1 + m2), u = dot(v1 - v2, n);
    EXPECT_NEAR(parts.domain.ledger.lost_to_bounces(), 0.5 * mu * (1 - e * e) * u * u, 1e-11);
    EXPECT_NEAR(parts.domain.log[0].impulse, mu * (1 + e) * u, 1e-11);
    EXPECT_NEAR(parts.domain.log[0].approach_speed, u, 1e-12);
    EXPECT_EQ(parts.domain.log[0].restitution, e);
    EXPECT_NEAR(norm2(v1) * m1 + norm2(v2) * m2 - norm2(w1) * m1 - norm2(w2) * m2,
                2 * parts.domain.ledger.lost_to_bounces(), 1e-11);
  }
}

TEST(Resolver, MomentumAndEnergyAddUpInThePlane) {
  momentum_and_energy_add_up<2>();
}
TEST(Resolver, MomentumAndEnergyAddUpInSpace) {
  momentum_and_energy_add_up<3>();
}

template <int D>
void expect_same_bits(EngineParts<D>& a, EngineParts<D>& b) {
  for (const std::uint32_t id : {0u, 1u}) {
    const BodyState<D> one = a.data.store.state(id), two = b.data.store.state(id);
    EXPECT_EQ(one.position, two.position);
    EXPECT_EQ(one.velocity, two.velocity);
    EXPECT_EQ(one.time, two.time);
    EXPECT_EQ(one.rank, two.rank);
    EXPECT_EQ(one.last_impact, two.last_impact);
    EXPECT_EQ(one.crowded, two.crowded);
    EXPECT_EQ(one.image, two.image);
    EXPECT_EQ(a.data.store.version(id), b.data.store.version(id));
  }
  ASSERT_EQ(a.domain.log.size(), b.domain.log.size());
  for (std::size_t k = 0; k < a.domain.log.size(); ++k) testing::expect_same_event(a.domain.log[k], b.domain.log[k], k);
  EXPECT_EQ(a.domain.log.deepest_overlap(), b.domain.log.deepest_overlap());
  EXPECT_EQ(a.domain.ledger.sums().impacts, b.domain.ledger.sums().impacts);
  EXPECT_EQ(a.domain.ledger.sums().hops, b.domain.ledger.sums().hops);
}

// The image is given, or found: it is that of the touching copy.
template <int D>
void simple_meetings_have_the_same_bits(bool periodic) {
  Random random(10 * D + (periodic ? 1 : 0));
  int crossed = 0;
  for (int round = 0; round < 1000; ++round) {
    WorldOptions<D> options = scaled_options<D>();
    if (random.below(2) == 0) options.restitution_speed = 1;
    if (periodic) {
      Vec<D> period;
      for (int k = 0; k < D; ++k) period[k] = random.uniform(6, 8);
      options.period = period;
    }
    const bool gives_image = periodic && random.below(2) == 0;
    const bool equal = random.below(3) == 0, met_before = random.below(4) == 0;
    std::array<Body<D>, 2> bodies = any_two<D>(random, 1);
    if (equal) bodies[1].mass = bodies[0].mass;
    std::array<broad::Cell<D>, 2> images{};
    if (periodic)
      for (broad::Cell<D>& image : images)
        for (std::int32_t& boxes : image) boxes = static_cast<std::int32_t>(random.below(9)) - 4;
    EngineParts<D> plain(options), simple(options);
    for (EngineParts<D>* parts : {&plain, &simple})
      for (const Body<D>& body : bodies) {
        BodyState<D> state = first_state(body);
        if (met_before) state.last_impact = {0, 1 - 0x1p-21};
        const std::uint32_t id = parts->data.store.add(body, state);
        // Into the box, wherever it has come from.
        parts->domain.propagator.wrap(id);
        parts->data.store.record(id).image = images[id];
        parts->domain.propagator.renew(id);
      }
    // The copy of the second ball: it touches the first one at time 1 if both go on unwrapped.
    broad::Cell<D> image{};
    if (periodic)
      for (int k = 0; k < D; ++k) {
        const BodyStore<D>& store = plain.data.store;
        const double apart = store.position_after(0, 1)[k] - store.position_after(1, 1)[k];
        image[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(std::lround(apart / (*options.period)[k]));
      }
    const DueKey due{{0, 1}, 3, 0, 1};
    ASSERT_TRUE(simple.domain.resolver.meets_simply(0, 1, due.rank));
    simple.domain.resolver.meet_simply(0, 1, gives_image ? &image : nullptr, due);
    Meeting<D> meeting = plain.domain.resolver.bring_together(0, 1, image, due);
    plain.domain.resolver.meet(meeting);
    expect_same_bits(plain, simple);
    ASSERT_NEAR(plain.domain.log.deepest_overlap(), 0, 1e-12);
    crossed += is_home<D>(image) ? 0 : 1;
  }
  EXPECT_EQ(crossed > 100, periodic);
}

TEST(Resolver, SimpleMeetingsHaveTheSameBitsInThePlane) {
  simple_meetings_have_the_same_bits<2>(false);
}
TEST(Resolver, SimpleMeetingsHaveTheSameBitsInSpace) {
  simple_meetings_have_the_same_bits<3>(false);
}
TEST(Resolver, SimpleMeetingsHaveTheSameBitsInAPeriodicPlane) {
  simple_meetings_have_the_same_bits<2>(true);
}
TEST(Resolver, SimpleMeetingsHaveTheSameBitsInAPeriodicBox) {
  simple_meetings_have_the_same_bits<3>(true);
}

TEST(Resolver, MeetingsAreSimpleOfMovableBallsOnStraightPaths) {
  const Circle circle{{}, 0.5};
  const auto is_simple = [&](const Body<2>& other, const WorldOptions<2>& options = scaled_options<2>()) {
    EngineParts<2> parts(options);
    parts.add({.shape = circle});
    parts.add(other);
    EXPECT_EQ(parts.domain.resolver.meets_simply(0, 1, 1), parts.domain.resolver.meets_simply(1, 0, 1));
    return parts.domain.resolver.meets_simply(0, 1, 1);
  };
  EXPECT_TRUE(is_simple({.shape = circle, .mass = 7, .restitution = 0.5}));
  EXPECT_FALSE(is_simple({.shape = circle, .mass = kImmovable}));
  EXPECT_FALSE(is_simple({.shape = circle, .response = Response::stick}));
  EXPECT_FALSE(is_simple({.shape = circle, .response = Response::pocket}));
  EXPECT_FALSE(is_simple({.shape = circle, .response = Response::slide}));
  EXPECT_FALSE(is_simple({.shape = circle, .motion = Damped2{{}, 1}}));
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -1};
  EXPECT_FALSE(is_simple({.shape = circle}, options));
  options = scaled_options<2>();
  options.tangential_restitution = 0;
  EXPECT_FALSE(is_simple({.shape = circle}, options));
  options = scaled_options<2>();
  options.epoch_length = 1;
  options.damping = 0.5;
  EXPECT_FALSE(is_simple({.shape = circle}, options));
  EngineParts<2> parts;
  for (int k = 0; k < 2; ++k) parts.add({.shape = circle});
  EXPECT_FALSE(parts.domain.resolver.meets_simply(0, 1, 1u << 20));
  parts.data.store.record(1).crowded = 1u << 20;
  EXPECT_FALSE(parts.domain.resolver.meets_simply(0, 1, 1));
}

// Within a contact's duration of another impact nothing is lost (Luding and McNamara, 1998).
TEST(Resolver, NothingIsLostShortlyAfterAnotherImpact) {
  for (const bool shortly : {false, true}) {
    EngineParts<2> parts;
    parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{2, 0}, .restitution = 0.5});
    parts.add({.shape = Circle{{5, 0}, 0.5}, .motion = Vec2{-2, 0}, .restitution = 0.5});
    parts.data.store.set_last_impact(1, {0, 1 - (shortly ? 0x1p-21 : 0x1p-19)});
    meet(parts, {0, 1});
    EXPECT_EQ(velocity(parts, 0).x, shortly ? -2 : -1);
    EXPECT_EQ(parts.domain.ledger.lost_to_bounces(), shortly ? 0 : 3);
    EXPECT_EQ(parts.data.store.record(1).crowded, shortly ? 1u : 0u);
    EXPECT_EQ(parts.data.store.record(0).crowded, 0u);
    EXPECT_EQ(parts.data.store.last_impact(0), (Time{0, 1}));
  }
}

// Off what is immovable and moves: v' = V − e (v − V), and what it gives is work.
TEST(Resolver, AnImmovableBallThatMovesDoesWork) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{2, 0}, .mass = 3, .restitution = 0.5});
  parts.add({.shape = Circle{{4, 0}, 0.5}, .motion = Vec2{-1, 0}, .mass = kImmovable, .restitution = 0.5});
  meet(parts, {0, 1});
  EXPECT_EQ(velocity(parts, 0), (Vec2{-2.5, 0}));
  EXPECT_EQ(velocity(parts, 1), (Vec2{-1, 0}));
  EXPECT_NEAR(parts.domain.ledger.lost_to_bounces(), 0.5 * 3 * 9 * 0.75, 1e-14);
  const double gained = 0.5 * 3 * (2.5 * 2.5 - 4);
  EXPECT_NEAR(parts.domain.ledger.at({0, 1}).work, gained + 0.5 * 3 * 9 * 0.75, 1e-13);
  EXPECT_EQ(parts.domain.log[0].impulse, 3 * 4.5);
}

// A full transfer of spin: perfectly rough equal discs, by the formulas of Walton's model in rough_bounce.hpp, keep
// momentum, and angular momentum about the contact.
TEST(Resolver, RoughBallsKeepAngularMomentum) {
  WorldOptions<2> options = scaled_options<2>();
  options.tangential_restitution = 1;
  EngineParts<2> parts(options);
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{2, 1}, .mass = 2, .spin = 3});
  parts.add({.shape = Circle{{3, 0}, 0.5}, .motion = Vec2{0, 1}, .mass = 2, .spin = -1});
  meet(parts, {0, 1});
  const BodyStore<2>& store = parts.data.store;
  EXPECT_NEAR(velocity(parts, 0).x + velocity(parts, 1).x, 2, 1e-14);
  EXPECT_NEAR(velocity(parts, 0).y + velocity(parts, 1).y, 2, 1e-14);
  // About the contact at (2.5, 1): I ω + m r × v of each.
  const double inertia = 0.5 * 2 * 0.25;
  EXPECT_NEAR(inertia * store.spin(0) - 0.5 * 2 * velocity(parts, 0).y, inertia * 3 - 0.5 * 2 * 1, 1e-14);
  EXPECT_NEAR(inertia * store.spin(1) + 0.5 * 2 * velocity(parts, 1).y, inertia * -1 + 0.5 * 2 * 1, 1e-14);
  EXPECT_NEAR(parts.domain.ledger.lost_to_bounces(), 0, 1e-14);
  const double kinetic = parts.domain.ledger.kinetic(0, {0, 1}) + parts.domain.ledger.kinetic(1, {0, 1});
  EXPECT_NEAR(kinetic, 5 + 1 + 0.5 * inertia * (9 + 1), 1e-13);
}

// Area, mass, momentum and the centre of mass are kept; the energy of the relative motion is lost.
TEST(Resolver, StickyBallsMerge) {
  for (const bool first_is_heavy : {true, false}) {
    EngineParts<2> parts;
    const std::uint32_t heavy = first_is_heavy ? 0 : 1;
    const Body<2> light{.shape = Circle{{0, 0}, 3}, .motion = Vec2{2, 0}, .mass = 1, .response = Response::stick};
    const Body<2> other{.shape = Circle{{9, 0}, 4}, .mass = 3};
    parts.add(first_is_heavy ? other : light);
    parts.add(first_is_heavy ? light : other);
    parts.search();
    parts.data.forces.add({BodyId{1 - heavy}, {5, 0}, 0, 9, true});
    meet(parts, {0, 1});
    const BodyState<2> one = parts.data.store.state(heavy);
    EXPECT_EQ(one.radius, 5);
    EXPECT_EQ(one.mass, 4);
    EXPECT_EQ(one.position, (Vec2{2 + 0.75 * 7, 0}));
    EXPECT_EQ(one.velocity, (Vec2{0.5, 0}));
    EXPECT_EQ(one.force, (Vec2{5, 0}));
    EXPECT_EQ(parts.data.store.state(1 - heavy).presence, Presence::merged);
    EXPECT_EQ(parts.data.store.balls(), (std::vector<std::uint32_t>{heavy}));
    EXPECT_EQ(parts.data.store.known_radius(heavy), 5);
    EXPECT_EQ(parts.domain.ledger.at({0, 1}).dissipated_merging, 0.5 * 1 * 4 - 0.5 * 4 * 0.25);
    EXPECT_EQ(parts.domain.log[0].kind, EventKind::merge);
    EXPECT_EQ(parts.domain.log[0].a, BodyId{heavy});
    EXPECT_EQ(parts.domain.log[0].normal, (Vec2{-1, 0}));
  }
}

TEST(Resolver, StickyBallsAreHeldByWhatIsImmovable) {
  for (const bool ball_is_first : {true, false}) {
    EngineParts<2> parts;
    const Body<2> sticky{.shape = Circle{{0, 0}, 1}, .motion = Vec2{2, 0}, .mass = 3, .response = Response::stick};
    const Body<2> still{.shape = Circle{{4, 0}, 1}, .mass = kImmovable};
    parts.add(ball_is_first ? sticky : still);
    parts.add(ball_is_first ? still : sticky);
    const std::uint32_t id = ball_is_first ? 0 : 1;
    meet(parts, {0, 1});
    EXPECT_TRUE(parts.data.store.particle(id).held);
    EXPECT_TRUE(parts.data.store.particle(id).immovable);
    EXPECT_EQ(velocity(parts, id), Vec2{});
    EXPECT_EQ(parts.data.store.particle(id).position, (Vec2{2, 0}));
    EXPECT_EQ(parts.domain.ledger.at({0, 1}).dissipated_merging, 6);
    EXPECT_EQ(parts.domain.log[0].kind, EventKind::stick);
    EXPECT_EQ(parts.domain.log[0].a, BodyId{id});
    EXPECT_EQ(parts.domain.log[0].b, BodyId{1 - id});
    EXPECT_EQ(parts.domain.log[0].normal, (Vec2{1, 0}));
  }
}

TEST(Resolver, PocketsSwallow) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -10};
  EngineParts<2> parts(options);
  parts.add({.shape = Circle{{0, 5}, 1}, .response = Response::pocket});
  parts.add({.shape = Circle{{2, 5}, 1}, .motion = Vec2{-2, 0}, .mass = 3});
  parts.search();
  Meeting<2> meeting = parts.domain.resolver.bring_together(0, 1, {}, {{}, 1, 0, 1});
  EXPECT_TRUE(parts.domain.resolver.has_pocket(meeting));
  parts.domain.resolver.meet(meeting);
  EXPECT_EQ(parts.data.store.state(1).presence, Presence::pocketed);
  EXPECT_EQ(parts.domain.ledger.at({}).dissipated_pockets, 6 + 150);
  EXPECT_EQ(parts.domain.log[0].kind, EventKind::pocket);
  EXPECT_EQ(parts.domain.log[0].a, BodyId{1});
  EXPECT_EQ(parts.domain.log[0].b, BodyId{0});
  EXPECT_EQ(parts.data.store.balls(), (std::vector<std::uint32_t>{0}));
}

// Off a wall: v' = V − e (v − V) along the normal.
TEST(Resolver, BallsBounceOffAWallThatMoves) {
  EngineParts<2> parts;
  parts.add({.shape = HalfSpace2{{0, 1}, 0}, .motion = Vec2{3, 1}, .restitution = 0.5});
  parts.add({.shape = Circle{{0, 4.5}, 0.5}, .motion = Vec2{7, -3}, .mass = 2, .restitution = 0.5});
  meet_obstacle(parts, 1, 0, {0, 1});
  EXPECT_EQ(velocity(parts, 1), (Vec2{7, 3}));
  EXPECT_EQ(velocity(parts, 0), (Vec2{3, 1}));
  EXPECT_EQ(parts.domain.ledger.lost_to_bounces(), 0.5 * 2 * 16 * 0.75);
  EXPECT_EQ(parts.domain.ledger.at({0, 1}).work, 12);  // the speed is the same: all that is lost is work
  const Event2& event = parts.domain.log[0];
  EXPECT_EQ(event.kind, EventKind::impact);
  EXPECT_EQ(event.a, BodyId{1});
  EXPECT_EQ(event.b, BodyId{0});
  EXPECT_EQ(event.normal, (Vec2{0, -1}));
  EXPECT_EQ(event.point, (Vec2{7, 1}));
  EXPECT_EQ(event.approach_speed, 4);
  EXPECT_EQ(event.impulse, 12);
}

TEST(Resolver, BallsComeToRestWhereTheyWouldHopForLessThanAContact) {
  for (const bool slow : {true, false}) {
    WorldOptions<2> options = scaled_options<2>();
    options.gravity = {0, -10};
    options.contact_duration = 0.5;
    EngineParts<2> parts(options);
    parts.add({.shape = HalfSpace2{{0, 1}, 0}, .restitution = 0.5});
    const double speed = slow ? 4 : 6;
    parts.add({.shape = Circle{{0, 0.5}, 0.5}, .motion = Vec2{7, -speed}, .mass = 2, .restitution = 0.5});
    meet_obstacle(parts, 1, 0, {});
    // 2 e v/g is 0.4 or 0.6.
    EXPECT_EQ(parts.domain.log[0].kind, slow ? EventKind::rest : EventKind::impact);
    EXPECT_EQ(velocity(parts, 1), (Vec2{7, slow ? 0.0 : 3.0}));
    EXPECT_EQ(parts.data.store.load(1).supports.size(), slow ? 1u : 0u);
    EXPECT_EQ(parts.data.store.position_after(1, 1).y, slow ? 0.5 : 0.5 + 3 - 5);
    EXPECT_EQ(parts.domain.log[0].impulse, 2 * (slow ? 4 : 9));
    EXPECT_EQ(parts.domain.ledger.lost_to_bounces(), slow ? 16 : 27);
  }
}

TEST(Resolver, ObstaclesSwallowAndHold) {
  EngineParts<2> parts;
  parts.add({.shape = HalfSpace2{{0, 1}, 0}});
  parts.add({.shape = HalfSpace2{{0, 1}, 0}, .response = Response::stick});
  parts.add({.shape = HalfSpace2{{0, 1}, 0}, .response = Response::pocket});
  for (int k = 0; k < 4; ++k) parts.add({.shape = Circle{{0, 0.5}, 0.5}, .motion = Vec2{0, -2}});
  parts.add({.shape = Circle{{0, 0.5}, 0.5}, .motion = Vec2{0, -2}, .response = Response::stick});
  meet_obstacle(parts, 3, 0, {});
  meet_obstacle(parts, 4, 1, {});
  meet_obstacle(parts, 5, 2, {});
  meet_obstacle(parts, 7, 0, {});
  EXPECT_EQ(velocity(parts, 3), (Vec2{0, 2}));
  for (const std::uint32_t id : {4u, 7u}) EXPECT_TRUE(parts.data.store.particle(id).held);
  EXPECT_EQ(parts.data.store.state(5).presence, Presence::pocketed);
  EXPECT_EQ(parts.domain.ledger.at({}).dissipated_pockets, 2);
  EXPECT_EQ(parts.domain.ledger.at({}).dissipated_merging, 4);
}

TEST(Resolver, StopTakesTheVelocityThatIsLeft) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Stopping2{{2, 0}, 1}, .mass = 3});
  parts.domain.resolver.stop(0, {{0, 2}, 1, 0, kNone});
  EXPECT_EQ(velocity(parts, 0), Vec2{});
  EXPECT_EQ(parts.data.store.particle(0).position, (Vec2{2, 0}));
  EXPECT_FALSE(parts.data.store.particle(0).curved);
  EXPECT_EQ(parts.domain.log[0].kind, EventKind::stop);
  EXPECT_EQ(parts.domain.log[0].b, kNoBody);
  EXPECT_EQ(parts.domain.log[0].rank, 1u);
  EXPECT_EQ(parts.domain.ledger.at({0, 2}).dissipated_friction, 6);
}

TEST(Resolver, ABallThatLeavesASupportFalls) {
  WorldOptions<2> options = scaled_options<2>();
  options.gravity = {0, -10};
  EngineParts<2> parts(options);
  parts.add({.shape = Segment2{{0, 0}, {10, 0}}});
  parts.add({.shape = Circle{{8, 0.5}, 0.5}, .motion = Vec2{1, 0}});
  parts.rest(1, 0);
  parts.domain.resolver.leave_support(1, 0, {{0, 2}, 1, 0, 1});
  EXPECT_TRUE(parts.data.store.load(1).supports.empty());
  EXPECT_EQ(parts.data.store.position_after(1, 1), (Vec2{11, -4.5}));
  EXPECT_EQ(parts.domain.log[0].kind, EventKind::release);
  EXPECT_EQ(parts.domain.log[0].a, BodyId{1});
  EXPECT_EQ(parts.domain.log[0].b, BodyId{0});
}

TEST(Resolver, BallsThatMeetForEverAtOneInstantAreHeld) {
  EngineParts<2> parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{2, 0}});
  parts.add({.shape = Circle{{1, 0}, 0.5}, .mass = kImmovable});
  EXPECT_FALSE(parts.domain.resolver.jams(0, 1u << 13));  // a blow that has run through many others
  parts.data.store.set_crowded(0, 65);
  EXPECT_FALSE(parts.domain.resolver.jams(0, 1));
  EXPECT_TRUE(parts.domain.resolver.jams(0, 1u << 13));
  EXPECT_FALSE(parts.domain.resolver.jams(1, 1u << 13));
  Meeting<2> meeting = parts.domain.resolver.bring_together(0, 1, {}, {{}, 1u << 13, 0, 1});
  parts.domain.resolver.meet(meeting);
  EXPECT_TRUE(parts.data.store.particle(0).held);
  EXPECT_EQ(parts.domain.log[0].kind, EventKind::stick);
}

}  // namespace
}  // namespace carom::sim
