#include "io/exchange/web_text.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

#include "io/json/base64.hpp"
#include "io/json/json_text.hpp"

namespace carom::io {
namespace {

constexpr int kRaw = -15;  // windowBits: no header of zlib or gzip around the data

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '-' || c == '+') return 62;
  if (c == '_' || c == '/') return 63;
  return -1;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The state of zlib's decoder, given back at the end.
struct Inflater {
  z_stream stream{};

  Inflater() {
    if (inflateInit2(&stream, kRaw) != Z_OK) throw std::runtime_error("zlib: inflateInit2 failed");
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream); }
};

Bytef* zlib_bytes(std::string_view bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib reads them only
}

}  // namespace

std::string base64_url(std::string_view bytes) {
  std::string text = base64(bytes);
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  text.erase(std::find(text.begin(), text.end(), '='), text.end());
  return text;
}

std::string from_base64_url(std::string_view text, const std::string& origin, const std::string& place) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) throw input_error(origin, place, "a text that is cut off", "base 64");
  std::string bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) throw input_error(origin, place, shown(std::string(1, c)), "a digit of base 64");
    group = group << 6 | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xff);
  }
  return bytes;
}

std::string deflated(std::string_view bytes) {
  z_stream stream{};
  constexpr int kUsualMemory = 8;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kRaw, kUsualMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib: deflateInit2 failed");
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = zlib_bytes(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = zlib_bytes(out);
  stream.avail_out = static_cast<uInt>(out.size());
  const int done = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (done != Z_STREAM_END) throw std::runtime_error("zlib: deflate failed");
  return out;
}

std::string inflated(std::string_view bytes, std::size_t most, const std::string& origin, const std::string& place) {
  Inflater inflater;
  z_stream& stream = inflater.stream;
  stream.next_in = zlib_bytes(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  std::array<char, 1 << 14> chunk;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = chunk.size();
    state = inflate(&stream, Z_NO_FLUSH);
    if (state == Z_DATA_ERROR) throw input_error(origin, place, "bytes that are none", "raw DEFLATE");
    const std::size_t got = chunk.size() - stream.avail_out;
    if (got > most - out.size())
      throw input_error(origin, place, fmt::format("more than {} bytes when unpacked", most), "fewer");
    out.append(chunk.data(), got);
    if (state != Z_STREAM_END && got == 0) throw input_error(origin, place, "data that are cut off", "raw DEFLATE");
  }
  return out;
}

std::string percent_decoded(std::string_view text, const std::string& origin, const std::string& place) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = high < 0 ? -1 : hex_digit(text[i + 2]);
      if (low < 0)
        throw input_error(origin, place, shown(std::string(text.substr(i, 3))), "% and two hexadecimal digits");
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

}  // namespace carom::io
