#pragma once
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

#include "sim/world_data.hpp"

namespace carom::sim {

/// From when on, after the window's start, it is uncertain where a ball is, and how fast it is then at most.
struct UncertainBall {
  double time;
  std::uint32_t body;
  float speed;
};

/// Why a window has to be rolled back: a shorter one may do, or only the plain loop.
enum class WindowFailure : std::uint8_t { none, passing, lasting };

/// A stretch of time through which all domains run side by side, and the bound of speed on which they rely meanwhile.
template <int D>
class Window {
 public:
  Window(const WorldData<D>& data, const Time& now) : data_(data), start_(now), end_(now) {}

  const Time& start() const { return start_; }
  const Time& end() const { return end_; }
  /// From its start to its end, and to a time.
  double span() const { return span_; }
  double since(const Time& time) const { return data_.setting.clock.between(start_, time); }
  std::uint32_t number() const { return number_; }
  /// Goes on to the next window, which may be taken several times.
  void go_on() { start_ = end_; }
  void take() {
    ++number_;
    if (cautious_ > 0) --cautious_;
    failure_.store(WindowFailure::none, std::memory_order_relaxed);
  }
  void set_end(const Time& limit, double length) {
    end_ = std::min(limit, data_.setting.clock.later(start_, length));
    span_ = since(end_);
  }

  /// No ball becomes faster than that.
  double speed_bound() const { return speed_bound_; }
  void bound_speed(double fastest, double mean_square) {
    speed_bound_ = fastest;
    mean_square_ = mean_square;
  }
  /// The mean of the squares of speeds.
  double mean_square() const { return mean_square_; }
  /// How fast a ball may be that somebody has met, or meets, who has that speed (by its square).
  float speed_after(std::uint32_t body, double speed2) const {
    if (is_cautious()) return static_cast<float>(speed_bound_);
    const double together = norm2(data_.store.particle(body).velocity) + speed2;
    return static_cast<float>(std::min(speed_bound_, std::sqrt(together)));
  }

  /// For some windows after one that had to be rolled back: they are shorter, and rely on less.
  bool is_cautious() const { return cautious_ > 0; }
  void be_cautious(int windows) { cautious_ = windows; }

  bool has_failed() const { return failure() != WindowFailure::none; }
  WindowFailure failure() const { return failure_.load(std::memory_order_relaxed); }
  void fail() { failure_.store(WindowFailure::lasting, std::memory_order_relaxed); }
  /// More has happened in the window than was allowed for.
  void miss() {
    WindowFailure none = WindowFailure::none;
    failure_.compare_exchange_strong(none, WindowFailure::passing, std::memory_order_relaxed);
  }

 private:
  const WorldData<D>& data_;
  Time start_{};
  Time end_{};
  double span_ = 0;
  std::uint32_t number_ = 0;
  double speed_bound_ = 0;
  double mean_square_ = 0;
  int cautious_ = 0;
  std::atomic<WindowFailure> failure_ = WindowFailure::none;
};

}  // namespace carom::sim
