#pragma once
#include <functional>
#include <vector>

#include "carom/io/saved_game.hpp"
#include "carom/io/shot_batch.hpp"

/// Plays `count` racks of the file's seed, from its own number on: the setup's stroke with errors of Random(seed, k),
/// at the ball nearest to the cue ball unless `aimed`, which takes the setup's heading. Stops once `progress` says
/// false.
std::vector<carom::io::ShotRow> play_breaks(const carom::io::ShotSetup& setup, const carom::io::RackFile& rack,
                                            std::size_t count, bool aimed,
                                            const carom::billiards::ExecutionNoise& noise, std::uint64_t seed,
                                            const std::function<bool(std::size_t done)>& progress);

/// Prints what became of them.
void say_breaks(const carom::io::RackFile& rack, const std::vector<carom::io::ShotRow>& rows);
