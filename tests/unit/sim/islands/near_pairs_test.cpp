#include "sim/islands/near_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/math/random.hpp"

namespace carom::sim {
namespace {

// Oracle: every pair, by brute force. Radii spread over 1 to 1000, some are points.
template <int D>
void expect_all_pairs() {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed, D);
    std::vector<PlacedBall<D>> balls(300);
    for (PlacedBall<D>& ball : balls) {
      for (int k = 0; k < D; ++k) ball.position[k] = random.uniform(-1, 1) * (D == 2 ? 3 : 1.5);
      ball.radius = random.below(10) == 0 ? 0 : 0.5 * std::pow(10, random.uniform(-3, 0));
      ball.moves = random.below(5) != 0;
    }
    const double reach = random.uniform(0, 0.1);
    BallPairs expected;
    for (std::uint32_t i = 0; i < balls.size(); ++i)
      for (std::uint32_t j = i + 1; j < balls.size(); ++j) {
        const double most = balls[i].radius + balls[j].radius + reach;
        if ((balls[i].moves || balls[j].moves) && norm2(balls[i].position - balls[j].position) <= most * most)
          expected.emplace_back(i, j);
      }
    EXPECT_EQ(near_pairs<D>(balls, reach), expected);
    EXPECT_GT(expected.size(), 20u);
  }
}

TEST(NearPairs, AreThoseOfBruteForceInThePlane) {
  expect_all_pairs<2>();
}

TEST(NearPairs, AreThoseOfBruteForceInSpace) {
  expect_all_pairs<3>();
}

// More cells lie between them than numbers have digits for.
TEST(NearPairs, AreFoundHoweverFarSomeAre) {
  const std::vector<PlacedBall<2>> balls{
      {{0, 0}, 1e-9}, {{1e15, -1e16}, 1e-9}, {{2.5e-9, 0}, 1e-9}, {{1e15, -1e16}, 1e-9}, {{0, 3.5e-9}, 1e-9}};
  const BallPairs expected{{0, 2}, {1, 3}};
  EXPECT_EQ(near_pairs<2>(balls, 1e-9), expected);
}

struct Crowd {
  std::vector<PlacedBall<2>> balls{200};
  std::vector<std::uint32_t> ids;

  explicit Crowd(Random& random) {
    for (PlacedBall<2>& ball : balls) {
      ids.push_back(2 * static_cast<std::uint32_t>(ids.size()));
      ball = {{random.uniform(-3, 3), random.uniform(-3, 3)}, random.uniform(0.05, 0.2)};
    }
  }
};

template <int D>
BallPairs visited(NearPairs<D>& pairs, const std::vector<PlacedBall<D>>& balls, const std::vector<std::uint32_t>& ids,
                  double reach) {
  BallPairs found;
  pairs.visit(balls, ids, reach, [&](std::uint32_t i, std::uint32_t j, const Vec<D>& way) {
    EXPECT_EQ(way, balls[j].position - balls[i].position);
    found.emplace_back(i, j);
  });
  return found;
}

// Balls that drift, jump, come and go, and are asked for with another reach: as if they were looked for anew each time.
TEST(NearPairs, AreFoundAgainAndAgain) {
  Random random(1);
  auto [balls, ids] = Crowd(random);
  NearPairs<2> pairs;
  double reach = 0.05;
  std::size_t changes = 0;
  BallPairs before;
  for (int round = 0; round < 600; ++round) {
    for (PlacedBall<2>& ball : balls) ball.position += 0.002 * random.direction<2>();
    if (round % 20 == 3) balls[random.below(balls.size())].position = {random.uniform(-3, 3), random.uniform(-3, 3)};
    if (round % 50 == 7) reach = random.uniform(0.01, 0.1);
    if (round % 70 == 9) balls[random.below(balls.size())].radius *= 1.5;
    if (round % 90 == 11) ids[random.below(ids.size())] += 1;
    if (round % 110 == 13) {
      balls.pop_back();
      ids.pop_back();
    }
    const BallPairs found = visited(pairs, balls, ids, reach);
    ASSERT_EQ(found, near_pairs<2>(balls, reach)) << round;
    changes += found != before ? 1u : 0u;
    before = found;
  }
  EXPECT_GT(changes, 100u);
}

// Balls that slide together, far beyond what lies between them, are listed anew as seldom as if they stood.
TEST(NearPairs, AreKeptWhileAllGoTheSameWay) {
  Random random(2);
  auto [balls, ids] = Crowd(random);
  NearPairs<2> pairs;
  constexpr double kReach = 0.05;
  std::size_t listings = 0;
  for (int round = 0; round < 300; ++round) {
    for (PlacedBall<2>& ball : balls) ball.position += Vec2{0.3, -0.1} + 0.002 * random.direction<2>();
    ASSERT_EQ(visited(pairs, balls, ids, kReach), near_pairs<2>(balls, kReach)) << round;
    listings += pairs.gone(0, balls[0].position) == 0 ? 1u : 0u;
  }
  EXPECT_LT(listings, 30u);
}

// A third of all that are known come and go at random, and a few stand among them: what is found is as if it were
// looked for anew, and who stays where it is listed is not listed again for those.
template <int D>
void expect_who_comes_is_listed_alone() {
  Random random(3, D);
  std::vector<PlacedBall<D>> all(300);
  for (std::size_t id = 0; id < all.size(); ++id) {
    for (int k = 0; k < D; ++k) all[id].position[k] = random.uniform(-1, 1) * (D == 2 ? 3 : 1.2);
    all[id].radius = random.uniform(0.05, 0.2);
    all[id].moves = id % 10 != 5;
  }
  NearPairs<D> pairs;
  constexpr double kReach = 0.05;
  int listings = 0;
  std::size_t found_in_all = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<PlacedBall<D>> balls;
    std::vector<std::uint32_t> ids;
    for (PlacedBall<D>& ball : all)
      if (ball.moves) ball.position += 0.0005 * random.direction<D>();
    for (const bool moves : {true, false})
      for (std::uint32_t id = 0; id < all.size(); ++id) {
        const bool is_here = id < 200 || random.below(8) == 0;
        if (all[id].moves != moves || !is_here) continue;
        balls.push_back(all[id]);
        ids.push_back(id);
      }
    BallPairs found = visited(pairs, balls, ids, kReach);
    const auto goes_first = [](const auto& one, const auto& other) { return one.first < other.first; };
    ASSERT_TRUE(std::is_sorted(found.begin(), found.end(), goes_first));
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, near_pairs<D>(balls, kReach)) << round;
    listings += pairs.gone(0, balls[0].position) == 0 ? 1 : 0;
    found_in_all += found.size();
  }
  EXPECT_GT(found_in_all, 30'000u);
  EXPECT_LT(listings, 30);
}

TEST(NearPairs, WhoComesIsListedAloneInThePlane) {
  expect_who_comes_is_listed_alone<2>();
}

TEST(NearPairs, WhoComesIsListedAloneInSpace) {
  expect_who_comes_is_listed_alone<3>();
}

TEST(NearPairs, AreNoneOfNothing) {
  EXPECT_TRUE(near_pairs<2>({}, 1).empty());
}

TEST(NearPairs, PointsMeetWhereTheyAre) {
  const std::vector<PlacedBall<2>> points{{{0, 0}, 0}, {{1, 2}, 0}, {{1, 2}, 0}, {{0, 2}, 0}};
  EXPECT_EQ(near_pairs<2>(points, 0), (BallPairs{{1, 2}}));
}

}  // namespace
}  // namespace carom::sim
