#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "view/view_server.hpp"

namespace fs = std::filesystem;

namespace {

constexpr const char* kHere = "127.0.0.1";
constexpr const char* kList = "/run/files.json";
constexpr std::size_t kMostBytesAtOnce = std::size_t{1} << 18;
constexpr std::size_t kMostThreads = 512;

/// Threads as many as are at work at once: the library's own few are all taken when some clients stall, and then nobody
/// is served until those are given up.
class GrowingPool final : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> job) override {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    if (idle_ < jobs_.size() && threads_.size() < kMostThreads) add_thread();
    wake_.notify_one();
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void add_thread() {
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // the machine has no more; those that there are come to it later
      if (threads_.empty()) throw;
    }
  }

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      wake_.wait(lock, [this] { return over_ || !jobs_.empty(); });
      --idle_;
      if (jobs_.empty()) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool over_ = false;
};

const char* content_type(const fs::path& file) {
  constexpr std::array<std::array<const char*, 2>, 6> kTypes = {{{".html", "text/html; charset=utf-8"},
                                                                 {".js", "text/javascript"},
                                                                 {".css", "text/css"},
                                                                 {".json", "application/json"},
                                                                 {".svg", "image/svg+xml"},
                                                                 {".wasm", "application/wasm"}}};
  for (const auto& [ending, type] : kTypes)
    if (file.extension() == ending) return type;
  return "application/octet-stream";
}

/// Writes what lies from `offset` on; false if it cannot be read.
bool copy_part(std::ifstream& in, std::size_t offset, std::size_t length, httplib::DataSink& to) {
  std::string part(std::min(length, kMostBytesAtOnce), '\0');
  in.seekg(static_cast<std::streamoff>(offset));
  if (!in.read(part.data(), static_cast<std::streamsize>(part.size()))) return false;
  return to.write(part.data(), part.size());
}

void refuse(httplib::Response& response, int status, const std::string& why) {
  response.status = status;
  response.set_content(why + '\n', "text/plain; charset=utf-8");
}

void refuse_unknown(const std::string& path, httplib::Response& response) {
  refuse(response, 404, path + ": there is no such file here");
}

/// As it is: a content of known length is not compressed. Nothing goes through a network here, and the library's Brotli
/// took 7 s for the app's scripts, at each load.
void send(const fs::path& file, const std::string& path, httplib::Response& response) {
  const auto in = std::make_shared<std::ifstream>(file, std::ios::binary);
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  if (!*in || error) return refuse_unknown(path, response);
  if (bytes == 0) return response.set_content("", content_type(file));
  response.set_content_provider(bytes, content_type(file),
                                [in](std::size_t offset, std::size_t length, httplib::DataSink& to) {
                                  return copy_part(*in, offset, length, to);
                                });
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char one) { return std::tolower(one); });
  return text;
}

/// Whether a request's authority (RFC 9110, 4.2) is this machine's own name with the server's port.
bool is_here(const std::string& authority, int port) {
  for (const std::string name : {"localhost", "127.0.0.1", "[::1]"})
    if (lower(authority) == fmt::format("{}:{}", name, port) || (port == 80 && lower(authority) == name)) return true;
  return false;
}

/// Why a request is not answered; empty if it is. A page of elsewhere whose name was turned to this address (DNS
/// rebinding) asks with its own name as the host, and one that asks across origins tells its own: neither may read
/// files.
std::string refusal(const httplib::Request& request, int port) {
  constexpr const char* kRefusal = "{}: got \"{}\", expected localhost:{}: this server answers this machine alone";
  constexpr std::string_view kScheme = "http://";
  const std::string host = request.get_header_value("Host");
  if (request.get_header_value_count("Host") != 1 || !is_here(host, port))
    return fmt::format(kRefusal, "Host", host, port);
  for (std::size_t k = 0; k < request.get_header_value_count("Origin"); ++k) {
    const std::string origin = lower(request.get_header_value("Origin", k));
    if (origin.rfind(kScheme, 0) != 0 || !is_here(origin.substr(kScheme.size()), port))
      return fmt::format(kRefusal, "Origin", origin, port);
  }
  return "";
}

std::string names_of(const std::map<std::string, fs::path>& files) {
  nlohmann::json names = nlohmann::json::array();
  for (const auto& entry : files) names.push_back(entry.first);
  return names.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);  // names may be no UTF-8
}

class HttpServer final : public ViewServer {
 public:
  HttpServer(const fs::path& app, const std::map<std::string, fs::path>& files, int port);

  int port() const override { return port_; }
  void serve() override { server_.listen_after_bind(); }
  void stop() override { server_.stop(); }

 private:
  void configure();
  void serve_app(const fs::path& app);
  void answer(const httplib::Request& request, httplib::Response& response) const;

  std::map<std::string, fs::path> served_;  // by the paths that are asked for
  std::string list_;                        // of the names of files to look at, JSON
  httplib::Server server_;
  socket_t socket_ = INVALID_SOCKET;
  int port_ = 0;
};

HttpServer::HttpServer(const fs::path& app, const std::map<std::string, fs::path>& files, int port)
    : list_(names_of(files)) {
  serve_app(app);
  for (const auto& [name, file] : files) served_["/run/" + name] = file;
  configure();
  port_ = port == 0 ? server_.bind_to_any_port(kHere) : server_.bind_to_port(kHere, port) ? port : -1;
  if (port_ < 0) throw std::runtime_error(fmt::format("--port {}: it cannot be had; another program may use it", port));
  listen(socket_, SOMAXCONN);  // the library lets five wait: when more come at once, each is kept waiting for seconds
}

void HttpServer::configure() {
  server_.new_task_queue = [] { return new GrowingPool; };  // the library deletes it
  server_.set_socket_options([this](socket_t socket) {      // the library's own let two servers share a port
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    socket_ = socket;
  });
  server_.set_default_headers({{"Cache-Control", "no-cache"},
                               {"Cross-Origin-Resource-Policy", "same-origin"},
                               {"X-Content-Type-Options", "nosniff"}});
  server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    answer(request, response);
    return httplib::Server::HandlerResponse::Handled;
  });
}

/// Only what is there now is served: no path that is asked for is ever one of the file system.
void HttpServer::serve_app(const fs::path& app) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(app))
    if (entry.is_regular_file()) served_["/" + entry.path().lexically_relative(app).generic_string()] = entry.path();
  served_["/"] = app / "index.html";
}

void HttpServer::answer(const httplib::Request& request, httplib::Response& response) const {
  const std::string why = refusal(request, port_);
  if (!why.empty()) return refuse(response, 403, why);
  if (request.method != "GET" && request.method != "HEAD")
    return refuse(response, 405, request.method + ": expected GET or HEAD");
  if (request.path == kList) return response.set_content(list_, "application/json");
  const auto found = served_.find(request.path);
  if (found == served_.end()) return refuse_unknown(request.path, response);
  send(found->second, request.path, response);
}

}  // namespace

ViewServer* carom_make_view_server(const fs::path& app, const std::map<std::string, fs::path>& files, int port) {
  return new HttpServer(app, files, port);
}
