#include <fmt/format.h>
#include <spawn.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <thread>

#include "carom/io/describe.hpp"
#include "commands.hpp"
#include "common/message.hpp"
#include "view/view_server.hpp"

namespace fs = std::filesystem;

namespace {

using carom::io::InputError;

constexpr const char* kViewAbout = "Opens a run, a trajectory or a scene in the web app, on this machine";
constexpr const char* kViewMore =
    "Examples:\n"
    "  carom view out/break                  a run: its trajectory, with its observables\n"
    "  carom view scenes/cradle.json         a scene, run in the browser as you look\n"
    "  carom view out/break/trajectory.h5 --no-browser --port 8000\n"
    "\n"
    "The app is built by script/web build; Ctrl-C ends the server.";

bool is_app(const fs::path& folder) {
  return fs::is_regular_file(folder / "index.html");
}

/// Where the app lies: installed beside this program, or built in the source.
fs::path find_app() {
  const fs::path installed = beside_program(CAROM_INSTALLED_APP);
  return is_app(installed) ? installed : CAROM_BUILT_APP;
}

std::map<std::string, fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {{path.filename().string(), path}};
  std::map<std::string, fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path))
    if (entry.is_regular_file()) files.emplace(entry.path().filename().string(), entry.path());
  return files;
}

/// A text of frames is read by the app alone; all else is looked at here first.
void check(const fs::path& path) {
  if (fs::exists(path) && !fs::is_regular_file(path) && !fs::is_directory(path))
    throw InputError(path.string() +
                     ": got a pipe or a device, expected a file or a folder: it is read more than once");
  if (path.extension() != ".xyz" || fs::is_directory(path)) {
    carom::io::describe_file(path, print_note);
  } else if (!fs::exists(path)) {
    throw InputError(path.string() + ": no such file or folder");
  }
}

void open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string program = "xdg-open", argument = address;
  const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0)
    fmt::print(stderr, "No browser was found to open; open the address in yours.\n");
}

sigset_t interrupts() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

/// This thread and all that it starts must have them blocked; another one after the first ends the program at once.
void serve_until_interrupted(ViewServer& server) {
  std::thread serving([&server] { server.serve(); });
  const sigset_t signals = interrupts();
  int signal = 0;
  sigwait(&signals, &signal);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  server.stop();
  serving.join();
}

struct ViewArguments {
  std::string path;
  std::string app;
  int port = 0;
  bool no_browser = false;

  void view() const {
    check(path);
    const fs::path folder = app.empty() ? find_app() : fs::path(app);
    if (!is_app(folder))
      throw InputError(fmt::format("{}: the web app is not built: expected index.html there; script/web build makes it",
                                   folder.string()));
    const sigset_t signals = interrupts();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    const std::unique_ptr<ViewServer> server = make_view_server(folder, files_of(path), port);
    const std::string address = fmt::format("http://localhost:{}/#look/run", server->port());
    say("{}: {} (Ctrl-C ends it)\n", path, address);
    std::fflush(stdout);
    if (!no_browser) open_browser(address);
    serve_until_interrupted(*server);
  }
};

}  // namespace

void add_view(CLI::App& program) {
  const auto arguments = std::make_shared<ViewArguments>();
  CLI::App* command = program.add_subcommand("view", kViewAbout);
  command->footer(kViewMore);
  command->add_option("FILE", arguments->path, "The folder of a run, trajectory.h5, trajectory.xyz, or a scene")
      ->required();
  command->add_option("--port", arguments->port, "Of the server (any that is free)")->check(CLI::Range(0, 65535));
  command->add_option("--app", arguments->app, "The folder of the built app (the installed one, or web/dist)");
  command->add_flag("--no-browser", arguments->no_browser, "Only serve and tell the address");
  command->callback([arguments] { arguments->view(); });
}
