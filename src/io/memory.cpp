#include "carom/io/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <stdexcept>
#include <string_view>

namespace carom::io {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

void lower(MemoryLimit& limit, std::uint64_t bytes, const char* source) {
  if (bytes < limit.bytes) limit = {bytes, source};
}

std::uint64_t soft_limit(int resource) {
  rlimit limit{};
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : kUnlimited;
}

/// The sum of the lines of a file such as /proc/meminfo, in kB, that begin with these words; in bytes.
std::uint64_t kilobytes(const char* file, std::initializer_list<std::string_view> words) {
  std::ifstream lines(file);
  std::uint64_t sum = 0;
  for (std::string word; lines >> word;) {
    std::uint64_t value = 0;
    if (std::find(words.begin(), words.end(), word) != words.end() && lines >> value) sum += 1024 * value;
    lines.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return sum;
}

/// The least limit of a control group and of those that it is in. "max" is no number.
void lower_to_group(MemoryLimit& limit, std::filesystem::path group, const std::filesystem::path& root,
                    const char* file) {
  for (group = root / group.relative_path();; group = group.parent_path()) {
    std::uint64_t bytes = 0;
    if (std::ifstream(group / file) >> bytes) lower(limit, bytes, "the control group");
    if (group == root || !group.has_relative_path()) return;
  }
}

/// A line of /proc/self/cgroup is "0::/path" for version 2 and "4:memory:/path" for version 1.
void lower_to_groups(MemoryLimit& limit) {
  std::ifstream lines("/proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("0::")) lower_to_group(limit, line.substr(3), "/sys/fs/cgroup", "memory.max");
    if (const std::size_t at = line.find(":memory:"); at != std::string::npos)
      lower_to_group(limit, line.substr(at + 8), "/sys/fs/cgroup/memory", "memory.limit_in_bytes");
  }
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024 * static_cast<std::uint64_t>(usage.ru_maxrss);
}

}  // namespace

MemoryLimit memory_limit() {
  MemoryLimit limit{kUnlimited, "nothing"};
  lower(limit, soft_limit(RLIMIT_AS), "ulimit -v");
  lower(limit, soft_limit(RLIMIT_DATA), "ulimit -d");
  lower_to_groups(limit);
  if (const std::uint64_t all = kilobytes("/proc/meminfo", {"MemTotal:", "SwapTotal:"}); all > 0)
    lower(limit, all, "this machine");
  return limit;
}

void hold_to_memory_limit() {
  const MemoryLimit limit = memory_limit();
  rlimit data{};
  if (limit.bytes == kUnlimited || getrlimit(RLIMIT_DATA, &data) != 0) return;
  // A sanitizer has asked for more than there is already, and does not use it.
  const std::uint64_t most = limit.bytes + kilobytes("/proc/self/status", {"VmData:"});
  data.rlim_cur = std::min<rlim_t>(data.rlim_cur, most);
  setrlimit(RLIMIT_DATA, &data);
}

std::string reason(const std::exception& error) {
  const bool no_memory = dynamic_cast<const std::bad_alloc*>(&error) || dynamic_cast<const std::length_error*>(&error);
  if (!no_memory) return error.what();
  const MemoryLimit limit = memory_limit();
  return fmt::format("out of memory: {} were in use and more was needed, where {} allows {}",
                     readable_bytes(static_cast<double>(peak_memory())), limit.source,
                     readable_bytes(static_cast<double>(limit.bytes)));
}

std::string readable_bytes(double count) {
  for (const char* unit : {"B", "kB", "MB", "GB"}) {
    if (count < 1000) return fmt::format("{:.3g} {}", count, unit);
    count /= 1000;
  }
  return fmt::format("{:.3g} TB", count);
}

}  // namespace carom::io
