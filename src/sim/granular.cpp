#include "carom/sim/granular.hpp"

#include <algorithm>
#include <cmath>

#include "carom/query/overlap_volume.hpp"
#include "shape/holds.hpp"

namespace carom {
namespace {

template <int D>
double volume(const Aabb<D>& window) {
  double product = 1;
  for (int k = 0; k < D; ++k) product *= window.high[k] - window.low[k];
  return product;
}

template <int D>
bool is_ball(const World<D>& world, BodyId id) {
  return std::holds_alternative<Ball<D>>(world.body(id).shape);
}

/// Calls visit(id) for the balls that are there.
template <int D, class Visit>
void visit_balls(const World<D>& world, Visit visit) {
  for (std::uint32_t id = 0; id < world.body_count(); ++id)
    if (world.present(BodyId{id}) && is_ball(world, BodyId{id})) visit(BodyId{id});
}

/// Whether each body is a ball that can be moved, with its centre in the window.
template <int D>
std::vector<std::uint8_t> movable_in(const World<D>& world, const Aabb<D>& window) {
  std::vector<std::uint8_t> chosen(world.body_count());
  visit_balls(world, [&](BodyId id) {
    const BodyState<D> state = world.state(id);
    chosen[id.value] = std::isfinite(state.mass) && !state.held && shape::holds(window, world.placement(id).position);
  });
  return chosen;
}

}  // namespace

template <int D>
Vec<D> force_on(const World<D>& world, BodyId body) {
  Vec<D> sum{};
  for (const ContactForce<D>& contact : world.contact_forces()) {
    if (contact.a == body) sum += contact.force;
    if (contact.b == body) sum -= contact.force;
  }
  return sum;
}

template <int D>
Coordination coordination(const World<D>& world, const Aabb<D>& window, int least) {
  std::vector<std::uint8_t> counts_here = movable_in(world, window);
  std::vector<int> contacts(world.body_count());
  std::vector<std::uint8_t> is_rattler(world.body_count());
  const std::vector<ContactForce<D>> forces = world.contact_forces();
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    std::fill(contacts.begin(), contacts.end(), 0);
    for (const ContactForce<D>& contact : forces) {
      if (is_rattler[contact.a.value] || is_rattler[contact.b.value] || !(contact.pressing > 0)) continue;
      ++contacts[contact.a.value];
      if (contact.face == ContactState<D>::kBall) ++contacts[contact.b.value];
    }
    visit_balls(world, [&](BodyId id) {
      if (is_rattler[id.value] || contacts[id.value] >= least || !std::isfinite(world.state(id).mass)) return;
      is_rattler[id.value] = 1;
      goes_on = true;
    });
  }
  Coordination found;
  std::size_t sum = 0;
  for (std::uint32_t id = 0; id < world.body_count(); ++id) {
    if (!counts_here[id]) continue;
    ++found.balls;
    found.rattlers += is_rattler[id];
    if (!is_rattler[id]) sum += static_cast<std::size_t>(contacts[id]);
  }
  if (found.balls > found.rattlers)
    found.number = static_cast<double>(sum) / static_cast<double>(found.balls - found.rattlers);
  return found;
}

template <int D>
double packing_fraction(const World<D>& world, const Aabb<D>& window) {
  double filled = 0;
  visit_balls(world, [&](BodyId id) {
    filled += overlap_volume(Ball<D>{world.placement(id).position, world.radius(id)}, window);
  });
  return filled / volume(window);
}

template <int D>
Tensor<D> contact_stress(const World<D>& world, const Aabb<D>& window) {
  Tensor<D> stress{};
  for (const ContactForce<D>& contact : world.contact_forces()) {
    if (!shape::holds(window, contact.point)) continue;
    const Vec<D> end = contact.face == ContactState<D>::kBall ? world.placement(contact.b).position : contact.point;
    const Vec<D> branch = end - world.placement(contact.a).position;
    for (int i = 0; i < D; ++i) stress[static_cast<std::size_t>(i)] -= contact.force[i] * branch;
  }
  for (Vec<D>& row : stress) row = row / volume(window);
  return stress;
}

template <int D>
double granular_temperature(const World<D>& world, const Aabb<D>& window) {
  const std::vector<std::uint8_t> chosen = movable_in(world, window);
  Vec<D> momentum{};
  double mass = 0, count = 0, sum = 0;
  for (std::uint32_t id = 0; id < chosen.size(); ++id) {
    if (!chosen[id]) continue;
    ++count;
    mass += world.state(BodyId{id}).mass;
    momentum += world.state(BodyId{id}).mass * world.placement(BodyId{id}).velocity;
  }
  if (count == 0) return 0;
  const Vec<D> drift = momentum / mass;
  for (std::uint32_t id = 0; id < chosen.size(); ++id)
    if (chosen[id]) sum += world.state(BodyId{id}).mass * norm2(world.placement(BodyId{id}).velocity - drift);
  return sum / (D * count);
}

template Vec<2> force_on(const World<2>&, BodyId);
template Vec<3> force_on(const World<3>&, BodyId);
template Coordination coordination(const World<2>&, const Aabb<2>&, int);
template Coordination coordination(const World<3>&, const Aabb<3>&, int);
template double packing_fraction(const World<2>&, const Aabb<2>&);
template double packing_fraction(const World<3>&, const Aabb<3>&);
template Tensor<2> contact_stress(const World<2>&, const Aabb<2>&);
template Tensor<3> contact_stress(const World<3>&, const Aabb<3>&);
template double granular_temperature(const World<2>&, const Aabb<2>&);
template double granular_temperature(const World<3>&, const Aabb<3>&);

}  // namespace carom
