// A shape of many parts behind a quick first test: a star of 16 edges in its smallest circle, and two passers-by, of
// whom one comes near.
#include <carom/carom.hpp>
#include <iostream>

int main() {
  carom::Polygon star;
  for (const carom::Vec2 tip : {carom::Vec2{5, 0}, {3, 4}, {0, 5}, {-4, 3}, {-5, 0}, {-3, -4}, {0, -5}, {4, -3}}) {
    star.vertices.push_back(tip);
    star.vertices.push_back(0.5 * tip);
  }
  const carom::Bounded bounded{smallest_ball(star.vertices), star};
  std::cout << "the smallest circle has radius " << bounded.bound.radius << '\n';

  const carom::Linear2 right{{2, 0}};
  for (const double height : {9, 5}) {
    const carom::Circle ball{{-20, height}, 1};
    const auto hit = time_of_impact(ball, right, bounded);
    std::cout << "at height " << height << ": ";
    if (hit)
      std::cout << "hits (" << hit->point.x << ", " << hit->point.y << ") after " << hit->time << '\n';
    else
      std::cout << "passes by\n";
  }
}
