// Two balls and a cushion. The cue ball stops dead, as equal masses do; the other comes back from the cushion and
// strikes it.
#include <carom/carom.hpp>
#include <iostream>

int main() {
  const double radius = 0.25;
  carom::World2 table;
  const carom::BodyId cue = table.add({.shape = carom::Circle{{0, 0}, radius}, .motion = {{2, 0}}});
  const carom::BodyId ball = table.add({.shape = carom::Circle{{1, 0}, radius}});
  table.add({.shape = carom::HalfSpace2::through({2, 0}, {-1, 0})});

  for (const carom::Event2& event : table.run_until(2.0)) {
    std::cout << event.time << " s: " << event.a.value << " meets " << event.b.value << " at x = " << event.point.x
              << " m\n";
  }
  std::cout << "velocities now: " << table.placement(cue).velocity.x << " and " << table.placement(ball).velocity.x
            << " m/s\n";
}
