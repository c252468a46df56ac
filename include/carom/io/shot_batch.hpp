#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "carom/billiards/shots.hpp"
#include "carom/io/shot.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// What one shot of a batch came to.
struct ShotRow {
  billiards::Strike strike;
  bool miscue = false;   ///< then it was not played, and the balls lie as before
  bool complete = true;  ///< false: it was stopped before all balls were at rest
  std::uint64_t events = 0;
  double duration = 0;
  int first_ball = -1;         ///< that the cue ball met; −1: none
  std::uint64_t cushions = 0;  ///< that the cue ball met
  bool reached = false;        ///< the goal, if there is one
  std::vector<billiards::ShotBall> balls;
};

/// Plays each stroke from the setup's position, on `threads` threads (0: as many as processors). `goal` may be empty.
/// `progress` is told how many are done, by one thread at a time; once it says false, no more are begun and
/// the rows of those that were not played are left out.
std::vector<ShotRow> play_batch(const ShotSetup& setup, const std::vector<billiards::Strike>& strikes, unsigned threads,
                                const billiards::ShotGoal& goal, const std::function<bool(std::size_t done)>& progress);

/// InputError if there is something at `file` that write_batch must not put a table in the place of: it has not written
/// that.
void expect_batch_or_nothing(const std::filesystem::path& file);
/// One line, or one entry of each data set, per shot (docs/formats/shot.md); HDF5 where the file's name ends with .h5.
void write_batch(const ShotSetup& setup, const std::vector<ShotRow>& rows, const std::filesystem::path& file);

}  // namespace carom::io

#pragma GCC visibility pop
