#include "view/view_server.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

namespace fs = std::filesystem;

fs::path beside_program(const fs::path& path) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : (program.parent_path() / ".." / path).lexically_normal();
}

std::unique_ptr<ViewServer> make_view_server(const fs::path& app, const std::map<std::string, fs::path>& files,
                                             int port) {
  const fs::path module = beside_program(CAROM_VIEW_MODULE);
  void* const loaded = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const make = loaded ? dlsym(loaded, "carom_make_view_server") : nullptr;
  if (!make)
    throw std::runtime_error(fmt::format("cannot load the server ({}): expected {} as it is installed with carom",
                                         dlerror(), module.string()));
  return std::unique_ptr<ViewServer>(reinterpret_cast<MakeViewServer*>(make)(app, files, port));
}
