#include <carom/carom.hpp>
#include <iostream>

int main() {
  const carom::Circle a{.center = {0, 0}, .radius = 1}, b{.center = {10, 0}, .radius = 1};
  const carom::Linear2 to_the_right{{2, 0}}, still;
  if (auto hit = time_of_impact(a, to_the_right, b, still)) std::cout << hit->time << '\n';
}
