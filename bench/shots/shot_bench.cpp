// carom_shot_bench: time of whole billiard shots on one core, and how much two threads gain on a batch, as CSV.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "carom/billiards/rectangle.hpp"
#include "carom/billiards/shots.hpp"
#include "carom/math/random.hpp"

namespace {

using namespace carom;
using namespace carom::billiards;

constexpr int kShots = 1500;
constexpr int kRepeats = 7;  // the least time of these counts: the machine is shared

struct Case {
  std::string name;
  Table table;
  TableState state;
  std::vector<Strike> strikes;
};

// The clock of the least overhead; what the machine does besides only lengthens some of the repeats.
double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Vec2 direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

// Rows of balls with gaps between 10 and 100 µm, from the foot spot on.
void add_rack(Case& one, const std::vector<int>& rows) {
  Random random(9);
  const double radius = one.table.equipment.ball.radius;
  const double pitch = 2 * radius + 1e-4;
  int number = 1;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (int k = 0; k < rows[row]; ++k) {
      const Vec2 place{0.635 + static_cast<double>(row) * pitch * std::sqrt(0.75), (k - 0.5 * (rows[row] - 1)) * pitch};
      one.state.balls.push_back(resting_ball(one.table, number++, place + 4.5e-5 * random.in_ball<2>()));
    }
}

Case pool_case(const std::string& name, const Vec2& cue_ball) {
  Case one;
  one.name = name;
  one.table = pool_table();
  one.state.balls.push_back(resting_ball(one.table, 0, cue_ball));
  return one;
}

Strike stroke(Random& random, double low, double high, double heading, double spread) {
  return {random.uniform(low, high), direction(heading + random.uniform(-spread, spread)), random.uniform(-0.2, 0.2),
          random.uniform(-0.2, 0.2), 0};
}

std::vector<Case> cases() {
  std::vector<Case> all;
  all.push_back(pool_case("nine_ball_break", {-0.635, 0.01}));
  add_rack(all.back(), {1, 2, 3, 2, 1});
  all.push_back(pool_case("eight_ball_break", {-0.635, 0.01}));
  add_rack(all.back(), {1, 2, 3, 4, 5});
  all.push_back(pool_case("cue_ball_and_seven", {-0.635, 0.01}));
  Random random(3);
  for (int number = 1; number <= 7; ++number)
    all.back().state.balls.push_back(resting_ball(
        all.back().table, number, {-0.3 + 0.2 * number, (number % 2 == 0 ? 0.3 : -0.25) + random.uniform(-0.1, 0.1)}));
  all.push_back(pool_case("cue_ball_and_one", {-0.6, 0.02}));
  all.back().state.balls.push_back(resting_ball(all.back().table, 1, {0.5, 0.1}));
  all.push_back(pool_case("cue_ball_alone", {-0.6, 0.02}));
  const double pi = 3.14159265358979323846;
  for (Case& one : all)
    for (int k = 0; k < kShots; ++k) {
      const bool is_break = one.name.find("break") != std::string::npos;
      const bool at_one = one.name == "cue_ball_and_one";
      one.strikes.push_back(is_break ? stroke(random, 7, 9, 0, 0.02)
                                     : stroke(random, 0.5, 2, at_one ? 0.0726 : 0, at_one ? 0.04 : pi));
    }
  return all;
}

struct Elapsed {
  double wall = 1e9;
  double cpu = 1e9;  // of all threads
};

Elapsed batch(const Case& one, const std::vector<Strike>& strikes, unsigned threads) {
  const double start = seconds();
  const std::clock_t cpu = std::clock();
  play_all(one.table, one.state, strikes, {}, threads, [](std::size_t, const Outcome&) {});
  return {seconds() - start, static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
}

// By the wall, which only means something where two cores are free; and by the CPU time, which tells what two free
// cores would gain: twice the time of one thread over that of both.
struct Gain {
  double wall = 0;
  double cpu = 0;
};

Gain gain_of_two_threads(const Case& one) {
  constexpr std::size_t kBatch = 30'000;  // of the shortest shots: far longer than threads take to begin
  std::vector<Strike> strikes = one.strikes;
  const bool is_short = one.state.balls.size() <= 2;
  while (is_short && strikes.size() < kBatch) strikes.insert(strikes.end(), one.strikes.begin(), one.strikes.end());
  Elapsed alone;
  Elapsed two;
  const auto keep_least = [](Elapsed& least, const Elapsed& now) {
    least = {std::min(least.wall, now.wall), std::min(least.cpu, now.cpu)};
  };
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    keep_least(alone, batch(one, strikes, 1));
    keep_least(two, batch(one, strikes, 2));
  }
  return {alone.wall / two.wall, 2 * alone.cpu / two.cpu};
}

void measure(const Case& one) {
  ShotPlayer player(one.table);
  Outcome outcome;
  std::vector<double> best(one.strikes.size(), 1e9);
  std::size_t events = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    events = 0;
    for (std::size_t k = 0; k < one.strikes.size(); ++k) {
      const double start = seconds();
      player.play(one.state, one.strikes[k], {}, outcome);
      best[k] = std::min(best[k], seconds() - start);
      events += outcome.events.size();
    }
  }
  std::sort(best.begin(), best.end());
  const auto micro = [&](double share) { return 1e6 * best[static_cast<std::size_t>(share * (best.size() - 1.0))]; };
  const Gain gain = gain_of_two_threads(one);
  std::printf("%s,%zu,%.1f,%.2f,%.2f,%.2f,%.2f\n", one.name.c_str(), one.state.balls.size(),
              static_cast<double>(events) / static_cast<double>(one.strikes.size()), micro(0.5), micro(0.95), gain.wall,
              gain.cpu);
  std::fflush(stdout);
}

}  // namespace

int main() {
  std::printf("case,balls,events_per_shot,median_us,p95_us,two_threads,two_threads_by_cpu\n");
  for (const Case& one : cases()) measure(one);
}
