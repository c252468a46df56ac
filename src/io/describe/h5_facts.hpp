#pragma once
#include <filesystem>

#include "io/describe/facts.hpp"

namespace carom::io {

bool begins_as_hdf5(const std::filesystem::path& file);

/// What a trajectory.h5 or an events.h5 holds, read by a child process: a file may lead to others, and HDF5 crashes at
/// some that are damaged. InputError if it is neither.
Facts h5_facts(const std::filesystem::path& file);

}  // namespace carom::io
