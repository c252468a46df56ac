#include "contacts/contact_solver.hpp"

#include <algorithm>
#include <cmath>

namespace carom::contacts {
namespace {

double bound(double torque, const Vec2&, double rolling, double) {
  return std::clamp(torque, -rolling, rolling);
}

/// Of a torque, what is across the normal and what is along it, at most so large.
Vec3 bound(const Vec3& torque, const Vec3& normal, double rolling, double spinning) {
  const double along = dot(torque, normal);
  Vec3 across = torque - along * normal;
  if (const double length = norm(across); length > rolling) across = (rolling / length) * across;
  return across + std::clamp(along, -spinning, spinning) * normal;
}

template <int D>
class Sweeps {
 public:
  Sweeps(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts) : bodies_(bodies), contacts_(contacts) {}

  void begin() {
    for (const TickContact<D>& contact : contacts_) {
      push(contact, contact.tangential_impulse - contact.normal_impulse * contact.normal);
      turn(contact, contact.torque);
    }
  }

  double forth() {
    double change = 0;
    for (TickContact<D>& contact : contacts_) change = std::max(change, improve(contact));
    return change;
  }

  double back() {
    double change = 0;
    for (auto contact = contacts_.rbegin(); contact != contacts_.rend(); ++contact)
      change = std::max(change, improve(*contact));
    return change;
  }

 private:
  const TickBody<D>& body(std::uint32_t id) const {
    static constexpr TickBody<D> kStill{.inverse_mass = 0};
    return id == kFixed ? kStill : bodies_[id];
  }

  Vec<D> slip(const TickContact<D>& contact) const { return contacts::slip<D>(bodies_, contact); }

  /// Gives a the impulse, and b its opposite: both spins change in the same sense, r n × τ/I.
  void push(const TickContact<D>& contact, const Vec<D>& impulse) {
    const Spin<D> turn = cross(contact.normal, impulse);
    TickBody<D>& a = bodies_[contact.a];
    a.velocity += a.inverse_mass * impulse;
    a.spin = a.spin + (a.radius * a.inverse_inertia) * turn;
    if (contact.b == kFixed) return;
    TickBody<D>& b = bodies_[contact.b];
    b.velocity -= b.inverse_mass * impulse;
    b.spin = b.spin + (b.radius * b.inverse_inertia) * turn;
  }

  void turn(const TickContact<D>& contact, const Spin<D>& torque) {
    TickBody<D>& a = bodies_[contact.a];
    a.spin = a.spin + a.inverse_inertia * torque;
    if (contact.b == kFixed) return;
    TickBody<D>& b = bodies_[contact.b];
    b.spin = b.spin - b.inverse_inertia * torque;
  }

  /// What resists rolling and spinning: the change of the surface's speed that it makes.
  double resist(TickContact<D>& contact) {
    const double ease = body(contact.a).inverse_inertia + body(contact.b).inverse_inertia;
    if (ease == 0) return 0;
    const Spin<D> free = contact.torque - (1 / ease) * relative_spin<D>(bodies_, contact);
    const Spin<D> wanted = bound(free, contact.normal, contact.rolling_arm * contact.normal_impulse,
                                 contact.spinning_arm * contact.normal_impulse);
    const Spin<D> more = wanted - contact.torque;
    contact.torque = wanted;
    turn(contact, more);
    return ease * body(contact.a).radius * std::sqrt(norm2(more));
  }

  double improve(TickContact<D>& contact) {
    const TickBody<D>& a = body(contact.a);
    const TickBody<D>& b = body(contact.b);
    const double ease = a.inverse_mass + b.inverse_mass;
    double change = contact.rolling_arm > 0 || contact.spinning_arm > 0 ? resist(contact) : 0;
    if (contact.friction > 0) {
      const Vec<D> g = slip(contact);
      const Vec<D> across = g - dot(g, contact.normal) * contact.normal;
      const double ease_across =
          ease + a.radius * a.radius * a.inverse_inertia + b.radius * b.radius * b.inverse_inertia;
      const double most = contact.friction * contact.normal_impulse;
      Vec<D> wanted = contact.tangential_impulse - across / ease_across;
      if (const double length = norm(wanted); length > most) wanted = (most / length) * wanted;
      const Vec<D> more = wanted - contact.tangential_impulse;
      contact.tangential_impulse = wanted;
      push(contact, more);
      change = std::max(change, ease_across * norm(more));
    }
    const double missing = contact.least + dot(slip(contact), contact.normal);
    const double wanted = std::max(0.0, contact.normal_impulse + missing / ease);
    const double more = wanted - contact.normal_impulse;
    if (more == 0) return change;
    contact.normal_impulse = wanted;
    push(contact, -more * contact.normal);
    return std::max(change, ease * std::fabs(more));
  }

  std::span<TickBody<D>> bodies_;
  std::span<TickContact<D>> contacts_;
};

}  // namespace

template <int D>
Solved solve(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts, const SolverLimits& limits) {
  Sweeps<D> sweeps(bodies, contacts);
  sweeps.begin();
  Solved solved;
  while (solved.sweeps < limits.most_sweeps) {
    solved.residual = solved.sweeps % 2 == 0 ? sweeps.forth() : sweeps.back();
    ++solved.sweeps;
    if (solved.residual <= 0.01 * limits.tolerance) break;
    if (solved.residual <= limits.tolerance && solved.sweeps >= limits.least_sweeps) break;
  }
  return solved;
}

template Solved solve(std::span<TickBody<2>>, std::span<TickContact<2>>, const SolverLimits&);
template Solved solve(std::span<TickBody<3>>, std::span<TickContact<3>>, const SolverLimits&);

}  // namespace carom::contacts
