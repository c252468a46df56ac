#pragma once
#include "carom/io/run.hpp"

/// Runs the beginning of a scene, at most about two seconds of it, into a folder that is thrown away, and prints what
/// the whole run may take: events, time, memory, disk.
void print_estimate(const carom::io::AnyScene& scene, const carom::io::RunOptions& options, bool json);
