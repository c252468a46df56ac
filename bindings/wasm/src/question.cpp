#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "carom/io/query.hpp"
#include "reply.hpp"

namespace {

std::string_view known(std::string_view question) {
  const auto names = carom::io::question_names();
  if (std::find(names.begin(), names.end(), question) == names.end())
    throw std::invalid_argument(
        fmt::format("question: got \"{}\", expected one of {}", question, fmt::join(names, ", ")));
  return question;
}

}  // namespace

/// One question, as docs/formats/query.md spells both it and the answer.
extern "C" EMSCRIPTEN_KEEPALIVE bool carom_query(const char* question, const char* line) {
  return carom::wasm::answer([&](carom::wasm::Reply& to) { to.text = carom::io::answer_query(known(question), line); });
}
