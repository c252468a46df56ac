#pragma once
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "carom/io/observables.hpp"
#include "io/draw/extent.hpp"
#include "io/record/event_sample.hpp"
#include "io/record/frames.hpp"
#include "io/record/history.hpp"
#include "io/record/samples.hpp"
#include "io/record/sleeps.hpp"

namespace carom::io {

/// All that a report remembers of a run while it goes on.
template <int D>
struct Recording {
  /// For `balls` balls, of which the report shows all.
  explicit Recording(std::size_t balls);

  History<D> history;
  History<D> platforms;  ///< obstacles that move
  Frames<D> frames;      ///< used where the history does not reach
  Samples<D> samples;
  EventSample<D> events;
  Sleeps<D> sleeps;
  ExtentFinder<D> extent;
  double from = 0;
  std::size_t balls_not_shown = 0;

  void archive(Archive& archive) { archive(history, platforms, frames, samples, events, sleeps, extent); }
};

/// What report.html holds as JSON; docs/formats/report.md describes it. `measured` may be null.
template <int D>
nlohmann::json report_data(const Scene<D>& scene, const World<D>& world, const Recording<D>& recording,
                           const Measured* measured);

}  // namespace carom::io
