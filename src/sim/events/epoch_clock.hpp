#pragma once
#include <cmath>

#include "carom/math/portable.hpp"
#include "carom/sim/clock.hpp"

namespace carom::sim {

/// A world's clock. Without damping the offset of a Time runs over [0, E). With damping k it runs on s = (1 − exp(−k
/// t))/k, over [0, S) with S = (1 − exp(−k E))/k, and every body is re-based at the end of each epoch, so no interval
/// crosses one.
class EpochClock {
 public:
  EpochClock() = default;
  EpochClock(double epoch_length, double damping) : length_(epoch_length), damping_(damping), span_(epoch_length) {
    if (damping_ > 0) {
      span_ = -portable::expm1(-damping_ * length_) / damping_;
      decay_ = portable::exp(-damping_ * length_);
    }
  }

  double length() const { return length_; }
  double damping() const { return damping_; }
  /// The internal length of an epoch.
  double span() const { return span_; }
  /// Times further apart than this differ wherever in an epoch they are.
  double resolution() const { return 0x1p-52 * span_; }
  /// exp(−k E), what an epoch leaves of a velocity.
  double decay() const { return decay_; }
  /// Velocity in plain time over velocity on the internal clock: exp(−k t) = 1 − k s.
  double speed_factor(const Time& at) const { return damping_ > 0 ? 1 - damping_ * at.offset : 1; }

  /// to − from on the internal clock.
  double between(const Time& from, const Time& to) const {
    if (from.epoch == to.epoch) return to.offset - from.offset;
    return static_cast<double>(to.epoch - from.epoch) * length_ + (to.offset - from.offset);
  }

  /// from + dt, rounded once; infinitely late if that is beyond what can be told (dt infinite, or past a damped epoch's
  /// end).
  Time later(const Time& from, double dt) const {
    const double sum = from.offset + dt;
    if (sum < span_) return {from.epoch, sum};
    if (damping_ > 0 || !(sum < 0x1p62 * length_)) return never();
    // sum + rest = offset + dt exactly (two_sum); whole epochs leave exactly, because E is a power of two.
    const double back = sum - from.offset;
    const double rest = (from.offset - (sum - back)) + (dt - back);
    const double epochs = std::floor(sum / length_);
    if (!(epochs > -0x1p62)) return earliest();
    return normalised(from.epoch + static_cast<std::int64_t>(epochs), (sum - epochs * length_) + rest);
  }

  /// Infinitely late if that is beyond what can be told.
  Time from_plain(double time) const {
    const double epochs = std::floor(time / length_);
    if (!(epochs < 0x1p62)) return never();
    if (!(epochs > -0x1p62)) return earliest();
    const double offset = time - epochs * length_;
    const auto epoch = static_cast<std::int64_t>(epochs);
    if (damping_ > 0) return {epoch, -portable::expm1(-damping_ * offset) / damping_};
    return {epoch, offset};
  }

  double to_plain(const Time& at) const {
    const double offset = damping_ > 0 ? -portable::log1p(-damping_ * at.offset) / damping_ : at.offset;
    return static_cast<double>(at.epoch) * length_ + offset;
  }

  static constexpr Time never() { return {INT64_MAX, 0}; }

 private:
  /// Before all that can be told.
  static constexpr Time earliest() { return {-(std::int64_t{1} << 62), 0}; }

  Time normalised(std::int64_t epoch, double offset) const {
    if (offset < 0) return {epoch - 1, std::fmin(offset + length_, std::nextafter(length_, 0.0))};
    if (offset >= length_) return {epoch + 1, offset - length_};
    return {epoch, offset};
  }

  double length_ = 1;
  double damping_ = 0;
  double span_ = 1;
  double decay_ = 1;
};

}  // namespace carom::sim
