// carom_shots: random shots on random tables, or on those of the games with each model, each held against the laws that
// shots obey.
#include <array>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "property/billiards/shot_audit.hpp"

namespace carom::billiards {
namespace {

constexpr const char* kUsage = "usage: carom_shots [--shots N | --each N] [--seed S]\n";
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

constexpr std::array kBallModels = {"frictionless", "alciatore", "mathavan_2014"};
constexpr std::array kCushionModels = {"reflection", "han_2005", "mathavan_2010", "stronge"};

// So many shots of each game with each pair of models, and its own constants.
int run_each(std::uint64_t count, std::uint64_t seed) {
  std::uint64_t failures = 0;
  std::cout << "game,balls,cushions,shots,impacts,shared_blows,longest_blow_ms,largest_gain_J,deepest_overlap_m,most_"
               "events,capped,endless,against_a_law\n";
  std::uint64_t number = 0;
  for (Table table : {pool_table(), snooker_table(), carom_table()})
    for (std::size_t balls = 0; balls < kBallModels.size(); ++balls)
      for (std::size_t cushions = 0; cushions < kCushionModels.size(); ++cushions) {
        table.equipment.contact.model = static_cast<BallImpactModel>(balls);
        table.materials[0].model = static_cast<CushionImpactModel>(cushions);
        Random random(seed, number++);
        ShotAudit audit;
        audit_shots(table, random, static_cast<int>(count), audit);
        const std::string wrong = complaint(audit);
        failures += wrong.empty() ? 0 : 1;
        std::cout << table.game << ',' << kBallModels[balls] << ',' << kCushionModels[cushions] << ',' << audit.shots
                  << ',' << audit.impacts << ',' << audit.blows << ',' << 1e3 * audit.longest_blow << ','
                  << audit.largest_gain << ',' << audit.deepest_overlap << ',' << audit.most_events << ','
                  << audit.capped << ',' << audit.incomplete << ',' << wrong << std::endl;
      }
  return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace
}  // namespace carom::billiards

int main(int argc, char** argv) {
  std::uint64_t shots = 10'000;
  std::uint64_t each = 0;
  std::uint64_t seed = 1;
  for (int k = 1; k < argc; k += 2) {
    const bool has_value = k + 1 < argc;
    if (has_value && std::strcmp(argv[k], "--shots") == 0) {
      shots = std::strtoull(argv[k + 1], nullptr, 10);
    } else if (has_value && std::strcmp(argv[k], "--each") == 0) {
      each = std::strtoull(argv[k + 1], nullptr, 10);
    } else if (has_value && std::strcmp(argv[k], "--seed") == 0) {
      seed = std::strtoull(argv[k + 1], nullptr, 10);
    } else {
      std::cerr << carom::billiards::kUsage;
      return 2;
    }
  }
  return each > 0 ? carom::billiards::run_each(each, seed) : carom::billiards::run(shots, seed);
}
