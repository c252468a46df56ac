#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "carom/io/observer.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// Writes what a run came to: counts, energy, momentum, deepest overlap, state hash (docs/formats/summary.md). Equal
/// runs give equal files but for the objects `search` and `timing`. It tells what the `others`, which end before it,
/// left out.
template <int D>
CAROM_VISIBLE std::unique_ptr<Observer<D>> make_summary(const std::filesystem::path& file,
                                                        std::vector<const Observer<D>*> others = {});

}  // namespace carom::io

#pragma GCC visibility pop
