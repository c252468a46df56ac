#pragma once
#include "carom/io/run.hpp"

namespace carom::io {

/// The scene with what the options say in place of its own. InputError for a value of the options that makes no sense.
template <int D>
Scene<D> as_asked(const Scene<D>& scene, const RunOptions& options);

}  // namespace carom::io
