#include "io/film/film_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "carom/io/scene.hpp"

extern char** environ;

namespace carom::io {
namespace {

namespace fs = std::filesystem;

using Arguments = std::vector<std::string>;

/// What ffmpeg is told of each ending. Colours as ITU-R BT.709 has them, and said so: players take them so only by
/// guess, if at all. A palette of the differences between frames serves what moves.
const std::map<std::string, Arguments>& codecs() {
  static const Arguments colors{"-vf",
                                "scale=out_color_matrix=bt709:out_range=tv",
                                "-pix_fmt",
                                "yuv420p",
                                "-colorspace",
                                "bt709",
                                "-color_trc",
                                "bt709",
                                "-color_primaries",
                                "bt709"};
  const auto with = [](Arguments own) {
    own.insert(own.end(), colors.begin(), colors.end());
    return own;
  };
  static const std::map<std::string, Arguments> known{
      {".mp4", with({"-f", "mp4", "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-movflags", "+faststart"})},
      {".webm", with({"-f", "webm", "-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-deadline", "realtime",
                      "-cpu-used", "6", "-row-mt", "1"})},
      {".gif",
       {"-f", "gif", "-filter_complex",
        "split[a][b];[a]trim=end_frame=1,palettegen[palette];[b][palette]paletteuse=diff_mode=rectangle"}}};
  return known;
}

int reaped(pid_t program) {
  int status = 0;
  while (::waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

void FilmFile::expect_known_ending(const fs::path& file) {
  if (!codecs().contains(file.extension().string()))
    throw InputError(fmt::format("{}: got the ending \"{}\", expected .mp4, .webm or .gif", file.string(),
                                 file.extension().string()));
}

FilmFile::FilmFile(fs::path file, int width, int height, double frames_per_second)
    : file_(std::move(file)),
      draft_(file_.parent_path() / (".carom-" + file_.filename().string())),
      said_(std::tmpfile()) {
  expect_known_ending(file_);
  if (file_.has_parent_path()) fs::create_directories(file_.parent_path());
  if (!said_) throw std::runtime_error(fmt::format("{}: {}", file_.string(), std::strerror(errno)));
  Arguments arguments{"ffmpeg",
                      "-hide_banner",
                      "-nostdin",
                      "-loglevel",
                      "error",
                      "-f",
                      "rawvideo",
                      "-pix_fmt",
                      "rgb24",
                      "-video_size",
                      fmt::format("{}x{}", width, height),
                      "-framerate",
                      fmt::format("{}", frames_per_second),
                      "-i",
                      "pipe:0"};
  const Arguments& codec = codecs().at(file_.extension().string());
  arguments.insert(arguments.end(), codec.begin(), codec.end());
  arguments.insert(arguments.end(), {"-y", "file:" + draft_.string()});
  start(arguments);
}

/// In a process group of its own, so that Ctrl-C ends this program alone, which then clears up.
void FilmFile::start(std::span<const std::string> arguments) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::runtime_error(fmt::format("{}: {}", file_.string(), std::strerror(errno)));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(said_.get()), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> words;
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const int error = ::posix_spawnp(&program_, words[0], &actions, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  to_program_ = ends[0];
  if (error == 0) return;
  program_ = -1;
  ::close(to_program_);
  throw std::runtime_error(
      fmt::format("{}: cannot start the program ffmpeg ({}): expected as the Debian package ffmpeg brings it",
                  file_.string(), std::strerror(error)));
}

FilmFile::~FilmFile() {
  if (program_ >= 0) {
    ::kill(program_, SIGKILL);
    end();
  }
  std::error_code ignored;
  fs::remove(draft_, ignored);
}

/// Its status.
int FilmFile::end() {
  ::close(to_program_);
  return reaped(std::exchange(program_, -1));
}

void FilmFile::write(std::span<const std::uint8_t> frame) {
  while (!frame.empty()) {
    const ssize_t put = ::send(to_program_, frame.data(), frame.size(), MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(end());  // it has ended before its time
    frame = frame.subspan(static_cast<std::size_t>(put));
  }
}

void FilmFile::close() {
  if (const int status = end(); status != 0) fail(status);
  fs::rename(draft_, file_);
}

std::string FilmFile::last_words() {
  constexpr std::size_t kMost = 400;
  std::string text;
  std::rewind(said_.get());
  std::array<char, 4096> block{};
  while (const std::size_t got = std::fread(block.data(), 1, block.size(), said_.get())) {
    text.append(block.data(), got);
    text.erase(0, text.size() > kMost ? text.size() - kMost : 0);
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void FilmFile::fail(int status) {
  const std::string words = last_words();
  const std::string how =
      WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status)) : fmt::format("status {}", WEXITSTATUS(status));
  throw std::runtime_error(fmt::format("{}: ffmpeg could not make the film: it ended with {}{}{}", file_.string(), how,
                                       words.empty() ? "" : ": ", words));
}

}  // namespace carom::io
