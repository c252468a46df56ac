#include "io/run/output_folder.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "carom/io/scene.hpp"
#include "io/run/manifest.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

constexpr std::array kRunFiles{"summary.json",   "events.csv",       "events.h5",       "trajectory.h5",
                               "trajectory.xyz", "observables.csv",  "observables.h5",  "final.json",
                               "outcome.json",   "trajectories.csv", "trajectories.h5", "record.bin",
                               "picture.svg",    "picture.png",      "report.html",     Manifest::kName};

/// Where files lie until they are whole, unless they are kept.
constexpr const char* kStaging = ".carom-unfinished";
constexpr const char* kDrawing = ".carom-drawing";

/// The list of files that a commit will move; of those that are only added to the folder.
constexpr const char* kPromise = "done";
constexpr const char* kAddition = "added";

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

/// Moves a run's files to their place; of the others, those that are not in `kept` go.
void move_files(const fs::path& staging, const fs::path& folder, const std::set<std::string>& kept) {
  std::error_code error;
  for (const char* name : kRunFiles) {
    if (fs::exists(staging / name))
      fs::rename(staging / name, folder / name, error);
    else if (!kept.contains(name) && !fs::is_directory(folder / name))
      fs::remove(folder / name, error);
    if (error) fail(folder / name, "cannot put into its place", error.message());
  }
}

std::set<std::string> promised_files(const fs::path& promise) {
  std::ifstream stream(promise);
  std::set<std::string> names;
  for (std::string name; std::getline(stream, name);) names.insert(name);
  return names;
}

/// From here on the files of `staging` will be moved, by whoever comes next: they lie whole on the disk, with the
/// manifest that the folder will have, and a list of them next to them. A run that was killed in between has left a
/// manifest there.
void promise_files(const fs::path& staging, Manifest manifest, const char* promise) {
  std::string names;
  for (const char* name : kRunFiles)
    if (name != std::string_view(Manifest::kName) && fs::exists(staging / name)) {
      sync(staging / name);
      manifest.add(staging / name);
      names += std::string(name) + '\n';
    }
  manifest.write(staging);
  write_whole(staging / promise, names + Manifest::kName + '\n');
}

/// Does what a promise in `staging` says; false if there is none. While it stands, this can be cut off and done again.
bool keep_promise(const fs::path& staging, const fs::path& folder) {
  std::error_code error;
  const bool whole = fs::exists(staging / kPromise, error);
  if (!whole && !fs::exists(staging / kAddition, error)) return false;
  const char* const promise = whole ? kPromise : kAddition;
  std::set<std::string> others = promised_files(staging / promise);
  if (!whole) others.insert(kRunFiles.begin(), kRunFiles.end());
  move_files(staging, folder, others);
  for (const fs::directory_entry& entry : fs::directory_iterator(staging, error))
    if (entry.path().filename() != promise) fs::remove_all(entry.path(), error);
  fs::remove_all(staging, error);
  return true;
}

/// Each commit that programs left unfinished when they died; whether one was the end of a run.
bool keep_promises(const fs::path& folder) {
  bool any = false;
  for (const fs::path& staging : {folder / kStaging, OutputFolder::checkpoint(folder), folder / kDrawing})
    any = keep_promise(staging, folder) || any;
  return any;
}

/// What programs that were killed left behind: the folder is held, so they run no more.
void remove_litter(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".carom-") && entry.is_directory(error)) fs::remove_all(entry.path(), error);
  }
}

std::string with_place(std::string text, const fs::path& from, const fs::path& to) {
  for (std::size_t at; (at = text.find(from.string())) != std::string::npos;)
    text.replace(at, from.string().size(), to.string());
  return text;
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& folder, Unfinished unfinished, Overwrite overwrite)
    : folder_(without_trailing_slash(folder)), first_made_(outermost_missing(folder_)), unfinished_(unfinished) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!error && !fs::is_directory(folder_, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    discard();
    fail(folder_, "cannot make this folder", error.message());
  }
  lock_.emplace(folder_);
  keep_promises(folder_);
  remove_litter(folder_);
  check_overwriting(overwrite);
  make_staging();
}

void OutputFolder::check_overwriting(Overwrite overwrite) const {
  std::error_code error;
  std::optional<Manifest> manifest;
  for (const char* name : kRunFiles) {
    const fs::path file = folder_ / name;
    if (fs::is_directory(file, error)) fail(file, "cannot write", "a folder of this name is in the way");
    if (overwrite == Overwrite::all || name == Manifest::kName || !fs::exists(file, error)) continue;
    if (!manifest) manifest = Manifest::read(folder_);
    if (!manifest->is_as_written(file))
      throw InputError(
          fmt::format("{}: is there already, and is no file that Carom wrote and nobody changed since: "
                      "give another folder, move it away, or let it be overwritten (--force)",
                      file.string()));
  }
}

void OutputFolder::make_staging() {
  const fs::path staging = unfinished_ == Unfinished::kept ? checkpoint(folder_) : folder_ / kStaging;
  std::error_code error;
  fs::create_directory(staging, error);
  if (error) {
    discard();
    fail(folder_, "cannot write into this folder", error.message());
  }
  staging_ = staging;
}

fs::path OutputFolder::checkpoint(const fs::path& folder) {
  return without_trailing_slash(folder) / "checkpoint";
}

OutputFolder::~OutputFolder() {
  if (unfinished_ == Unfinished::gone) discard();
}

void OutputFolder::discard() noexcept {
  std::error_code ignored;
  if (!staging_.empty()) fs::remove_all(staging_, ignored);
  if (first_made_.empty()) return;
  // Only empty folders go: remove() leaves others alone.
  for (fs::path p = folder_; fs::remove(p, ignored) && p != first_made_;) p = p.parent_path();
}

void OutputFolder::commit() {
  promise_files(staging_, {}, kPromise);
  const fs::path whole = std::exchange(staging_, {});  // from here on it stays until it has been moved
  unfinished_ = Unfinished::kept;
  first_made_.clear();
  keep_promise(whole, folder_);
}

bool OutputFolder::finish_commit(const fs::path& folder) {
  const fs::path place = without_trailing_slash(folder);
  std::error_code error;
  if (!fs::is_directory(place, error)) return false;
  const FolderLock lock(place);
  return keep_promises(place);
}

std::string OutputFolder::final_names(std::string text) const {
  return with_place(std::move(text), staging_, folder_);
}

fs::path drawing_folder(const fs::path& folder) {
  return without_trailing_slash(folder) / kDrawing;
}

void add_drawings(const fs::path& folder, const std::function<void()>& draw) {
  const fs::path place = without_trailing_slash(folder), drawing = drawing_folder(folder);
  std::error_code error;
  fs::remove_all(drawing, error);
  try {
    fs::create_directory(drawing);
    draw();
    promise_files(drawing, Manifest::read(place), kAddition);
    keep_promise(drawing, place);
  } catch (const std::exception& failure) {
    fs::remove_all(drawing, error);
    throw std::runtime_error(with_place(failure.what(), drawing, place));
  }
}

}  // namespace carom::io
