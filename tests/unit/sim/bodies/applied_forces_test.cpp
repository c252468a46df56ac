#include "sim/bodies/applied_forces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::sim {
namespace {

using Turn = std::pair<std::uint32_t, EventKind>;

/// What turns on and off until a time.
std::vector<Turn> apply(AppliedForces<2>& forces, double now) {
  std::vector<Turn> turns;
  forces.apply([&](double due) { return due <= now; },
               [&](std::uint32_t id, EventKind kind) { turns.emplace_back(id, kind); });
  return turns;
}

TEST(AppliedForces, ActFromTheirBeginningUntilTheirEnd) {
  AppliedForces<2> forces;
  EXPECT_TRUE(forces.empty());
  forces.add({BodyId{3}, {1, 0}, 1, 4, false});
  forces.add({BodyId{3}, {0, 2}, 2, 3, false});
  forces.add({BodyId{5}, {7, 7}, 1, 9, false});
  EXPECT_EQ(forces.total(3), Vec2{});
  EXPECT_TRUE(apply(forces, 0.5).empty());
  EXPECT_EQ(apply(forces, 1), (std::vector<Turn>{{3, EventKind::force_begin}, {5, EventKind::force_begin}}));
  EXPECT_EQ(forces.total(3), (Vec2{1, 0}));
  EXPECT_EQ(apply(forces, 2), (std::vector<Turn>{{3, EventKind::force_begin}}));
  EXPECT_EQ(forces.total(3), (Vec2{1, 2}));
  EXPECT_EQ(apply(forces, 3), (std::vector<Turn>{{3, EventKind::force_end}}));
  EXPECT_EQ(forces.total(3), (Vec2{1, 0}));
  EXPECT_EQ(forces.all().size(), 2u);
  EXPECT_EQ(apply(forces, 9), (std::vector<Turn>{{3, EventKind::force_end}, {5, EventKind::force_end}}));
  EXPECT_TRUE(forces.empty());
}

TEST(AppliedForces, BeginAndEndAtOnceWhereBothAreDue) {
  AppliedForces<2> forces;
  forces.add({BodyId{1}, {1, 0}, 1, 2, false});
  forces.add({BodyId{2}, {1, 0}, 1, 3, false});
  EXPECT_EQ(apply(forces, 2),
            (std::vector<Turn>{{1, EventKind::force_begin}, {1, EventKind::force_end}, {2, EventKind::force_begin}}));
}

TEST(AppliedForces, LastForEverWhereTheyDoNotEnd) {
  AppliedForces<2> forces;
  forces.add({BodyId{1}, {1, 0}, 0, INFINITY, false});
  EXPECT_EQ(apply(forces, INFINITY).size(), 1u);
  EXPECT_TRUE(apply(forces, INFINITY).empty());
  EXPECT_EQ(forces.total(1), (Vec2{1, 0}));
}

TEST(AppliedForces, GoOverToWhatABodyHasBecomePartOf) {
  AppliedForces<2> forces;
  forces.add({BodyId{1}, {1, 0}, 0, 5, false});
  forces.add({BodyId{2}, {0, 1}, 0, 5, false});
  forces.add({BodyId{3}, {4, 0}, 0, 5, false});
  forces.add({BodyId{2}, {0, 8}, 6, 7, false});
  apply(forces, 0);
  forces.transfer(2, 1);
  EXPECT_EQ(forces.total(1), (Vec2{1, 1}));
  EXPECT_EQ(forces.total(2), Vec2{});
  EXPECT_EQ(forces.total(3), (Vec2{4, 0}));
  apply(forces, 6);
  EXPECT_EQ(forces.total(1), (Vec2{0, 8}));
}

// Oracle: the sum of those whose interval holds the time.
TEST(AppliedForces, AddUpToThoseWhoseTimeItIs) {
  Random random(1);
  AppliedForces<2> forces;
  std::vector<AppliedForce<2>> all;
  for (int k = 0; k < 200; ++k) {
    const auto from = static_cast<double>(random.below(50));
    const auto until = from + 1 + static_cast<double>(random.below(20));
    all.push_back({BodyId{static_cast<std::uint32_t>(random.below(4))},
                   {static_cast<double>(random.below(9)), static_cast<double>(random.below(9))},
                   from,
                   until,
                   false});
    forces.add(all.back());
  }
  std::size_t turns = 0;
  for (double now = 0; now < 80; ++now) {
    turns += apply(forces, now).size();
    for (std::uint32_t id = 0; id < 5; ++id) {
      Vec2 sum;
      for (const AppliedForce<2>& force : all)
        if (force.body.value == id && force.from <= now && now < force.until) sum += force.force;
      ASSERT_EQ(forces.total(id), sum) << now << ' ' << id;
    }
  }
  EXPECT_EQ(turns, 400u);
  EXPECT_TRUE(forces.empty());
}

TEST(AppliedForces, AreRestoredAsTheyWere) {
  AppliedForces<2> forces;
  forces.add({BodyId{1}, {1, 0}, 0, 5, false});
  forces.add({BodyId{1}, {2, 0}, 3, 5, false});
  apply(forces, 1);
  AppliedForces<2> again;
  again.restore(forces.all());
  EXPECT_EQ(again.total(1), (Vec2{1, 0}));
  EXPECT_EQ(apply(again, 3), (std::vector<Turn>{{1, EventKind::force_begin}}));
  EXPECT_EQ(again.total(1), (Vec2{3, 0}));
}

}  // namespace
}  // namespace carom::sim
