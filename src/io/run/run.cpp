#include "carom/io/run.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "carom/io/memory.hpp"
#include "io/run/apply_options.hpp"
#include "io/run/output_folder.hpp"
#include "io/run/run_files.hpp"
#include "io/run/run_record.hpp"
#include "io/run/simulation.hpp"

namespace carom::io {
namespace {

/// What is run: a scene, as the options ask, and how.
template <int D>
struct Plan {
  const Scene<D>& scene;
  const RunOptions& options;
};

Place start_of(double from, double until) {
  return {{.from = from, .time = from, .until = until}, from};
}

Limits limits_of(const RunOptions& options) {
  return {.most_events = options.most_events, .most_seconds = options.most_seconds};
}

template <int D>
RunResult begin_and_run(const Scene<D>& scene, World<D>& world, const std::vector<Observer<D>*>& observers,
                        const ProgressReport& progress, const Limits& limits, Checkpoints<D>* checkpoints) {
  const Place start = start_of(world.time(), scene.until);
  for (Observer<D>* observer : observers) observer->begin(scene, world);
  return Simulation<D>(scene, world, observers, progress, limits, start, checkpoints).run();
}

/// Ends the files, with the record of the run among them: from the commit on, the run is on the disk.
template <int D>
void finish_files(const OutputFolder& folder, const Plan<D>& plan, const RunResult& result, const World<D>& world,
                  const RunFiles<D>& files) {
  for (const auto& file : files.files) file->end(world);
  write_record(folder.staging(), plan.scene, plan.options, result, world, files);
}

template <int D>
RunFiles<D> files_of(const Plan<D>& plan, const OutputFolder& folder, Opening opening) {
  return run_files(plan.scene, plan.options, folder.staging(), drawing_folder(plan.options.out), opening);
}

template <int D>
std::vector<std::string> draw(const std::filesystem::path& folder, const World<D>& world, const RunFiles<D>& files) {
  std::vector<std::string> failures;
  for (const auto* drawing : {&files.picture, &files.report}) {
    if (!*drawing) continue;
    try {
      add_drawings(folder, [&] { (*drawing)->end(world); });
    } catch (const std::exception& error) {
      failures.push_back(fmt::format("{} could not be drawn: {}",
                                     drawing == &files.picture ? "the picture" : "the report", reason(error)));
    }
  }
  return failures;
}

template <int D>
RunResult run_plain(const Plan<D>& plan, World<D>& world) {
  const RunOptions& options = plan.options;
  OutputFolder folder(options.out, OutputFolder::Unfinished::gone,
                      options.overwrite ? OutputFolder::Overwrite::all : OutputFolder::Overwrite::own);
  RunResult result;
  RunFiles<D> files;
  try {
    files = files_of(plan, folder, Opening::fresh);
    result = begin_and_run<D>(plan.scene, world, files.all(), options.progress, limits_of(options), nullptr);
    finish_files(folder, plan, result, world, files);
    folder.commit();
  } catch (const std::exception& error) {
    throw std::runtime_error(folder.final_names(reason(error)));
  }
  result.not_drawn = draw(options.out, world, files);
  return result;
}

// Runs with checkpoints.

/// Runs, and moves the files to their place at the end. An error says that the run can be gone on with.
template <int D, class Run>
RunResult run_kept(OutputFolder& folder, const Plan<D>& plan, World<D>& world, const RunFiles<D>& files, Run run) {
  RunResult result;
  try {
    result = run();
    if (result.stopped) return result;
    finish_files(folder, plan, result, world, files);
    folder.commit();
  } catch (const std::exception& error) {
    const std::string out = plan.options.out.string();
    throw std::runtime_error(fmt::format(
        "{}\nWhen that is put right, carom resume {} goes on from the last checkpoint.", reason(error), out));
  }
  result.not_drawn = draw(plan.options.out, world, files);
  return result;
}

template <int D>
RunResult run_from_start(const Plan<D>& plan, World<D>& world, OutputFolder& folder, CheckpointFolder& checkpoints) {
  const RunOptions& options = plan.options;
  const RunFiles<D> files = files_of(plan, folder, Opening::kept);
  return run_kept(folder, plan, world, files, [&] {
    Checkpoints<D> writer(checkpoints, *options.checkpoint_every);
    return begin_and_run<D>(plan.scene, world, files.all(), options.progress, limits_of(options), &writer);
  });
}

/// A world, its files and its place, as a checkpoint left them.
template <int D>
struct Restored {
  World<D> world;
  RunFiles<D> files;
  Place place;
};

template <int D>
Restored<D> restore(std::string_view bytes, const Plan<D>& plan, const OutputFolder& folder) {
  Archive archive(bytes);
  Place place;
  archive(place);
  RunFiles<D> files = files_of(plan, folder, Opening::resumed);
  World<D> world = read_world<D>(archive, plan.scene, [&](const World<D>& begun) {
    for (Observer<D>* file : files.all()) file->begin(plan.scene, begun);
  });
  for (Observer<D>* file : files.all()) file->archive(archive);
  if (!archive.unread().empty()) throw ArchiveError("it holds more than this version of Carom writes");
  return {std::move(world), std::move(files), place};
}

template <int D>
RunResult resume_kept(Archive& archive, const std::filesystem::path& out, OutputFolder& folder,
                      CheckpointFolder& checkpoints, const ResumeOptions& how) {
  RunStart<D> start = read_start<D>(archive);
  RunOptions& options = start.options;
  options.out = out;
  options.progress = how.progress;
  options.threads = how.threads;
  options.search = how.search;
  options.most_events = how.most_events;
  options.most_seconds = how.most_seconds;
  if (how.checkpoint_every) options.checkpoint_every = how.checkpoint_every;
  apply_options(start.scene, options);
  const Plan<D> plan{start.scene, options};
  std::optional<Restored<D>> restored;
  const auto take = [&](std::string_view bytes) {
    try {
      restored.emplace(restore(bytes, plan, folder));
    } catch (const std::invalid_argument& error) {  // a world that can not be
      throw ArchiveError(error.what());
    }
  };
  const auto warn = [&](const std::string& text) {
    if (how.warn) how.warn(text);
  };
  if (!checkpoints.read_state(take, warn)) {
    World<D> world = start.scene.make_world();
    world.set_threads(options.threads);
    return run_from_start(plan, world, folder, checkpoints);
  }
  World<D>& world = restored->world;
  world.set_threads(options.threads);
  return run_kept(folder, plan, world, restored->files, [&] {
    Checkpoints<D> writer(checkpoints, *options.checkpoint_every);
    return Simulation<D>(plan.scene, world, restored->files.all(), options.progress, limits_of(options),
                         restored->place, &writer)
        .run();
  });
}

/// From here on the run can be gone on with; if that fails there is nothing to keep.
template <int D>
void keep_start(CheckpointFolder& checkpoints, const OutputFolder& folder, const Scene<D>& scene,
                const RunOptions& options) {
  try {
    checkpoints.write_start([&](Archive& archive) { archive_start(archive, scene, options); });
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove_all(folder.staging(), ignored);
    throw;
  }
}

void refuse_unfinished(const std::filesystem::path& out) {
  const std::filesystem::path checkpoint = OutputFolder::checkpoint(out);
  if (OutputFolder::finish_commit(out) || !CheckpointFolder::holds_run(checkpoint)) return;
  throw InputError(fmt::format("{}: holds an unfinished run: carom resume {} goes on with it; remove {} to give it up",
                               out.string(), out.string(), checkpoint.string()));
}

template <int D>
std::vector<std::string> draw_recorded(Archive& archive, const std::filesystem::path& folder) {
  RunStart<D> start = read_start<D>(archive);
  if (!start.options.picture && !start.options.report)
    throw InputError(fmt::format("{}: the run recorded nothing to draw: it was told to make no picture and no report",
                                 folder.string()));
  apply_options(start.scene, start.options);
  const RunRecord<D> record = read_record<D>(archive, start, drawing_folder(folder));
  return draw(folder, record.world, record.drawings);
}

/// Draws what a program that died while it drew left out. nullopt if that is nothing.
template <int D>
std::optional<RunResult> draw_missing(Archive& archive, const std::filesystem::path& folder) {
  RunStart<D> start = read_start<D>(archive);
  const bool picture = start.options.picture && !std::filesystem::exists(folder / "picture.svg");
  const bool report = start.options.report && !std::filesystem::exists(folder / "report.html");
  if (!picture && !report) return std::nullopt;
  apply_options(start.scene, start.options);
  RunRecord<D> record = read_record<D>(archive, start, drawing_folder(folder));
  if (!picture) record.drawings.picture.reset();
  if (!report) record.drawings.report.reset();
  record.result.not_drawn = draw(folder, record.world, record.drawings);
  return record.result;
}

/// What is left to do of a run whose files are all in their place.
std::optional<RunResult> end_finished(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / kRecordName)) return std::nullopt;
  const FolderLock lock(folder);
  return with_start(folder / kRecordName, [&]<int D>(Archive& archive) { return draw_missing<D>(archive, folder); });
}

}  // namespace

template <int D>
RunResult simulate(const Scene<D>& scene, World<D>& world, std::span<const std::unique_ptr<Observer<D>>> observers,
                   const ProgressReport& progress) {
  std::vector<Observer<D>*> watching;
  for (const auto& observer : observers) watching.push_back(observer.get());
  RunResult result = begin_and_run<D>(scene, world, watching, progress, {}, nullptr);
  for (Observer<D>* observer : watching) observer->end(world);
  return result;
}

template <int D>
RunResult run(Scene<D> scene, const RunOptions& options) {
  apply_options(scene, options);
  World<D> world = scene.make_world();
  refuse_unfinished(options.out);
  world.set_threads(options.threads);
  const Plan<D> plan{scene, options};
  if (!options.checkpoint_every) return run_plain(plan, world);
  OutputFolder folder(options.out, OutputFolder::Unfinished::kept,
                      options.overwrite ? OutputFolder::Overwrite::all : OutputFolder::Overwrite::own);
  CheckpointFolder checkpoints(folder.staging());
  keep_start(checkpoints, folder, scene, options);
  return run_from_start(plan, world, folder, checkpoints);
}

std::optional<RunResult> resume(const std::filesystem::path& out, const ResumeOptions& options) {
  const std::filesystem::path checkpoint = OutputFolder::checkpoint(out);
  if (OutputFolder::finish_commit(out)) return end_finished(out);
  if (!CheckpointFolder::holds_run(checkpoint)) {
    if (std::filesystem::exists(out / "summary.json")) return end_finished(out);
    throw InputError(fmt::format("{}: holds no run to go on with: expected one begun with checkpoints", out.string()));
  }
  OutputFolder folder(out, OutputFolder::Unfinished::kept, OutputFolder::Overwrite::all);
  CheckpointFolder checkpoints(checkpoint);
  return with_start(checkpoints.start_file(), [&]<int D>(Archive& archive) {
    return resume_kept<D>(archive, out, folder, checkpoints, options);
  });
}

std::vector<std::string> draw_again(const std::filesystem::path& folder) {
  OutputFolder::finish_commit(folder);
  if (!std::filesystem::exists(folder / kRecordName))
    throw InputError(fmt::format("{}: expected the folder of a run, with its {}", folder.string(), kRecordName));
  const FolderLock lock(folder);
  return with_start(folder / kRecordName, [&]<int D>(Archive& archive) { return draw_recorded<D>(archive, folder); });
}

template RunResult simulate<2>(const Scene<2>&, World<2>&, std::span<const std::unique_ptr<Observer<2>>>,
                               const ProgressReport&);
template RunResult simulate<3>(const Scene<3>&, World<3>&, std::span<const std::unique_ptr<Observer<3>>>,
                               const ProgressReport&);
template RunResult run<2>(Scene<2>, const RunOptions&);
template RunResult run<3>(Scene<3>, const RunOptions&);

}  // namespace carom::io
