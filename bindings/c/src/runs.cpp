#include <limits>
#include <string>

#include "carom/io/run.hpp"
#include "guard.hpp"
#include "values.hpp"

namespace carom::c {
namespace {

constexpr double kNotSet = std::numeric_limits<double>::quiet_NaN();

constexpr carom_run_options kDefaults = {kNotSet, kNotSet, kNotSet, kNotSet, 0, 1, 1, 0, 1, nullptr, nullptr};

io::ProgressReport progress_report(const carom_run_options& options) {
  if (options.progress == nullptr) return {};
  return [report = options.progress, user = options.user](const io::Progress& now) {
    const carom_progress plain{now.from, now.time, now.until, now.events, now.wall_seconds};
    return report(&plain, user) != 0;
  };
}

std::optional<std::uint64_t> most_events(const carom_run_options& options) {
  if (options.most_events == 0) return std::nullopt;
  return options.most_events;
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
    carom::io::RunOptions run;
    run.out = &given(folder, "folder");
    run.until = if_set(asked.until);
    run.frames_per_second = if_set(asked.frames_per_second);
    run.checkpoint_every = if_set(asked.checkpoint_every);
    run.most_seconds = if_set(asked.most_seconds);
    run.most_events = carom::c::most_events(asked);
    run.picture = asked.picture != 0;
    run.report = asked.report != 0;
    run.overwrite = asked.overwrite != 0;
    run.threads = asked.threads;
    run.progress = carom::c::progress_report(asked);
    const auto start = [&](auto scene) { return carom::io::run(std::move(scene), run); };
    carom::c::put(std::visit(start, carom::io::read_scene(&given(scene_file, "scene_file"))), result);
  });
}

carom_status carom_resume(const char* folder, const carom_run_options* options, carom_run_result* result) {
  return guarded([&] {
    const carom_run_options& asked = options == nullptr ? carom::c::kDefaults : *options;
    carom::io::ResumeOptions run;
    run.checkpoint_every = if_set(asked.checkpoint_every);
    run.most_seconds = if_set(asked.most_seconds);
    run.most_events = carom::c::most_events(asked);
    run.threads = asked.threads;
    run.progress = carom::c::progress_report(asked);
    const auto resumed = carom::io::resume(&given(folder, "folder"), run);
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
