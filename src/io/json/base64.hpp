#pragma once
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace carom::io {

/// RFC 4648, with padding.
std::string base64(std::string_view bytes);

/// The numbers' bytes as they lie in memory (little-endian on every machine that Carom supports), in base 64.
template <class T>
std::string base64(const std::vector<T>& numbers) {
  return base64(std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)));
}

}  // namespace carom::io
