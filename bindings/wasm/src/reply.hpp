#pragma once
#include <emscripten/emscripten.h>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The C interface that bindings/wasm/js wraps: every call answers true or false, and leaves its text (of a false one:
// what was wrong) and numbers in one place, from which the caller copies them before the next call.
namespace carom::wasm {

struct Reply {
  std::string text;
  std::vector<double> numbers;
  std::vector<float> floats;
};

Reply& reply();

/// std::invalid_argument that names the argument as the JavaScript method does, unless it counts one of so many things.
void expect_one_of(const char* argument, std::int64_t value, std::size_t count, const char* things);

/// Runs `act(reply)` with an empty reply; its exceptions become texts.
template <class Act>
bool answer(Act&& act) {
  Reply& to = reply();
  to.text.clear();
  to.numbers.clear();
  to.floats.clear();
  try {
    std::forward<Act>(act)(to);
    return true;
  } catch (const std::exception& error) {
    to.text = error.what();
    return false;
  }
}

}  // namespace carom::wasm
