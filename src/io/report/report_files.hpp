#pragma once
#include <string_view>

/// The pages and scripts of viewer/, put into the library at build time by cmake/EmbedFiles.cmake.
namespace carom::io::report_files {

extern const std::string_view page_html;
extern const std::string_view report_html;
extern const std::string_view shot_html;
extern const std::string_view style_css;
extern const std::string_view plane_js;
extern const std::string_view space_js;
extern const std::string_view shot_js;
extern const std::string_view three_js;

}  // namespace carom::io::report_files
