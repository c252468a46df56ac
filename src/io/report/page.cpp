#include "io/report/page.hpp"

#include <utility>

#include "io/report/report_files.hpp"

namespace carom::io {
namespace {

/// `text` with each {{name}} replaced by its value.
std::string filled(std::string_view text, std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  std::string result;
  while (!text.empty()) {
    const std::size_t open = text.find("{{");
    result += text.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find("}}", open);
    const std::string_view name = text.substr(open + 2, close - open - 2);
    for (const auto& [key, value] : values)
      if (key == name) result += value;
    text.remove_prefix(close + 2);
  }
  return result;
}

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else
      result += c;
  return result;
}

/// JSON that no HTML parser takes for the end of its script: '<' occurs in strings only.
std::string script_text(const nlohmann::json& data) {
  const std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string result;
  result.reserve(text.size());
  for (const char c : text)
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  return result;
}

std::string script_elements(std::initializer_list<std::string_view> scripts) {
  std::string elements;
  for (const std::string_view script : scripts) elements.append("<script>\n").append(script).append("\n</script>");
  return elements;
}

}  // namespace

std::string page(std::string_view kind, std::string_view title, std::string_view content, const nlohmann::json& data,
                 std::initializer_list<std::string_view> scripts) {
  return filled(report_files::page_html, {{"title", html_text(title)},
                                          {"style", report_files::style_css},
                                          {"kind", kind},
                                          {"content", content},
                                          {"data", script_text(data)},
                                          {"viewer", script_elements(scripts)}});
}

}  // namespace carom::io
