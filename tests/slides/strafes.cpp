// carom_strafes: heroes of every shape that go around random opponents on random grounds, each step held against the
// laws of walk.
#include "property/strafes.hpp"

#include <cstdlib>
#include <iostream>

#include "campaign.hpp"

namespace carom::testing {
namespace {

constexpr std::uint64_t kReport = 100;
constexpr int kWanders = 30;

struct Tally {
  std::uint64_t rounds = 0;
  std::uint64_t steps = 0;
  std::uint64_t in_the_air = 0;
  double least_part = kForever;  ///< walked of what was intended
  std::uint64_t failures = 0;
};

template <class Hero>
void one_hero(const Arena& arena, const Hero& hero, Random& random, std::uint64_t world, Tally& tally) {
  const double step = std::ldexp(random.uniform(0.25, 0.5), -static_cast<int>(random.below(6)));
  const Circling round = circle(arena, hero, step, random.uniform(0.05, 0.5));
  ++tally.rounds;
  tally.steps += static_cast<std::uint64_t>(round.steps) + kWanders;
  tally.in_the_air += static_cast<std::uint64_t>(round.in_the_air);
  tally.least_part = std::min(tally.least_part, round.walked / round.intended);
  std::string wrong = complaint(round);
  if (wrong.empty()) wrong = wander(arena, hero, random, kWanders);
  if (wrong.empty()) return;
  ++tally.failures;
  std::cout << "world " << world << ", " << arena.opponent_name << " on " << arena.name << ", steps of " << step << ": "
            << wrong << '\n';
}

void one_world(std::uint64_t seed, std::uint64_t world, Tally& tally) {
  Random random(seed, world);
  const Arena arena = random_arena(random);
  const Vec3 foot = above(arena, random.direction<2>());
  one_hero(arena, sphere_on(foot), random, world, tally);
  one_hero(arena, capsule_on(foot), random, world, tally);
  one_hero(arena, cylinder_on(foot), random, world, tally);
}

void tell(const Tally& tally) {
  std::cout << tally.rounds << " rounds of " << tally.steps << " steps, " << tally.in_the_air
            << " of them in the air; of the intended way " << tally.least_part << " at least; " << tally.failures
            << " against a law" << std::endl;
}

int run(std::uint64_t worlds, std::uint64_t seed, std::uint64_t from) {
  Tally tally;
  for (std::uint64_t world = from; world < from + worlds; ++world) {
    if (world > from && (world - from) % kReport == 0) {
      std::cout << "from world " << world << ": ";
      tell(tally);
    }
    one_world(seed, world, tally);
  }
  tell(tally);
  return tally.failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace
}  // namespace carom::testing

int main(int argc, char** argv) {
  return carom::testing::run_campaign(argc, argv,
                                      "Heroes of every shape that go around random opponents on random grounds, each "
                                      "step held against the laws of walk.",
                                      "worlds", 1000, carom::testing::run);
}
