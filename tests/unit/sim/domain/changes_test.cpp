#include "sim/domain/changes.hpp"

#include <gtest/gtest.h>

#include "carom/math/random.hpp"
#include "unit/sim/engine_parts.hpp"

namespace carom::sim {
namespace {

constexpr std::uint32_t kBalls = 30;

void expect_same(const BodyState<2>& a, const BodyState<2>& b) {
  EXPECT_EQ(a.presence, b.presence);
  EXPECT_EQ(a.held, b.held);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.rank, b.rank);
  EXPECT_EQ(a.last_impact, b.last_impact);
  EXPECT_EQ(a.crowded, b.crowded);
  EXPECT_EQ(a.image, b.image);
}

/// Whatever an impact may change.
void change(BodyStore<2>& store, std::uint32_t id, Random& random) {
  Particle<2>& particle = store.particle(id);
  particle.position = {random.normal(), random.normal()};
  particle.velocity = {random.normal(), random.normal()};
  particle.set_time({static_cast<std::int64_t>(random.below(9)), random.uniform(0, 4)});
  particle.curved = random.below(2) == 0;
  particle.special = random.below(2) == 0;
  Record<2>& record = store.record(id);
  record.image = {static_cast<std::int32_t>(random.below(9)), -static_cast<std::int32_t>(random.below(9))};
  record.rank = static_cast<std::uint32_t>(random.below(9));
  record.crowded = random.below(9) & 15u;
  record.last_impact = Record<2>::own_time;
}

EngineParts<2>& fill(EngineParts<2>& parts) {
  for (std::uint32_t id = 0; id < kBalls; ++id)
    parts.add({.shape = Circle{{1.0 * id, 0}, 0.25 + 0.01 * id}, .motion = Vec2{0, 1.0 * id}});
  return parts;
}

TEST(Changes, RollBackToTheBitsBefore) {
  EngineParts<2> parts;
  BodyStore<2>& store = fill(parts).data.store;
  std::vector<BodyState<2>> before;
  std::vector<bool> curved;
  for (std::uint32_t id = 0; id < kBalls; ++id) {
    before.push_back(store.state(id));
    curved.push_back(store.particle(id).curved);
  }
  Random random(1);
  Changes<2> changes;
  // Most of them several times: the first state counts.
  for (std::size_t k = 0; k < 500; ++k) {
    const auto id = static_cast<std::uint32_t>(random.below(kBalls));
    changes.add(store, id);
    EXPECT_EQ(changes.body(k), id);
    EXPECT_EQ(changes.size(), k + 1);
    change(store, id, random);
  }
  changes.roll_back(store);
  for (std::uint32_t id = 0; id < kBalls; ++id) {
    expect_same(store.state(id), before[id]);
    EXPECT_EQ(store.particle(id).curved, curved[id]);
  }
}

TEST(Changes, ReplayOneByOne) {
  EngineParts<2> parts;
  BodyStore<2>& store = fill(parts).data.store;
  Random random(2);
  Changes<2> after;
  std::vector<std::pair<std::uint32_t, BodyState<2>>> states;
  for (int k = 0; k < 300; ++k) {
    const auto id = static_cast<std::uint32_t>(random.below(kBalls));
    change(store, id, random);
    after.add(store, id);
    states.emplace_back(id, store.state(id));
  }
  for (std::uint32_t id = 0; id < kBalls; ++id) change(store, id, random);
  for (std::size_t k = 0; k < states.size(); ++k) {
    after.restore(k, store);
    expect_same(store.state(states[k].first), states[k].second);
    EXPECT_EQ(after.particle(k).position, states[k].second.position);
  }
}

TEST(Changes, AreForgottenAndTakenAnew) {
  EngineParts<2> parts;
  BodyStore<2>& store = fill(parts).data.store;
  Changes<2> changes;
  changes.add(store, 3);
  changes.clear();
  EXPECT_EQ(changes.size(), 0u);
  store.particle(3).velocity = {7, 7};
  changes.roll_back(store);
  EXPECT_EQ(store.particle(3).velocity, (Vec2{7, 7}));
  changes.add(store, 4);
  EXPECT_EQ(changes.body(0), 4u);
  EXPECT_EQ(changes.size(), 1u);
}

}  // namespace
}  // namespace carom::sim
