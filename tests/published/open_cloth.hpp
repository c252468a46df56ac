#pragma once
#include "carom/billiards/outline.hpp"
#include "carom/billiards/shot.hpp"

namespace carom::billiards {

/// A cloth without end, as far as shots go.
inline Table open_cloth(const Equipment& equipment) {
  Table table;
  table.equipment = equipment;
  table.materials = {equipment.cushion};
  table.cushions = polygon_outline({{-200, -200}, {200, -200}, {200, 200}, {-200, 200}});
  return table;
}

inline ShotBall rolling_ball(const Table& table, int number, const Vec2& place, const Vec2& velocity) {
  ShotBall ball = resting_ball(table, number, place);
  ball.state.velocity = {velocity.x, velocity.y, 0};
  ball.state.angular_velocity = rolling_spin(ball.state.velocity, table.equipment.ball.radius, 0);
  return ball;
}

}  // namespace carom::billiards
