#include <carom/carom.hpp>
#include <iostream>

int main() {
  carom::World2 world;
  world.add({.shape = carom::Circle{{0, 0}, 1}, .motion = {{2, 0}}});
  world.add({.shape = carom::Circle{{10, 0}, 1}});
  for (const carom::Event2& event : world.run_until(10)) std::cout << event.time << '\n';
}
