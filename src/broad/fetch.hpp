#pragma once

namespace carom::detail {

/// Asks for a cache line that is needed soon. GCC 12 takes a function that only does that for one that does nothing,
/// and drops its calls; the empty statement tells it otherwise.
inline void fetch_line(const void* at) {
  __builtin_prefetch(at);
  asm volatile("");
}

}  // namespace carom::detail
