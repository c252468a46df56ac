#include "io/json/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace carom::io {
namespace {

enum class TextKind { file, line };

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxShown = 60;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string cut(std::string text) {
  if (text.size() <= kMaxShown) return text;
  std::size_t end = kMaxShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not inside a UTF-8 character
  text.resize(end);
  return text + "…";
}

// Builds the document and knows the place of every value as it comes.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(const std::string& text, const std::string& origin, TextKind kind)
      : text_(text), origin_(origin), kind_(kind) {}

  Json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (open_.back()->contains(name)) {
      fail(join_place(place(false), name), "a second field of this name", "every field at most once");
    }
    keys_.back() = name;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) fail(place(true), cut(token), "a number below 1.8e308 in size");
    syntax_error(position, token, error.what());
  }

 private:
  template <class Value>
  bool add(Value&& value) {
    put(std::forward<Value>(value));
    return true;
  }

  Json* put(Json value) {
    if (open_.empty()) return &(root_ = std::move(value));
    Json& parent = *open_.back();
    if (parent.is_object()) return &(parent[keys_.back()] = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }

  bool open(Json value) {
    if (open_.size() == kMaxDepth) {
      fail(cut(place(true)), fmt::format("lists or objects nested deeper than {}", kMaxDepth), "fewer levels");
    }
    open_.push_back(put(std::move(value)));
    keys_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  // The place of the innermost open list or object, or of the value that comes next in it.
  std::string place(bool of_next_value) const {
    std::string path;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const bool last = i + 1 == open_.size();
      if (last && !of_next_value) break;
      const std::size_t size = open_[i]->size();
      path = open_[i]->is_object() ? join_place(path, keys_[i]) : join_place(path, last ? size : size - 1);
    }
    return path;
  }

  [[noreturn]] void fail(const std::string& where, const std::string& got, const std::string& expected) const {
    throw input_error(origin_, where.empty() ? whole() : where, got, expected);
  }

  // Where the value begins that the parser stumbled over after `read` characters: a whole word or text, or one
  // character.
  std::size_t error_begin(std::size_t read, const std::string& token, const std::string& what) const {
    if (what.find("unexpected string literal") != std::string::npos) return read - std::min(token.size(), read);
    std::size_t begin = read == 0 ? 0 : read - 1;
    const bool broken_word =
        what.find("invalid literal") != std::string::npos || what.find("invalid number") != std::string::npos;
    if (broken_word || is_word(text_[begin]))
      while (begin > 0 && is_word(text_[begin - 1])) --begin;
    return begin;
  }

  std::string whole() const { return kind_ == TextKind::line ? "the line" : "the file"; }

  std::string word_at(std::size_t begin) const {
    std::size_t end = begin;
    while (end < text_.size() && is_word(text_[end])) ++end;
    return text_.substr(begin, std::min(end - begin, kMaxShown));
  }

  [[noreturn]] void syntax_error(std::size_t position, const std::string& token, const std::string& what) const {
    const std::size_t read = std::min(position, text_.size());
    const bool at_end = position > text_.size() || text_.empty();
    const std::size_t begin = at_end ? text_.size() : error_begin(read, token, what);
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
    const std::size_t newline = begin == 0 ? std::string::npos : text_.rfind('\n', begin - 1);
    const std::size_t column = newline == std::string::npos ? begin + 1 : begin - newline;
    std::string got = at_end ? "the end of " + whole() : word_at(begin);
    if (got.empty()) got = Json(text_.substr(begin, read - begin)).dump(-1, ' ', true, Json::error_handler_t::replace);
    const std::string at = fmt::format("column {}", column);
    fail(kind_ == TextKind::line ? at : fmt::format("line {}, {}", line, at), cut(got), expectation(got, what));
  }

  static std::string expectation(std::string got, const std::string& what) {
    std::transform(got.begin(), got.end(), got.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    if (got == "nan" || got == "inf" || got == "infinity") return "a number (JSON has neither NaN nor infinity)";
    if (const std::size_t at = what.rfind("expected "); at != std::string::npos) return what.substr(at + 9);
    const std::size_t dash = what.find(": syntax error");
    return "valid JSON" + (dash == std::string::npos ? "" : " (" + cut_reason(what.substr(dash + 2)) + ")");
  }

  // "syntax error while parsing value - invalid literal; last read: 'x'" → "invalid literal"
  static std::string cut_reason(const std::string& reason) {
    const std::size_t from = reason.find(" - ");
    const std::size_t to = reason.find("; last read");
    if (from == std::string::npos) return reason;
    return reason.substr(from + 3, to == std::string::npos ? to : to - from - 3);
  }

  const std::string& text_;
  const std::string& origin_;
  TextKind kind_;
  Json root_;
  std::vector<Json*> open_;
  std::vector<std::string> keys_;
};

Json parse(const std::string& text, const std::string& origin, TextKind kind) {
  Builder builder(text, origin, kind);
  Json::sax_parse(text, &builder);
  return builder.take();
}

}  // namespace

InputError input_error(const std::string& origin, const std::string& place, const std::string& got,
                       const std::string& expected) {
  return InputError(
      fmt::format("{}{}{}: got {}, expected {}", origin, origin.empty() ? "" : ": ", place, got, expected));
}

Json parse_json(const std::string& text, const std::string& origin) {
  return parse(text, origin, TextKind::file);
}

Json parse_json_line(const std::string& line) {
  return parse(line, "", TextKind::line);
}

bool is_utf8(const std::string& text) {
  try {
    Json(text).dump();
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

std::string shown(const Json& value) {
  if (value.is_array() && value.size() > kMaxShown) return fmt::format("a list of {}", value.size());
  if (value.is_object() && value.size() > 8) return fmt::format("an object of {} fields", value.size());
  return cut(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string join_place(const std::string& parent, const std::string& key) {
  return parent.empty() ? key : parent + '.' + key;
}

std::string join_place(const std::string& parent, std::size_t index) {
  return parent + '[' + std::to_string(index) + ']';
}

}  // namespace carom::io
