#pragma once
#include <cstddef>
#include <string>
#include <string_view>

// The wrappings of a text that travels in a link. Errors are InputError with `origin` and `place`.
namespace carom::io {

/// RFC 4648, section 5: base 64 for addresses, without padding.
std::string base64_url(std::string_view bytes);
/// With or without padding.
std::string from_base64_url(std::string_view text, const std::string& origin, const std::string& place);

/// Raw DEFLATE (RFC 1951).
std::string deflated(std::string_view bytes);
/// What is longer than `most` bytes is refused before it is made.
std::string inflated(std::string_view bytes, std::size_t most, const std::string& origin, const std::string& place);

/// "%7B" → "{", "+" → " ": as in the query of an address.
std::string percent_decoded(std::string_view text, const std::string& origin, const std::string& place);

}  // namespace carom::io
