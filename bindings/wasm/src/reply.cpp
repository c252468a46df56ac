#include "reply.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace carom::wasm {

Reply& reply() {
  static Reply only;
  return only;
}

void expect_one_of(const char* argument, std::int64_t value, std::size_t count, const char* things) {
  if (value >= 0 && static_cast<std::uint64_t>(value) < count) return;
  const std::string expected = count == 0 ? fmt::format("none, as there are no {}", things)
                                          : fmt::format("one of the {} {}, from 0", count, things);
  throw std::invalid_argument(fmt::format("{}: got {}, expected {}", argument, value, expected));
}

}  // namespace carom::wasm

using carom::wasm::reply;

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* carom_text() {
  return reply().text.data();
}

EMSCRIPTEN_KEEPALIVE std::size_t carom_text_size() {
  return reply().text.size();
}

EMSCRIPTEN_KEEPALIVE const double* carom_numbers() {
  return reply().numbers.data();
}

EMSCRIPTEN_KEEPALIVE std::size_t carom_numbers_size() {
  return reply().numbers.size();
}

EMSCRIPTEN_KEEPALIVE const float* carom_floats() {
  return reply().floats.data();
}

EMSCRIPTEN_KEEPALIVE std::size_t carom_floats_size() {
  return reply().floats.size();
}
}
