#include "common/message.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

namespace {

struct Letter {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  ///< 0: not UTF-8
};

/// The letter that `text` begins with, in UTF-8 (RFC 3629).
Letter first_letter(std::string_view text) {
  struct Form {
    std::uint32_t mask, lead, least;
  };
  constexpr std::array<Form, 4> kForms = {
      {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}}};
  const auto byte = [&](std::size_t k) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[k])); };
  for (std::size_t more = 0; more < kForms.size(); ++more) {
    const Form& form = kForms[more];
    if ((byte(0) & form.mask) != form.lead) continue;
    if (text.size() <= more) return {};
    std::uint32_t code = byte(0) & ~form.mask;
    for (std::size_t k = 1; k <= more; ++k) {
      if ((byte(k) & 0xc0) != 0x80) return {};
      code = code << 6 | (byte(k) & 0x3f);
    }
    if (code < form.least || code > 0x10ffff) return {};
    return {code, more + 1};
  }
  return {};
}

bool steers(std::uint32_t code) {
  const auto within = [code](std::uint32_t low, std::uint32_t high) { return code >= low && code <= high; };
  if (code == '\n' || code == '\t') return false;
  const bool control = code < 0x20 || within(0x7f, 0x9f);
  const bool turns_order = code == 0x61c || within(0x200e, 0x200f) || within(0x202a, 0x202e) || within(0x2066, 0x2069);
  const bool ends_line = within(0x2028, 0x2029);
  return control || turns_order || ends_line;
}

void put(std::FILE* to, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), to);  // what fails shows when all is flushed
}

void put_line(std::string_view kind, std::string_view text) {
  std::string line = visible(text);
  for (std::size_t at = 0; (at = line.find('\n', at)) != std::string::npos;) line.replace(at, 1, "\\n");
  put(stderr, fmt::format("carom: {}{}\n", kind, line));
}

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    if (letter.bytes == 0)
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (!steers(letter.code))
      shown += text.substr(0, letter.bytes);
    else
      shown += letter.code < 0x80 ? fmt::format("\\x{:02x}", letter.code) : fmt::format("\\u{:04x}", letter.code);
    text.remove_prefix(letter.bytes == 0 ? 1 : letter.bytes);
  }
  return shown;
}

void say_text(std::string_view text) {
  put(stdout, visible(text));
}

void print_error(std::string_view text) {
  put_line("error: ", text);
}

void print_warning(std::string_view text) {
  put_line("warning: ", text);
}

void print_note(std::string_view text) {
  put_line("", text);
}
