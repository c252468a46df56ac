// Casts into a world of still things, without a simulation: what a shot meets first, what stands near a player, and
// which things crowd each other.
#include <carom/carom.hpp>
#include <iostream>
#include <vector>

int main() {
  const std::vector<carom::Circle> barrels{{{10, 0}, 1}, {{20, 1}, 1}, {{20, -1.5}, 1}};
  const std::vector<carom::Segment2> fences{{{30, -5}, {30, 5}}};
  carom::Index2 yard({.balls = barrels, .segments = fences});

  const carom::Circle bullet{{0, 0}, 0.5};
  const carom::Linear2 shot{{100, 0}};
  if (const auto hit = yard.first_hit(bullet, shot))
    std::cout << "barrel " << hit->item.number << " is hit after " << hit->impact.time << " s\n";
  std::cout << yard.all_hits(bullet, shot).size() << " things are in the line of fire\n";

  yard.remove({carom::ItemKind::ball, 0});
  const carom::ItemId crate = yard.insert(carom::Aabb2{{14.5, -1}, {16.5, 1}});
  std::cout << "then a crate, after " << yard.first_hit(bullet, shot)->impact.time << " s\n";
  yard.move(crate, carom::Aabb2{{14.5, 3}, {16.5, 5}});

  const auto nearest = yard.nearest({17, 0});
  std::cout << "nearest to the player: barrel " << nearest->item.number << ", " << nearest->distance << " m away\n";
  std::cout << yard.within(carom::Circle{{20, 0}, 5}).size() << " things within 5 m of (20, 0)\n";

  yard.all_pairs(0.5, [](auto a, auto b) { std::cout << "barrels " << a << " and " << b << " stand close\n"; });
}
