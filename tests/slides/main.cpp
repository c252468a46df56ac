// carom_slides: random moves of every mover in random surroundings, each held against the laws of move_and_slide.
#include <cstdlib>
#include <iostream>
#include <map>

#include "campaign.hpp"
#include "property/slide_laws.hpp"

namespace carom::testing {
namespace {

constexpr std::uint64_t kReport = 100'000;

struct Tally {
  std::uint64_t moves = 0;
  std::uint64_t world = 0;
  std::map<SlideEnd, std::uint64_t> ends{};
  std::uint64_t legs = 0;
  int most_legs = 0;
  std::uint64_t failures = 0;
};

template <int D>
Vec<D> random_intention(Random& random, int largest) {
  return std::ldexp(random.uniform(1, 2),
                    static_cast<int>(random.below(static_cast<std::uint64_t>(largest) + 17)) - 16) *
         random.direction<D>();
}

/// Whether a point is on the inner side of every wall of a room around the origin that it is seen from there.
bool in_room(const Obstacles<2>& room, const Vec2& point) {
  for (const Segment2& wall : room.segments)
    if (cross(wall.from, point) >= 0 && cross(point, wall.to) >= 0)
      return cross(wall.to - wall.from, point - wall.from) > 0;
  return false;
}

Vec2 middle(const Circle& circle) {
  return circle.center;
}
Vec2 middle(const Capsule2& capsule) {
  return 0.5 * (capsule.from + capsule.to);
}

/// Some moves of one mover, each from where the last one ended.
template <class Mover>
void moves(Random& random, const Obstacles<kDimension<Mover>>& world, Mover mover, int count, int largest, Tally& tally,
           bool closed = false) {
  constexpr int D = kDimension<Mover>;
  if (least_gap<D>(mover, world) <= 0) return;
  const Index<D> index = world.index();
  for (int m = 0; m < count; ++m) {
    const Vec<D> intended = random_intention<D>(random, largest);
    const auto result = move_and_slide(index, mover, intended);
    ++tally.moves;
    ++tally.ends[result.end];
    tally.legs += static_cast<std::uint64_t>(result.iterations);
    tally.most_legs = std::max(tally.most_legs, result.iterations);
    const bool ended = result.end != SlideEnd::out_of_iterations;
    std::string wrong = ended ? complaint(index, world, mover, intended, result) : "";
    if (!ended && least_gap<D>(result.mover, world) < -1e-12 * thickness(mover)) wrong = "overlap out of iterations";
    if constexpr (D == 2)
      if (closed && wrong.empty() && !in_room(world, middle(result.mover))) wrong = "went through a wall";
    if (!wrong.empty()) {
      ++tally.failures;
      std::cout << "move " << tally.moves << ", in world " << tally.world << ": " << wrong << '\n';
      return;
    }
    mover = result.mover;
  }
}

void one_world(std::uint64_t seed, std::uint64_t number, Tally& tally) {
  Random random(seed, number);
  const double size = std::ldexp(1.0, -static_cast<int>(random.below(4)));
  switch (number % 8) {
    case 0:
      return moves(random, random_room(random), Circle{{0, 0}, 0.5}, 100, 17, tally, true);
    case 1:
      return moves(random, random_room(random), Capsule2{{0, 0}, {0.2, 0.7}, 0.4}, 50, 17, tally, true);
    case 2:
      return moves(random, random_obstacles<2>(random), Circle{random_place<2>(random, 9), size}, 50, 8, tally);
    case 3: {
      const Vec2 from = random_place<2>(random, 9);
      return moves(random, random_obstacles<2>(random), Capsule2{from, from + size * random.direction<2>(), size}, 50,
                   8, tally);
    }
    case 4:
      return moves(random, random_obstacles<3>(random), Sphere{random_place<3>(random, 9), size}, 50, 8, tally);
    case 5: {
      const Vec3 from = random_place<3>(random, 9);
      return moves(random, random_obstacles<3>(random), Capsule3{from, from + size * random.direction<3>(), size}, 20,
                   8, tally);
    }
    case 6:
      return moves(random, random_terrain(random), Sphere{{0, 0, 3}, size}, 50, 1, tally);
    default:
      return moves(random, random_terrain(random), UprightCylinder{{0, 0, 4}, 0.4, 0.8}, 4, 1, tally);
  }
}

void tell(const Tally& tally) {
  const auto count = [&](SlideEnd end) {
    const auto found = tally.ends.find(end);
    return found == tally.ends.end() ? 0 : found->second;
  };
  std::cout << tally.moves << " moves: " << count(SlideEnd::done) << " done, " << count(SlideEnd::stuck) << " stuck, "
            << count(SlideEnd::out_of_iterations) << " out of iterations, " << tally.failures << " against a law; "
            << static_cast<double>(tally.legs) / static_cast<double>(tally.moves) << " legs each, at most "
            << tally.most_legs << std::endl;
}

int run(std::uint64_t count, std::uint64_t seed, std::uint64_t from) {
  Tally tally;
  std::uint64_t world = from;
  for (std::uint64_t told = kReport; tally.moves < count; ++world) {
    if (tally.moves >= told) {
      std::cout << "from world " << world << ": ";
      tell(tally);
      told += kReport;
    }
    tally.world = world;
    one_world(seed, world, tally);
  }
  tell(tally);
  return tally.failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace
}  // namespace carom::testing

int main(int argc, char** argv) {
  return carom::testing::run_campaign(
      argc, argv, "Random moves of every mover in random surroundings, each held against the laws of move_and_slide.",
      "moves", 10'000, carom::testing::run);
}
