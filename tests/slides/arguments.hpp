#pragma once
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <utility>

namespace carom::testing {

/// Reads pairs of a name and a number; false where there is anything else.
inline bool read_arguments(int argc, char** argv,
                           std::initializer_list<std::pair<const char*, std::uint64_t*>> numbers) {
  for (int k = 1; k < argc; k += 2) {
    bool known = false;
    for (const auto& [name, number] : numbers) {
      if (k + 1 == argc || std::strcmp(argv[k], name) != 0) continue;
      *number = std::strtoull(argv[k + 1], nullptr, 10);
      known = true;
    }
    if (!known) return false;
  }
  return true;
}

}  // namespace carom::testing
