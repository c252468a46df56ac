#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "carom/io/query.hpp"
#include "reply.hpp"

namespace {

carom::io::Question question_named(std::string_view name) {
  const auto& names = carom::io::kQuestionNames;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw std::invalid_argument(fmt::format("question: got \"{}\", expected one of {}", name, fmt::join(names, ", ")));
  return static_cast<carom::io::Question>(found - names.begin());
}

}  // namespace

/// One question about two shapes, as docs/formats/query.md spells both it and the answer.
extern "C" EMSCRIPTEN_KEEPALIVE bool carom_query(const char* question, const char* line) {
  return carom::wasm::answer(
      [&](carom::wasm::Reply& to) { to.text = carom::io::answer_query(question_named(question), line); });
}
