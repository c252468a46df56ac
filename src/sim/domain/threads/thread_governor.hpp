#pragma once
#include <algorithm>
#include <chrono>
#include <ctime>

namespace carom::sim {

/// Whether threads that wait for each other are sooner done than one alone. They are not where other programs keep the
/// cores busy: then all wait for the one that does not run. It looks at rounds of windows, and whenever the process has
/// got less time than its threads asked for, or it has worked alone for a while, it tries the other way.
class ThreadGovernor {
 public:
  struct Sample {
    double elapsed = 0;  ///< seconds, of a clock on the wall
    double used = 0;     ///< seconds of processors that the process has got in them
    double done = 0;     ///< in any unit
  };
  /// Seconds of a round: time used is told in steps of some thousandths.
  static constexpr double kRound = 0.02;

  explicit ThreadGovernor(int threads) : threads_(threads) {}

  bool is_alone() const { return is_alone_; }

  /// Takes note of a window that has been done as is_alone() said.
  void note(const Sample& window) {
    sum_.elapsed += window.elapsed;
    sum_.used += window.used;
    sum_.done += window.done;
    if (sum_.elapsed < kRound) return;
    judge(sum_);
    sum_ = {};
  }

 private:
  /// Of the time asked for: threads that get less may be slower than one.
  static constexpr double kEnough = 0.8;
  /// Rounds before the other way is tried again: each time that it is slower twice as many.
  static constexpr int kLeastRest = 8;
  static constexpr int kMostRest = 512;

  void judge(const Sample& round) {
    const double cost = round.elapsed / std::max(round.done, 1.0);
    if (is_trial_) {
      is_trial_ = false;
      if (cost < cost_) {
        rest_ = kLeastRest;
      } else {
        is_alone_ = !is_alone_;
        rest_ = std::min(2 * rest_, kMostRest);
      }
      left_ = rest_;
      return;
    }
    cost_ = cost;
    if (left_ > 0) --left_;
    if (left_ > 0 || (!is_alone_ && round.used >= kEnough * threads_ * round.elapsed)) return;
    is_alone_ = !is_alone_;
    is_trial_ = true;
  }

  int threads_;
  bool is_alone_ = false;
  bool is_trial_ = false;
  double cost_ = 0;  ///< of the way that is not tried
  int rest_ = kLeastRest;
  int left_ = 0;  ///< rounds until the other way may be tried
  Sample sum_;
};

/// Measures a window.
class Stopwatch {
 public:
  ThreadGovernor::Sample sample(double done) const {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun_;
    return {elapsed.count(), static_cast<double>(std::clock() - used_) / CLOCKS_PER_SEC, done};
  }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::clock_t used_ = std::clock();
};

}  // namespace carom::sim
