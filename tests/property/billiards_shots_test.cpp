// Laws that every shot obeys, whatever the models.
#include "property/shot_audit.hpp"

namespace carom::billiards {
namespace {

TEST(RandomShots, NeverGainEnergyNorOverlapNorLeaveTheClothUnseen) {
  ShotAudit audit;
  audit_random_shots(1, 40, 40, audit);
  expect_lawful(audit);
  EXPECT_LT(audit.most_events, 2000u);
}

}  // namespace
}  // namespace carom::billiards
