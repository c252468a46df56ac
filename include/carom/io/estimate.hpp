#pragma once
#include "carom/io/run.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// What a run may take.
struct Estimate {
  double sampled = 0;  ///< units of the scene's time that were run
  double asked = 0;    ///< and that the whole has
  double events = 0;
  double seconds = 0;  ///< of wall time
  double memory = 0;   ///< bytes, at most
  double disk = 0;     ///< bytes
};

/// From a sample of two seconds into a folder that is thrown away, if the run goes on as it begins. std::runtime_error
/// if the sample gets nowhere; else as `run`.
Estimate estimate(const AnyScene& scene, const RunOptions& options);

}  // namespace carom::io

#pragma GCC visibility pop
