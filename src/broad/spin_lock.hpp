#pragma once
#include <atomic>

namespace carom::detail {

/// For a few instructions that seldom meet those of another thread. A copy is another lock.
class SpinLock {
 public:
  SpinLock() = default;
  SpinLock(const SpinLock&) {}
  SpinLock& operator=(const SpinLock&) { return *this; }

  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire)) {
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_ = false;
};

}  // namespace carom::detail
