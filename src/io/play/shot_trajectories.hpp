#pragma once
#include <filesystem>
#include <string>

#include "carom/io/shot.hpp"

namespace carom::io {

/// InputError unless `rate` is more than 0 and the rows are at most 10⁷.
void expect_trajectories(const ShotSetup& setup, const billiards::Outcome& outcome, double rate);

/// trajectories.csv: every ball on the table, `rate` times a second from 0 on, and at the end of the shot.
std::string trajectories_csv(const ShotSetup& setup, const billiards::Outcome& outcome, double rate);

/// The same numbers as HDF5 (docs/formats/shot.md), NaN where a ball is on the table no more.
void write_trajectories_h5(const ShotSetup& setup, const billiards::Outcome& outcome, double rate,
                           const std::filesystem::path& file);

}  // namespace carom::io
