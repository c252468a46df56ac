#include "sim/contact_forces.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace carom::sim {
namespace {

/// A contact of a ball as it lies now, without its force.
template <int D>
ContactForce<D> place_of(const WorldData<D>& data, const Time& now, const ContactState<D>& contact) {
  const BodyStore<D>& store = data.store;
  const std::uint32_t a = contact.a.value, b = contact.b.value;
  const Vec<D> center = store.position_at(a, now);
  const Vec<D> axis = contact.face == ContactState<D>::kBall
                          ? store.position_at(b, now) - center
                          : contact_axis(data.obstacles.face(b, contact.face), store.seen_from(b, center, now));
  ContactForce<D> placed{.a = contact.a, .b = contact.b, .face = contact.face};
  const double length = norm(axis);
  if (length > 0) placed.normal = axis / length;
  placed.point = center + store.radius(a) * placed.normal;
  return placed;
}

/// λ ≥ 0 with Σ λ_k n_k as near to `force` as can be: over the faces on which a ball rests each in turn takes what the
/// others leave (Gauss and Seidel; two or three faces that meet at an angle).
template <int D>
std::array<double, D> shared(const Vec<D>& force, const std::array<Vec<D>, D>& normals, int count) {
  constexpr int kRounds = 200;
  std::array<double, D> shares{};
  for (int round = 0; round < kRounds; ++round)
    for (int k = 0; k < count; ++k) {
      Vec<D> rest = force;
      for (int i = 0; i < count; ++i)
        if (i != k) rest -= shares[static_cast<std::size_t>(i)] * normals[static_cast<std::size_t>(i)];
      shares[static_cast<std::size_t>(k)] = std::max(0.0, dot(rest, normals[static_cast<std::size_t>(k)]));
    }
  return shares;
}

/// What the faces carry on which a ball rests alone: what pulls at it less what is left of that.
template <int D>
void add_supports(const WorldData<D>& data, const Time& now, std::uint32_t id, std::vector<ContactForce<D>>& forces) {
  const auto& supports = data.store.load(id).supports;
  const Vec<D> carried = data.store.own_mass(id) * (data.supports.acceleration(id) - data.supports.pull(id));
  std::array<Vec<D>, D> normals;
  const int count = data.supports.normals(id, normals);
  const std::array<double, D> shares = shared<D>(carried, normals, count);
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    ContactForce<D> force = place_of<D>(data, now, {BodyId{id}, supports[k].body, supports[k].face});
    force.force = count == 1 ? carried : shares[k] * normals[k];
    force.pressing = shares[k];
    forces.push_back(force);
  }
}

}  // namespace

template <int D>
std::vector<ContactForce<D>> contact_forces(const WorldData<D>& data, const Time& now) {
  std::vector<ContactForce<D>> forces;
  const double tick = data.setting.tick();
  for (const ContactState<D>& contact : data.islands.all_contacts()) {
    ContactForce<D> force = place_of(data, now, contact);
    force.pressing = contact.normal_impulse / tick;
    force.force = contact.tangential_impulse / tick - force.pressing * force.normal;
    forces.push_back(force);
  }
  const std::size_t lasting = forces.size();
  for (const std::uint32_t id : data.store.balls())
    if (data.store.is_here(id) && !data.store.in_island(id) && data.store.may_be_loaded(id) &&
        !data.store.load(id).supports.empty())
      add_supports(data, now, id, forces);
  const auto goes_first = [](const ContactForce<D>& one, const ContactForce<D>& other) {
    return std::tie(one.a, one.b, one.face) < std::tie(other.a, other.b, other.face);
  };
  std::inplace_merge(forces.begin(), forces.begin() + static_cast<std::ptrdiff_t>(lasting), forces.end(), goes_first);
  return forces;
}

template std::vector<ContactForce<2>> contact_forces(const WorldData<2>&, const Time&);
template std::vector<ContactForce<3>> contact_forces(const WorldData<3>&, const Time&);

}  // namespace carom::sim
