// Laws that every shot obeys, whatever the models. carom_shots plays as many as asked for.
#include <gtest/gtest.h>

#include "property/shot_audit.hpp"

namespace carom::billiards {
namespace {

TEST(RandomShots, NeverGainEnergyNorOverlapNorLeaveTheClothUnseen) {
  ShotAudit audit;
  for (std::uint64_t table = 0; table < 40; ++table) audit_random_shots(1, table, 40, audit);
  EXPECT_EQ(complaint(audit), "");
  EXPECT_EQ(audit.capped, 0u);
}

}  // namespace
}  // namespace carom::billiards
