#pragma once
#include <algorithm>

namespace carom::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr int kShare = 20;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr int kShare = 20;
#else
inline constexpr int kShare = 1;
#endif
#else
inline constexpr int kShare = 1;
#endif

/// How many rounds of a long test are played: all, but a twentieth where the address sanitizer looks at each access,
/// which in tests that are not optimised takes some fifty times as long.
constexpr int rounds(int all) {
  return std::max(1, all / kShare);
}

}  // namespace carom::test
