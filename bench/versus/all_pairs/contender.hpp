#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/index/index.hpp"

// The task: the pairs of equal balls whose centres are at most 1.1 diameters apart, the time to build whatever is
// needed included.
namespace carom::bench {

constexpr double kRadius = 0.5;
constexpr double kGap = 0.1;
constexpr double kCutoff = 2 * kRadius + kGap;

using Pairs = std::vector<BallPair>;

/// One library's way to do the task.
class PairsContender {
 public:
  virtual ~PairsContender() = default;
  virtual std::string name() const = 0;
  /// Appends the pairs, in any order.
  virtual void find(std::span<const Sphere> balls, Pairs& pairs) = 0;
};

inline BallPair pair_of(std::uint32_t a, std::uint32_t b) {
  return a < b ? BallPair{a, b} : BallPair{b, a};
}

std::unique_ptr<PairsContender> carom_pairs();
std::unique_ptr<PairsContender> plain_grid_pairs();
std::unique_ptr<PairsContender> nanoflann_pairs();
std::unique_ptr<PairsContender> cgal_pairs();
std::unique_ptr<PairsContender> bullet_pairs();

}  // namespace carom::bench
