#pragma once
#include <string>
#include <string_view>

#include "io/json/json_text.hpp"

namespace carom::io {

/// MessagePack (github.com/msgpack/msgpack, spec.md) as JSON: keys are texts or bytes; an array of NumPy, as
/// msgpack-numpy writes it ({"nd": true, "type": "<f8", "shape": …, "data": bytes}), is a list of numbers, lists of
/// lists in more dimensions. InputError with `origin` and the byte for anything else: other types, numbers that are not
/// finite, more than 64 levels, lengths beyond the end.
Json read_message_pack(std::string_view bytes, const std::string& origin);

/// Appends one value: nil, a truth value, a number, a text, a list or an object. Doubles stay doubles.
void write_message_pack(const Json& value, std::string& bytes);
/// Appends a map or a list of so many values, which are to follow.
void write_message_pack_map(std::size_t size, std::string& bytes);
void write_message_pack_list(std::size_t size, std::string& bytes);
/// Appends a list of numbers, or lists of lists of them, all of the same length, as an array of NumPy.
void write_numpy_array(const Json& numbers, std::string& bytes);

}  // namespace carom::io
