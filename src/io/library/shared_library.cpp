#include "io/library/shared_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

namespace carom::io {

SharedLibrary::SharedLibrary(const char* name, const char* package)
    : name_(name), handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (!handle_)
    throw std::runtime_error(fmt::format("cannot load the library {} ({}): expected as the Debian package {} brings it",
                                         name, dlerror(), package));
}

SharedLibrary::Symbol SharedLibrary::operator[](const char* function) const {
  return found(dlsym(handle_, function), function);
}

/// A program that is itself linked to the library has copies of its variables, and the library then uses those.
SharedLibrary::Symbol SharedLibrary::variable(const char* name) const {
  void* const of_program = dlsym(RTLD_DEFAULT, name);
  return found(of_program ? of_program : dlsym(handle_, name), name);
}

SharedLibrary::Symbol SharedLibrary::found(void* address, const char* symbol) const {
  if (!address)
    throw std::runtime_error(
        fmt::format("the library {} lacks {}: expected the version that Carom was built for", name_, symbol));
  return Symbol(address);
}

}  // namespace carom::io
