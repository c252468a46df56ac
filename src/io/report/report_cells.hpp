#pragma once
#include <nlohmann/json.hpp>

#include "io/draw/appearance.hpp"
#include "io/record/history.hpp"

namespace carom::io {

/// The cells that a scene shows, with the times at which others are marked, as a report holds them. A ball that the
/// history does not know is marked where it is at the end.
template <int D>
nlohmann::json report_cells(const Scene<D>& scene, const Appearances<D>& looks, const World<D>& world,
                            const History<D>& history, double from);

}  // namespace carom::io
