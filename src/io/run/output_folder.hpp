#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "io/run/durable_file.hpp"

namespace carom::io {

/// The folder that a run writes into: all of its files appear at once at `commit`, or none does and the folder is as it
/// was. Until then they lie in a folder inside it, so that taking them over is a renaming on one file system. Held by
/// one program at a time.
class OutputFolder {
 public:
  /// What becomes of the files of a run that does not come to its end.
  enum class Unfinished {
    gone,
    kept,  ///< in the folder "checkpoint", where they are found again
  };
  /// What a run may write over.
  enum class Overwrite {
    own,  ///< what Carom wrote there and nobody changed: its manifest tells
    all,
  };

  /// Makes the folder and its parents where they are missing, and removes what killed runs left in it. InputError that
  /// names a file that may not be written over; std::runtime_error with the folder's name and the reason, also if
  /// another program holds it.
  explicit OutputFolder(const std::filesystem::path& folder, Unfinished unfinished = Unfinished::gone,
                        Overwrite overwrite = Overwrite::own);
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;
  /// Without a commit, unless they are kept: removes what was written, and the folders that the constructor made.
  ~OutputFolder();

  /// Where the files are to be written.
  const std::filesystem::path& staging() const { return staging_; }
  /// Moves the files to their place; files that an earlier run left there go, so that the folder tells one run.
  void commit();
  /// `text` with the places of files as they will be after the commit.
  std::string final_names(std::string text) const;

  /// Where the files of an unfinished run in `folder` are kept.
  static std::filesystem::path checkpoint(const std::filesystem::path& folder);
  /// Ends a commit that was cut off, by a program that died: false if there is none.
  static bool finish_commit(const std::filesystem::path& folder);

 private:
  void check_overwriting(Overwrite overwrite) const;
  void make_staging();
  void discard() noexcept;

  std::filesystem::path folder_;
  std::filesystem::path first_made_;  ///< the outermost folder that did not exist before; empty if all did
  std::filesystem::path staging_;
  Unfinished unfinished_;
  std::optional<FolderLock> lock_;
};

/// Where drawings lie until they are whole.
std::filesystem::path drawing_folder(const std::filesystem::path& folder);
/// Adds to a folder, which the caller holds, what `draw` writes into its drawing folder. An error of `draw` leaves the
/// folder as it was.
void add_drawings(const std::filesystem::path& folder, const std::function<void()>& draw);

}  // namespace carom::io
