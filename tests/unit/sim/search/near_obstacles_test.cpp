#include "sim/search/near_obstacles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "carom/carom.hpp"
#include "unit/sim/plain_domain.hpp"

namespace carom::sim {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// Cells of side 1 along x: one that a piece's bounds touch is near it.
void visit_columns(const Obstacle<2>& piece, std::size_t cells, const std::function<void(std::size_t)>& visit) {
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (piece.low.x <= static_cast<double>(cell) + 1 && piece.high.x >= static_cast<double>(cell)) visit(cell);
}

constexpr std::size_t kColumns = 20;

NearObstacles<2> in_columns(PlainDomain<2>& scene) {
  NearObstacles<2> near(scene.domain.site());
  near.place_in_cells(kColumns,
                      [](const Obstacle<2>& piece, const auto& visit) { visit_columns(piece, kColumns, visit); });
  return near;
}

/// Which pieces are near every ball or a cell.
Numbers near_of(const PlainDomain<2>& scene, const NearObstacles<2>& near, std::size_t cell) {
  Numbers numbers;
  near.any_near([&] { return cell; },
                [&](const Obstacle<2>& piece) {
                  numbers.push_back(static_cast<std::uint32_t>(&piece - &scene.data.obstacles[0]));
                  return false;
                });
  return numbers;
}

/// Short segments side by side, of three pieces each, from x = 0.5 + k to 0.75 + k.
void add_fence(PlainDomain<2>& scene, int count) {
  for (int k = 0; k < count; ++k) scene.add({.shape = Segment2{{k + 0.5, 0}, {k + 0.75, 0}}});
}

TEST(NearObstacles, AllThatAreHereAreNearEveryBall) {
  PlainDomain<2> scene;
  add_fence(scene, 2);
  scene.add({.shape = HalfSpace2{{0, 1}, -1}});
  scene.domain.propagator.leave(0, Presence::removed);
  NearObstacles<2> near(scene.domain.site());
  EXPECT_TRUE(near.everywhere().empty());
  near.place_everywhere();
  EXPECT_EQ(near.everywhere(), (Numbers{3, 4, 5, 6}));
  EXPECT_FALSE(near.has_cells());
}

TEST(NearObstacles, FewAreNearEveryBallAndManyInCells) {
  PlainDomain<2> scene;
  add_fence(scene, 4);
  ASSERT_EQ(scene.data.obstacles.size(), NearObstacles<2>::kFew);
  EXPECT_FALSE(in_columns(scene).has_cells());
  EXPECT_EQ(in_columns(scene).everywhere().size(), NearObstacles<2>::kFew);
  scene.add({.shape = HalfSpace2{{0, 1}, -1}});
  EXPECT_TRUE(in_columns(scene).has_cells());
}

TEST(NearObstacles, PlanesAndWhatMovesAreNearEveryBallAndTheRestTheCellsThatItTouches) {
  PlainDomain<2> scene;
  add_fence(scene, 4);                                                             // 0 … 11
  scene.add({.shape = HalfSpace2{{0, 1}, -1}});                                    // 12
  scene.add({.shape = Segment2{{7, 5}, {9, 5}}, .motion = Vec2{0, 1}});            // 13 … 15
  scene.add({.shape = Segment2{{8.5, 5}, {10.5, 5}}});                             // 16 … 18
  const std::uint32_t gone = scene.add({.shape = Segment2{{8.5, 6}, {10.5, 6}}});  // 19 … 21
  scene.domain.propagator.leave(gone, Presence::removed);
  // It was moved, and stands still.
  const std::uint32_t moved = scene.add({.shape = Segment2{{3, 3}, {3, 4}}});  // 22 … 24
  scene.data.store.particle(moved).position = {1, 0};
  const NearObstacles<2> near = in_columns(scene);
  const Numbers everywhere{12, 13, 14, 15, 22, 23, 24};
  EXPECT_EQ(near.everywhere(), everywhere);
  for (std::size_t cell = 0; cell < kColumns; ++cell) {
    Numbers expected = everywhere;
    for (std::uint32_t k = 0; k < 12; ++k)
      if (k / 3 == cell) expected.push_back(k);
    if (cell == 8 || cell == 9 || cell == 10) expected.push_back(16);
    if (cell == 8) expected.push_back(17);   // the end at 8.5
    if (cell == 10) expected.push_back(18);  // that at 10.5
    EXPECT_EQ(near_of(scene, near, cell), expected) << cell;
  }
}

TEST(NearObstacles, APieceIsOnceInACellThatIsVisitedTwice) {
  PlainDomain<2> scene;
  add_fence(scene, 5);
  NearObstacles<2> near(scene.domain.site());
  near.place_in_cells(2, [](const Obstacle<2>& piece, const auto& visit) {
    for (int time = 0; time < 3; ++time) visit(piece.body % 2);
  });
  EXPECT_EQ(near_of(scene, near, 1), (Numbers{3, 4, 5, 9, 10, 11}));
}

TEST(NearObstacles, PlacingAnewForgetsWhatWasThere) {
  PlainDomain<2> scene;
  add_fence(scene, 5);
  NearObstacles<2> near = in_columns(scene);
  EXPECT_TRUE(near.has_cells());
  near.place_everywhere();
  EXPECT_FALSE(near.has_cells());
  EXPECT_EQ(near.everywhere().size(), 15u);
}

TEST(NearObstacles, AnyNearAsksNoFurtherThanItNeeds) {
  PlainDomain<2> scene;
  add_fence(scene, 5);
  scene.add({.shape = HalfSpace2{{0, 1}, -1}});
  const NearObstacles<2> near = in_columns(scene);
  const auto is_plane = [](const Obstacle<2>& piece) { return piece.kind == Obstacle<2>::Kind::plane; };
  const auto is_end = [](const Obstacle<2>& piece) { return piece.kind == Obstacle<2>::Kind::end; };
  const auto no_cell = []() -> std::size_t { throw std::logic_error("a cell is asked for"); };
  EXPECT_TRUE(near.any_near(no_cell, is_plane));
  EXPECT_TRUE(near.any_near([] { return std::size_t{4}; }, is_end));
  EXPECT_FALSE(near.any_near([] { return std::size_t{5}; }, is_end));
  NearObstacles<2> everywhere(scene.domain.site());
  everywhere.place_everywhere();
  EXPECT_FALSE(everywhere.any_near(no_cell, [](const Obstacle<2>&) { return false; }));
}

// A ball falls at 1 from y = 4 upon the fence at 0 (radius 0.5: gap 3.5), beside a floor at −1.
TEST(NearObstacles, EncountersAreThoseWithPiecesNearEveryBallAndNearTheCell) {
  PlainDomain<2> scene;
  const std::uint32_t ball = scene.add_ball({2.625, 4}, 0.5, {0, -1});
  add_fence(scene, 5);
  const std::uint32_t floor = scene.add({.shape = HalfSpace2{{0, 1}, -1}});
  scene.list();
  const NearObstacles<2> near = in_columns(scene);
  Encounter<2> everywhere;
  near.consider_everywhere(ball, EpochClock::never(), everywhere);
  EXPECT_EQ(everywhere.key, (DueKey{{4, 0.5}, 1, ball, floor}));
  Encounter<2> there;
  near.consider_cell(ball, 2, EpochClock::never(), there);
  EXPECT_EQ(there.key, (DueKey{{3, 0.5}, 1, ball, 3}));  // the third segment
  EXPECT_EQ(there.obstacle, 6u);
  Encounter<2> elsewhere;
  near.consider_cell(ball, 4, EpochClock::never(), elsewhere);
  EXPECT_TRUE(elsewhere.is_never());
  // The best one known is kept.
  near.consider_everywhere(ball, EpochClock::never(), there);
  EXPECT_EQ(there.obstacle, 6u);
}

/// Balls anywhere among many pieces: what is near the cells that a ball's path touches, and everywhere, is enough.
TEST(NearObstacles, TheFirstEncounterIsThatWithAllPieces) {
  Random random(4);
  int met = 0;
  for (int round = 0; round < 200; ++round) {
    PlainDomain<2> scene;
    const std::uint32_t ball =
        scene.add_ball({random.uniform(2, 18), random.uniform(-5, 5)}, 0.25, random_velocity<2>(random, 1));
    for (int k = 0; k < 12; ++k) {
      const Vec2 from{random.uniform(0, 20), random.uniform(-5, 5)};
      const Vec2 to = from + random_velocity<2>(random, 1);
      scene.add({.shape = Segment2{from, to}, .motion = k == 0 ? Vec2{0.1, 0} : Vec2{}});
    }
    scene.add({.shape = HalfSpace2{{0, 1}, -6}});
    scene.list();
    NearObstacles<2> near(scene.domain.site());
    // With room for the radius; what is beyond the columns is near the first or the last.
    near.place_in_cells(kColumns, [](const Obstacle<2>& piece, const auto& visit) {
      Obstacle<2> wider = piece;
      wider.low.x = std::min(wider.low.x - 0.25, static_cast<double>(kColumns));
      wider.high.x = std::max(wider.high.x + 0.25, 0.0);
      visit_columns(wider, kColumns, visit);
    });
    Encounter<2> found;
    near.consider_everywhere(ball, EpochClock::never(), found);
    for (std::size_t cell = 0; cell < kColumns; ++cell) near.consider_cell(ball, cell, EpochClock::never(), found);
    // Against whole shapes, as the queries see them.
    std::uint32_t expected = kNone;
    double least = kForever;
    for (std::uint32_t body = 1; body < scene.store().size(); ++body) {
      const auto impact = std::visit(
          [&](const auto& shape) -> std::optional<Impact<2>> {
            if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, Segment2> ||
                          std::is_same_v<std::decay_t<decltype(shape)>, HalfSpace2>)
              return time_of_impact(Circle{scene.particle(ball).position, 0.25}, Linear2{scene.particle(ball).velocity},
                                    shape, Linear2{scene.particle(body).velocity});
            else
              return std::nullopt;
          },
          scene.store().kind(body).shape);
      if (!impact || !(impact->time < least)) continue;
      least = impact->time;
      expected = body;
    }
    ASSERT_EQ(found.is_never(), expected == kNone) << round;
    if (!found.is_never()) {
      ASSERT_EQ(found.key.high, expected) << round;
      ASSERT_NEAR(scene.data.setting.clock.to_plain(found.key.time), least, 1e-12 * (1 + least)) << round;
    }
    met += found.is_never() ? 0 : 1;
    // Those of the cell in which the ball is are enough while it is there.
    Encounter<2> here;
    const auto column = static_cast<std::size_t>(scene.particle(ball).position.x);
    near.consider_everywhere(ball, EpochClock::never(), here);
    near.consider_cell(ball, column, EpochClock::never(), here);
    const Vec2 place = found.is_never() ? Vec2{} : scene.store().position_at(ball, found.key.time);
    if (!found.is_never() && std::floor(place.x) == static_cast<double>(column)) {
      EXPECT_EQ(here.key, found.key) << round;
    }
  }
  EXPECT_GT(met, 100);
}

}  // namespace
}  // namespace carom::sim
