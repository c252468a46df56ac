#include "view_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

namespace fs = std::filesystem;

namespace {

constexpr const char* kHere = "127.0.0.1";
constexpr std::size_t kMostBytesAtOnce = std::size_t{1} << 18;

sigset_t interrupts() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

/// Writes what lies from `offset` on; false if it cannot be read.
bool copy_part(std::ifstream& in, std::size_t offset, std::size_t length, httplib::DataSink& to) {
  std::string part(std::min(length, kMostBytesAtOnce), '\0');
  in.seekg(static_cast<std::streamoff>(offset));
  if (!in.read(part.data(), static_cast<std::streamsize>(part.size()))) return false;
  return to.write(part.data(), part.size());
}

}  // namespace

void block_interrupts() {
  const sigset_t signals = interrupts();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

ViewServer::ViewServer(const fs::path& app, std::map<std::string, fs::path> files, int port)
    : files_(std::move(files)) {
  server_.set_socket_options([](socket_t socket) {  // the library's own let two servers share a port
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  });
  server_.set_mount_point("/", app.string());
  server_.set_file_extension_and_mimetype_mapping("wasm", "application/wasm");
  server_.set_default_headers({{"Cache-Control", "no-cache"}});
  server_.Get("/run/files.json", [this](const httplib::Request&, httplib::Response& response) {
    response.set_content(list(), "application/json");
  });
  server_.Get("/run/(.+)", [this](const httplib::Request& request, httplib::Response& response) {
    const auto found = files_.find(request.matches[1]);
    if (found == files_.end()) {
      response.status = 404;
      return;
    }
    send(found->second, response);
  });
  port_ = port == 0 ? server_.bind_to_any_port(kHere) : server_.bind_to_port(kHere, port) ? port : -1;
  if (port_ < 0) throw std::runtime_error(fmt::format("--port {}: it cannot be had; another program may use it", port));
}

void ViewServer::send(const fs::path& file, httplib::Response& response) const {
  const auto in = std::make_shared<std::ifstream>(file, std::ios::binary);
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  if (!*in || error) {
    response.status = 404;
    return;
  }
  if (bytes == 0) {
    response.set_content("", "application/octet-stream");
    return;
  }
  response.set_content_provider(bytes, "application/octet-stream",
                                [in](std::size_t offset, std::size_t length, httplib::DataSink& to) {
                                  return copy_part(*in, offset, length, to);
                                });
}

std::string ViewServer::list() const {
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  for (const auto& entry : files_) names.push_back(entry.first);
  return names.dump();
}

void ViewServer::serve_until_interrupted() {
  std::thread serving([this] { server_.listen_after_bind(); });
  const sigset_t signals = interrupts();
  int signal = 0;
  sigwait(&signals, &signal);
  server_.stop();
  serving.join();
}
