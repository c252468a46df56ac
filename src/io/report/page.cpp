#include "io/report/page.hpp"

namespace carom::io {

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

std::string script_element(std::initializer_list<std::string_view> sources) {
  std::string element = "<script>\n";
  for (const std::string_view source : sources) element.append(source).append("\n");
  return element + "</script>";
}

}  // namespace carom::io
