#pragma once
#include <array>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/observer.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// Their names, in the order of `Observable`.
inline constexpr std::array<std::string_view, 14> kObservableNames = {
    "pressure", "temperature",  "collisions", "msd",    "velocities", "rdf",   "cells",
    "rotation", "coordination", "packing",    "stress", "forces",     "walls", "flow"};

/// The observables of these names, or for "all" every one that the scene allows. InputError for an unknown name and for
/// one that needs a periodic box, balls that spin, a window or a gate, where there is none.
template <int D>
CAROM_VISIBLE std::vector<Observable> observables_named(std::span<const std::string> names, const Scene<D>& scene);

/// A measured curve y(x), such as a pair distribution.
struct Curve {
  std::string name;
  std::string title;
  std::string x_name;
  std::vector<double> x, y;
  std::vector<double> expected{};  ///< what theory says, where it does
};

/// What an observer of observables has to show, in a report: series over time, thinned, and curves.
class Measured {
 public:
  virtual ~Measured() = default;
  /// Over times().
  virtual std::vector<std::string> series_names() const = 0;
  /// Rows of time and a value for each series; NaN where there is none.
  virtual const std::vector<std::vector<double>>& rows() const = 0;
  virtual std::vector<Curve> curves() const = 0;
};

template <int D>
class ObservablesObserver : public Observer<D>, public Measured {};

/// Measures at every frame, and over the time since the last one, and writes observables.csv and observables.h5 into
/// `folder` (docs/formats/observables.md).
template <int D>
CAROM_VISIBLE std::unique_ptr<ObservablesObserver<D>> make_observables(const std::filesystem::path& folder,
                                                                       std::span<const Observable> what,
                                                                       Opening opening = Opening::fresh);

}  // namespace carom::io

#pragma GCC visibility pop
