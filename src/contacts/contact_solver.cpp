#include "contacts/contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

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

/// What is across a normal: in the plane a number, along the normal turned left; in space a vector.
double across(const Vec2& v, const Vec2& normal) {
  return dot(v, cross(1.0, normal));
}
Vec3 across(const Vec3& v, const Vec3& normal) {
  return v - dot(v, normal) * normal;
}
Vec2 vector_of(double across, const Vec2& normal) {
  return cross(across, normal);
}
Vec3 vector_of(const Vec3& across, const Vec3&) {
  return across;
}
/// n × what is across.
double turn_of(double across, const Vec2&) {
  return across;
}
Vec3 turn_of(const Vec3& across, const Vec3& normal) {
  return cross(normal, across);
}
/// ω × n, across n.
double slip_of(double rolling, const Vec2&) {
  return rolling;
}
Vec3 slip_of(const Vec3& rolling, const Vec3& normal) {
  return cross(rolling, normal);
}
double length(double across) {
  return std::fabs(across);
}
double length(const Vec3& across) {
  return norm(across);
}
double cut(double across, double most) {
  return std::clamp(across, -most, most);
}
Vec3 cut(const Vec3& across, double most) {
  const double length2 = norm2(across);
  return length2 > most * most ? (most / std::sqrt(length2)) * across : across;
}

template <int D>
using Across = Spin<D>;

/// A contact as sweeps need it, with what stays the same from one to the next.
template <int D>
struct Row {
  std::uint32_t a = 0;
  std::uint32_t b = kFixed;
  Vec<D> normal{};
  Across<D> surface{};  ///< its velocity across
  double least = 0;     ///< of the speed at which a and b part, without the surface's
  double friction = 0;
  double ease = 0;         ///< change of the speed of parting per impulse
  double ease_across = 0;  ///< the same of the slip
  double per_ease = 0;
  double per_ease_across = 0;
  double normal_impulse = 0;
  Across<D> tangential_impulse{};
  bool resists = false;  ///< rolling or spinning
};

template <int D>
class Sweeps {
 public:
  Sweeps(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts) : bodies_(bodies), contacts_(contacts) {
    rows_.reserve(contacts.size());
    for (const TickContact<D>& contact : contacts) rows_.push_back(row_of(contact));
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      push(rows_[k], rows_[k].normal_impulse);
      push_across(rows_[k], rows_[k].tangential_impulse);
      if (rows_[k].resists) turn(rows_[k], contacts_[k].torque);
    }
  }

  /// The largest change of a relative speed.
  double sweep(const Relaxation& relaxation) {
    double change = 0;
    for (std::size_t k = 0; k < rows_.size(); ++k) change = std::max(change, improve(k, relaxation));
    return change;
  }

  void finish() {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      contacts_[k].normal_impulse = rows_[k].normal_impulse;
      contacts_[k].tangential_impulse = vector_of(rows_[k].tangential_impulse, rows_[k].normal);
    }
  }

 private:
  /// What is fixed is a body that nothing moves.
  TickBody<D>& body(std::uint32_t id) { return id == kFixed ? fixed_ : bodies_[id]; }

  Row<D> row_of(const TickContact<D>& contact) {
    const TickBody<D>& a = body(contact.a);
    const TickBody<D>& b = body(contact.b);
    Row<D> row{.a = contact.a, .b = contact.b, .normal = contact.normal};
    row.surface = across(contact.surface, contact.normal);
    row.least = contact.least - dot(contact.surface, contact.normal);
    row.friction = contact.friction;
    row.ease = a.inverse_mass + b.inverse_mass;
    row.ease_across = row.ease + a.radius * a.radius * a.inverse_inertia + b.radius * b.radius * b.inverse_inertia;
    row.per_ease = 1 / row.ease;
    row.per_ease_across = 1 / row.ease_across;
    row.normal_impulse = contact.normal_impulse;
    row.tangential_impulse = across(contact.tangential_impulse, contact.normal);
    row.resists = contact.rolling_arm > 0 || contact.spinning_arm > 0;
    return row;
  }

  /// Gives a the impulse against the normal, and b its opposite.
  void push(const Row<D>& row, double impulse) {
    TickBody<D>& a = bodies_[row.a];
    TickBody<D>& b = body(row.b);
    a.velocity -= (a.inverse_mass * impulse) * row.normal;
    b.velocity += (b.inverse_mass * impulse) * row.normal;
  }

  /// The same across it: both spins change in the same sense, r n × τ/I.
  void push_across(const Row<D>& row, const Across<D>& impulse) {
    const Spin<D> turn = turn_of(impulse, row.normal);
    const Vec<D> pushed = vector_of(impulse, row.normal);
    TickBody<D>& a = bodies_[row.a];
    TickBody<D>& b = body(row.b);
    a.velocity += a.inverse_mass * pushed;
    a.spin = a.spin + (a.radius * a.inverse_inertia) * turn;
    b.velocity -= b.inverse_mass * pushed;
    b.spin = b.spin + (b.radius * b.inverse_inertia) * turn;
  }

  void turn(const Row<D>& row, const Spin<D>& torque) {
    TickBody<D>& a = bodies_[row.a];
    TickBody<D>& b = body(row.b);
    a.spin = a.spin + a.inverse_inertia * torque;
    b.spin = b.spin - b.inverse_inertia * torque;
  }

  /// What resists rolling and spinning: the change of the surface's speed that it makes.
  double resist(const Row<D>& row, TickContact<D>& contact) {
    const double ease = body(row.a).inverse_inertia + body(row.b).inverse_inertia;
    if (ease == 0) return 0;
    const Spin<D> free = contact.torque - (1 / ease) * relative_spin<D>(bodies_, contact);
    const Spin<D> wanted =
        bound(free, row.normal, contact.rolling_arm * row.normal_impulse, contact.spinning_arm * row.normal_impulse);
    const Spin<D> more = wanted - contact.torque;
    contact.torque = wanted;
    turn(row, more);
    return ease * body(row.a).radius * length(more);
  }

  /// τ, bound by μ λ: the change of the slip that it makes.
  double rub(Row<D>& row, double relaxation) {
    const TickBody<D>& a = bodies_[row.a];
    const TickBody<D>& b = body(row.b);
    const Spin<D> rolling = a.radius * a.spin + b.radius * b.spin;
    const Across<D> g = across(a.velocity - b.velocity, row.normal) - row.surface + slip_of(rolling, row.normal);
    const Across<D> wanted =
        cut(row.tangential_impulse - relaxation * row.per_ease_across * g, row.friction * row.normal_impulse);
    const Across<D> more = wanted - row.tangential_impulse;
    row.tangential_impulse = wanted;
    push_across(row, more);
    return row.ease_across * length(more);
  }

  double improve(std::size_t k, const Relaxation& relaxation) {
    Row<D>& row = rows_[k];
    double change = row.resists ? resist(row, contacts_[k]) : 0;
    if (row.friction > 0) change = std::max(change, rub(row, relaxation.across));
    const double over = row.friction > 0 ? relaxation.rubbing : relaxation.smooth;
    const TickBody<D>& a = bodies_[row.a];
    const TickBody<D>& b = body(row.b);
    const double missing = row.least + dot(a.velocity - b.velocity, row.normal);
    const double wanted = std::max(0.0, row.normal_impulse + over * row.per_ease * missing);
    const double more = wanted - row.normal_impulse;
    if (more == 0) return change;
    row.normal_impulse = wanted;
    push(row, more);
    return std::max(change, row.ease * std::fabs(more));
  }

  std::span<TickBody<D>> bodies_;
  std::span<TickContact<D>> contacts_;
  std::vector<Row<D>> rows_;
  TickBody<D> fixed_{.inverse_mass = 0};
};

}  // namespace

template <int D>
Solved solve(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts, const SolverLimits& limits) {
  Sweeps<D> sweeps(bodies, contacts);
  Solved solved;
  while (solved.sweeps < limits.most_sweeps) {
    const bool is_early = 4 * solved.sweeps < 3 * limits.most_sweeps;
    solved.residual = sweeps.sweep(is_early ? limits.relaxation : Relaxation{});
    ++solved.sweeps;
    if (solved.residual <= 0.01 * limits.tolerance) break;
    if (solved.residual <= limits.tolerance && solved.sweeps >= limits.least_sweeps) break;
  }
  sweeps.finish();
  return solved;
}

template Solved solve(std::span<TickBody<2>>, std::span<TickContact<2>>, const SolverLimits&);
template Solved solve(std::span<TickBody<3>>, std::span<TickContact<3>>, const SolverLimits&);

}  // namespace carom::contacts
