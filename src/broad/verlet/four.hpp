#pragma once
#include <cstring>

namespace carom::broad {

/// Writes four numbers as one vector, because they are soon read as such: a processor would have to wait until numbers
/// written one by one have left for the cache.
template <class T>
inline void set_four(T (&to)[4], T a, T b, T c, T d) {
  using Four [[gnu::vector_size(4 * sizeof(T))]] = T;
  const Four four = {a, b, c, d};
  std::memcpy(to, &four, sizeof(four));
}

}  // namespace carom::broad
