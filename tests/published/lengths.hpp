#pragma once
#include <algorithm>

#include "carom/billiards/outline.hpp"
#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {

/// How many lengths of a table of 100 inches a ball of pool goes that rolls from one end, at right angles to it.
inline double lengths_rolled(double speed) {
  constexpr double kLength = 2.54;
  Table table = carom_table();
  table.equipment = pool();
  table.materials = {pool().cushion};
  table.balls.clear();
  table.spots.clear();
  table.lines.clear();
  table.cushions = polygon_outline({{0, -1}, {kLength, -1}, {kLength, 1}, {0, 1}});
  const double near = reach(table.materials[0], pool().ball.radius);
  ShotBall ball = resting_ball(table, 0, {near + 1e-9, 0});
  ball.state.velocity = {speed, 0, 0};
  ball.state.angular_velocity = rolling_spin(ball.state.velocity, pool().ball.radius, 0);
  Outcome outcome;
  ShotPlayer(table).roll_out({{ball}}, {}, outcome);
  const auto rails = std::count_if(outcome.events.begin(), outcome.events.end(),
                                   [](const ShotEvent& event) { return event.kind == ShotEventKind::cushion; });
  const double x = outcome.state.balls[0].state.position.x;
  return (static_cast<double>(rails) * (kLength - 2 * near) + (rails % 2 == 0 ? x - near : kLength - near - x)) /
         kLength;
}

}  // namespace carom::billiards
