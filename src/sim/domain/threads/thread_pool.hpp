#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace carom::sim {

/// Some threads that work together, the caller's among them, and wait for each other. Where the system has no threads,
/// the caller's does it all.
class ThreadPool {
 public:
  /// For so much work at a time, in so many threads, or as many as the system gives.
  ThreadPool(int works, int threads);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  /// Calls work(k) for every k < works, thread t for t, t + threads and so on, and returns when all have returned. What
  /// one of them throws, such as that there is no memory left, is thrown here then.
  void run(const std::function<void(int)>& work);
  /// Whether the caller does it all, as long as that is said.
  void set_alone(bool alone) { is_alone_ = alone; }
  int threads() const { return static_cast<int>(others_.size()) + 1; }

 private:
  void serve(int number);
  void do_share(int number);

  int works_;
  bool is_alone_ = false;
  std::vector<std::thread> others_;
  const std::function<void(int)>* work_ = nullptr;  ///< null: they go home
  std::atomic<std::uint32_t> called_ = 0;           ///< times that there was work
  std::atomic<int> busy_ = 0;                       ///< of the others
  std::mutex failing_;
  std::exception_ptr failure_;
};

}  // namespace carom::sim
