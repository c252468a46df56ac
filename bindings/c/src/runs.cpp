#include <string>

#include "carom/io/run.hpp"
#include "guard.hpp"
#include "values.hpp"

namespace carom::c {
namespace {

constexpr carom_run_options kDefaults = {kNotSet, kNotSet, kNotSet, kNotSet, 0, 1, 1, 0, 1, nullptr, nullptr};

io::ProgressReport progress_report(const carom_run_options& options) {
  if (options.progress == nullptr) return {};
  return [report = options.progress, user = options.user](const io::Progress& now) {
    const carom_progress plain{now.from, now.time, now.until, now.events, now.wall_seconds};
    return report(&plain, user) != 0;
  };
}

/// What a run and one that goes on are told alike.
template <class Options>
Options told(const carom_run_options& options) {
  Options run;
  run.checkpoint_every = if_set(options.checkpoint_every);
  run.most_seconds = if_set(options.most_seconds);
  if (options.most_events > 0) run.most_events = options.most_events;
  run.threads = options.threads;
  run.progress = progress_report(options);
  return run;
}

void put(const io::RunResult& from, carom_run_result* to) {
  if (to == nullptr) return;
  *to = {from.end.time, from.end.events, from.stopped ? 0 : 1, static_cast<int>(from.not_drawn.size())};
}

}  // namespace
}  // namespace carom::c

using carom::c::given;
using carom::c::guarded;
using carom::c::if_set;

extern "C" {

carom_run_options carom_default_run_options(void) {
  return carom::c::kDefaults;
}

carom_status carom_run(const char* scene_file, const char* folder, const carom_run_options* options,
                       carom_run_result* result) {
  return guarded([&] {
    const carom_run_options& asked = options == nullptr ? carom::c::kDefaults : *options;
    auto run = carom::c::told<carom::io::RunOptions>(asked);
    run.out = &given(folder, "folder");
    run.until = if_set(asked.until);
    run.frames_per_second = if_set(asked.frames_per_second);
    run.picture = asked.picture != 0;
    run.report = asked.report != 0;
    run.overwrite = asked.overwrite != 0;
    const auto start = [&](auto scene) { return carom::io::run(std::move(scene), run); };
    carom::c::put(std::visit(start, carom::io::read_scene(&given(scene_file, "scene_file"))), result);
  });
}

carom_status carom_resume(const char* folder, const carom_run_options* options, carom_run_result* result) {
  return guarded([&] {
    const carom_run_options& asked = options == nullptr ? carom::c::kDefaults : *options;
    const auto resumed = carom::io::resume(&given(folder, "folder"), carom::c::told<carom::io::ResumeOptions>(asked));
    if (!resumed) throw std::invalid_argument("folder: the run in " + std::string(folder) + " is finished");
    carom::c::put(*resumed, result);
  });
}

carom_status carom_verify(const char* folder, int replay, const char** faults) {
  return guarded([&] {
    thread_local std::string found;
    const char*& to = given(faults, "faults");
    std::string lines;
    for (const std::string& fault : carom::io::verify(&given(folder, "folder"), replay != 0))
      lines.append(fault).append("\n");
    found = std::move(lines);
    to = found.c_str();
  });
}
}
