#include "estimate.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kSampleSeconds = 2;
constexpr double kReportBytes = 40e6;  // what reports and pictures still gather after the sample, at most

/// A folder that goes when it is not needed any more.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (fs::temp_directory_path() / "carom-estimate-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::runtime_error(pattern + ": cannot make a folder for the sample");
    path_ = pattern;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

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

std::string bytes(double count) {
  for (const char* unit : {"B", "kB", "MB", "GB"}) {
    if (count < 1000) return fmt::format("{:.3g} {}", count, unit);
    count /= 1000;
  }
  return fmt::format("{:.3g} TB", count);
}

std::string seconds(double count) {
  if (count < 120) return fmt::format("{:.2g} s", count);
  if (count < 7200) return fmt::format("{:.2g} min", count / 60);
  if (count < 172800) return fmt::format("{:.2g} h", count / 3600);
  return fmt::format("{:.3g} days", count / 86400);
}

}  // namespace

void print_estimate(const carom::io::AnyScene& scene, const carom::io::RunOptions& options) {
  const ScratchFolder folder;
  carom::io::RunOptions sample = options;
  sample.out = folder.path() / "sample";
  sample.checkpoint_every.reset();
  sample.report = [](const carom::io::Progress& progress) { return progress.wall_seconds < kSampleSeconds; };
  const Clock::time_point start = Clock::now();
  const carom::io::Progress done = std::visit([&](const auto& one) { return carom::io::run(one, sample); }, scene).end;
  const double around = std::chrono::duration<double>(Clock::now() - start).count() - done.wall_seconds;
  const double share = done.until > done.from ? (done.time - done.from) / (done.until - done.from) : 1;
  if (!(share > 0)) throw std::runtime_error("the sample did not get far enough to tell how long the run will take");
  const Disk disk = disk_of(sample.out);
  fmt::print("From a sample of {:.3g} of {:.3g} units of time{}:\n", done.time - done.from, done.until - done.from,
             share < 1 ? ", if it goes on as it begins" : ", which is all of it");
  fmt::print("  events  {:.3g}\n", static_cast<double>(done.events) / share);
  fmt::print("  time    {}\n", seconds(done.wall_seconds / share + around));
  fmt::print("  memory  {}\n", bytes(peak_memory() + (share < 1 ? kReportBytes : 0)));
  fmt::print("  disk    {}\n", bytes(disk.growing / share + disk.fixed));
}
