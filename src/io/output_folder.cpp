#include "io/output_folder.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace carom::io {
namespace {

namespace fs = std::filesystem;

constexpr std::array kRunFiles{"summary.json", "events.csv",  "events.h5",   "trajectory.h5", "trajectory.xyz",
                               "final.json",   "picture.svg", "picture.png", "report.html",   "outcome.json"};

[[noreturn]] void fail(const fs::path& path, const std::string& what, const std::string& reason) {
  throw std::runtime_error(path.string() + ": " + what + ": " + reason);
}

fs::path outermost_missing(const fs::path& folder) {
  fs::path missing;
  std::error_code ignored;
  for (fs::path p = folder; !p.empty() && !fs::exists(p, ignored); p = p.parent_path()) missing = p;
  return missing;
}

fs::path without_trailing_slash(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& folder)
    : folder_(without_trailing_slash(folder)), first_made_(outermost_missing(folder_)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!error && !fs::is_directory(folder_, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    discard();
    fail(folder_, "cannot make this folder", error.message());
  }
  std::string pattern = (folder_ / ".carom-XXXXXX").string();
  if (!mkdtemp(pattern.data())) {
    const std::string reason = std::strerror(errno);
    discard();
    fail(folder_, "cannot write into this folder", reason);
  }
  staging_ = pattern;
}

OutputFolder::~OutputFolder() {
  discard();
}

void OutputFolder::discard() noexcept {
  std::error_code ignored;
  if (!staging_.empty()) fs::remove_all(staging_, ignored);
  if (first_made_.empty()) return;
  // Only empty folders go: remove() leaves others alone.
  for (fs::path p = folder_; fs::remove(p, ignored) && p != first_made_;) p = p.parent_path();
}

void OutputFolder::commit() {
  for (const char* name : kRunFiles)
    if (fs::is_directory(folder_ / name)) fail(folder_ / name, "cannot write", "a folder of this name is in the way");
  std::error_code error;
  for (const char* name : kRunFiles) {
    if (fs::exists(staging_ / name))
      fs::rename(staging_ / name, folder_ / name, error);
    else
      fs::remove(folder_ / name, error);
    if (error) fail(folder_ / name, "cannot put into its place", error.message());
  }
  fs::remove_all(staging_, error);
  staging_.clear();
  first_made_.clear();
}

std::string OutputFolder::final_names(std::string text) const {
  const std::string from = staging_.string();
  for (std::size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, from.size(), folder_.string());
  return text;
}

}  // namespace carom::io
