#pragma once
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

// Pages in one file: a template, filled in.
namespace carom::io {

/// `text` with each {{name}} replaced by its value.
std::string filled(std::string_view text, std::initializer_list<std::pair<std::string_view, std::string_view>> values);

std::string html_text(std::string_view text);

/// JSON that no HTML parser takes for the end of its script: '<' occurs in strings only.
std::string script_text(const nlohmann::json& data);

std::string script_element(std::initializer_list<std::string_view> sources);

}  // namespace carom::io
