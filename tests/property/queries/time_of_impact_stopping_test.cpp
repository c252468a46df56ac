#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "carom/query/time_of_impact.hpp"

// Laws of bodies that stop: bit for bit where the change of view is exact, and the gap between the two, sampled along
// the way, against the impact that was found.
namespace carom {
namespace {

struct Pair {
  Circle a;
  Circle b;
  Motion2 motion_a;
  Motion2 motion_b;
};

class Pairs {
 public:
  Pair operator()() { return {{vector(8), number(0, 2)}, {vector(8), number(0, 2)}, law(), law()}; }

 private:
  double number(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 44) * 0x1p-20);
  }
  Vec2 vector(double size) { return {number(-size, size), number(-size, size)}; }
  Motion2 law() {
    switch (engine_() % 4) {
      case 0:
        return Linear2{vector(3)};
      case 1:
        return Accelerating2{vector(3), vector(1)};
      default:
        return Stopping2{vector(5), number(0, 3)};
    }
  }

  std::mt19937_64 engine_{2027};
};

std::optional<Impact<2>> ask(const Pair& q, double horizon = kForever) {
  return time_of_impact(q.a, q.motion_a, q.b, q.motion_b, horizon);
}

double gap(const Pair& q, double t) {
  return norm(q.a.center + q.motion_a.displacement(t) - q.b.center - q.motion_b.displacement(t)) - q.a.radius -
         q.b.radius;
}

template <class Change>
void expect_same_time(const Change& change) {
  Pairs pairs;
  for (int i = 0; i < 4000; ++i) {
    const Pair q = pairs();
    const auto before = ask(q);
    const auto after = ask(change(q));
    ASSERT_EQ(before.has_value(), after.has_value());
    if (before) {
      ASSERT_EQ(before->time, after->time);
    }
  }
}

TEST(StoppingLaws, TheOrderOfTheShapesDoesNotMatter) {
  expect_same_time([](const Pair& q) { return Pair{q.b, q.a, q.motion_b, q.motion_a}; });
}

TEST(StoppingLaws, AMirrorImageCollidesAtTheSameTime) {
  expect_same_time([](Pair q) {
    for (Vec2* v : {&q.a.center, &q.b.center, &q.motion_a.velocity, &q.motion_b.velocity, &q.motion_a.acceleration,
                    &q.motion_b.acceleration})
      v->x = -v->x;
    return q;
  });
}

TEST(StoppingLaws, LengthHasNoUnit) {
  expect_same_time([](Pair q) {
    const double s = 0x1p-20;
    for (Circle* c : {&q.a, &q.b}) *c = {s * c->center, s * c->radius};
    for (Motion2* m : {&q.motion_a, &q.motion_b}) {
      m->velocity = s * m->velocity;
      m->acceleration = s * m->acceleration;
      m->deceleration *= s;
    }
    return q;
  });
}

TEST(StoppingLaws, TheGapOpensOnlyAtTheImpact) {
  Pairs pairs;
  for (int i = 0; i < 4000; ++i) {
    const Pair q = pairs();
    if (gap(q, 0) < 1e-3) continue;
    const double horizon = 8;
    const auto impact = ask(q, horizon);
    const double end = impact ? impact->time : horizon;
    if (impact) {
      ASSERT_NEAR(gap(q, end), 0, 1e-12);
    }
    for (int k = 0; k < 500; ++k) {
      ASSERT_GT(gap(q, end * k / 500), impact ? 0.0 : -1e-12) << i << ' ' << k;
    }
  }
}

}  // namespace
}  // namespace carom
