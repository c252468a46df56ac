#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "carom/math/spin.hpp"
#include "carom/math/vec.hpp"

namespace carom::contacts {

/// A homogeneous ball at a tick: what impulses at its surface do to it.
template <int D>
struct TickBody {
  Vec<D> velocity{};
  Spin<D> spin{};
  double inverse_mass = 1;
  double radius = 0;
};

inline constexpr std::uint32_t kFixed = UINT32_MAX;

/// Two bodies that touch, or may before the next tick. With g = v_a − v_b + (r_a ω_a + r_b ω_b) × n, the velocity of
/// the surface of a relative to that of b, the impulses on a, −λ n and τ across n, are such that
///   λ ≥ 0,  −g·n ≥ least,  λ (−g·n − least) = 0                    (Signorini, for velocities: Moreau 1988)
///   |τ| ≤ μ λ, and τ = −μ λ g_t/|g_t| where they slide              (Coulomb)
/// and the torques T on a against its spin relative to b, ω_a − ω_b, along n and across it, are bound so by their arms
/// times λ, and against what is left of those spins.
template <int D>
struct TickContact {
  std::uint32_t a = 0;
  std::uint32_t b = kFixed;  ///< kFixed: what is immovable
  Vec<D> normal{};           ///< unit, from a to b
  Vec<D> surface{};          ///< the velocity of what is fixed
  double least = 0;          ///< the least speed at which they part; below 0 they may approach
  double friction = 0;
  double rolling_arm = 0;       ///< of the torque across n
  double spinning_arm = 0;      ///< of that along n
  double normal_impulse = 0;    ///< λ: where to begin, then the solution
  Vec<D> tangential_impulse{};  ///< τ
  Spin<D> torque{};             ///< T, over time

  /// Rolling or spinning.
  bool resists() const { return rolling_arm > 0 || spinning_arm > 0; }
};

/// Contacts in an order of their numbers, or all of them as they come.
template <int D>
class ContactList {
 public:
  ContactList() = default;
  ContactList(std::vector<TickContact<D>>& contacts) : contacts_(contacts), size_(contacts.size()) {}
  ContactList(std::span<TickContact<D>> contacts, std::span<const std::uint32_t> order)
      : contacts_(contacts), order_(order.data()), size_(order.size()) {}

  std::size_t size() const { return size_; }
  TickContact<D>& operator[](std::size_t k) const { return contacts_[order_ == nullptr ? k : order_[k]]; }

 private:
  std::span<TickContact<D>> contacts_;
  const std::uint32_t* order_ = nullptr;
  std::size_t size_ = 0;
};

/// ω_a − ω_b, of bodies as they are.
template <int D>
Spin<D> relative_spin(std::span<const TickBody<D>> bodies, const TickContact<D>& contact) {
  const Spin<D>& spin = bodies[contact.a].spin;
  return contact.b == kFixed ? spin : spin - bodies[contact.b].spin;
}

/// g, of bodies as they are.
template <int D>
Vec<D> slip(std::span<const TickBody<D>> bodies, const TickContact<D>& contact) {
  const TickBody<D>& a = bodies[contact.a];
  Vec<D> w = a.velocity - contact.surface;
  Spin<D> rolling = a.radius * a.spin;
  if (contact.b != kFixed) {
    const TickBody<D>& b = bodies[contact.b];
    w = a.velocity - b.velocity;
    rolling = rolling + b.radius * b.spin;
  }
  return w + cross(rolling, contact.normal);
}

/// Each impulse goes so many times as far as its contact alone asks for: beyond 1, what many contacts do together is
/// found in fewer sweeps.
struct Relaxation {
  double smooth = 1;   ///< along the normal of contacts without friction
  double rubbing = 1;  ///< of those with friction
  double across = 1;   ///< of their friction
};

}  // namespace carom::contacts
