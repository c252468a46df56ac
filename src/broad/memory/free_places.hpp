#pragma once
#include <cstdint>
#include <mutex>
#include <vector>

#include "broad/memory/large_array.hpp"
#include "broad/memory/spin_lock.hpp"

namespace carom::broad {

/// Which places of an array are free, for several threads. It has lines of memory of its own: whoever takes a place
/// would else delay all who read what lies beside it.
class alignas(128) FreePlaces {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// One that is free; if there is none, one more at the end. `fixed`: not if the array had to move for that, then
  /// kNone.
  template <class T>
  std::uint32_t take(LargeArray<T>& all, bool fixed) {
    const std::lock_guard lock(lock_);
    if (!places_.empty()) {
      const std::uint32_t place = places_.back();
      places_.pop_back();
      return place;
    }
    if (fixed && all.size() == all.capacity()) {
      ran_out_ = true;
      return kNone;
    }
    all.emplace_back();
    return static_cast<std::uint32_t>(all.size() - 1);
  }

  void give_back(std::uint32_t place) {
    const std::lock_guard lock(lock_);
    places_.push_back(place);
  }

  /// Whether there ever was none.
  bool ran_out() const { return ran_out_; }

 private:
  SpinLock lock_;  ///< of these, and of how many there are
  bool ran_out_ = false;
  std::vector<std::uint32_t> places_;
};

}  // namespace carom::broad
