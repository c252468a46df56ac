#pragma once

namespace carom::math {

/// std::bit_cast, which the standard library of Emscripten 3.1.6 lacks.
template <class To, class From>
constexpr To bits_as(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace carom::math
