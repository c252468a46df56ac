#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <numbers>
#include <random>

#include "carom/query/overlap.hpp"
#include "contender.hpp"

// carom_versus_cast [BALLS…]: 10⁵ casts among each number of balls, as CSV. CPU time, the least of the repeats.
namespace carom::bench {
namespace {

constexpr std::size_t kCasts = 100'000;
constexpr double kPath = 10;
constexpr double kFraction = 0.01;
constexpr int kRepeats = 7;

struct Task {
  std::vector<Sphere> balls;
  std::vector<Cast<3>> casts;
};

Vec3 direction(std::mt19937_64& dice) {
  std::uniform_real_distribution<> coordinate(-1, 1);
  for (;;) {
    const Vec3 v{coordinate(dice), coordinate(dice), coordinate(dice)};
    if (norm(v) > 0.1 && norm(v) < 1) return v / norm(v);
  }
}

/// The balls by cells wider than any reach of the task.
class Cells {
 public:
  explicit Cells(const std::vector<Sphere>& balls) {
    for (std::uint32_t k = 0; k < balls.size(); ++k) {
      const Vec3& c = balls[k].center;
      sorted_.emplace_back(key(cell(c.x), cell(c.y), cell(c.z)), k);
    }
    std::sort(sorted_.begin(), sorted_.end());
  }

  /// Calls visit(ball) for all that may be within 1.5 of the path, and for some others.
  template <class Visit>
  void near(const Vec3& from, const Vec3& to, const Visit& visit) const {
    const auto low = [&](int k) { return cell(std::min(from[k], to[k]) - 1.5); };
    const auto high = [&](int k) { return cell(std::max(from[k], to[k]) + 1.5); };
    for (std::int64_t z = low(2); z <= high(2); ++z)
      for (std::int64_t y = low(1); y <= high(1); ++y) {
        auto entry = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair(key(low(0), y, z), 0U));
        for (; entry != sorted_.end() && entry->first <= key(high(0), y, z); ++entry) visit(entry->second);
      }
  }

 private:
  static std::int64_t cell(double x) { return static_cast<std::int64_t>(std::floor(x / 4)); }
  static std::int64_t key(std::int64_t x, std::int64_t y, std::int64_t z) { return (z * 4096 + y) * 4096 + x; }

  std::vector<std::pair<std::int64_t, std::uint32_t>> sorted_;
};

/// Casts begin clear of all balls.
Task random_task(std::size_t count) {
  std::mt19937_64 dice(count);
  const double ball = 4.0 / 3 * std::numbers::pi * kRadius * kRadius * kRadius;
  std::uniform_real_distribution<> place(0, std::cbrt(static_cast<double>(count) * ball / kFraction));
  const auto point = [&] { return Vec3{place(dice), place(dice), place(dice)}; };
  Task task;
  for (std::size_t k = 0; k < count; ++k) task.balls.push_back({point(), kRadius});
  const Cells cells(task.balls);
  while (task.casts.size() < kCasts) {
    const Sphere start{point(), kRadius};
    bool clear = true;
    cells.near(start.center, start.center, [&](std::uint32_t k) { clear = clear && !overlap(start, task.balls[k]); });
    if (clear) task.casts.push_back({start, kPath * direction(dice), 1});
  }
  return task;
}

/// What certified arithmetic says about each cast.
std::vector<CastAnswer> truth(const Task& task) {
  const Cells cells(task.balls);
  std::vector<CastAnswer> answers(task.casts.size());
  for (std::size_t i = 0; i < task.casts.size(); ++i) {
    const Cast<3>& cast = task.casts[i];
    cells.near(cast.ball.center, cast.ball.center + cast.velocity, [&](std::uint32_t k) {
      const auto impact = time_of_impact(cast.ball, Linear3{cast.velocity}, task.balls[k], Linear3{}, 1);
      if (!impact) return;
      CastAnswer& best = answers[i];
      if (best.ball == kNothing || impact->time < best.time || (impact->time == best.time && k < best.ball))
        best = {k, impact->time};
    });
  }
  return answers;
}

struct Wrong {
  int false_hits = 0;
  int missed = 0;
  int other_ball = 0;  ///< a ball that is met later than the first, by more than single precision explains
};

Wrong compare(const std::vector<CastAnswer>& answers, const std::vector<CastAnswer>& truth) {
  Wrong wrong;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const bool hit = answers[k].ball != kNothing;
    const bool should = truth[k].ball != kNothing;
    wrong.false_hits += hit && !should;
    wrong.missed += !hit && should;
    wrong.other_ball += hit && should && answers[k].ball != truth[k].ball && truth[k].time != answers[k].time;
  }
  return wrong;
}

template <class Work>
double milliseconds(const Work& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) * 1e3 / CLOCKS_PER_SEC;
}

double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

struct Run {
  std::unique_ptr<CastContender> contender;
  int repeats = kRepeats;
  std::vector<double> build_ms{};
  std::vector<double> cast_ms{};
  std::vector<CastAnswer> answers = std::vector<CastAnswer>(kCasts);

  void once(const Task& task) {
    build_ms.push_back(milliseconds([&] { contender->build(task.balls); }));
    cast_ms.push_back(milliseconds([&] { contender->cast(task.casts, answers); }));
  }
};

void run(std::size_t count) {
  const Task task = random_task(count);
  const std::vector<CastAnswer> expected = truth(task);
  std::vector<Run> runs;
  runs.push_back({carom_cast()});
  runs.push_back({plain_grid_cast()});
#ifdef CAROM_WITH_EMBREE
  runs.push_back({embree_cast(EmbreeForm::spheres)});
  runs.push_back({embree_cast(EmbreeForm::packets)});
  runs.push_back({embree_cast(EmbreeForm::user)});
#endif
#ifdef CAROM_WITH_BULLET
  runs.push_back({bullet_cast(), 1});
#endif
  for (int repeat = 0; repeat < kRepeats; ++repeat)  // in turns, so that a busy machine treats all alike
    for (Run& each : runs)
      if (repeat < each.repeats) each.once(task);
  for (const Run& each : runs) {
    const Wrong wrong = compare(each.answers, expected);
    const double cast_ms = least(each.cast_ms);
    std::cout << count << ',' << each.contender->name() << ',' << least(each.build_ms) << ',' << cast_ms << ','
              << kCasts / cast_ms / 1e3 << ',' << wrong.false_hits << ',' << wrong.missed << ',' << wrong.other_ball
              << std::endl;
  }
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  std::vector<std::size_t> counts;
  for (int k = 1; k < argc; ++k) counts.push_back(std::strtoul(argv[k], nullptr, 10));
  if (counts.empty()) counts = {10'000, 100'000, 1'000'000};
  std::cout << "balls,contender,build_ms,cast_ms,million_casts_per_second,false_hits,missed,wrong_ball" << std::endl;
  for (const std::size_t count : counts) carom::bench::run(count);
}
