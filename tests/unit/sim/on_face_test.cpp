// Balls alone on a face: the closed forms of rigid bodies under Coulomb friction and rolling resistance.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "carom/sim/world.hpp"

namespace carom {
namespace {

constexpr double kG = 9.81;

/// A ball of radius ½ and mass 2 that lies on a half-space below it; gravity leans by an angle towards +x. Or, which is
/// the same but for rounding, the face leans.
template <int D>
struct OnFace {
  double angle = 0;
  bool leans = false;
  double friction = 0.3;
  double rolling = 0;
  double spinning = 0;
  Vec<D> velocity{};
  Spin<D> spin{};
  std::optional<SurfaceMotion<D>> surface{};
  Vec<D> drift{};  ///< of the face as a whole

  Vec<D> normal() const {
    Vec<D> n{};
    n[0] = leans ? std::sin(angle) : 0;
    n[D - 1] = leans ? std::cos(angle) : 1;
    return n;
  }
  Vec<D> downhill() const {
    Vec<D> way{};
    way[0] = leans ? std::cos(angle) : 1;
    way[D - 1] = leans ? -std::sin(angle) : 0;
    return way;
  }
  World<D> world() const {
    Vec<D> gravity{};
    gravity[0] = leans ? 0 : kG * std::sin(angle);
    gravity[D - 1] = leans ? -kG : -kG * std::cos(angle);
    World<D> world({.gravity = gravity, .tangential_restitution = 0});
    world.add(
        {.shape = Ball<D>{0.5 * normal(), 0.5}, .motion = {velocity}, .mass = 2, .spin = spin, .restitution = 0.5});
    world.add({.shape = HalfSpace<D>{normal(), 0},
               .motion = {drift},
               .surface = surface,
               .restitution = 0.5,
               .friction = friction,
               .rolling_friction = rolling,
               .spinning_friction = spinning});
    return world;
  }
};

constexpr BodyId kBall{0};

template <int D>
std::vector<EventKind> kinds(const std::vector<Event<D>>& events) {
  std::vector<EventKind> found;
  for (const Event<D>& event : events) found.push_back(event.kind);
  return found;
}

template <int D>
void expect_balance(const World<D>& world) {
  const Ledger<D> ledger = world.ledger();
  EXPECT_NEAR(ledger.residual(), 0, 1e-11 * (1 + std::fabs(ledger.initial) + std::fabs(ledger.work) + ledger.kinetic));
}

struct Plane : std::integral_constant<int, 2> {};
struct Space : std::integral_constant<int, 3> {};

template <class Dimension>
class OnAFace : public ::testing::Test {};
using Dimensions = ::testing::Types<Plane, Space>;
TYPED_TEST_SUITE(OnAFace, Dimensions);

// a = g sin θ/(1 + q): 2/3 and 5/7 of g sin θ, where μ ≥ tan θ q/(1 + q).
TYPED_TEST(OnAFace, RollsDownAnIncline) {
  constexpr int D = TypeParam::value;
  const double q = D == 2 ? 0.5 : 0.4, angle = 0.4;
  const OnFace<D> on{.angle = angle, .friction = 1.001 * std::tan(angle) * q / (1 + q)};
  World<D> world = on.world();
  world.run_until(3);
  const double a = kG * std::sin(angle) / (1 + q);
  const Placement<D> now = world.placement(kBall);
  EXPECT_NEAR(dot(now.velocity, on.downhill()), 3 * a, 1e-12 * 3 * a);
  EXPECT_NEAR(dot(now.position, on.downhill()), 4.5 * a, 1e-12 * 4.5 * a);
  EXPECT_NEAR(norm2(now.spin) * 0.25, norm2(now.velocity), 1e-11 * norm2(now.velocity));
  EXPECT_NEAR(world.ledger().dissipated_friction, 0, 1e-12);
  expect_balance(world);
}

// a = g (sin θ − μ cos θ), and r ω' = μ g cos θ/q, where μ is less.
TYPED_TEST(OnAFace, SlidesDownASteepIncline) {
  constexpr int D = TypeParam::value;
  const double q = D == 2 ? 0.5 : 0.4, angle = 0.4, mu = 0.999 * std::tan(angle) * q / (1 + q);
  const OnFace<D> on{.angle = angle, .friction = mu};
  World<D> world = on.world();
  world.run_until(3);
  const double a = kG * (std::sin(angle) - mu * std::cos(angle));
  const Placement<D> now = world.placement(kBall);
  EXPECT_NEAR(dot(now.velocity, on.downhill()), 3 * a, 1e-12 * 3 * a);
  EXPECT_NEAR(dot(now.position, on.downhill()), 4.5 * a, 1e-12 * 4.5 * a);
  const double turning = mu * kG * std::cos(angle) / (q * 0.5);
  EXPECT_NEAR(std::sqrt(norm2(now.spin)), 3 * turning, 1e-12 * 3 * turning);
  // Friction takes its force times the slip.
  const double slip = a - 0.5 * turning;
  EXPECT_NEAR(world.ledger().dissipated_friction, 2 * mu * kG * std::cos(angle) * 4.5 * slip, 1e-11);
  expect_balance(world);
}

// t = v₀ q/((1 + q) μ g), v = v₀/(1 + q), path (v₀² − v²)/(2 μ g): 12 v₀²/(49 μ g) and 5 v₀²/(18 μ g).
TYPED_TEST(OnAFace, SlidesUntilItRolls) {
  constexpr int D = TypeParam::value;
  const double q = D == 2 ? 0.5 : 0.4, mu = 0.3, v0 = 2;
  OnFace<D> on{.friction = mu};
  on.velocity[0] = v0;
  World<D> world = on.world();
  const auto events = world.run_until(5);
  ASSERT_EQ(kinds(events), (std::vector{EventKind::rest, EventKind::roll}));
  const double t = v0 * q / ((1 + q) * mu * kG), v = v0 / (1 + q);
  const double path = (D == 2 ? 5.0 / 18 : 12.0 / 49) * v0 * v0 / (mu * kG);
  EXPECT_NEAR(events[1].time, t, 1e-12 * t);
  EXPECT_NEAR(events[1].point[0], path, 1e-12 * path);
  const Placement<D> now = world.placement(kBall);
  EXPECT_NEAR(now.velocity[0], v, 1e-12 * v);
  EXPECT_NEAR(now.position[0], path + (5 - t) * v, 1e-12 * 5 * v);
  EXPECT_NEAR(world.ledger().dissipated_friction, 0.5 * 2 * v0 * v0 * q / (1 + q), 1e-12 * v0 * v0);
  expect_balance(world);
}

// Final speed (v₀ + q r ω₀)/(1 + q), the spin counted as in rolling: none at r ω₀ = −v₀/q.
TYPED_TEST(OnAFace, SpinTurnsItBackOrStopsItDead) {
  constexpr int D = TypeParam::value;
  const double q = D == 2 ? 0.5 : 0.4;
  for (const double share : {-2.0, -1.0, -0.5, 0.5, 3.0}) {
    OnFace<D> on;
    on.velocity[0] = 1;
    const double spin = share / q / 0.5;
    if constexpr (D == 2)
      on.spin = -spin;
    else
      on.spin = {0, spin, 0};
    World<D> world = on.world();
    world.run_until(20);
    EXPECT_NEAR(world.placement(kBall).velocity[0], (1 + share) / (1 + q), 1e-12) << share;
    expect_balance(world);
  }
}

// Rolling resistance μ_r: v' = −μ_r g/(1 + q) until it stands; on an incline it stands where μ_r ≥ tan θ.
TYPED_TEST(OnAFace, RollingResistanceStopsIt) {
  constexpr int D = TypeParam::value;
  const double q = D == 2 ? 0.5 : 0.4, v = 1.5, slowing = 0.02 * kG / (1 + q);
  OnFace<D> on{.rolling = 0.02};
  on.velocity[0] = v;
  if constexpr (D == 2)
    on.spin = -v / 0.5;
  else
    on.spin = {0, v / 0.5, 0};
  World<D> world = on.world();
  const auto events = world.run_until(20);
  ASSERT_EQ(kinds(events), (std::vector{EventKind::rest, EventKind::stop}));
  EXPECT_NEAR(events[1].time, v / slowing, 1e-12 * v / slowing);
  EXPECT_NEAR(world.placement(kBall).position[0], v * v / (2 * slowing), 1e-12 * v * v / slowing);
  EXPECT_TRUE(is_zero(world.placement(kBall).velocity));
  EXPECT_TRUE(is_zero(world.placement(kBall).spin));
  EXPECT_NEAR(world.ledger().dissipated_rolling, 0.5 * 2 * (1 + q) * v * v, 1e-11);
  expect_balance(world);

  const double angle = 0.1;
  World<D> stands = OnFace<D>{.angle = angle, .rolling = 1.001 * std::tan(angle)}.world();
  World<D> rolls = OnFace<D>{.angle = angle, .rolling = 0.999 * std::tan(angle)}.world();
  for (World<D>* one : {&stands, &rolls}) one->run_until(10);
  EXPECT_TRUE(is_zero(stands.placement(kBall).velocity));
  const double a = kG * (std::sin(angle) - 0.999 * std::tan(angle) * std::cos(angle)) / (1 + q);
  EXPECT_NEAR(norm(rolls.placement(kBall).velocity), 10 * a, 1e-10 * a);
  expect_balance(rolls);
}

// Uphill, it rolls to a stop, and then back or not.
TYPED_TEST(OnAFace, RollsUphillAndBack) {
  constexpr int D = TypeParam::value;
  const double q = D == 2 ? 0.5 : 0.4, angle = 0.2, v = 2;
  for (const double rolling : {0.0, 0.05, 0.3}) {
    OnFace<D> on{.angle = angle, .friction = 1, .rolling = rolling};
    on.velocity = -v * on.downhill();
    if constexpr (D == 2)
      on.spin = v / 0.5;
    else
      on.spin = {0, -v / 0.5, 0};
    World<D> world = on.world();
    world.run_until(4);
    const double up = kG * (std::sin(angle) + rolling * std::cos(angle)) / (1 + q);
    const double down = std::max(0.0, kG * (std::sin(angle) - rolling * std::cos(angle)) / (1 + q));
    EXPECT_NEAR(dot(world.placement(kBall).velocity, on.downhill()), down * (4 - v / up), 1e-11) << rolling;
    expect_balance(world);
  }
}

// A conveyor at V takes along what is put on it: (v − V)/(1 + q) is left of the difference. It works with its speed
// times the impulse.
TYPED_TEST(OnAFace, ConveyorTakesItAlong) {
  constexpr int D = TypeParam::value;
  const double q = D == 2 ? 0.5 : 0.4, speed = 3;
  OnFace<D> on;
  on.surface = SurfaceMotion<D>{};
  on.surface->velocity[0] = speed;
  World<D> world = on.world();
  world.run_until(5);
  const double v = speed * q / (1 + q);
  EXPECT_NEAR(world.placement(kBall).velocity[0], v, 1e-12);
  EXPECT_NEAR(world.ledger().work, speed * 2 * v, 1e-11);
  expect_balance(world);
}

// The same of a platform that goes as a whole, sideways and up.
TYPED_TEST(OnAFace, PlatformTakesItAlong) {
  constexpr int D = TypeParam::value;
  const double q = D == 2 ? 0.5 : 0.4;
  OnFace<D> on;
  on.drift[0] = 3;
  on.drift[D - 1] = 1;
  on.velocity[D - 1] = 1;
  World<D> world = on.world();
  world.run_until(5);
  EXPECT_NEAR(world.placement(kBall).velocity[0], 3 * q / (1 + q), 1e-12);
  EXPECT_NEAR(world.placement(kBall).position[D - 1], 5.5, 1e-12);
  EXPECT_NEAR(world.ledger().work, 3 * 2 * 3 * q / (1 + q) + 2 * kG * 5, 1e-9);
  expect_balance(world);
}

// The default, friction without bound, leaves no slip: what slides rolls at once.
TYPED_TEST(OnAFace, FrictionWithoutBoundRollsAtOnce) {
  constexpr int D = TypeParam::value;
  const double q = D == 2 ? 0.5 : 0.4;
  OnFace<D> on{.friction = std::numeric_limits<double>::infinity()};
  on.velocity[0] = 1;
  World<D> world = on.world();
  const auto events = world.run_until(1);
  ASSERT_EQ(kinds(events), (std::vector{EventKind::rest, EventKind::roll}));
  EXPECT_EQ(events[1].time, 0);
  EXPECT_NEAR(world.placement(kBall).velocity[0], 1 / (1 + q), 1e-15);
  EXPECT_NEAR(world.ledger().dissipated_friction, 0.5 * 2 * q / (1 + q), 1e-14);
  expect_balance(world);
}

// Where the face leans rounding leaves it a gap, so that it falls for some 10⁻⁹ at first.
TYPED_TEST(OnAFace, FaceMayLean) {
  constexpr int D = TypeParam::value;
  for (const double mu : {0.05, 0.4}) {
    OnFace<D> on{.angle = 0.4, .friction = mu, .rolling = 0.03};
    World<D> level = on.world();
    OnFace<D> leaning = on;
    leaning.leans = true;
    World<D> leans = leaning.world();
    level.run_until(3);
    leans.run_until(3);
    EXPECT_NEAR(dot(level.placement(kBall).velocity, on.downhill()),
                dot(leans.placement(kBall).velocity, leaning.downhill()), 1e-7);
    EXPECT_NEAR(dot(level.placement(kBall).position, on.downhill()),
                dot(leans.placement(kBall).position, leaning.downhill()), 1e-7);
    expect_balance(leans);
  }
}

// Spinning on the spot: q r ω' = −μ_s g, whatever it does besides.
TEST(OnAFace3, SpinningOnTheSpotEnds) {
  OnFace<3> on{.spinning = 0.01, .spin = {0, 0, 7}};
  World3 stands = on.world();
  on.velocity = {1, 0, 0};
  World3 slides = on.world();
  const double end = 7 * 0.4 * 0.5 / (0.01 * kG);
  for (World3* world : {&stands, &slides}) {
    world->run_until(0.5 * end);
    EXPECT_NEAR(world->placement(kBall).spin.z, 3.5, 1e-12);
    const auto events = world->run_until(2 * end);
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(events.back().kind, EventKind::stop);
    EXPECT_NEAR(events.back().time, end, 1e-11);
    EXPECT_EQ(world->placement(kBall).spin.z, 0);
    EXPECT_NEAR(world->ledger().dissipated_rolling, 0.5 * 0.4 * 2 * 0.25 * 49, 1e-11);
    expect_balance(*world);
  }
  EXPECT_TRUE(is_zero(stands.placement(kBall).velocity));
  EXPECT_NEAR(slides.placement(kBall).velocity.x, 5.0 / 7, 1e-12);
}

/// Across an incline: u' = a − (1 + 1/q) μ p û for the slip u, v' = a − μ p û, by Runge and Kutta's steps of 10⁻⁵.
struct Slide {
  std::array<double, 2> slip, velocity, place;
};

Slide integrate(Slide s, double a, double friction, double factor, double until) {
  using Six = std::array<double, 6>;
  const auto rate = [&](const Six& y) {
    const double size = std::hypot(y[0], y[1]);
    const std::array<double, 2> along{y[0] / size, y[1] / size};
    return Six{a - factor * friction * along[0],
               -factor * friction * along[1],
               a - friction * along[0],
               -friction * along[1],
               y[2],
               y[3]};
  };
  const auto ahead = [](Six y, const Six& k, double h) {
    for (std::size_t i = 0; i < 6; ++i) y[i] += h * k[i];
    return y;
  };
  Six y{s.slip[0], s.slip[1], s.velocity[0], s.velocity[1], s.place[0], s.place[1]};
  const int steps = static_cast<int>(until / 1e-5);
  const double h = until / steps;
  for (int step = 0; step < steps; ++step) {
    const Six k1 = rate(y), k2 = rate(ahead(y, k1, h / 2)), k3 = rate(ahead(y, k2, h / 2)), k4 = rate(ahead(y, k3, h));
    for (std::size_t i = 0; i < 6; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return {{y[0], y[1]}, {y[2], y[3]}, {y[4], y[5]}};
}

TEST(OnAFace3, SlidesAcrossAnInclineOnACurve) {
  const double angle = 0.3;
  for (const double mu : {0.02, 0.15}) {
    OnFace<3> on{.angle = angle, .friction = mu};
    on.velocity = {0, 2, 0};
    World3 world = on.world();
    world.run_until(0.5);
    const Slide expected =
        integrate({{0, 2}, {0, 2}, {0, 0}}, kG * std::sin(angle), mu * kG * std::cos(angle), 3.5, 0.5);
    const Placement<3> now = world.placement(kBall);
    EXPECT_NEAR(dot(now.velocity, on.downhill()), expected.velocity[0], 1e-5) << mu;
    EXPECT_NEAR(now.velocity.y, expected.velocity[1], 1e-5) << mu;
    EXPECT_NEAR(dot(now.position, on.downhill()), expected.place[0], 1e-5) << mu;
    EXPECT_NEAR(now.position.y, expected.place[1], 1e-5) << mu;
    EXPECT_LT(world.event_count(), 1000u);
    expect_balance(world);
  }
}

// What rolls across an incline without being slowed goes on a parabola.
TEST(OnAFace3, RollsAcrossAnInclineOnAParabola) {
  OnFace<3> on{.angle = 0.3, .friction = 1};
  on.velocity = {0, 2, 0};
  const Vec3 n = on.normal();
  on.spin = 2 * cross(n, on.velocity);
  World3 world = on.world();
  world.run_until(2);
  const double a = kG * std::sin(0.3) / 1.4;
  EXPECT_NEAR(world.placement(kBall).position.y, 4, 1e-12);
  EXPECT_NEAR(dot(world.placement(kBall).position, on.downhill()), 2 * a, 1e-11);
  EXPECT_EQ(world.event_count(), 1u);
  expect_balance(world);
}

// Slowed by more than the slope pulls, across it: v' = (a − μ_r p v̂)/(1 + q), integrated by steps here; it comes to
// rest, and a slip ends beside a wall of the same kind, in few phases.
TEST(OnAFace3, ComesToRestAcrossAnIncline) {
  const double angle = 0.03;
  OnFace<3> on{.angle = angle, .friction = 0.5, .rolling = 0.1};
  on.velocity = {0, 1, 0};
  on.spin = 2 * cross(on.normal(), on.velocity);
  World3 world = on.world();
  world.run_until(10, nullptr);
  const double a = kG * std::sin(angle) / 1.4, b = 0.1 * kG * std::cos(angle) / 1.4;
  Vec2 velocity{0, 1}, place{};
  const double h = 1e-6;
  while (norm(velocity) > 1e-5) {
    velocity += h * (Vec2{a, 0} - (b / norm(velocity)) * velocity);
    place += h * velocity;
  }
  EXPECT_NEAR(dot(world.placement(kBall).position, on.downhill()), place.x, 1e-5);
  EXPECT_NEAR(world.placement(kBall).position.y, place.y, 1e-5);
  EXPECT_EQ(world.placement(kBall).velocity, Vec3{});
  EXPECT_EQ(world.event_count(EventKind::stop), 1u);
  EXPECT_LT(world.event_count(), 1000u);
  expect_balance(world);
}

// Slow balls that slip the whole way to the resolution of time would never end to do so.
TEST(OnAFace3, EndsASlipNearlyAlongThePull) {
  OnFace<3> on{.angle = 0.126, .friction = 0.74};
  on.velocity = {-0.0023, 2.6e-5, 0};
  on.spin = {-8e-5, 0.0086, -8e-5};
  World3 world = on.world();
  EXPECT_TRUE(world.run_until(
      0.01, [](const Event3&) {}, 1000));
  EXPECT_EQ(world.event_count(EventKind::roll), 1u);
  expect_balance(world);
}

// Looked at, and gone on from a snapshot, in the middle of phases.
TEST(OnAFace3, StoryDoesNotDependOnWhoLooks) {
  OnFace<3> on{
      .angle = 0.1, .friction = 0.2, .rolling = 0.01, .spinning = 0.02, .velocity = {0, 2, 0}, .spin = {3, 1, 20}};
  World3 once = on.world();
  once.run_until(5);
  World3 often = on.world();
  for (int frame = 1; frame <= 300; ++frame) {
    often.run_until(frame / 60.0);
    if (frame % 20 == 0) often = World3(often.snapshot());
  }
  EXPECT_EQ(once.hash(), often.hash());
  EXPECT_EQ(once.event_count(), often.event_count());
}

// A wall in its way is met exactly, while it slides and while it rolls.
TEST(OnAFace2, MeetsAWallOnItsWay) {
  for (const double wall : {0.1, 2.0}) {
    World2 world = OnFace<2>{.velocity = {2, 0}}.world();
    world.add({.shape = Segment2{{wall + 0.5, 0.2}, {wall + 0.5, 3}}, .restitution = 0.5, .friction = 0});
    const auto events = world.run_until(3);
    const auto hit = std::find_if(events.begin(), events.end(), [](const Event2& e) { return e.b == BodyId{2}; });
    ASSERT_NE(hit, events.end());
    const double mu = 0.3, path = 5.0 / 18 * 4 / (mu * kG), end = 2 / (3 * mu * kG), v = 2 / 1.5;
    const double slowed = (2 - std::sqrt(4 - 2 * mu * kG * wall)) / (mu * kG);
    EXPECT_NEAR(hit->time, wall < path ? slowed : end + (wall - path) / v, 1e-12);
    expect_balance(world);
  }
}

}  // namespace
}  // namespace carom
