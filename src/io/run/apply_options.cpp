#include "io/run/apply_options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/run/run_files.hpp"

namespace carom::io {
namespace {

constexpr double kMostFrames = 1e9;

}  // namespace

template <int D>
void apply_options(Scene<D>& scene, const RunOptions& options) {
  const double now = scene.snapshot ? scene.snapshot->time : 0;
  scene.options.broad_phase = options.search.value_or(scene.options.broad_phase);
  scene.until = options.until.value_or(scene.until);
  scene.frames_per_second = options.frames_per_second.value_or(scene.frames_per_second);
  if (!std::isfinite(scene.until) || scene.until < now)
    throw InputError(fmt::format("until: {} is not a time to run to: expected a number ≥ {}, where the scene starts",
                                 scene.until, now));
  if (!std::isfinite(scene.frames_per_second) || scene.frames_per_second < 0)
    throw InputError(fmt::format("frames per second: {}: expected a number ≥ 0", scene.frames_per_second));
  if (options.checkpoint_every && !(*options.checkpoint_every >= 0 && std::isfinite(*options.checkpoint_every)))
    throw InputError(fmt::format("seconds between checkpoints: {}: expected a number ≥ 0", *options.checkpoint_every));
  if (options.threads < 1 || options.threads > World<D>::kMostThreads)
    throw InputError(
        fmt::format("threads: {}: expected a whole number from 1 to {}", options.threads, World<D>::kMostThreads));
  if (options.most_events == 0) throw InputError("most events: 0: expected a whole number from 1 on");
  if (options.most_seconds && !(*options.most_seconds >= 0))
    throw InputError(fmt::format("most seconds: {}: expected a number ≥ 0", *options.most_seconds));
  observed(scene, options);
  if ((scene.until - now) * scene.frames_per_second > kMostFrames)
    throw InputError(fmt::format("frames per second: {} until {} makes more than {} frames: expected fewer",
                                 scene.frames_per_second, scene.until, kMostFrames));
}

template void apply_options<2>(Scene<2>&, const RunOptions&);
template void apply_options<3>(Scene<3>&, const RunOptions&);

}  // namespace carom::io
