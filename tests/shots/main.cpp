// carom_shots: random shots on random tables, each held against the laws that shots obey.
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "property/billiards/shot_audit.hpp"

namespace carom::billiards {
namespace {

constexpr const char* kUsage = "usage: carom_shots [--shots N] [--seed S]\n";
constexpr std::uint64_t kShotsPerTable = 50;

int run(std::uint64_t count, std::uint64_t seed) {
  ShotAudit audit;
  std::uint64_t failures = 0;
  for (std::uint64_t table = 0; table * kShotsPerTable < count; ++table) {
    ShotAudit own = audit;
    audit_random_shots(seed, table, static_cast<int>(std::min(kShotsPerTable, count - audit.shots)), own);
    const std::string wrong = complaint(own);
    if (!wrong.empty() && wrong != complaint(audit)) {
      ++failures;
      std::cout << "table " << table << ": " << wrong << std::endl;
    }
    audit = own;
  }
  std::cout << audit.shots << " shots, " << audit.events << " events, " << audit.impacts << " impacts and "
            << audit.blows << " shared blows, of " << 1e3 * audit.longest_blow << " ms at most; " << failures
            << " tables against a law\nlargest gain of energy " << audit.largest_gain << " J, deepest overlap "
            << audit.deepest_overlap << " m, farthest into a cushion " << audit.farthest_out << " m, largest jump "
            << audit.largest_jump << " m\nmost events of a shot " << audit.most_events << ", impacts capped "
            << audit.capped << ", shots that do not end " << audit.incomplete << '\n';
  return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace
}  // namespace carom::billiards

int main(int argc, char** argv) {
  std::uint64_t shots = 10'000;
  std::uint64_t seed = 1;
  for (int k = 1; k < argc; k += 2) {
    const bool has_value = k + 1 < argc;
    if (has_value && std::strcmp(argv[k], "--shots") == 0) {
      shots = std::strtoull(argv[k + 1], nullptr, 10);
    } else if (has_value && std::strcmp(argv[k], "--seed") == 0) {
      seed = std::strtoull(argv[k + 1], nullptr, 10);
    } else {
      std::cerr << carom::billiards::kUsage;
      return 2;
    }
  }
  return carom::billiards::run(shots, seed);
}
