#pragma once
#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace carom::io {

/// A film that the program ffmpeg makes of frames, which go to it through a socket: .mp4 (H.264), .webm (VP9) or .gif.
/// It lies beside its place until it is whole. std::runtime_error with the file's name, and ffmpeg's last words or the
/// Debian package that brings it, if it cannot be made.
class FilmFile {
 public:
  /// InputError that names the endings if the file's is none of them.
  static void expect_known_ending(const std::filesystem::path& file);

  /// `width` and `height` even.
  FilmFile(std::filesystem::path file, int width, int height, double frames_per_second);
  FilmFile(const FilmFile&) = delete;
  FilmFile& operator=(const FilmFile&) = delete;
  /// What is not whole goes.
  ~FilmFile();

  /// Red, green and blue of each pixel, row by row from the top.
  void write(std::span<const std::uint8_t> frame);
  /// The film is whole and in its place afterwards, or an error is thrown.
  void close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void start(std::span<const std::string> arguments);
  int end();
  std::string last_words();
  [[noreturn]] void fail(int status);

  std::filesystem::path file_, draft_;
  std::unique_ptr<std::FILE, Closer> said_;  ///< what ffmpeg tells
  pid_t program_ = -1;
  int to_program_ = -1;
};

}  // namespace carom::io
