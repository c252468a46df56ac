#include "io/exchange/message_pack.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace carom::io {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostDimensions = 4;

class MessagePackReader {
 public:
  MessagePackReader(std::string_view bytes, const std::string& origin) : bytes_(bytes), origin_(origin) {}

  Json document() {
    Json value = read(0);
    if (at_ != bytes_.size()) fail(fmt::format("{} bytes more", bytes_.size() - at_), "the end of the file");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& got, const std::string& expected) const {
    throw input_error(origin_, fmt::format("byte {}", at_), got, expected);
  }

  std::string_view take(std::size_t count) {
    if (count > bytes_.size() - at_)
      fail(fmt::format("{} bytes up to the end", bytes_.size() - at_), fmt::format("{} bytes", count));
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }

  /// A number of so many bytes, the highest first.
  std::uint64_t unsigned_number(std::size_t count) {
    std::uint64_t value = 0;
    for (const char byte : take(count)) value = value << 8 | static_cast<std::uint8_t>(byte);
    return value;
  }

  std::size_t length(std::size_t count) { return static_cast<std::size_t>(unsigned_number(count)); }

  Json signed_number(std::size_t count) {
    const auto shift = static_cast<int>(64 - 8 * count);
    const std::int64_t value = static_cast<std::int64_t>(unsigned_number(count) << shift) >> shift;
    return value < 0 ? Json(value) : Json(static_cast<std::uint64_t>(value));
  }

  Json finite(double value) const {
    if (!std::isfinite(value)) fail(fmt::format("{}", value), "a finite number");
    return value;
  }

  Json read(std::size_t depth) {
    if (depth == kDeepest) fail(fmt::format("values nested deeper than {}", kDeepest), "fewer levels");
    const auto type = static_cast<std::uint8_t>(take(1).front());
    if (type < 0x80) return type;
    if (type < 0x90) return map(type & 0x0fU, depth);
    if (type < 0xa0) return list(type & 0x0fU, depth);
    if (type < 0xc0) return text(type & 0x1fU);
    if (type >= 0xe0) return static_cast<std::int8_t>(type);
    switch (type) {
      case 0xc0:
        return nullptr;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
        return binary(length(1));
      case 0xc5:
        return binary(length(2));
      case 0xc6:
        return binary(length(4));
      case 0xca:
        return finite(std::bit_cast<float>(static_cast<std::uint32_t>(unsigned_number(4))));
      case 0xcb:
        return finite(std::bit_cast<double>(unsigned_number(8)));
      case 0xcc:
        return unsigned_number(1);
      case 0xcd:
        return unsigned_number(2);
      case 0xce:
        return unsigned_number(4);
      case 0xcf:
        return unsigned_number(8);
      case 0xd0:
        return signed_number(1);
      case 0xd1:
        return signed_number(2);
      case 0xd2:
        return signed_number(4);
      case 0xd3:
        return signed_number(8);
      case 0xd9:
        return text(length(1));
      case 0xda:
        return text(length(2));
      case 0xdb:
        return text(length(4));
      case 0xdc:
        return list(length(2), depth);
      case 0xdd:
        return list(length(4), depth);
      case 0xde:
        return map(length(2), depth);
      case 0xdf:
        return map(length(4), depth);
      default:
        --at_;
        fail(fmt::format("the type 0x{:02x}", type), "a MessagePack value of a saved system");
    }
  }

  std::string text(std::size_t size) { return in_utf8(std::string(take(size))); }

  /// Texts go into files of JSON, which are in UTF-8.
  std::string in_utf8(std::string text) const {
    if (!is_utf8(text)) fail("a text of other bytes", "one in UTF-8");
    return text;
  }

  Json binary(std::size_t size) {
    const std::string_view data = take(size);
    return Json::binary({data.begin(), data.end()});
  }

  /// Every value takes a byte at least: a list cannot be longer than what is left.
  void expect_room(std::size_t count) const {
    if (count > bytes_.size() - at_)
      fail(fmt::format("{} values in {} bytes", count, bytes_.size() - at_), "at most one a byte");
  }

  Json list(std::size_t size, std::size_t depth) {
    expect_room(size);
    Json values = Json::array();
    for (std::size_t i = 0; i < size; ++i) values.push_back(read(depth + 1));
    return values;
  }

  std::string key(std::size_t depth) {
    const Json key = read(depth + 1);
    if (key.is_string()) return key.get<std::string>();
    if (!key.is_binary()) fail(shown(key), "a text as a key");
    const auto& data = key.get_binary();
    return in_utf8({data.begin(), data.end()});
  }

  Json map(std::size_t size, std::size_t depth) {
    expect_room(size);
    Json values = Json::object();
    for (std::size_t i = 0; i < size; ++i) {
      std::string name = key(depth);
      if (values.contains(name)) fail("a second key " + shown(name), "every key at most once");
      values[std::move(name)] = read(depth + 1);
    }
    return values.contains("nd") ? numpy(values) : values;
  }

  Json numpy(const Json& array) const {
    const auto type = array.value("type", Json());
    const auto data = array.find("data");
    if (type != "<f8" || data == array.end() || !data->is_binary())
      fail("an array of NumPy of the type " + shown(type), "one of doubles, \"<f8\"");
    const auto& bytes = data->get_binary();
    std::vector<std::size_t> shape;
    std::size_t count = 1;
    if (array.value("nd", Json()) != false) {
      const Json sizes = array.value("shape", Json());
      if (!sizes.is_array() || sizes.size() > kMostDimensions) fail(shown(sizes), "a shape of at most 4 sizes");
      for (const Json& size : sizes) {
        if (!size.is_number_unsigned() || size.get<std::uint64_t>() > bytes.size()) fail(shown(sizes), "a shape");
        shape.push_back(size.get<std::size_t>());
        count *= shape.back();
        if (count > bytes.size()) fail(shown(sizes), "a shape that its bytes fill");
      }
    }
    if (count * sizeof(double) != bytes.size())
      fail(fmt::format("{} bytes", bytes.size()), fmt::format("{} doubles", count));
    const std::uint8_t* next = bytes.data();
    return nested(shape, 0, next);
  }

  Json nested(const std::vector<std::size_t>& shape, std::size_t level, const std::uint8_t*& next) const {
    if (level == shape.size()) {
      double value = 0;
      std::memcpy(&value, next, sizeof value);
      next += sizeof value;
      return finite(value);
    }
    Json list = Json::array();
    for (std::size_t i = 0; i < shape[level]; ++i) list.push_back(nested(shape, level + 1, next));
    return list;
  }

  std::string_view bytes_;
  const std::string& origin_;
  std::size_t at_ = 0;
};

void put(std::uint64_t value, std::size_t count, std::string& bytes) {
  for (std::size_t k = count; k-- > 0;) bytes += static_cast<char>(value >> 8 * k & 0xff);
}

/// A type byte with the size in it where it is small, or one for sizes of 16 and of 32 bits.
void put_size(std::size_t size, unsigned small, std::size_t most_small, unsigned medium, std::string& bytes) {
  if (size <= most_small) {
    put(small | size, 1, bytes);
  } else if (size <= 0xffff) {
    put(medium, 1, bytes);
    put(size, 2, bytes);
  } else {
    put(medium + 1, 1, bytes);
    put(size, 4, bytes);
  }
}

void put_text(const std::string& text, std::string& bytes) {
  if (text.size() < 32) {
    put(0xa0U | text.size(), 1, bytes);
  } else {
    put(0xdb, 1, bytes);
    put(text.size(), 4, bytes);
  }
  bytes += text;
}

void put_binary(std::string_view data, std::string& bytes) {
  put(0xc6, 1, bytes);
  put(data.size(), 4, bytes);
  bytes += data;
}

void collect(const Json& numbers, std::string& data) {
  if (numbers.is_array()) {
    for (const Json& one : numbers) collect(one, data);
    return;
  }
  const auto value = numbers.get<double>();
  data.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

Json read_message_pack(std::string_view bytes, const std::string& origin) {
  return MessagePackReader(bytes, origin).document();
}

void write_message_pack_map(std::size_t size, std::string& bytes) {
  put_size(size, 0x80, 15, 0xde, bytes);
}

void write_message_pack_list(std::size_t size, std::string& bytes) {
  put_size(size, 0x90, 15, 0xdc, bytes);
}

void write_message_pack(const Json& value, std::string& bytes) {
  if (value.is_null()) {
    put(0xc0, 1, bytes);
  } else if (value.is_boolean()) {
    put(value.get<bool>() ? 0xc3 : 0xc2, 1, bytes);
  } else if (value.is_number_integer()) {
    put(0xd3, 1, bytes);
    put(static_cast<std::uint64_t>(value.get<std::int64_t>()), 8, bytes);
  } else if (value.is_number()) {
    put(0xcb, 1, bytes);
    put(std::bit_cast<std::uint64_t>(value.get<double>()), 8, bytes);
  } else if (value.is_string()) {
    put_text(value.get_ref<const std::string&>(), bytes);
  } else if (value.is_array()) {
    write_message_pack_list(value.size(), bytes);
    for (const Json& one : value) write_message_pack(one, bytes);
  } else {
    write_message_pack_map(value.size(), bytes);
    for (const auto& [key, one] : value.items()) {
      put_text(key, bytes);
      write_message_pack(one, bytes);
    }
  }
}

void write_numpy_array(const Json& numbers, std::string& bytes) {
  std::string data;
  collect(numbers, data);
  Json shape = Json::array();
  for (const Json* level = &numbers; level->is_array(); level = &level->front()) {
    shape.push_back(level->size());
    if (level->empty()) break;
  }
  write_message_pack_map(5, bytes);
  put_binary("nd", bytes);
  write_message_pack(true, bytes);
  put_binary("type", bytes);
  write_message_pack("<f8", bytes);
  put_binary("kind", bytes);
  put_binary("", bytes);
  put_binary("shape", bytes);
  write_message_pack(shape, bytes);
  put_binary("data", bytes);
  put_binary(data, bytes);
}

}  // namespace carom::io
