#include "carom/io/estimate.hpp"

#include <sys/resource.h>

#include <chrono>
#include <stdexcept>

#include "io/run/scratch_folder.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kSampleSeconds = 2;
constexpr double kReportBytes = 40e6;  // what reports and pictures still gather after the sample, at most

/// Bytes of the files that grow with the run, and of the others.
struct Disk {
  double growing = 0;
  double fixed = 0;
};

Disk disk_of(const fs::path& folder) {
  Disk disk;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool grows =
        name.starts_with("events.") || name.starts_with("trajectory.") || name.starts_with("observables.");
    (grows ? disk.growing : disk.fixed) += static_cast<double>(entry.file_size());
  }
  return disk;
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace

Estimate estimate(const AnyScene& scene, const RunOptions& options) {
  const ScratchFolder folder("carom-estimate");
  RunOptions sample = options;
  sample.out = folder.path() / "sample";
  sample.checkpoint_every.reset();
  sample.progress = [](const Progress& progress) { return progress.wall_seconds < kSampleSeconds; };
  const Clock::time_point start = Clock::now();
  const Progress done = std::visit([&](const auto& one) { return run(one, sample); }, scene).end;
  const double around = std::chrono::duration<double>(Clock::now() - start).count() - done.wall_seconds;
  Estimate found{.sampled = done.time - done.from, .asked = done.until - done.from};
  const double share = found.asked > 0 ? found.sampled / found.asked : 1;
  if (!(share > 0)) throw std::runtime_error("the sample did not get far enough to tell how long the run will take");
  const Disk disk = disk_of(sample.out);
  found.events = static_cast<double>(done.events) / share;
  found.seconds = done.wall_seconds / share + around;
  found.memory = peak_memory() + (share < 1 ? kReportBytes : 0);
  found.disk = disk.growing / share + disk.fixed;
  return found;
}

}  // namespace carom::io
