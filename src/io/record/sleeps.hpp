#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "carom/io/archive.hpp"
#include "carom/sim/world.hpp"

namespace carom::io {

/// Of a list of balls, when each fell asleep and woke, as frames see it; up to a bound of memory.
template <int D>
class Sleeps {
 public:
  struct Turn {
    std::uint32_t slot = 0;  ///< of the ball in the list
    double time = 0;
    void archive(Archive& archive) { archive(slot, time); }
  };

  void frame(const World<D>& world, const std::vector<BodyId>& balls) {
    if (world.time() > until_) return;
    asleep_.resize(balls.size());
    const bool is_last = turns_.size() > kMost;
    if (is_last) until_ = world.time();
    for (std::uint32_t slot = 0; slot < balls.size(); ++slot) {
      const bool asleep = !is_last && world.asleep(balls[slot]);
      if (asleep == (asleep_[slot] != 0)) continue;
      asleep_[slot] = asleep ? 1 : 0;
      turns_.push_back({slot, world.time()});
    }
  }

  /// Of each ball it falls asleep at the first, and wakes at the next.
  const std::vector<Turn>& turns() const { return turns_; }
  /// Until when they were noted; infinite unless there were too many.
  double until() const { return until_; }
  void archive(Archive& archive) { archive(turns_, asleep_, until_); }

 private:
  static constexpr std::size_t kMost = 100'000;

  std::vector<Turn> turns_;
  std::vector<std::uint8_t> asleep_;
  double until_ = std::numeric_limits<double>::infinity();
};

}  // namespace carom::io
