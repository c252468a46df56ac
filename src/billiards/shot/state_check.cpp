#include "billiards/shot/state_check.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace carom::billiards {
namespace {

constexpr double kTouching = 1e-12;   // m: what rounding makes of balls that touch
constexpr double kFastestBall = 1e4;  // m/s, of a ball and of its surface: far beyond what a stroke gives

std::string shown(const Vec3& v) {
  std::ostringstream out;
  out << "(" << v.x << ", " << v.y << ", " << v.z << ")";
  return out.str();
}

[[noreturn]] void complain(const ShotBall& ball, const std::string& what) {
  throw std::invalid_argument("ball " + std::to_string(ball.number) + " at " + shown(ball.state.position) + " " + what);
}

void check_place(const Table& table, const ShotBall& ball, const OpenArea* open) {
  const double radius = table.ball(ball.number).radius;
  if (!is_finite(ball.state.position) || !is_finite(ball.state.velocity) || !is_finite(ball.state.angular_velocity))
    complain(ball, "is not finite: places, velocities and spins must be finite");
  if (norm2(ball.state.velocity) > kFastestBall * kFastestBall ||
      radius * radius * norm2(ball.state.angular_velocity) > kFastestBall * kFastestBall)
    complain(ball, "is too fast: it and its surface may move at 10000 m/s at most");
  if (ball.state.position.z < radius)
    complain(ball, "lies below the cloth: the height of its centre must be at least its radius");
  const Vec2 place{ball.state.position.x, ball.state.position.y};
  if (open != nullptr && open->holds(place, radius)) return;
  double least = radius;
  for (const Cushion& cushion : table.materials) least = std::min(least, reach(cushion, radius));
  const double room = clearance(table, place);
  if (room < 0) complain(ball, "is outside the cushions: it must be inside");
  if (const auto pocket = pocket_at(table, place))
    complain(ball, "is over the pocket \"" + table.pockets[*pocket].id + "\": it must not be");
  if (ball.state.position.z == radius && room < least - kTouching)
    complain(ball, "is in a cushion: it must be at least " + std::to_string(least) + " m from each nose");
}

void check_apart(const Table& table, const ShotBall& a, const ShotBall& b) {
  if (a.number == b.number) complain(b, "has the number of another ball: numbers must differ");
  const double reach = table.ball(a.number).radius + table.ball(b.number).radius;
  const double distance2 = norm2(a.state.position - b.state.position);
  if (distance2 >= reach * reach) return;
  const double distance = std::sqrt(distance2);
  if (distance < reach - kTouching)
    complain(b, "overlaps ball " + std::to_string(a.number) + " at " + shown(a.state.position) + " by " +
                    std::to_string(reach - distance) + " m: they must be apart or touch");
}

}  // namespace

void check_balls(const Table& table, const TableState& state, const OpenArea* open) {
  for (std::size_t i = 0; i < state.balls.size(); ++i) {
    if (state.balls[i].place != ShotBall::Place::on_table) continue;
    check_place(table, state.balls[i], open);
    for (std::size_t j = 0; j < i; ++j)
      if (state.balls[j].place == ShotBall::Place::on_table) check_apart(table, state.balls[j], state.balls[i]);
  }
}

void validate(const Table& table, const TableState& state) {
  check_balls(table, state, nullptr);
}

}  // namespace carom::billiards
