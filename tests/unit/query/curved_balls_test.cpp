#include "query/curved/curved_balls.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "query/curved/first_impact.hpp"
#include "rounds.hpp"

// The filter against the exact arithmetic that it stands for.
namespace carom::query {
namespace {

class Inputs {
 public:
  explicit Inputs(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  double real(double low, double high) { return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53); }
  template <int D>
  Vec<D> vector(double size) {
    Vec<D> v;
    for (int k = 0; k < D; ++k) v[k] = below(5) == 0 ? 0 : below(4) == 0 ? below(7) - 3 : real(-size, size);
    return v;
  }
  template <int D>
  Motion<D> law() {
    switch (below(5)) {
      case 0:
        return Linear<D>{vector<D>(3)};
      case 1:
        return Accelerating<D>{vector<D>(3), vector<D>(2)};
      default:
        return Stopping<D>{vector<D>(4), below(3) == 0 ? 1 + below(2) : real(0.2, 3)};
    }
  }

 private:
  std::mt19937_64 engine_;
};

struct Tally {
  int decided = 0;
  int asked = 0;
  int hits = 0;
};

template <int D>
void expect_agreement(const RelativeMotion<D>& m, double r, double r0, double horizon, Tally& tally) {
  const auto feature_of = [&]<class N>(const Course<N, D>& x) { return ball_feature(x, r, r0); };
  const Phase<D>* before = nullptr;
  // Of a motion that slows the first impact of all is known.
  std::optional<double> first;
  if (slows(m)) first = algebraic_first_impact(m, horizon, feature_of);
  for (const Phase<D>& phase : Phases<D>(m)) {
    if (phase.from > horizon || at_rest(phase) || (first && *first < phase.from)) break;
    const auto time = curved_balls_impact(m, phase, r, r0, horizon);
    const Span span{phase.from, std::min(phase.to, horizon), horizon < phase.to};
    ++tally.asked;
    if (time) {
      const double truth =
          first ? (*first > phase.to ? kNever : *first) : exact_impact_in(phase, before, span, feature_of);
      ASSERT_EQ(*time == kNever, truth == kNever) << *time << ' ' << truth;
      if (truth != kNever) {
        ASSERT_LE(std::fabs(*time - truth), kTimeError * truth);
        ASSERT_GE(*time, phase.from);
        ASSERT_LE(*time, span.to);
        ++tally.hits;
      }
      ++tally.decided;
    }
    before = &phase;
  }
}

template <int D>
Tally compare(std::uint64_t seed, int count) {
  Inputs in(seed);
  Tally tally;
  for (int i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
    RelativeMotion<D> m{in.vector<D>(5), in.law<D>(), in.vector<D>(5), in.law<D>()};
    const double r = in.below(4) == 0 ? in.below(3) : in.real(0, 1);
    double r0 = in.real(0, 1);
    if (in.below(3) == 0) {
      // The closest of a few places on the way is a graze, nearly or to the last bit.
      double least = kNever;
      for (int k = 0; k <= 200; ++k) least = std::min(least, norm(position(m, 0.02 * k)));
      r0 = std::max(0.0, (least - r) * (1 + in.real(-1, 1) * std::ldexp(1, -in.below(50))));
    }
    const double horizon = in.below(3) == 0 ? kNever : in.below(3) == 0 ? in.below(4) : in.real(0, 6);
    expect_agreement(m, r, r0, horizon, tally);
  }
  return tally;
}

TEST(CurvedBalls, TheFilterAgreesWithExactArithmetic) {
  for (const Tally& tally : {compare<2>(1, test::rounds(1000)), compare<3>(2, test::rounds(1000))}) {
    EXPECT_GT(tally.decided, 0.75 * tally.asked);
    EXPECT_GT(tally.hits, 0.05 * tally.asked);
  }
}

TEST(CurvedBalls, FarFromTheOriginAndOverLongTimesTheyAgree) {
  Inputs in(3);
  Tally tally;
  for (int i = 0; i < test::rounds(500) && !HasFatalFailure(); ++i) {
    const Vec2 far = std::ldexp(1, in.below(40)) * in.vector<2>(1);
    RelativeMotion<2> m{far + in.vector<2>(4), in.law<2>(), far + in.vector<2>(4), in.law<2>()};
    for (Motion2* law : {&m.motion, &m.other}) {
      const double slow = std::ldexp(1, -in.below(30));
      law->velocity = slow * law->velocity;
      law->acceleration = slow * slow * law->acceleration;
      law->stop = law->stop / slow;
      law->deceleration = slow * slow * law->deceleration;
    }
    expect_agreement(m, in.real(0, 1), in.real(0, 1), in.below(2) == 0 ? kNever : in.real(0, 1e6), tally);
  }
}

}  // namespace
}  // namespace carom::query
