#include <algorithm>
#include <array>
#include <limits>

#include "contender.hpp"

// What one writes without a library: single precision, cells as wide as the cutoff filled by a counting sort, a border
// of empty cells so that nothing is asked about the edges, each ball against the rest of its cell and 13 forward
// neighbours.
namespace carom::bench {
namespace {

class PlainGrid final : public PairsContender {
 public:
  std::string name() const override { return "plain grid"; }

  void find(std::span<const Sphere> balls, Pairs& pairs) override {
    sort(balls);
    const std::array<int, 13> forward = forward_cells();
    for (std::size_t cell = 0; cell + 1 < start_.size(); ++cell)
      for (std::uint32_t k = start_[cell]; k < start_[cell + 1]; ++k) {
        compare(k, k + 1, start_[cell + 1], pairs);
        for (const int offset : forward) {
          const std::size_t other = cell + static_cast<std::size_t>(offset);
          compare(k, start_[other], start_[other + 1], pairs);
        }
      }
  }

 private:
  struct Entry {
    float x, y, z;
    std::uint32_t ball;
  };

  void sort(std::span<const Sphere> balls) {
    std::array<float, 3> high;
    low_.fill(std::numeric_limits<float>::max());
    high.fill(std::numeric_limits<float>::lowest());
    for (const Sphere& ball : balls)
      for (int k = 0; k < 3; ++k) {
        const auto x = static_cast<float>(ball.center[k]);
        low_[static_cast<std::size_t>(k)] = std::min(low_[static_cast<std::size_t>(k)], x);
        high[static_cast<std::size_t>(k)] = std::max(high[static_cast<std::size_t>(k)], x);
      }
    std::size_t cells = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      count_[k] = static_cast<int>((high[k] - low_[k]) * kInverse) + 3;
      cells *= static_cast<std::size_t>(count_[k]);
    }
    start_.assign(cells + 1, 0);
    cell_.resize(balls.size());
    entries_.resize(balls.size());
    for (std::size_t k = 0; k < balls.size(); ++k) ++start_[(cell_[k] = cell_of(balls[k].center)) + 1];
    for (std::size_t c = 0; c < cells; ++c) start_[c + 1] += start_[c];
    std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
    for (std::uint32_t k = 0; k < balls.size(); ++k) {
      const Vec3& c = balls[k].center;
      entries_[next[cell_[k]]++] = {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z), k};
    }
  }

  std::uint32_t cell_of(const Vec3& center) const {
    int cell = 0;
    for (int k = 2; k >= 0; --k) {
      const auto i = static_cast<std::size_t>(k);
      cell = cell * count_[i] + static_cast<int>((static_cast<float>(center[k]) - low_[i]) * kInverse) + 1;
    }
    return static_cast<std::uint32_t>(cell);
  }

  std::array<int, 13> forward_cells() const {
    std::array<int, 13> result{};
    std::size_t found = 0;
    for (int z = -1; z <= 1; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
          const int offset = (z * count_[1] + y) * count_[0] + x;
          if (offset > 0) result[found++] = offset;
        }
    return result;
  }

  void compare(std::uint32_t k, std::uint32_t from, std::uint32_t to, Pairs& pairs) const {
    const Entry& a = entries_[k];
    for (std::uint32_t j = from; j < to; ++j) {
      const Entry& b = entries_[j];
      const float dx = b.x - a.x;
      const float dy = b.y - a.y;
      const float dz = b.z - a.z;
      if (dx * dx + dy * dy + dz * dz <= kCutoff2) pairs.push_back(pair_of(a.ball, b.ball));
    }
  }

  static constexpr float kInverse = static_cast<float>(1 / kCutoff);
  static constexpr float kCutoff2 = static_cast<float>(kCutoff * kCutoff);
  std::array<float, 3> low_{};
  std::array<int, 3> count_{};
  std::vector<std::uint32_t> start_;
  std::vector<std::uint32_t> cell_;
  std::vector<Entry> entries_;
};

}  // namespace

std::unique_ptr<PairsContender> plain_grid_pairs() {
  return std::make_unique<PlainGrid>();
}

}  // namespace carom::bench
