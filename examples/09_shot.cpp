// A straight shot on a nine-foot table: the 8 falls into the side pocket, the cue ball stops, and follows a little.
#include <carom/billiards/rectangle.hpp>
#include <carom/billiards/shot.hpp>
#include <cstdio>

using namespace carom::billiards;

int main() {
  Table table = pool_table();
  table.equipment.contact = {.model = BallImpactModel::frictionless, .restitution = 1};
  const TableState state{{resting_ball(table, 0, {0, 0.3}), resting_ball(table, 8, {0, 0})}};

  const Outcome shot = play(table, state, {.speed = 2, .heading = {0, -1}});
  for (const ShotEvent& event : shot.events) {
    const double speed = norm(event.state.velocity);
    if (event.kind == ShotEventKind::ball_ball)
      std::printf("%.4f s: ball %d meets ball %d, and moves at %.4f m/s\n", event.time, event.ball, event.other, speed);
    if (event.kind == ShotEventKind::phase)
      std::printf("%.4f s: ball %d has %.4f m/s\n", event.time, event.ball, speed);
    if (event.kind == ShotEventKind::pocket)
      std::printf("%.4f s: ball %d falls at %.4f m/s\n", event.time, event.ball, speed);
  }
  std::printf("the cue ball rests at y = %.4f\n", shot.state.find(0)->state.position.y);
}
