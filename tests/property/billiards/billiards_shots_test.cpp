// Laws that every shot obeys, whatever the models. carom_shots plays as many as asked for.
#include <gtest/gtest.h>

#include "property/billiards/shot_audit.hpp"

namespace carom::billiards {
namespace {

TEST(RandomShots, NeverGainEnergyNorOverlapNorLeaveTheClothUnseen) {
  ShotAudit audit;
  for (std::uint64_t table = 0; table < 40; ++table) audit_random_shots(1, table, 40, audit);
  EXPECT_EQ(complaint(audit), "");
  EXPECT_EQ(audit.capped, 0u);
}

// Of a long run, those with a ball that met a concave nose, or a nose in a corner where it stopped, again and again.
TEST(RandomShots, ThatOnceMetForEverEnd) {
  ShotAudit audit;
  for (const std::uint64_t table : {644, 709, 1330, 1645, 4648}) audit_random_shots(7, table, 50, audit);
  EXPECT_EQ(complaint(audit), "");
}

}  // namespace
}  // namespace carom::billiards
