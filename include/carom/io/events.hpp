#pragma once
#include <filesystem>
#include <memory>

#include "carom/io/observer.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// Writes every event as a line of comma-separated values (docs/formats/events.md). Numbers are the shortest that read
/// back as the same double.
template <int D>
CAROM_VISIBLE std::unique_ptr<Observer<D>> make_events_csv(const std::filesystem::path& file,
                                                           Opening opening = Opening::fresh);

/// Writes every event into an HDF5 file, a data set per column (docs/formats/events.md).
template <int D>
CAROM_VISIBLE std::unique_ptr<Observer<D>> make_events_h5(const std::filesystem::path& file,
                                                          Opening opening = Opening::fresh);

}  // namespace carom::io

#pragma GCC visibility pop
