#pragma once
#include <cstdint>
#include <exception>
#include <string>

#pragma GCC visibility push(default)

namespace carom::io {

/// The most memory that this process may take, and what says so.
struct MemoryLimit {
  std::uint64_t bytes = 0;
  std::string source;  ///< "ulimit -v", "ulimit -d", "the control group" or "this machine"
};

/// The least of the limits that the shell (ulimit), a control group and the machine's memory and swap set. Where the
/// system tells nothing, there is none: 2^64 − 1 bytes.
MemoryLimit memory_limit();

/// Makes asking for more than `memory_limit` fail (std::bad_alloc) where a control group or the machine would kill the
/// program without a word.
void hold_to_memory_limit();

/// What an error says. One that tells of no memory says how much there was and what the limit is.
std::string reason(const std::exception& error);

/// A count of bytes for people: "1.5 GB".
std::string readable_bytes(double count);

}  // namespace carom::io

#pragma GCC visibility pop
