#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace carom::io {

/// Where a run keeps what it needs to go on after it died: docs/formats/checkpoint.md. Every file in it is either whole
/// or recognised as damaged, whenever the program is killed. Held by one program at a time.
class CheckpointFolder {
 public:
  /// Makes the folder where it is missing. std::runtime_error if that fails or another program holds it.
  explicit CheckpointFolder(const std::filesystem::path& folder);
  CheckpointFolder(const CheckpointFolder&) = delete;
  CheckpointFolder& operator=(const CheckpointFolder&) = delete;
  ~CheckpointFolder();

  /// Whether `folder` holds a run that can be gone on with.
  static bool holds_run(const std::filesystem::path& folder);

  /// What the run began with.
  void write_start(std::string_view bytes);
  std::string read_start() const;
  /// How far it is; the two newest are kept.
  void write_state(std::string_view bytes);
  /// Hands the newest state to `take`, and the one before it if the newest is damaged or `take` throws ArchiveError.
  /// False if there is none at all; std::runtime_error that says what is wrong with each if there is none that is good.
  /// `warn` is told of what was passed over.
  bool read_state(const std::function<void(std::string_view)>& take,
                  const std::function<void(const std::string&)>& warn);

 private:
  std::filesystem::path state_file(std::uint64_t number) const;
  void remove_all_but_two() const;

  std::filesystem::path folder_;
  int lock_ = -1;
  std::uint64_t newest_ = 0;  ///< number of the newest state; 0: none
};

/// The file's bytes are with the disk afterwards, whole and under this name, or the file of that name is as it was.
void write_whole(const std::filesystem::path& file, std::string_view bytes);
/// The file, or the names in a folder, are with the disk afterwards.
void sync(const std::filesystem::path& file_or_folder);

}  // namespace carom::io
