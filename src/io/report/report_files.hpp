#pragma once
#include <string_view>

/// The files of src/io/report/, of src/io/shot_report/ and of three.js, put into the library at build time by
/// cmake/EmbedFiles.cmake.
namespace carom::io::report_files {

extern const std::string_view template_html;
extern const std::string_view style_css;
extern const std::string_view format_js;
extern const std::string_view ball_picture_js;
extern const std::string_view data_js;
extern const std::string_view motion_js;
extern const std::string_view stage_js;
extern const std::string_view stage2d_js;
extern const std::string_view stage3d_js;
extern const std::string_view plots_js;
extern const std::string_view events_js;
extern const std::string_view player_js;
extern const std::string_view main_js;
extern const std::string_view three_licence_js;
extern const std::string_view three_min_js;
extern const std::string_view orbit_controls_js;
extern const std::string_view shot_html;
extern const std::string_view shot_css;
extern const std::string_view shot_table_js;
extern const std::string_view shot_motion_js;
extern const std::string_view shot_player_js;

}  // namespace carom::io::report_files
