#pragma once
#include <filesystem>
#include <functional>

#include "io/describe/facts.hpp"

namespace carom::io {

bool begins_as_hdf5(const std::filesystem::path& file);

/// What a trajectory.h5 or an events.h5 holds, read by a child process: a file may lead to others, and HDF5 crashes at
/// some that are damaged. InputError if it is neither.
Facts h5_facts(const std::filesystem::path& file);

/// What that child process does: `opened` is called once HDF5 has the file. For those who survive its crashes
/// (fuzz/warm_reader.hpp).
Facts h5_facts_in_this_process(const std::filesystem::path& file, const std::function<void()>& opened);

}  // namespace carom::io
