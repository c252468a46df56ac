// When threads give up working together and begin again. What windows take here is made up: one that is done together
// takes half as long as alone, where the cores are free, and several times as long where they are not.
#include "sim/domain/threads/thread_governor.hpp"

#include <gtest/gtest.h>

namespace carom::sim {
namespace {

constexpr double kAlone = 1.2e-3;

/// Seconds that a window takes, and those of processors that it gets.
ThreadGovernor::Sample window(const ThreadGovernor& pace, bool is_busy) {
  if (pace.is_alone()) return {is_busy ? 2 * kAlone : kAlone, kAlone, 1};
  return is_busy ? ThreadGovernor::Sample{6e-3, 6e-3, 1} : ThreadGovernor::Sample{0.6e-3, 1.19e-3, 1};
}

/// How many of some windows were done alone.
int alone(ThreadGovernor& pace, bool is_busy, int windows) {
  int count = 0;
  for (int k = 0; k < windows; ++k) {
    count += pace.is_alone() ? 1 : 0;
    pace.note(window(pace, is_busy));
  }
  return count;
}

TEST(ThreadGovernor, TogetherWhereCoresAreFree) {
  ThreadGovernor pace(2);
  EXPECT_EQ(alone(pace, false, 100000), 0);
}

// After one round, which are four windows here, and but for trials of a round, which become rare.
TEST(ThreadGovernor, AloneWhereTheyAreNot) {
  ThreadGovernor pace(2);
  EXPECT_EQ(alone(pace, true, 50), 46);
  alone(pace, true, 100000);
  EXPECT_GE(alone(pace, true, 100000), 99000);
}

// Within twice the time for which they were not.
TEST(ThreadGovernor, TogetherAgain) {
  ThreadGovernor pace(2);
  alone(pace, true, 2000);
  alone(pace, false, 8000);
  EXPECT_EQ(alone(pace, false, 1000), 0);
}

// Threads may get little time and be sooner done nevertheless: then it is not tried again and again.
TEST(ThreadGovernor, TogetherWhereThatIsSooner) {
  ThreadGovernor pace(2);
  int count = 0;
  for (int k = 0; k < 100000; ++k) {
    count += pace.is_alone() ? 1 : 0;
    pace.note(pace.is_alone() ? ThreadGovernor::Sample{1.2e-3, 1.2e-3, 1} : ThreadGovernor::Sample{1e-3, 1.4e-3, 1});
  }
  EXPECT_GT(count, 0);
  EXPECT_LE(count, 1000);
}

}  // namespace
}  // namespace carom::sim
