#include "io/run/checkpoint_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "carom/io/archive.hpp"
#include "io/run/sealed_file.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStart = "start";
constexpr const char* kStatePrefix = "state-";

/// What a state begins with, to be known as one of its run.
void archive_owner(Archive& archive, const std::string& start) {
  std::string owner = start;
  archive(owner);
  if (owner != start) throw ArchiveError("it is of another run, not of the one that `start` began");
}

/// The numbers of the states in a folder, newest first.
std::vector<std::uint64_t> state_numbers(const fs::path& folder) {
  std::vector<std::uint64_t> numbers;
  const std::string_view prefix = kStatePrefix;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    std::uint64_t number = 0;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, number);
    if (error == std::errc() && stop == end) numbers.push_back(number);
  }
  std::sort(numbers.rbegin(), numbers.rend());
  return numbers;
}

const fs::path& made(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw std::runtime_error(fmt::format("{}: cannot make this folder: {}", folder.string(), error.message()));
  return folder;
}

}  // namespace

CheckpointFolder::CheckpointFolder(const fs::path& folder) : folder_(folder), lock_(made(folder)) {
  const std::vector<std::uint64_t> numbers = state_numbers(folder_);
  newest_ = numbers.empty() ? 0 : numbers.front();
}

bool CheckpointFolder::holds_run(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kStart, ignored);
}

fs::path CheckpointFolder::state_file(std::uint64_t number) const {
  return folder_ / fmt::format("{}{}", kStatePrefix, number);
}

fs::path CheckpointFolder::start_file() const {
  return folder_ / kStart;
}

void CheckpointFolder::write_start(const std::function<void(Archive&)>& write) {
  write_sealed(start_file(), write);
}

void CheckpointFolder::write_state(const std::function<void(Archive&)>& write) {
  write_sealed(state_file(newest_ + 1), [&](Archive& archive) {
    archive_owner(archive, seal_of(start_file()));
    write(archive);
  });
  ++newest_;
  remove_all_but_two();
}

void CheckpointFolder::remove_all_but_two() const {
  const std::vector<std::uint64_t> numbers = state_numbers(folder_);
  std::error_code ignored;
  for (std::size_t k = 2; k < numbers.size(); ++k) fs::remove(state_file(numbers[k]), ignored);
}

bool CheckpointFolder::read_state(const std::function<void(std::string_view)>& take,
                                  const std::function<void(const std::string&)>& warn) {
  std::string wrong;
  std::vector<fs::path> useless;
  for (const std::uint64_t number : state_numbers(folder_)) {
    try {
      const SealedFile state(state_file(number));
      Archive whole(state.bytes());
      archive_owner(whole, seal_of(start_file()));
      take(whole.unread());
      if (!wrong.empty()) warn(wrong + "; the checkpoint before it is used");
      for (const fs::path& file : useless) fs::remove(file);
      return true;
    } catch (const ArchiveError& error) {
      const std::string place = state_file(number).string();
      const std::string what = error.what();
      useless.push_back(place);
      if (!wrong.empty()) wrong += "; ";
      if (!what.starts_with(place)) wrong.append(place).append(": ");
      wrong += what;
    }
  }
  if (!wrong.empty()) throw std::runtime_error(wrong + "; no checkpoint before it is left");
  return false;
}

}  // namespace carom::io
