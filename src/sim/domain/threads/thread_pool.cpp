#include "sim/domain/threads/thread_pool.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace carom::sim {
namespace {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
constexpr bool kHasThreads = false;
#else
constexpr bool kHasThreads = true;
#endif

/// Looks so often before it lets others run, and so often before it sleeps: what is waited for mostly comes soon.
constexpr int kLooks = 20000;
constexpr int kYields = 3000;

template <class T, class Done>
void wait_until(const std::atomic<T>& value, Done done) {
  for (int look = 0; look < kLooks; ++look)
    if (done(value.load(std::memory_order_acquire))) return;
  for (int yield = 0; yield < kYields; ++yield) {
    if (done(value.load(std::memory_order_acquire))) return;
    std::this_thread::yield();
  }
  for (T seen = value.load(std::memory_order_acquire); !done(seen); seen = value.load(std::memory_order_acquire))
    value.wait(seen, std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(int works, int threads) : works_(works) {
  if (!kHasThreads) return;
  // Each looks at how many they are: so none begins before all are there.
  others_.resize(static_cast<std::size_t>(std::min(works, threads) - 1));
  std::size_t begun = 0;
  try {
    for (; begun < others_.size(); ++begun)
      others_[begun] = std::thread([this, number = static_cast<int>(begun) + 1] { serve(number); });
  } catch (const std::system_error&) {  // there can be no more
    others_.resize(begun);
  }
}

ThreadPool::~ThreadPool() {
  work_ = nullptr;
  called_.fetch_add(1, std::memory_order_release);
  called_.notify_all();
  for (std::thread& thread : others_) thread.join();
}

void ThreadPool::run(const std::function<void(int)>& work) {
  if (others_.empty() || is_alone_) {
    for (int k = 0; k < works_; ++k) work(k);
    return;
  }
  work_ = &work;
  busy_.store(threads() - 1, std::memory_order_relaxed);
  called_.fetch_add(1, std::memory_order_release);
  called_.notify_all();
  do_share(0);
  wait_until(busy_, [](int busy) { return busy == 0; });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::do_share(int number) {
  try {
    for (int k = number; k < works_; k += threads()) (*work_)(k);
  } catch (...) {
    const std::lock_guard<std::mutex> lock(failing_);
    if (!failure_) failure_ = std::current_exception();
  }
}

void ThreadPool::serve(int number) {
  for (std::uint32_t seen = 0;;) {
    wait_until(called_, [&](std::uint32_t called) { return called != seen; });
    ++seen;
    if (work_ == nullptr) return;
    do_share(number);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

}  // namespace carom::sim
