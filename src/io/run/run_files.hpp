#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "carom/io/observables.hpp"
#include "carom/io/run.hpp"

namespace carom::io {

/// What watches a run: the files of what happened, and the drawings, which can be made again (`carom report`).
template <int D>
struct RunFiles {
  std::vector<std::unique_ptr<Observer<D>>> files;  ///< the summary last, so that it can tell about the others
  std::unique_ptr<Observer<D>> picture;             ///< null if not wanted
  std::unique_ptr<Observer<D>> report;
  const Measured* measured = nullptr;

  /// All, in the order in which checkpoints keep them.
  std::vector<Observer<D>*> all() const {
    std::vector<Observer<D>*> watching;
    for (const auto& file : files) watching.push_back(file.get());
    for (const auto* drawing : {&picture, &report})
      if (*drawing) watching.push_back(drawing->get());
    return watching;
  }
};

/// The observables that the scene and the options ask for. InputError for a name that is none.
template <int D>
std::vector<Observable> observed(const Scene<D>& scene, const RunOptions& options);

/// Files in `staging`, drawings in `drawings`. `scene` must outlive them.
template <int D>
RunFiles<D> run_files(const Scene<D>& scene, const RunOptions& options, const std::filesystem::path& staging,
                      const std::filesystem::path& drawings, Opening opening);

}  // namespace carom::io
