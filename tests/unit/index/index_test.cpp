#include "carom/index/index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "carom/query/overlap.hpp"
#include "rounds.hpp"

namespace carom {
namespace {

template <int D>
FirstHit first_by_hand(const std::vector<Ball<D>>& balls, const Cast<D>& cast) {
  FirstHit best;
  for (std::uint32_t k = 0; k < balls.size(); ++k) {
    const auto impact =
        time_of_impact(cast.ball, Motion<D>(Linear<D>{cast.velocity}), balls[k], Motion<D>(), cast.horizon);
    if (impact && impact->time < best.time) best = {{ItemKind::ball, k}, impact->time};
  }
  return best;
}

TEST(Index, AnEmptyOneIsMetByNothing) {
  const Index<2> index;
  const Cast<2> cast{{{0, 0}, 1}, {1, 0}};
  FirstHit hit{{ItemKind::ball, 7}, 1};
  index.first_hits({&cast, 1}, {&hit, 1});
  EXPECT_FALSE(hit.hit());
  EXPECT_EQ(index.size(), 0U);
}

TEST(Index, TheFirstOfTwoBallsInARowIsHit) {
  const std::vector<Circle> balls{{{20, 0}, 1}, {{10, 0}, 1}};
  const Index<2> index({.balls = balls});
  const Cast<2> cast{{{0, 0}, 1}, {2, 0}};
  FirstHit hit;
  index.first_hits({&cast, 1}, {&hit, 1});
  EXPECT_EQ(hit, (FirstHit{{ItemKind::ball, 1}, 4}));
}

TEST(Index, OfBallsThatAreHitAtTheSameTimeTheLowerNumberCounts) {
  const std::vector<Circle> balls{{{50, 50}, 1}, {{10, 3}, 5}, {{10, -3}, 5}, {{10, 0}, 1}};
  const Index<2> index({.balls = balls});
  const Cast<2> cast{{{0, 0}, 0}, {1, 0}};
  FirstHit hit;
  index.first_hits({&cast, 1}, {&hit, 1});
  EXPECT_EQ(hit, (FirstHit{{ItemKind::ball, 1}, 6}));
}

template <int D>
std::vector<BallPair> pairs_by_hand(const std::vector<Ball<D>>& balls) {
  std::vector<BallPair> pairs;
  for (std::uint32_t a = 0; a < balls.size(); ++a)
    for (std::uint32_t b = a + 1; b < balls.size(); ++b)
      if (overlap(balls[a], balls[b])) pairs.push_back({a, b});
  return pairs;
}

template <int D>
void expect_answers_by_hand(const Index<D>& index, const std::vector<Ball<D>>& balls,
                            const std::vector<Cast<D>>& casts) {
  std::vector<FirstHit> hits(casts.size());
  index.first_hits(casts, hits);
  for (std::size_t k = 0; k < casts.size(); ++k) EXPECT_EQ(hits[k], first_by_hand(balls, casts[k])) << k;
  std::vector<BallPair> pairs;
  index.all_pairs(0, [&](std::uint32_t a, std::uint32_t b) { pairs.push_back({a, b}); });
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(pairs, pairs_by_hand(balls));
}

template <int D>
void expect_brute_force(std::uint32_t seed, std::size_t count, double world, double offset, double least_radius) {
  std::mt19937 dice(seed);
  std::uniform_real_distribution<> unit(0, 1);
  const auto point = [&] {
    Vec<D> x;
    for (int k = 0; k < D; ++k) x[k] = offset + world * unit(dice);
    return x;
  };
  std::vector<Ball<D>> balls;
  for (std::size_t k = 0; k < count; ++k) balls.push_back({point(), least_radius + (1 - least_radius) * unit(dice)});
  const Index<D> index({.balls = balls});
  std::vector<Cast<D>> casts;
  for (int k = 0; k < 300; ++k) {
    const Vec<D> from = point();
    casts.push_back({{from, unit(dice)}, point() - from, k % 3 == 0 ? kForever : 2 * unit(dice)});
  }
  expect_answers_by_hand(index, balls, casts);
}

TEST(Index, AnswersAreThoseOfBruteForce) {
  expect_brute_force<2>(1, 400, 60, 0, 1);
  expect_brute_force<3>(2, 400, 20, 0, 1);
  expect_brute_force<2>(3, 400, 60, 0, 0.1);
  expect_brute_force<3>(4, 400, 20, 0, 0);
}

TEST(Index, AnswersFarFromTheOriginAreThoseOfBruteForce) {
  expect_brute_force<2>(5, 300, 60, 1e9, 1);
  expect_brute_force<3>(6, 300, 20, -1e9, 0.2);
}

TEST(Index, CrowdsAreSearchedLikeAnythingElse) {
  // A crowd so dense that no grid over the whole world tells its balls apart, and a few far away.
  std::mt19937 dice(7);
  std::uniform_real_distribution<> unit(0, 1);
  std::vector<Sphere> balls;
  for (int k = 0; k < 1500; ++k) balls.push_back({{unit(dice), unit(dice), unit(dice)}, 0.02});
  for (int k = 0; k < 20; ++k) balls.push_back({{1e6 * unit(dice), 1e6 * unit(dice), 1e6 * unit(dice)}, 0.02});
  Index<3> index({.balls = balls});
  const auto expect_all = [&] {
    std::vector<Cast<3>> casts;
    for (int k = 0; k < test::rounds(60); ++k)
      casts.push_back({{{-1, unit(dice), unit(dice)}, 0.01 * unit(dice)}, {2, unit(dice) - 0.5, 0}, kForever});
    expect_answers_by_hand(index, balls, casts);
  };
  expect_all();
  for (std::uint32_t k = 0; k < 1500; k += 3) {
    balls[k].center.x += k % 2 == 0 ? 0.001 : 0.4;
    index.move({ItemKind::ball, k}, balls[k]);
  }
  expect_all();
}

TEST(Index, ItemsComeMoveAndGo) {
  Index<2> index;
  const ItemId ball = index.insert(Circle{{10, 0}, 1});
  const ItemId wall = index.insert(Segment<2>{{20, -5}, {20, 5}});
  const ItemId box = index.insert(Aabb2{{30, -1}, {31, 1}});
  const Circle mover{{0, 0}, 1};
  const Linear2 motion{{1, 0}};
  EXPECT_EQ(index.all_hits(mover, motion).size(), 3U);
  EXPECT_EQ(index.first_hit(mover, motion)->impact.time, 8);
  index.move(ball, Circle{{10, 5}, 1});
  EXPECT_EQ(index.first_hit(mover, motion)->item, wall);
  EXPECT_EQ(index.first_hit(mover, motion)->impact.time, 19);
  index.remove(wall);
  EXPECT_FALSE(index.contains(wall));
  EXPECT_EQ(index.first_hit(mover, motion)->item, box);
  EXPECT_EQ(index.first_hit(mover, motion)->impact.time, 29);
  EXPECT_FALSE(index.first_hit(mover, motion, 28));
  EXPECT_EQ(index.first_hit(mover, motion, 29)->item, box);
  EXPECT_EQ(index.size(), 2U);
  EXPECT_EQ(index.insert(Segment<2>{{20, -5}, {20, 5}}).number, wall.number + 1);
}

TEST(Index, TheNearestIsThatOfTheLeastSignedDistance) {
  const std::vector<Circle> balls{{{0, 0}, 5}, {{0, 0}, 6}, {{100, 0}, 1}};
  const std::vector<Aabb2> boxes{{{50, -1}, {60, 1}}};
  const Index<2> index({.balls = balls, .boxes = boxes});
  EXPECT_EQ(index.nearest({0, 0})->item, (ItemId{ItemKind::ball, 1}));
  EXPECT_EQ(index.nearest({0, 0})->distance, -6);
  EXPECT_EQ(index.nearest({49, 0})->item, (ItemId{ItemKind::box, 0}));
  EXPECT_EQ(index.nearest({1e9, 0})->item, (ItemId{ItemKind::ball, 2}));
  // 79.5 is 19.5 from the box and 19.5 from the ball: balls come first
  EXPECT_EQ(index.nearest({79.5, 0})->item, (ItemId{ItemKind::ball, 2}));
  EXPECT_EQ(index.nearest({std::nextafter(79.5, 0), 0})->item, (ItemId{ItemKind::box, 0}));
  EXPECT_FALSE(Index<2>().nearest({0, 0}));
}

TEST(Index, ARegionHasWhatTouchesIt) {
  const std::vector<Circle> balls{{{3, 4}, 3}, {{-3, 4.000000000000001}, 3}};
  const std::vector<Segment<2>> segments{{{2, -10}, {2, 10}}, {{0, 4}, {4, 0}}};
  const Index<2> index({.balls = balls, .segments = segments});
  EXPECT_EQ(index.within(Circle{{0, 0}, 2}), (std::vector<ItemId>{{ItemKind::ball, 0}, {ItemKind::segment, 0}}));
  EXPECT_EQ(
      index.within(Aabb2{{-1, -1}, {2, 2}}),
      (std::vector<ItemId>{{ItemKind::ball, 0}, {ItemKind::ball, 1}, {ItemKind::segment, 0}, {ItemKind::segment, 1}}));
}

/// Long boxes below the corner of the wedge y ≥ |x|: their corners (∓57, y + 1) are each below one of its lines and
/// above the other, so that no half-space parts a box from it while y + 1 ≥ −57, though each part of a box is beyond
/// one.
TEST(Index, ARegionHasWhatNoSingleHalfSpaceParts) {
  std::vector<Aabb2> boxes;
  for (int k = 0; k < 400; ++k) boxes.push_back({{-57, -2.0 * k}, {57, -2.0 * k + 1}});
  const Index<2> index({.boxes = boxes});
  const std::vector<HalfSpace2> wedge{HalfSpace2::through({0, 0}, {1, -1}), HalfSpace2::through({0, 0}, {-1, -1})};
  IndexCounts counts;
  EXPECT_EQ(index.within(wedge, &counts).size(), 30U);  // 1 − 2 k ≥ −57
  EXPECT_LT(counts.decided, 100U);
}

TEST(Index, PairsThatExactlyTouchAreWithinAGapOfNought) {
  // 3-4-5 triangles: exactly touching, and apart by the last places
  const std::vector<Circle> balls{{{0, 0}, 2}, {{3, 4}, 3}, {{-3, 4.000000000000001}, 3}};
  const Index<2> index({.balls = balls});
  std::vector<BallPair> pairs;
  index.all_pairs(0, [&](std::uint32_t a, std::uint32_t b) { pairs.push_back({a, b}); });
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(pairs, (std::vector<BallPair>{{0, 1}}));
}

/// 100 × 100 balls of radius 0.5, two apart.
Index<2> lattice() {
  std::vector<Circle> balls;
  for (int k = 0; k < 10000; ++k) balls.push_back({{2.0 * (k % 100), 2.0 * (k / 100)}, 0.5});
  return Index<2>({.balls = balls});
}

TEST(Index, PairsFarFromTheGapAreNotDecidedOneByOne) {
  const Index<2> index = lattice();
  IndexCounts counts;
  std::size_t found = 0;
  // Neighbours along the axes are 1 apart, along diagonals 2 √2 − 1.
  index.all_pairs(
      1.5, [&](std::uint32_t, std::uint32_t) { ++found; }, &counts);
  EXPECT_EQ(found, 2U * 100 * 99);
  EXPECT_EQ(counts.decided, 0U);
  EXPECT_GE(counts.examined, found);
  EXPECT_LT(counts.examined, 20U * index.size());  // of 4999.5 times the size
  index.all_pairs(
      1, [](std::uint32_t, std::uint32_t) {}, &counts);
  EXPECT_GE(counts.decided, found);
}

TEST(Index, AQuestionTellsHowManyItemsItHasCost) {
  const Index<2> index = lattice();
  IndexCounts hit;
  EXPECT_EQ(index.first_hit(Circle{{-10, 100}, 0.25}, Linear2{{1, 0}}, kForever, &hit)->item.number, 5000U);
  IndexCounts near;
  EXPECT_EQ(index.nearest({41, 40.5}, 1, &near)[0].item.number, 2020U);
  IndexCounts round;
  EXPECT_EQ(index.within(Circle{{41, 41}, 1}, &round).size(), 4U);
  IndexCounts square;
  EXPECT_EQ(index.within(Aabb2{{39, 39}, {41, 41}}, &square).size(), 1U);
  IndexCounts all;
  EXPECT_EQ(index.all_hits(Circle{{-10, 100}, 0.25}, Linear2{{1, 0}}, 50, &all).size(), 21U);  // 0, 2 … 40
  for (const IndexCounts& counts : {hit, near, round, square, all}) {
    EXPECT_GE(counts.decided, 1U);
    EXPECT_GE(counts.examined, counts.decided);
    EXPECT_LT(counts.examined, 300U);
  }
  EXPECT_GE(round.decided, 4U);
  EXPECT_GE(all.decided, 21U);
}

TEST(Index, CountsOfSeveralQuestionsAddUp) {
  const Index<2> index = lattice();
  IndexCounts once;
  IndexCounts twice;
  index.nearest({50, 50}, 1, &once);
  for (int k = 0; k < 2; ++k) index.nearest({50, 50}, 1, &twice);
  EXPECT_EQ(twice, (IndexCounts{2 * once.examined, 2 * once.decided}));
  const std::vector<Cast<2>> casts(70, {{{-10, 100}, 0.25}, {1, 0}});
  std::vector<FirstHit> hits(casts.size());
  IndexCounts together;
  index.first_hits(casts, hits, &together);
  EXPECT_GE(together.decided, casts.size());
  EXPECT_EQ(hits.back().item.number, 5000U);
}

TEST(Index, AnEmptyOneCostsNothing) {
  IndexCounts counts;
  Index<2>().nearest({0, 0}, 1, &counts);
  Index<2>().all_pairs(
      0, [](std::uint32_t, std::uint32_t) {}, &counts);
  EXPECT_EQ(counts, IndexCounts{});
}

}  // namespace
}  // namespace carom
