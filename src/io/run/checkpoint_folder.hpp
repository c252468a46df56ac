#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "carom/io/archive.hpp"
#include "io/run/durable_file.hpp"

namespace carom::io {

/// Where a run keeps what it needs to go on after it died: docs/formats/checkpoint.md. Every file in it is either whole
/// or recognised as damaged, whenever the program is killed. Held by one program at a time.
class CheckpointFolder {
 public:
  /// Makes the folder where it is missing. std::runtime_error if that fails or another program holds it.
  explicit CheckpointFolder(const std::filesystem::path& folder);

  /// Whether `folder` holds a run that can be gone on with.
  static bool holds_run(const std::filesystem::path& folder);

  /// What the run began with.
  std::filesystem::path start_file() const;
  void write_start(const std::function<void(Archive&)>& write);
  /// How far it is; the two newest are kept, each tied to the start that it belongs to.
  void write_state(const std::function<void(Archive&)>& write);
  /// Hands the newest state to `take`, and the one before it if the newest is damaged or `take` throws ArchiveError.
  /// False if there is none at all; std::runtime_error that says what is wrong with each if there is none that is good.
  /// `warn` is told of what was passed over.
  bool read_state(const std::function<void(std::string_view)>& take,
                  const std::function<void(const std::string&)>& warn);

 private:
  std::filesystem::path state_file(std::uint64_t number) const;
  void remove_all_but_two() const;

  std::filesystem::path folder_;
  FolderLock lock_;
  std::uint64_t newest_ = 0;  ///< number of the newest state; 0: none
};

}  // namespace carom::io
