#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <string>

/// Serves the built web app, and the files to look at as `/run/NAME` with a list of them in `/run/files.json`, to this
/// machine only: it listens on the loopback address alone and answers only who names it so, as `localhost`, `127.0.0.1`
/// or `[::1]` with its port. 403 and a sentence for all others, 404 for what was not there when it began.
class ViewServer {
 public:
  virtual ~ViewServer() = default;

  virtual int port() const = 0;
  /// Until another thread stops it.
  virtual void serve() = 0;
  virtual void stop() = 0;
};

/// `port` 0: any that is free. std::runtime_error if it cannot be had. The server is a module that is loaded here: its
/// libraries (OpenSSL, Brotli) take longer to load than all else of the program does to start.
std::unique_ptr<ViewServer> make_view_server(const std::filesystem::path& app,
                                             const std::map<std::string, std::filesystem::path>& files, int port);

/// The one function of that module.
using MakeViewServer = ViewServer*(const std::filesystem::path&, const std::map<std::string, std::filesystem::path>&,
                                   int);
extern "C" MakeViewServer carom_make_view_server;

/// What lies at `path` beside this program, as it was installed or built; empty if the system does not tell where it
/// is.
std::filesystem::path beside_program(const std::filesystem::path& path);
