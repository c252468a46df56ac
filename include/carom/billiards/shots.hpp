#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "carom/billiards/execution_noise.hpp"
#include "carom/billiards/shot.hpp"

#pragma GCC visibility push(default)

// Many shots from one position: side by side, with the errors of a human hand, and searched for those that do
// something.
namespace carom::billiards {

/// Called once for each stroke, by any of the threads, in any order.
using ShotSink = std::function<void(std::size_t index, const Outcome& outcome)>;

/// Plays every stroke from the same position. The outcomes are those of `play`, whatever the number of threads; 0: as
/// many as the machine has processors. Throws what `play` throws, after all threads have ended.
void play_all(const Table& table, const TableState& state, const std::vector<Strike>& strikes,
              const ShotOptions& options, unsigned threads, const ShotSink& sink);

/// Where a ball ends, over many shots.
struct BallSpread {
  int number = 0;
  double potted = 0;     ///< share of the shots
  double off_table = 0;  ///< share of the shots
  Vec2 mean{};           ///< of the places at rest, of shots that leave it on the table
  double xx = 0;         ///< covariance of these
  double xy = 0;
  double yy = 0;
};

/// What becomes of a stroke under noise.
struct ShotSpread {
  double miscues = 0;             ///< share of the strokes: they are left out of what follows
  std::vector<BallSpread> balls;  ///< in the order of the position
};

/// From `samples` ≥ 1 strokes, number k with the errors of Random(seed, k); the same for any number of threads.
ShotSpread spread(const Table& table, const TableState& state, const Strike& meant, const ExecutionNoise& noise,
                  std::size_t samples, std::uint64_t seed, const ShotOptions& options = {}, unsigned threads = 1);

/// The same under watch: `watch` is called by any of the threads, at least once for each stroke, and what it throws
/// ends all.
ShotSpread spread(const Table& table, const TableState& state, const Strike& meant, const ExecutionNoise& noise,
                  std::size_t samples, std::uint64_t seed, const ShotOptions& options, unsigned threads,
                  const std::function<void()>& watch);

/// Whether the tip is farther from the centre than the cue allows.
bool is_miscue(const Strike& stroke, const Cue& cue);

/// What a shot is to do.
using ShotGoal = std::function<bool(const Outcome& outcome)>;

/// The ball falls into this pocket, or into any, and the cue ball stays on the table.
ShotGoal pots(int number, std::optional<std::size_t> pocket = std::nullopt, int cue_ball = 0);

/// The cue ball meets both balls, in any order, and at least so many cushions before the second one.
ShotGoal plays_carom(int first, int second, int cushions = 0, int cue_ball = 0);

/// Which strokes a search looks at: all of these speeds, tips and elevations, and `headings` directions all around, and
/// as many again across each ball that the cue ball can go for straight away.
struct ShotSearch {
  std::vector<double> speeds = {1, 2, 3.5};                ///< m/s
  std::vector<Vec2> tips = {{0, 0}, {0, 0.3}, {0, -0.3}};  ///< right and up, in radii
  std::vector<double> elevations = {0};                    ///< rad
  std::size_t headings = 720;
  std::size_t most_solutions = 20;
};

struct ShotSolution {
  Strike strike{};
  double tolerance = 0;  ///< rad: the heading may be off by this to either side
};

/// Strokes that reach the goal, the one that forgives the largest error of heading first. Windows of heading that are
/// narrower than the search's steps may be missed; the ends of those found are known to 10⁻⁷ rad.
std::vector<ShotSolution> find_shots(const Table& table, const TableState& state, const ShotGoal& goal,
                                     const ShotSearch& search = {}, const ShotOptions& options = {},
                                     unsigned threads = 1);

}  // namespace carom::billiards

#pragma GCC visibility pop
