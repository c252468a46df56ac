#pragma once
#include <httplib.h>

#include <filesystem>
#include <map>
#include <string>

/// Serves the built web app, and the files to look at as `/run/NAME` with a list of them in `/run/files.json`, to this
/// machine only.
class ViewServer {
 public:
  /// `port` 0: any that is free. std::runtime_error if it cannot be had.
  ViewServer(const std::filesystem::path& app, std::map<std::string, std::filesystem::path> files, int port);

  int port() const { return port_; }
  /// Until SIGINT or SIGTERM, which this thread and all that it starts must have blocked.
  void serve_until_interrupted();

 private:
  void send(const std::filesystem::path& file, httplib::Response& response) const;
  std::string list() const;

  std::map<std::string, std::filesystem::path> files_;
  httplib::Server server_;
  int port_ = 0;
};

/// Blocks SIGINT and SIGTERM in this thread and those that it starts.
void block_interrupts();
