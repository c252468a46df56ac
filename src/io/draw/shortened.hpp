#pragma once
#include <string>

namespace carom::io {

/// The text, cut between characters of UTF-8 to at most `length` bytes and an ellipsis.
inline std::string shortened(const std::string& text, std::size_t length) {
  if (text.size() <= length) return text;
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
  return text.substr(0, length) + "…";
}

}  // namespace carom::io
