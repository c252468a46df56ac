#include "sim/domain/reachability.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

constexpr double kSide = 8;
constexpr int kSamples = 400;

WorldOptions<2> boxed() {
  WorldOptions<2> options = scaled_options<2>();
  options.period = Vec2{kSide, kSide};
  return options;
}

/// The distance to the nearest copy, by trying all near ones.
double distance_to_copy(const Vec2& a, const Vec2& b) {
  double least = INFINITY;
  for (int x = -3; x <= 3; ++x)
    for (int y = -3; y <= 3; ++y) least = std::min(least, norm(a - b + Vec2{kSide * x, kSide * y}));
  return least;
}

/// An uncertain ball, another one, and a window. Times are from the window's start, which is at 1 on the clock.
struct Pair {
  explicit Pair(Random& random) {
    span = random.uniform(0.2, 1.5);
    bound = random.uniform(0.5, 3);
    uncertain = {random.uniform(0, span), 0, static_cast<float>(random.uniform(0, bound))};
    for (std::size_t k = 0; k < 2; ++k) {
      own[k] = random.uniform(-1, 0.9 * span);
      const Body<2> ball{
          .shape = Circle{{random.uniform(0, kSide), random.uniform(0, kSide)}, random.uniform(0.2, 0.6)},
          .motion = 0.9 * bound * random.in_ball<2>()};
      parts.add(ball, first_state(ball, {0, 1 + own[k]}));
      // As the clock rounds it.
      own[k] = window.since(parts.data.store.particle(static_cast<std::uint32_t>(k)).time());
    }
    parts.data.store.list_balls();
    window.set_end({9, 0}, span);
    span = window.span();
    window.bound_speed(bound, bound * bound);
    from = std::max(uncertain.time, own[0]);
    radius_sum = parts.data.store.radius(0) + parts.data.store.radius(1);
  }
  /// On the path of its last event.
  Vec2 at(std::uint32_t id, double time) const { return parts.data.store.position_after(id, time - own[id]); }
  /// Whether the uncertain ball can be within reach of what can be so far from a place, if it goes straight there.
  bool can_touch(double time, const Vec2& place, double way) const {
    return distance_to_copy(at(0, from), place) <= radius_sum + uncertain.speed * (time - from) + way;
  }
  /// The first of many times at which that is so, from a time on.
  template <class CanTouch>
  double first_sampled(double begin, CanTouch can) const {
    for (int k = 0; k <= kSamples; ++k) {
      const double time = begin + (span - begin) * k / kSamples;
      if (can(time)) return time;
    }
    return INFINITY;
  }
  Reachability<2> reach() const { return {parts.data, window, uncertain}; }

  EngineParts<2> parts{boxed()};
  Window<2> window{parts.data, {0, 1}};
  double span = 0, bound = 0, radius_sum = 0;
  std::array<double, 2> own{};
  double from = 0;  ///< it is uncertain
  UncertainBall uncertain{};
};

/// A bound on the time is never later than sampled, and hardly ever earlier than the sample before.
void expect_bound(double bound, double sampled, double step, int& reached) {
  EXPECT_LE(bound, sampled + 1e-12);
  if (sampled < INFINITY) {
    EXPECT_GE(bound, sampled - step - 1e-6);
    ++reached;
  }
}

// The other ball is where its path says when the first one becomes uncertain; from then on both go anywhere.
TEST(Reachability, IsNeverLaterThanABallCanBeReached) {
  Random random(1);
  int reached = 0, rounds = 0;
  for (int round = 0; round < 3000; ++round) {
    const Pair pair(random);
    if (pair.own[1] > pair.from) continue;
    ++rounds;
    const double sampled = pair.first_sampled(pair.from, [&](double time) {
      return pair.can_touch(time, pair.at(1, pair.from), pair.bound * (time - pair.from));
    });
    const ReachableBall found = pair.reach().touch(1);
    EXPECT_EQ(found.body, 1u);
    EXPECT_EQ(found.by.time, pair.from);
    expect_bound(found.time, sampled, (pair.span - pair.from) / kSamples, reached);
  }
  EXPECT_GT(reached, 200);
  EXPECT_GT(rounds - reached, 200);
}

// Before its own time the other one comes from anywhere.
TEST(Reachability, IsNeverLaterThanABallCanBeReachedOnItsWayToAKnownPlace) {
  Random random(2);
  int reached = 0;
  for (int round = 0; round < 3000; ++round) {
    const Pair pair(random);
    if (pair.own[1] <= pair.from) continue;
    const double sampled = pair.first_sampled(pair.from, [&](double time) {
      return pair.can_touch(time, pair.at(1, pair.own[1]), pair.bound * std::fabs(time - pair.own[1]));
    });
    EXPECT_LE(pair.reach().touch(1).time, sampled + 1e-12);
    reached += sampled < INFINITY ? 1 : 0;
  }
  EXPECT_GT(reached, 50);
}

TEST(Reachability, IsNeverLaterThanABallCanBeReachedAfterATime) {
  Random random(3);
  int reached = 0;
  for (int round = 0; round < 3000; ++round) {
    const Pair pair(random);
    const double now = random.uniform(std::max(pair.from, pair.own[1]), pair.span);
    const double sampled = pair.first_sampled(
        now, [&](double time) { return pair.can_touch(time, pair.at(1, now), pair.bound * (time - now)); });
    const ReachableBall found = pair.reach().touch_after(1, now);
    EXPECT_GE(found.time, now);
    expect_bound(found.time, sampled, (pair.span - now) / kSamples, reached);
  }
  EXPECT_GT(reached, 200);
}

// Balls that go anywhere, step by step, at up to their greatest speeds.
TEST(Reachability, IsNeverLaterThanBallsMeetThatGoAstray) {
  Random random(4);
  int met = 0;
  for (int round = 0; round < 2000; ++round) {
    const Pair pair(random);
    if (pair.own[1] > pair.from) continue;
    const double bound = pair.reach().touch(1).time;
    for (int walk = 0; walk < 10; ++walk) {
      Vec2 a = pair.at(0, pair.from), b = pair.at(1, pair.from);
      const double step = (pair.span - pair.from) / 20;
      for (int k = 0; k <= 20; ++k) {
        if (distance_to_copy(a, b) <= pair.radius_sum) {
          ASSERT_LE(bound, pair.from + k * step + 1e-9);
          ++met;
          break;
        }
        a += (pair.uncertain.speed * step) * random.in_ball<2>();
        b += (pair.bound * step) * random.in_ball<2>();
      }
    }
  }
  EXPECT_GT(met, 200);
}

// Nothing is done with the other one yet: it may leave its path from the window's start on.
TEST(Reachability, MayTouchAllThatCanBeReachedInTheWindow) {
  Random random(5);
  int may = 0, never = 0;
  for (int round = 0; round < 3000; ++round) {
    const Pair pair(random);
    if (pair.own[1] > 0) continue;
    const double sampled = pair.first_sampled(
        pair.from, [&](double time) { return pair.can_touch(time, pair.at(1, 0), pair.bound * time); });
    const bool found = pair.reach().may_touch(1);
    if (sampled < INFINITY) {
      EXPECT_TRUE(found);
    }
    may += sampled < INFINITY ? 1 : 0;
    never += found ? 0 : 1;
  }
  EXPECT_GT(may, 200);
  EXPECT_GT(never, 200);
}

TEST(Reachability, MayTouchAllThatCrossesItsWayOnAPath) {
  Random random(6);
  int may = 0, never = 0;
  for (int round = 0; round < 3000; ++round) {
    const Pair pair(random);
    const double begin = std::max(pair.from, pair.own[1]);
    const double until = random.uniform(begin, pair.span);
    const double sampled = pair.first_sampled(
        begin, [&](double time) { return time <= until && pair.can_touch(time, pair.at(1, time), 0); });
    const bool found = pair.reach().may_touch(1, pair.parts.data.store.particle(1), until);
    if (sampled < INFINITY) {
      EXPECT_TRUE(found);
    }
    may += sampled < INFINITY ? 1 : 0;
    never += found ? 0 : 1;
  }
  EXPECT_GT(may, 50);
  EXPECT_GT(never, 200);
}

// Both at 1 towards each other across the box's side: the gap of 1 closes at 2 in a half.
TEST(Reachability, GoesAcrossTheSidesOfTheBox) {
  EngineParts<2> parts(boxed());
  parts.add({.shape = Circle{{0.5, 4}, 0.5}});
  parts.add({.shape = Circle{{6.5, 4}, 0.5}});
  parts.data.store.list_balls();
  Window<2> window(parts.data, {});
  window.set_end({9, 0}, 2);
  window.bound_speed(1, 1);
  const Reachability<2> reach(parts.data, window, {0.25, 0, 1});
  EXPECT_NEAR(reach.touch(1).time, 0.75, 1e-8);
  window.set_end({9, 0}, 0.5);
  EXPECT_EQ(reach.touch(1).time, INFINITY);
}

TEST(Reachability, EarliestBallsAreOnTopOfAHeap) {
  EXPECT_LT((ReachableBall{2, 0, {}}), (ReachableBall{1, 0, {}}));
}

}  // namespace
}  // namespace carom::sim
