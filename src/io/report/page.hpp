#pragma once
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace carom::io {

/// A report in one file: what all reports have (viewer/src/page.html) around the `content` of its `kind`, "run" or
/// "shot"; the viewer finds `data` under that name. Each script has an element of its own.
std::string page(std::string_view kind, std::string_view title, std::string_view content, const nlohmann::json& data,
                 std::initializer_list<std::string_view> scripts);

}  // namespace carom::io
