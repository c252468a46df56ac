#include <cmath>
#include <numbers>

#include "io/exchange/exchange_helpers.hpp"

namespace carom::io {
namespace {

// As LogWriter writes it (FastFiz 0.2, LogFile.cpp, Rules.cpp, FastFiz.cpp): an eight-ball break, then a table alone.
constexpr const char* kLog =
    "GTYPE 1\n"
    "COMMENT made by hand\n"
    "STATE 1 4 600 600 1 3 0.028575 1 0 0.558 1.677 0.028575 1 1 0.558 0.559 0.028575 5 2 0 0  1 0\n"
    "SHOT 3 -2 10 270 3.5 3 -2 10 270 3.4 1 2 0 0.5 1.8 1.5 0 0 \"me\" \"the other\"\n"
    "TSTATE 2 0.028575 1 0 0.3 0.5 0.028575 1 9 0.6 1.2 \n"
    "TSHOT 0 0 0 45 2\n";

Exchange read_log(const std::string& text) {
  return read_exchange(text, "file", ExchangeFormat::fastfiz);
}

TEST(FastFiz, ItsHeadIsOursAndItsRightIsOurTop) {
  EXPECT_EQ(exchange_format_of(kLog), ExchangeFormat::fastfiz);
  const Exchange exchange = read_log(kLog);
  ASSERT_EQ(exchange.shots.size(), 2U);
  expect_near(place_of(exchange.shots[0], 0), {1.118 - 1.8, 0.5 - 0.558});  // where the break places it
  expect_near(place_of(exchange.shots[0], 1), {1.118 - 0.559, 0});
  expect_near(place_of(exchange.shots[1], 0), {1.118 - 0.5, 0.3 - 0.558});
  expect_near(exchange.shots[1].strike.heading, heading_at(135));
  EXPECT_EQ(exchange.shots[0].state.find(2), nullptr);
  EXPECT_TRUE(mentions(exchange.notes, "ball 2: in pockets or out of play"));
}

// Leckie and Greenspan's equations, as FastFiz has them, in its own frame: i to the left, j back along the cue, k up.
TEST(FastFiz, TheStrokeGivesTheBallTheSpeedAndTheAxisThatFastFizGives) {
  const ShotSetup setup = read_log(kLog).shots.at(0);
  const double R = 0.028575, m = 0.16301, M = 0.160 / 0.302631579, theta = 10 * std::numbers::pi / 180;
  const double a = 0.003, b = -0.002, c = std::sqrt(R * R - a * a - b * b);
  const double across = b * std::cos(theta) - c * std::sin(theta);
  const double v = 2 * 3.5 / (1 + m / M + 0.999425 * 2.5 / (R * R) * (a * a + across * across));
  const billiards::BallState state = struck(setup);
  EXPECT_NEAR(std::hypot(state.velocity.x, state.velocity.y), v * std::cos(theta), 1e-9);
  EXPECT_NEAR(state.velocity.y, 0, 1e-9);  // φ = 270° is along our x
  EXPECT_GT(state.velocity.x, 0);
  // (b cos θ − c sin θ, a sin θ, −a cos θ) along i = our y, j = our −x, k.
  const double times = 2.5 * v / (R * R);
  EXPECT_NEAR(state.angular_velocity.y, times * across, 1e-9);
  EXPECT_NEAR(state.angular_velocity.x, -times * a * std::sin(theta), 1e-9);
  EXPECT_NEAR(state.angular_velocity.z, -times * a * std::cos(theta), 1e-9);
}

TEST(FastFiz, AStateAloneIsAPositionWithoutAStroke) {
  for (const char* text : {"2 0.028575 1 0 0.3 0.5 0.028575 1 9 0.6 1.2", "STATE 2 0 0 0 0 1 0.028575 1 0 0.3 0.5 0 0",
                           "2 0 0 0 0 1 0.028575 1 0 0.3 0.5 1 0"}) {
    const Exchange exchange = read_log(text);
    ASSERT_EQ(exchange.shots.size(), 1U) << text;
    EXPECT_TRUE(mentions(exchange.notes, "no stroke"));
    expect_near(place_of(exchange.shots[0], 0), {1.118 - 0.5, 0.3 - 0.558});
  }
}

TEST(FastFiz, WhatIsWrongIsToldWithItsLine) {
  const auto refusal = [](const std::string& text) { return refusal_of(text, ExchangeFormat::fastfiz); };
  EXPECT_EQ(refusal("TSHOT 0 0 0 0 1\n"),
            "file: line 1: the shot: got no state before it, expected a line STATE or TSTATE");
  EXPECT_EQ(refusal("GTYPE 1\nTSTATE 1 0.028575 1 0 0.3\n"),
            "file: line 2: ball 1 of 1: y: got the end of the line, expected a word");
  EXPECT_EQ(refusal("TSTATE 9999999 1\n"),
            "file: line 1: number of balls: got \"9999999\", expected a number from 0 to 16");
  EXPECT_EQ(refusal("TSTATE 1 nan 1 0 0.3 0.5\n"),
            "file: line 1: ball 1 of 1: radius: got \"nan\", expected a number from 0.001 to 0.2");
  EXPECT_EQ(
      refusal("HELLO\n"),
      "file: line 1: the line: got \"HELLO\", expected GTYPE, STATE, SHOT, TSTATE, TSHOT or COMMENT, or a state alone");
  EXPECT_NE(refusal("TSTATE 1 0.028575 1 0 0.3 0.5\nTSHOT 30 0 0 0 1\n").find("a place on the ball, in mm"),
            std::string::npos);
  EXPECT_NE(refusal("TSTATE 1 0.028575 1 0 5 0.5\nTSHOT 0 0 0 0 1\n").find("shot 0: ball 0"), std::string::npos);
  EXPECT_NE(refusal("GTYPE 1\n").find("no shots"), std::string::npos);
}

TEST(FastFiz, AShotComesBackFromWhatIsWritten) {
  for (const ShotSetup& setup : read_log(kLog).shots) {
    const ExchangeFile file = written(setup, ExchangeFormat::fastfiz);
    const ShotSetup back = read_log(file.bytes).shots.at(0);
    for (const billiards::ShotBall& ball : setup.state.balls)
      expect_near(place_of(back, ball.number), place_of(setup, ball.number));
    EXPECT_LT(norm(struck(setup).velocity - struck(back).velocity), 1e-9);
    EXPECT_LT(norm(struck(setup).angular_velocity - struck(back).angular_velocity), 1e-8);
  }
}

TEST(FastFiz, SquirtGoesIntoTheHeading) {
  ShotSetup setup = a_pool_shot();
  setup.state.balls[1] = billiards::resting_ball(setup.table, 8, {0.6, 0.14});
  const ShotSetup back = read_log(written(setup, ExchangeFormat::fastfiz).bytes).shots.at(0);
  const Vec3 mine = struck(setup).velocity;
  const Vec3 theirs = struck(back).velocity;
  EXPECT_LT(norm(mine - theirs), 1e-9);
  EXPECT_GT(std::fabs(cross(Vec2{mine.x, mine.y}, setup.strike.heading)), 0.01);
}

TEST(FastFiz, WhatItCannotHoldIsRefused) {
  ShotSetup setup = a_pool_shot();
  setup.state.balls[1] = billiards::resting_ball(setup.table, 8, {1.2, 0});
  EXPECT_THROW(written(setup, ExchangeFormat::fastfiz), InputError);  // beyond its table
  setup = a_pool_shot();
  setup.state.balls[1].number = 16;
  EXPECT_THROW(written(setup, ExchangeFormat::fastfiz), InputError);
  setup = a_pool_shot();
  setup.options.cue_ball = 8;
  EXPECT_THROW(written(setup, ExchangeFormat::fastfiz), InputError);
}

}  // namespace
}  // namespace carom::io
