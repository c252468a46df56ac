#pragma once

namespace carom::detail {

/// Asks for a cache line that is needed soon: in the second cache, as what is asked for ahead is more than the first
/// one holds. GCC 12 takes a function that only does that for one that does nothing, and drops its calls; the empty
/// statement tells it otherwise.
inline void fetch_line(const void* at) {
  __builtin_prefetch(at, 0, 2);
  asm volatile("");
}

}  // namespace carom::detail
