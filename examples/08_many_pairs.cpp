// Many balls at once: when each of three first touches the ground, and when two pairs of them meet.
#include <carom/carom.hpp>
#include <iostream>
#include <span>
#include <vector>

int main() {
  std::vector<double> x{0, 5, 9}, y{3, 3, 3}, radius{1, 1, 1}, vx{1, 0, -1}, vy{-1, 0, 0};  // one entry per ball
  const carom::BallColumns<2> balls{{x, y}, radius, {vx, vy}};
  std::vector<double> times(balls.size());
  carom::impact_times(balls, carom::HalfSpace2{{0, 1}, 0}, {}, times, 5);  // when each ball first touches the ground
  for (const double time : times) std::cout << time << '\n';

  const std::vector<carom::IndexPair> pairs{{0, 1}, {1, 2}};  // of the same balls
  std::vector<double> meetings(pairs.size());
  carom::impact_times(balls, pairs, meetings, 5);
  for (const double time : meetings) std::cout << time << '\n';
}
