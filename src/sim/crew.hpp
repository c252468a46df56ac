#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace carom::detail {

/// Some threads that work together, the caller's among them, and wait for each other. Where the system has no threads,
/// the caller's does it all.
class Crew {
 public:
  explicit Crew(int threads);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  /// Calls work(k) for every k < threads, each in a thread of its own, and returns when all have returned.
  void run(const std::function<void(int)>& work);

 private:
  void serve(int number);

  int threads_;
  std::vector<std::thread> others_;
  const std::function<void(int)>* work_ = nullptr;  ///< null: they go home
  std::atomic<std::uint32_t> called_ = 0;           ///< times that there was work
  std::atomic<int> busy_ = 0;                       ///< of the others
};

}  // namespace carom::detail
