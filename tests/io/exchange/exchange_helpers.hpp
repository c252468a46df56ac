#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "carom/billiards/rectangle.hpp"
#include "carom/io/exchange.hpp"
#include "carom/io/scene.hpp"

namespace carom::io {

/// The message of the refusal of a file; empty if it is read.
inline std::string refusal_of(const std::string& bytes, ExchangeFormat format) {
  try {
    read_exchange(bytes, "file", format);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline bool mentions(const std::vector<std::string>& notes, const std::string& words) {
  return std::any_of(notes.begin(), notes.end(),
                     [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

/// How the ball moves right after the stroke of a shot.
inline billiards::BallState struck(const ShotSetup& setup) {
  const billiards::ShotBall& ball = *setup.state.find(setup.options.cue_ball);
  return billiards::strike(ball.state.position, setup.table.ball(ball.number), setup.table.equipment.cloth,
                           setup.options.cue, setup.strike);
}

inline Vec2 place_of(const ShotSetup& setup, int number) {
  const Vec3 place = setup.state.find(number)->state.position;
  return {place.x, place.y};
}

inline void expect_near(const Vec2& got, const Vec2& expected, double tolerance = 1e-12) {
  EXPECT_NEAR(got.x, expected.x, tolerance);
  EXPECT_NEAR(got.y, expected.y, tolerance);
}

/// Two balls on a nine-foot table, struck with side spin.
inline ShotSetup a_pool_shot() {
  ShotSetup setup;
  setup.name = "shot";
  setup.table = billiards::pool_table();
  setup.state.balls = {billiards::resting_ball(setup.table, 0, {-0.6, 0.1}),
                       billiards::resting_ball(setup.table, 8, {0.6, 0.14})};
  setup.strike = {.speed = 4, .heading = heading_at(9), .side = 0.3, .height = -0.2, .elevation = 0};
  return setup;
}

inline ExchangeFile written(const ShotSetup& setup, ExchangeFormat format) {
  return write_exchange({{setup}, {}, {}}, format);
}

}  // namespace carom::io
