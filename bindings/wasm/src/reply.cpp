#include "reply.hpp"

namespace carom::wasm {

Reply& reply() {
  static Reply only;
  return only;
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
