#include "io/run/output_folder.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "io/run/checkpoint_folder.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

constexpr std::array kRunFiles{"summary.json",   "events.csv",   "events.h5",       "trajectory.h5",
                               "trajectory.xyz", "final.json",   "picture.svg",     "picture.png",
                               "report.html",    "outcome.json", "observables.csv", "observables.h5"};

/// The list of files that a commit will move.
constexpr const char* kPromise = "done";

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

/// Moves a run's files to their place; of the others, those that are not in `moved_before` go.
void move_files(const fs::path& staging, const fs::path& folder, const std::set<std::string>& moved_before) {
  std::error_code error;
  for (const char* name : kRunFiles) {
    if (fs::exists(staging / name))
      fs::rename(staging / name, folder / name, error);
    else if (!moved_before.contains(name))
      fs::remove(folder / name, error);
    if (error) fail(folder / name, "cannot put into its place", error.message());
  }
}

/// From here on the run is at its end: all of its files lie whole on the disk, and a list of them next to them.
void promise_files(const fs::path& staging) {
  std::string names;
  for (const char* name : kRunFiles)
    if (fs::exists(staging / name)) {
      sync(staging / name);
      names += std::string(name) + '\n';
    }
  write_whole(staging / kPromise, names);
}

std::set<std::string> promised_files(const fs::path& staging) {
  std::ifstream stream(staging / kPromise);
  std::set<std::string> names;
  for (std::string name; std::getline(stream, name);) names.insert(name);
  return names;
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& folder, Unfinished unfinished)
    : folder_(without_trailing_slash(folder)), first_made_(outermost_missing(folder_)), unfinished_(unfinished) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!error && !fs::is_directory(folder_, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    discard();
    fail(folder_, "cannot make this folder", error.message());
  }
  make_staging();
}

void OutputFolder::make_staging() {
  std::string pattern = (folder_ / ".carom-XXXXXX").string();
  std::error_code error;
  if (unfinished_ == Unfinished::kept) {
    pattern = checkpoint(folder_).string();
    fs::create_directory(pattern, error);
  } else if (!mkdtemp(pattern.data())) {
    error.assign(errno, std::generic_category());
  }
  if (error) {
    discard();
    fail(folder_, "cannot write into this folder", error.message());
  }
  staging_ = pattern;
}

fs::path OutputFolder::checkpoint(const fs::path& folder) {
  return without_trailing_slash(folder) / "checkpoint";
}

OutputFolder::~OutputFolder() {
  if (staging_.empty() || unfinished_ == Unfinished::gone) discard();
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
  if (unfinished_ == Unfinished::kept) {
    promise_files(staging_);
    finish_commit(folder_);
  } else {
    move_files(staging_, folder_, {});
    std::error_code error;
    fs::remove_all(staging_, error);
  }
  staging_.clear();
  first_made_.clear();
}

bool OutputFolder::finish_commit(const fs::path& folder) {
  const fs::path staging = checkpoint(folder);
  if (!fs::exists(staging / kPromise)) return false;
  move_files(staging, without_trailing_slash(folder), promised_files(staging));
  std::error_code error;
  // While the promise stands, a commit that is cut off here can be ended.
  for (const fs::directory_entry& entry : fs::directory_iterator(staging, error))
    if (entry.path().filename() != kPromise) fs::remove_all(entry.path(), error);
  fs::remove_all(staging, error);
  return true;
}

std::string OutputFolder::final_names(std::string text) const {
  const std::string from = staging_.string();
  for (std::size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, from.size(), folder_.string());
  return text;
}

}  // namespace carom::io
