#pragma once
#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

// Ctrl-C, where C++ works for long without the interpreter's lock.
namespace carom::python {

using Clock = std::chrono::steady_clock;

/// How long nobody need look whether somebody has pressed Ctrl-C.
constexpr double kPatience = 0.05;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Throws what Python makes of a signal that has come, in its main thread.
void check_signals();

/// Work of several threads that Ctrl-C ends.
class Lookout {
 public:
  /// Runs work(), in which threads call look() often.
  template <class Work>
  void during(const Work& work) {
    try {
      work();
    } catch (...) {
      if (ended_) std::rethrow_exception(why_);  // the others have but followed
      throw;
    }
  }
  /// In the thread that made this it looks for signals, some twenty times a second. It throws in all when one has come.
  void look() {
    if (ended_) throw std::exception();
    if (std::this_thread::get_id() != thread_ || seconds_since(looked_) < kPatience) return;
    looked_ = Clock::now();
    try {
      check_signals();
    } catch (...) {
      why_ = std::current_exception();
      ended_ = true;
      throw;
    }
  }

 private:
  std::thread::id thread_ = std::this_thread::get_id();
  Clock::time_point looked_ = Clock::now();
  std::exception_ptr why_;
  std::atomic<bool> ended_ = false;
};

}  // namespace carom::python
