#include "sim/domain/threads/thread_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace carom::sim {
namespace {

/// Which thread did which work, and how often each was done, in so many rounds.
struct Done {
  Done(ThreadPool& pool, int works, int rounds)
      : times(static_cast<std::size_t>(works)), by(static_cast<std::size_t>(works)) {
    for (int round = 0; round < rounds; ++round)
      pool.run([&](int k) {
        ++times[static_cast<std::size_t>(k)];
        by[static_cast<std::size_t>(k)] = std::this_thread::get_id();
      });
  }
  bool is_each_done(int rounds) const {
    return std::all_of(times.begin(), times.end(), [&](int count) { return count == rounds; });
  }
  std::vector<int> times;
  std::vector<std::thread::id> by;
};

TEST(ThreadPool, DoesEveryWorkOnceWithAnyNumberOfThreads) {
  for (const int works : {1, 2, 3, 7, 20})
    for (const int threads : {1, 2, 3, 5, 8}) {
      ThreadPool pool(works, threads);
      EXPECT_EQ(pool.threads(), std::min(works, threads));
      EXPECT_TRUE(Done(pool, works, 1).is_each_done(1)) << works << ' ' << threads;
      EXPECT_TRUE(Done(pool, works, 50).is_each_done(50)) << works << ' ' << threads;
    }
}

// As documented: thread t does t, t + threads and so on, and the caller is thread 0.
TEST(ThreadPool, DealsWorkOutInTurn) {
  ThreadPool pool(10, 3);
  const Done done(pool, 10, 20);
  EXPECT_EQ(done.by[0], std::this_thread::get_id());
  for (std::size_t a = 0; a < 10; ++a)
    for (std::size_t b = 0; b < 10; ++b) EXPECT_EQ(done.by[a] == done.by[b], a % 3 == b % 3) << a << ' ' << b;
}

TEST(ThreadPool, LeavesAllToTheCallerWhileThatIsSaid) {
  ThreadPool pool(6, 3);
  pool.set_alone(true);
  const Done alone(pool, 6, 5);
  EXPECT_TRUE(alone.is_each_done(5));
  EXPECT_EQ(pool.threads(), 3);
  for (const std::thread::id& by : alone.by) EXPECT_EQ(by, std::this_thread::get_id());
  pool.set_alone(false);
  const Done together(pool, 6, 5);
  EXPECT_TRUE(together.is_each_done(5));
  EXPECT_NE(together.by[1], std::this_thread::get_id());
}

TEST(ThreadPool, ReturnsWhenAllHaveReturned) {
  ThreadPool pool(4, 4);
  std::vector<int> results(4);
  for (int round = 0; round < 200; ++round) {
    pool.run([&](int k) { results[static_cast<std::size_t>(k)] = round * k; });
    for (int k = 0; k < 4; ++k) ASSERT_EQ(results[static_cast<std::size_t>(k)], round * k);
  }
}

TEST(ThreadPool, EndsWithoutHavingWorked) {
  const ThreadPool pool(8, 4);
  EXPECT_EQ(pool.threads(), 4);
}

TEST(ThreadPool, PassesOnWhatIsThrownWhenAllHaveReturned) {
  for (const int thrower : {0, 1, 6}) {
    ThreadPool pool(7, 3);
    std::atomic<int> others = 0;
    const auto work = [&](int k) {
      if (k == thrower) throw std::bad_alloc();
      ++others;
    };
    EXPECT_THROW(pool.run(work), std::bad_alloc);
    EXPECT_GE(others, 4);  // the shares of the other two threads
    EXPECT_NO_THROW(pool.run([](int) {}));
  }
}

}  // namespace
}  // namespace carom::sim
