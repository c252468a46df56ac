#pragma once
#include <emscripten/emscripten.h>

#include <string>
#include <utility>
#include <vector>

#include "c/src/guard.hpp"

// What bindings/wasm/js wraps besides carom/carom.h, with the same manners: a status, and carom_message. Texts and
// numbers are left in one place, from which the caller copies them before the next call.
namespace carom::wasm {

struct Reply {
  std::string text;
  std::vector<double> numbers;
  std::vector<float> floats;
};

Reply& reply();

/// Runs `act(reply)` with an empty reply.
template <class Act>
carom_status answer(Act&& act) noexcept {
  return c::guarded([&] {
    Reply& to = reply();
    to.text.clear();
    to.numbers.clear();
    to.floats.clear();
    std::forward<Act>(act)(to);
  });
}

}  // namespace carom::wasm
