#pragma once
#include <filesystem>
#include <memory>

#include "carom/io/observer.hpp"
#include "carom/math/visibility.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// Writes the balls of every frame in the H5MD convention, version 1.1 (docs/formats/trajectory.md).
/// Source: de Buyl, Colberg, Höfling, "H5MD: a structured, efficient, and portable file format for molecular data",
/// Comput. Phys. Commun. 185 (2014).
template <int D>
CAROM_VISIBLE std::unique_ptr<Observer<D>> make_trajectory(const std::filesystem::path& file,
                                                           Opening opening = Opening::fresh);

/// Writes the balls of every frame as extended XYZ (docs/formats/trajectory.md).
template <int D>
CAROM_VISIBLE std::unique_ptr<Observer<D>> make_xyz(const std::filesystem::path& file,
                                                    Opening opening = Opening::fresh);

}  // namespace carom::io

#pragma GCC visibility pop
