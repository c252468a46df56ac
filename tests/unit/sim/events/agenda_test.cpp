#include "sim/events/agenda.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

/// The parts of an engine, and an agenda.
struct Planned : EngineParts<2> {
  explicit Planned(const WorldOptions<2>& options = scaled_options<2>())
      : EngineParts<2>(options),
        agenda(data.setting, data.store, data.forces, data.fields, data.supports, data.obstacles, domain.kinematic,
               domain.propagator, domain.ledger, domain.search, domain.now) {}

  /// Goes on from one due time to the next, and does what is due; the times.
  std::vector<double> go(double until) {
    std::vector<double> times;
    while (agenda.due() != EpochClock::never()) {
      const double next = data.setting.clock.to_plain(agenda.due());
      if (next > until) break;
      times.push_back(next);
      domain.now = agenda.due();
      agenda.apply();
    }
    return times;
  }
  Vec2 velocity(std::uint32_t id) const { return data.store.particle(id).velocity; }
  /// The kinds of events so far.
  std::vector<std::string> story() const {
    std::vector<std::string> kinds;
    for (std::size_t k = 0; k < domain.log.size(); ++k) kinds.emplace_back(name(domain.log[k].kind));
    return kinds;
  }

  Agenda<2> agenda;
};

TEST(Agenda, HasNothingToDoWhereNothingIsKnownBeforehand) {
  Planned parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .motion = Vec2{1, 0}});
  parts.agenda.plan();
  EXPECT_EQ(parts.agenda.due(), EpochClock::never());
}

// x = ½ t² for 2, then 2 t.
TEST(Agenda, TurnsForcesOnAndOff) {
  Planned parts;
  parts.data.setting.pulls = true;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .mass = 3});
  parts.agenda.add_force({BodyId{0}, {3, 0}, 1, 3, false});
  parts.agenda.add_force({BodyId{0}, {0, 3}, 9, INFINITY, false});
  parts.agenda.plan();
  EXPECT_EQ(parts.go(10), (std::vector<double>{1, 3, 9}));
  EXPECT_EQ(parts.story(), (std::vector<std::string>{"force_begin", "force_end", "force_begin"}));
  EXPECT_EQ(parts.data.store.particle(0).position, (Vec2{2 + 2 * 6, 0}));
  EXPECT_EQ(parts.velocity(0), (Vec2{2, 0}));
  EXPECT_EQ(parts.data.store.law(0).acceleration, (Vec2{0, 1}));
  EXPECT_EQ(parts.agenda.due(), EpochClock::never());
}

TEST(Agenda, TurnsNothingOnForWhatHasLeft) {
  Planned parts;
  parts.data.setting.pulls = true;
  for (int k = 0; k < 2; ++k) parts.add({.shape = Circle{{0, 0}, 0.5}, .mass = k == 0 ? 1 : kImmovable});
  parts.data.store.record(0).presence = Presence::removed;
  for (const std::uint32_t id : {0u, 1u}) parts.agenda.add_force({BodyId{id}, {3, 0}, 1, 3, false});
  parts.agenda.plan();
  EXPECT_EQ(parts.go(10), (std::vector<double>{1, 3}));
  EXPECT_TRUE(parts.story().empty());
}

TEST(Agenda, SteersFromATimeOn) {
  Planned parts;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .response = Response::slide});
  parts.add({.shape = HalfSpace2{{0, 1}, -9}});
  parts.add({.shape = Circle{{0, 5}, 0.5}, .motion = Vec2{1, 1}});
  parts.agenda.add_steer({BodyId{0}, {1, 0}, 0.001});
  parts.agenda.add_steer({BodyId{1}, {0, 1}, 0.002});
  parts.agenda.add_steer({BodyId{2}, {7, 7}, 0.002});  // is none of what can be steered
  parts.agenda.add_steer({BodyId{0}, {0, 2}, 9});
  parts.agenda.plan_frames(0);
  parts.agenda.plan();
  EXPECT_EQ(parts.agenda.steers().size(), 4u);
  EXPECT_EQ(parts.go(0.01), (std::vector<double>{0.001, 0.002}));
  EXPECT_EQ(parts.velocity(0), (Vec2{1, 0}));
  EXPECT_EQ(parts.velocity(1), (Vec2{0, 1}));
  EXPECT_EQ(parts.velocity(2), (Vec2{1, 1}));
  ASSERT_EQ(parts.agenda.steers().size(), 1u);
  EXPECT_EQ(parts.agenda.steers()[0].from, 9);
}

TEST(Agenda, BeginsAFrameAtEveryMultipleWhereThereAreKinematicBalls) {
  WorldOptions<2> options = scaled_options<2>();
  options.frame = 0.75;
  Planned none(options);
  none.agenda.plan_frames(0);
  none.agenda.plan();
  EXPECT_EQ(none.agenda.due(), EpochClock::never());
  Planned parts(options);
  parts.add({.shape = Circle{{0, 0}, 0.5}, .response = Response::slide});
  parts.agenda.plan_frames(1.5);
  parts.agenda.plan();
  EXPECT_EQ(parts.go(4), (std::vector<double>{2.25, 3, 3.75}));
}

TEST(Agenda, TurnsVibrationsBack) {
  Planned parts;
  const Body<2> body{.shape = HalfSpace2{{0, 1}, 0},
                     .vibration = Vibration<2>{.amplitude = {0, 1}, .period = 4, .rise = 0.25}};
  BodyState<2> state = first_state(body);
  state.velocity = {0, 2};
  const std::uint32_t id = parts.add(body, state);
  parts.agenda.add_vibrating(id);
  parts.agenda.plan();
  EXPECT_EQ(parts.go(9), (std::vector<double>{0.5, 3.5, 4.5, 7.5, 8.5}));
  EXPECT_EQ(parts.data.store.particle(id).position, (Vec2{0, 1}));
}

TEST(Agenda, DoesWhatIsDueOfAllKindsInOrderOfTime) {
  WorldOptions<2> options = scaled_options<2>();
  options.frame = 1;
  options.thermostat = Thermostat{.interval = 1.5, .noise = 0};
  Planned parts(options);
  parts.data.setting.pulls = true;
  parts.add({.shape = Circle{{0, 0}, 0.5}, .response = Response::slide});
  parts.add({.shape = Circle{{9, 0}, 0.5}});
  parts.agenda.add_force({BodyId{1}, {1, 0}, 0.25, 3.5, false});
  parts.agenda.add_steer({BodyId{0}, {1, 0}, 2.75});
  parts.agenda.plan_frames(0);
  parts.agenda.plan();
  EXPECT_EQ(parts.go(4), (std::vector<double>{0.25, 1, 1.5, 2, 2.75, 3, 3.5, 4}));
  EXPECT_EQ(parts.agenda.kicks(), 2u);
}

/// A thermostat of that noise, and balls of masses 1, 2, 3 …
struct Warm : Planned {
  Warm(double noise, bool keeps_momentum, int balls) : Planned(options(noise, keeps_momentum)) {
    for (int k = 0; k < balls; ++k) add({.shape = Circle{{9.0 * k, 0}, 0.5}, .mass = 1.0 + k % 3});
    data.store.list_balls();
    agenda.plan();
  }
  static WorldOptions<2> options(double noise, bool keeps_momentum) {
    WorldOptions<2> warm = scaled_options<2>();
    warm.thermostat = Thermostat{.interval = 0.5, .noise = noise, .keeps_momentum = keeps_momentum, .seed = 7};
    return warm;
  }
};

// Each component gets the variance noise · interval; of 10000 numbers it is known to a few parts in a hundred.
TEST(Agenda, KicksByTheNoiseOfTheThermostat) {
  Warm parts(8, false, 5000);
  EXPECT_EQ(parts.go(0.75), (std::vector<double>{0.5}));
  double sum = 0, squares = 0, kinetic = 0;
  for (std::uint32_t id = 0; id < 5000; ++id) {
    const Vec2 v = parts.velocity(id);
    sum += v.x + v.y;
    squares += norm2(v);
    kinetic += 0.5 * parts.data.store.mass(id) * norm2(v);
  }
  EXPECT_NEAR(squares / 10000, 4, 4 * 5 * std::sqrt(2.0 / 10000));
  EXPECT_NEAR(sum / 10000, 0, 2 * 5 / std::sqrt(10000));
  EXPECT_NEAR(parts.domain.ledger.at(parts.domain.now).work, kinetic, 1e-8);
  EXPECT_EQ(parts.domain.log.size(), 5000u);
}

TEST(Agenda, KicksKeepTheMomentumWhereTheyAreToldTo) {
  Warm parts(8, true, 20);
  parts.go(5);
  EXPECT_EQ(parts.agenda.kicks(), 10u);
  Vec2 momentum;
  for (std::uint32_t id = 0; id < 20; ++id) momentum += parts.data.store.mass(id) * parts.velocity(id);
  EXPECT_NEAR(norm(momentum), 0, 1e-12);
  EXPECT_GT(norm(parts.velocity(0)), 0.1);
  Warm alone(8, true, 1);
  alone.go(5);
  EXPECT_EQ(alone.velocity(0), Vec2{});
}

TEST(Agenda, GoesOnWithTheSameKicksWhereItIsRestored) {
  Warm whole(8, true, 5), again(8, true, 5);
  whole.go(2);
  Snapshot<2> snapshot;
  snapshot.kicks = whole.agenda.kicks();
  snapshot.steers = {{BodyId{3}, {1, 0}, 99}};
  snapshot.forces = {{BodyId{3}, {1, 0}, 99, 100, false}};
  again.agenda.restore(snapshot);
  EXPECT_EQ(again.agenda.kicks(), 4u);
  EXPECT_EQ(again.agenda.steers().size(), 1u);
  EXPECT_EQ(again.data.forces.all().size(), 1u);
  for (std::uint32_t id = 0; id < 5; ++id) {
    again.data.store.particle(id) = whole.data.store.particle(id);
    again.domain.propagator.renew(id);
  }
  again.domain.now = whole.domain.now;
  again.agenda.plan();
  EXPECT_EQ(whole.go(4).size(), 4u);
  EXPECT_EQ(again.go(4).size(), 4u);
  for (std::uint32_t id = 0; id < 5; ++id) EXPECT_EQ(again.velocity(id), whole.velocity(id));
}

// x = v (1 − exp(−k t))/k, and v exp(−k t), however many epochs that takes.
TEST(Agenda, ReBasesBallsAtTheEndOfDampedEpochs) {
  WorldOptions<2> options = scaled_options<2>();
  options.epoch_length = 2;
  options.damping = 0.5;
  Planned parts(options);
  parts.add({.shape = Circle{{1, 0}, 0.5}, .motion = Vec2{8, 0}});
  parts.data.store.list_balls();
  parts.agenda.plan();
  EXPECT_EQ(parts.agenda.due(), (Time{1, 0}));
  EXPECT_EQ(parts.go(6), (std::vector<double>{2, 4, 6}));
  EXPECT_EQ(parts.data.store.particle(0).time(), (Time{3, 0}));
  EXPECT_NEAR(parts.velocity(0).x, 8 * std::exp(-3), 1e-14);
  EXPECT_NEAR(parts.data.store.particle(0).position.x, 1 + 16 * (1 - std::exp(-3)), 1e-13);
  EXPECT_NEAR(parts.domain.ledger.at({3, 0}).dissipated_damping, 32 * (1 - std::exp(-6)), 1e-12);
}

TEST(Agenda, IsNeverDueBeforeNow) {
  Planned parts;
  parts.data.setting.pulls = true;
  parts.add({.shape = Circle{{0, 0}, 0.5}});
  parts.domain.now = {1, 0};
  parts.agenda.add_force({BodyId{0}, {3, 0}, 1, 3, false});
  parts.agenda.plan();
  EXPECT_EQ(parts.agenda.due(), (Time{1, 0}));
  parts.agenda.apply();
  EXPECT_EQ(parts.story(), (std::vector<std::string>{"force_begin", "force_end"}));
}

/// What `check` says; empty if nothing.
std::string said(const Agenda<2>& agenda, double from, double horizon) {
  try {
    agenda.check(from, horizon);
  } catch (const std::invalid_argument& refusal) {
    return refusal.what();
  }
  return "";
}

TEST(Agenda, RefusesTooManyKicksAndTurns) {
  Warm warm(1, true, 1);
  EXPECT_EQ(said(warm.agenda, 0, 0x1p49), "");
  EXPECT_EQ(
      said(warm.agenda, 0, 0x1p50).rfind("a thermostat's interval of 0.500000 is too short: expected at most 2^50", 0),
      0u);
  Planned parts;
  const Body<2> body{.shape = HalfSpace2{{0, 1}, 0}, .vibration = Vibration<2>{.amplitude = {0, 1}, .period = 2}};
  parts.agenda.add_vibrating(parts.add(body));
  EXPECT_EQ(said(parts.agenda, 0, 0x1p51), "");
  EXPECT_EQ(said(parts.agenda, 0, 0x1p52).rfind("a vibration's period of 2.000000 is too short", 0), 0u);
}

TEST(Agenda, RefusesTooManyFrames) {
  WorldOptions<2> options = scaled_options<2>();
  options.frame = 1;
  Planned parts(options);
  EXPECT_EQ(said(parts.agenda, 0, 0x1p60), "");  // nothing has frames
  parts.add({.shape = Circle{{0, 0}, 0.5}, .response = Response::slide});
  EXPECT_EQ(said(parts.agenda, 0, 0x1p32), "");
  EXPECT_EQ(said(parts.agenda, 5, 0x1p32 + 6).rfind("frame: 1 makes too many frames until 4.29497e+09", 0), 0u);
  EXPECT_EQ(said(parts.agenda, 0x1p50 - 1, 0x1p50), "");
  EXPECT_NE(said(parts.agenda, 0x1p50, 0x1p50 + 1), "");
}

}  // namespace
}  // namespace carom::sim
