#include "io/run/scene_as_asked.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/run/run_files.hpp"

namespace carom::io {
namespace {

constexpr double kMostFrames = 1e9;

}  // namespace

template <int D>
Scene<D> as_asked(const Scene<D>& scene, const RunOptions& options) {
  const double now = scene.snapshot ? scene.snapshot->time : 0;
  Scene<D> asked = scene;
  asked.until = options.until.value_or(scene.until);
  asked.frames_per_second = options.frames_per_second.value_or(scene.frames_per_second);
  if (!std::isfinite(asked.until) || asked.until < now)
    throw InputError(fmt::format("until: {} is not a time to run to: expected a number ≥ {}, where the scene starts",
                                 asked.until, now));
  if (!std::isfinite(asked.frames_per_second) || asked.frames_per_second < 0)
    throw InputError(fmt::format("frames per second: {}: expected a number ≥ 0", asked.frames_per_second));
  if (options.checkpoint_every && !(*options.checkpoint_every >= 0 && std::isfinite(*options.checkpoint_every)))
    throw InputError(fmt::format("seconds between checkpoints: {}: expected a number ≥ 0", *options.checkpoint_every));
  if (options.threads < 1 || options.threads > World<D>::kMostThreads)
    throw InputError(
        fmt::format("threads: {}: expected a whole number from 1 to {}", options.threads, World<D>::kMostThreads));
  if (options.most_events == 0) throw InputError("most events: 0: expected a whole number from 1 on");
  if (options.most_seconds && !(*options.most_seconds >= 0))
    throw InputError(fmt::format("most seconds: {}: expected a number ≥ 0", *options.most_seconds));
  observed(scene, options);
  if ((asked.until - now) * asked.frames_per_second > kMostFrames)
    throw InputError(fmt::format("frames per second: {} until {} makes more than {} frames: expected fewer",
                                 asked.frames_per_second, asked.until, kMostFrames));
  return asked;
}

template Scene<2> as_asked<2>(const Scene<2>&, const RunOptions&);
template Scene<3> as_asked<3>(const Scene<3>&, const RunOptions&);

}  // namespace carom::io
