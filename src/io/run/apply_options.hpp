#pragma once
#include "carom/io/run.hpp"

namespace carom::io {

/// Puts what the options say in place of the scene's own; twice is as good as once. InputError for a value of the
/// options that makes no sense.
template <int D>
void apply_options(Scene<D>& scene, const RunOptions& options);

}  // namespace carom::io
