#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "carom/io/run.hpp"
#include "io/run/run_files.hpp"
#include "io/run/sealed_file.hpp"

// What a run began with, and `record.bin`: that, where it ended, and what its drawings are made of
// (docs/formats/run-folder.md).
namespace carom::io {

/// A scene and how it was run. Of the options those are kept that the files depend on, `checkpoint_every` and
/// `overwrite`.
template <int D>
struct RunStart {
  Scene<D> scene;
  RunOptions options;
};

template <int D>
void archive_start(Archive& archive, const Scene<D>& scene, RunOptions options);
/// The dimension of a start, with the archive after it. ArchiveError if another version of Carom wrote it.
int read_dimension(Archive& archive);
template <int D>
RunStart<D> read_start(Archive& archive);

/// A finished run, as its record has it.
template <int D>
struct RunRecord {
  RunResult result;
  World<D> world;
  std::unique_ptr<Measured> measured;  ///< of the drawings
  RunFiles<D> drawings;                ///< no files
};

/// Hands what lies in a sealed file of a run's start to `use.operator()<D>(archive)`, for the start's dimension.
/// InputError that names the file if it is damaged, or of another version.
template <class Use>
auto with_start(const std::filesystem::path& file, const Use& use) {
  try {
    const SealedFile sealed(file);
    Archive archive(sealed.bytes());
    return read_dimension(archive) == 2 ? use.template operator()<2>(archive) : use.template operator()<3>(archive);
  } catch (const ArchiveError& error) {
    const std::string what = error.what();
    throw InputError(what.starts_with(file.string()) ? what : file.string() + ": " + what);
  } catch (const std::invalid_argument& error) {  // a scene that can not be
    throw InputError(file.string() + ": " + error.what());
  }
}

/// The world of a scene as a state that was archived left it. Before that is read, `begin` is shown the world as it
/// began, which is gone then: of 10⁷ balls there is room for one at a time. ArchiveError.
template <int D>
World<D> read_world(Archive& archive, const Scene<D>& scene, const std::function<void(const World<D>&)>& begin);

/// Where and why a run ended.
void archive_result(Archive& archive, RunResult& result);

inline constexpr const char* kRecordName = "record.bin";

template <int D>
void write_record(const std::filesystem::path& folder, const Scene<D>& scene, const RunOptions& options,
                  const RunResult& result, const World<D>& world, const RunFiles<D>& files);
/// The rest of a record, after its start, whose scene is as the options ask (ask.hpp); that must outlive it.
template <int D>
RunRecord<D> read_record(Archive& archive, const RunStart<D>& start, const std::filesystem::path& drawings);

}  // namespace carom::io
