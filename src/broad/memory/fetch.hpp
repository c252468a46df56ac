#pragma once

namespace carom::broad {

/// Asks for a cache line that is needed soon: in the second cache, as what is asked for ahead is more than the first
/// one holds. GCC 12 takes a function that only does that for one that does nothing, and drops its calls; the empty
/// statement tells it otherwise.
inline void fetch_line(const void* at) {
  __builtin_prefetch(at, 0, 2);
  asm volatile("");
}

/// The same for an object that may lie in two lines.
template <class T>
inline void fetch_object(const T* at) {
  fetch_line(at);
  fetch_line(reinterpret_cast<const char*>(at + 1) - 1);
}

}  // namespace carom::broad
