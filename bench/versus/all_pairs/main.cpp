#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <numbers>
#include <random>

#include "contender.hpp"

// carom_versus_all_pairs [BALLS…]: all pairs within 1.1 diameters of each number of balls, as CSV. CPU time, the least
// of the repeats.
namespace carom::bench {
namespace {

/// Equal balls in a cube, one after another where there is room (random sequential addition).
class RandomGas {
 public:
  RandomGas(std::size_t count, double fraction) : dice_(count) {
    const double ball = 4.0 / 3 * std::numbers::pi * kRadius * kRadius * kRadius;
    side_ = std::cbrt(static_cast<double>(count) * ball / fraction);
    cells_ = static_cast<int>(side_ / (2 * kRadius));
    first_.assign(static_cast<std::size_t>(cells_) * cells_ * cells_, kNone);
    while (balls.size() < count) {
      std::uniform_real_distribution<> place(0, side_);
      const Vec3 center{place(dice_), place(dice_), place(dice_)};
      if (is_free(center)) add(center);
    }
  }

  std::vector<Sphere> balls;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  int cell(double x) const { return std::min(static_cast<int>(x / side_ * cells_), cells_ - 1); }
  std::size_t index(int x, int y, int z) const { return (static_cast<std::size_t>(z) * cells_ + y) * cells_ + x; }

  void add(const Vec3& center) {
    std::uint32_t& first = first_[index(cell(center.x), cell(center.y), cell(center.z))];
    next_.push_back(first);
    first = static_cast<std::uint32_t>(balls.size());
    balls.push_back({center, kRadius});
  }

  bool is_free(const Vec3& center) const {
    const auto from = [&](double x) { return std::max(cell(x) - 1, 0); };
    const auto to = [&](double x) { return std::min(cell(x) + 1, cells_ - 1); };
    for (int z = from(center.z); z <= to(center.z); ++z)
      for (int y = from(center.y); y <= to(center.y); ++y)
        for (int x = from(center.x); x <= to(center.x); ++x)
          for (std::uint32_t k = first_[index(x, y, z)]; k != kNone; k = next_[k])
            if (norm2(balls[k].center - center) < 4 * kRadius * kRadius) return false;
    return true;
  }

  std::mt19937_64 dice_;
  double side_ = 0;
  int cells_ = 0;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> next_;
};

struct Run {
  std::unique_ptr<PairsContender> contender;
  int repeats = 7;
  double ms = 1e300;
  Pairs pairs{};

  void once(const std::vector<Sphere>& balls) {
    pairs.clear();
    const std::clock_t begin = std::clock();
    contender->find(balls, pairs);
    ms = std::min(ms, static_cast<double>(std::clock() - begin) * 1e3 / CLOCKS_PER_SEC);
  }
};

/// Pairs that one list has and the other does not.
std::size_t differences(const Pairs& a, const Pairs& b) {
  Pairs only;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only));
  return only.size();
}

void run(std::size_t count, double fraction) {
  const std::vector<Sphere> balls = RandomGas(count, fraction).balls;
  std::vector<Run> runs;
  runs.push_back({carom_pairs()});
  runs.push_back({plain_grid_pairs()});
  const int few = count > 100'000 ? 1 : 3;
#ifdef CAROM_WITH_NANOFLANN
  runs.push_back({nanoflann_pairs(), few});
#endif
#ifdef CAROM_WITH_CGAL
  runs.push_back({cgal_pairs(), few});
#endif
#ifdef CAROM_WITH_BULLET
  runs.push_back({bullet_pairs(), few});
#endif
  for (int repeat = 0; repeat < 7; ++repeat)  // in turns, so that a busy machine treats all alike
    for (Run& each : runs)
      if (repeat < each.repeats) each.once(balls);
  for (Run& each : runs) std::sort(each.pairs.begin(), each.pairs.end());
  for (const Run& each : runs)
    std::cout << count << ',' << fraction << ',' << each.contender->name() << ',' << each.ms << ',' << each.pairs.size()
              << ',' << differences(each.pairs, runs[0].pairs) << std::endl;
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  std::vector<std::size_t> counts;
  for (int k = 1; k < argc; ++k) counts.push_back(std::strtoul(argv[k], nullptr, 10));
  if (counts.empty()) counts = {10'000, 100'000, 1'000'000};
  std::cout << "balls,volume_fraction,contender,ms,pairs,pairs_unlike_carom" << std::endl;
  for (const std::size_t count : counts)
    for (const double fraction : {0.1, 0.3}) carom::bench::run(count, fraction);
}
