// What a heap weighs, how its balls press on each other and how they fill space; and one of them is put elsewhere.
#include <carom/carom.hpp>
#include <cmath>
#include <iostream>

using namespace carom;

int main() {
  World2 world({.gravity = {0, -10}, .tangential_restitution = 0});
  const auto rubs = [](const Shape<2>& shape) {
    return Body<2>{.shape = shape, .restitution = 0.4, .friction = 0.4, .rolling_friction = 0.1};
  };
  const BodyId floor = world.add(rubs(HalfSpace2{{0, 1}, 0}));
  const BodyId left = world.add(rubs(HalfSpace2{{1, 0}, 0}));
  const BodyId right = world.add(rubs(HalfSpace2{{-1, 0}, -13}));
  for (int k = 0; k < 120; ++k)
    world.add(rubs(Circle{{1.06 * (k % 12) + 0.6 + 0.02 * (k % 7), 0.7 + 1.3 * (k / 12)}, k % 3 == 0 ? 0.4 : 0.5}));
  world.run_until(10, nullptr);

  const Aabb2 middle{{2, 1}, {11, 5}};
  const Coordination contacts = coordination(world, middle);
  const double filled = packing_fraction(world, middle);
  const Tensor<2> stress = contact_stress(world, middle);
  double above = 0;  // what lies above the middle weighs, for each unit of width
  for (std::uint32_t id = 3; id < world.body_count(); ++id)
    above += world.state(BodyId{id}).position.y > 3 ? 10.0 / 13 : 0;
  double strongest = 0;
  for (const ContactForce<2>& contact : world.contact_forces()) strongest = std::max(strongest, contact.pressing);

  const BodyId taken{60};
  world.place(taken, {6.5, 20});  // out of the heap, above it: what lay on it wakes
  const bool woke = !world.asleep(BodyId{72});
  world.run_until(20, nullptr);

  const double carried = -(force_on(world, floor) + force_on(world, left) + force_on(world, right)).y;

  const auto yes_or_no = [](bool is) { return is ? "yes" : "no"; };
  std::cout << "a ball is carried by about three others: " << yes_or_no(contacts.number > 2.5 && contacts.number < 3.6)
            << '\n'
            << "balls fill about three quarters of the middle: " << yes_or_no(filled > 0.68 && filled < 0.84) << '\n'
            << "it is pressed from above by about what lies on it, some of which the walls carry: "
            << yes_or_no(stress[1].y > 0.6 * above && stress[1].y < 1.2 * above) << '\n'
            << "the strongest contact carries more than ten balls weigh: " << yes_or_no(strongest > 100) << '\n'
            << "what lay on the ball that was taken woke: " << yes_or_no(woke) << '\n'
            << "floor and walls carry what all of them weigh: " << yes_or_no(std::abs(carried - 120 * 10) < 1) << '\n'
            << "all sleep again: " << yes_or_no(world.asleep(taken)) << '\n';
}
