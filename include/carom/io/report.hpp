#pragma once
#include <filesystem>
#include <memory>

#include "carom/io/observables.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// Writes `directory`/report.html: one file, at most 20 MB, that needs neither a server nor a network and plays the
/// run, with plots of energy, momentum and collision rate and a table of events. Where a run is too long for that it is
/// thinned, and the report says so. It plots what was `measured`, which ends before it.
template <int D>
CAROM_VISIBLE std::unique_ptr<Observer<D>> make_report(const std::filesystem::path& directory,
                                                       const Measured* measured = nullptr);

}  // namespace carom::io

#pragma GCC visibility pop
