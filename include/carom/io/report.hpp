#pragma once
#include <filesystem>
#include <memory>

#include "carom/io/observer.hpp"

namespace carom::io {

/// Writes `directory`/report.html: one file, at most 20 MB, that needs neither a server nor a network and plays the
/// run, with plots of energy, momentum and collision rate and a table of events. Where a run is too long for that it is
/// thinned, and the report says so.
template <int D>
std::unique_ptr<Observer<D>> make_report(const std::filesystem::path& directory);

}  // namespace carom::io
