#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>

#include "carom/io/shot.hpp"

#pragma GCC visibility push(default)

namespace carom::io {

/// Straight from above, or in perspective from one of the long sides.
enum class FilmView { above, space };

struct FilmOptions {
  FilmView view = FilmView::above;
  int width = 1280;  ///< pixels: even, 64 to 3840
  int height = 720;  ///< pixels: even, 64 to 2160
  double frames_per_second = 30;
  bool overwrite = false;  ///< what is at the file's place
};

/// InputError for options out of their range, more than 10⁵ frames, another ending than .mp4, .webm or .gif, or a file
/// that is there already: what write_film checks before it begins.
void check_film(const billiards::Outcome& outcome, const std::filesystem::path& file, const FilmOptions& options = {});

/// A film of a shot, from the stroke until the end of the outcome: balls are where they are at each frame's time, and
/// have turned as their spins say (docs/formats/shot.md). The program ffmpeg makes it, as the file's ending says: .mp4,
/// .webm or .gif. `progress` is told how many frames of how many are done; once it says false, there is no film, and
/// false is returned. InputError for options out of their range, more than 10⁵ frames, another ending, or a file that
/// is there already; std::runtime_error with ffmpeg's words if it fails or cannot be started. Nothing half-written is
/// left.
bool write_film(const ShotSetup& setup, const billiards::Outcome& outcome, const std::filesystem::path& file,
                const FilmOptions& options = {},
                const std::function<bool(std::size_t done, std::size_t all)>& progress = {});

}  // namespace carom::io

#pragma GCC visibility pop
