#pragma once
#include <atomic>
#include <thread>

namespace carom::broad {

/// For less than a microsecond that seldom meets another thread's. A copy is another lock.
class SpinLock {
 public:
  SpinLock() = default;
  SpinLock(const SpinLock&) {}
  SpinLock& operator=(const SpinLock&) { return *this; }

  void lock() {
    for (int look = 0; taken_.exchange(true, std::memory_order_acquire); ++look)
      if (look >= kLooks) std::this_thread::yield();
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  /// After so many others may run: perhaps the one that has it does not.
  static constexpr int kLooks = 1000;

  std::atomic<bool> taken_ = false;
};

}  // namespace carom::broad
