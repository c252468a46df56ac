#include "contacts/contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace carom::contacts {
namespace {

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
double cut(double across, double most) {
  return std::clamp(across, -most, most);
}
Vec3 cut(const Vec3& across, double most) {
  const double length2 = norm2(across);
  return length2 > most * most ? (most / std::sqrt(length2)) * across : across;
}

double bound(double torque, const Vec2&, double rolling, double) {
  return cut(torque, rolling);
}

/// Of what nothing turns, or what is fixed, there is none.
double inverse(double number) {
  return number > 0 ? 1 / number : 0;
}

/// Of a torque, what is across the normal and what is along it, at most so large.
Vec3 bound(const Vec3& torque, const Vec3& normal, double rolling, double spinning) {
  const double along = dot(torque, normal);
  return cut(torque - along * normal, rolling) + cut(along, spinning) * normal;
}

constexpr auto kWidth = static_cast<std::uint32_t>(ContactBlock<2>::kWidth);

void write(double across, double (&numbers)[1][kWidth], std::size_t lane) {
  numbers[0][lane] = across;
}
void write(const Vec3& across, double (&numbers)[3][kWidth], std::size_t lane) {
  for (int k = 0; k < 3; ++k) numbers[k][lane] = across[k];
}
void read(const double (&numbers)[1][kWidth], std::size_t lane, double& across) {
  across = numbers[0][lane];
}
void read(const double (&numbers)[3][kWidth], std::size_t lane, Vec3& across) {
  for (int k = 0; k < 3; ++k) across[k] = numbers[k][lane];
}

}  // namespace

template <int D>
Solved ContactSolver<D>::solve(std::span<TickBody<D>> bodies, const ContactList<D>& contacts,
                               const SolverLimits& limits, std::span<const std::uint32_t> colours) {
  begin(bodies, contacts, colours);
  Solved solved;
  while (solved.sweeps < limits.most_sweeps) {
    const bool is_early = 4 * solved.sweeps < 3 * limits.most_sweeps;
    solved.residual = sweep(is_early ? limits.relaxation : Relaxation{});
    ++solved.sweeps;
    if (solved.residual <= 0.01 * limits.tolerance) break;
    if (solved.residual <= limits.tolerance && solved.sweeps >= limits.least_sweeps) break;
  }
  finish();
  return solved;
}

template <int D>
void ContactSolver<D>::begin(std::span<TickBody<D>> bodies, const ContactList<D>& contacts,
                             std::span<const std::uint32_t> colours) {
  bodies_ = bodies;
  contacts_ = contacts;
  any_resists_ = false;
  movers_.resize(bodies.size() + 1);
  moving_.clear();
  is_moving_.resize(bodies.size(), 0);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    any_resists_ = any_resists_ || contacts[k].resists();
    set_moving(contacts[k].a);
    set_moving(contacts[k].b);
  }
  rows_.clear();
  blocks_.clear();
  resistances_.clear();
  runs_.clear();
  std::uint32_t first = 0;
  for (const std::uint32_t end : colours) {
    add_run(first, end, true);
    first = end;
  }
  add_run(first, static_cast<std::uint32_t>(contacts.size()), false);
}

template <int D>
void ContactSolver<D>::add_run(std::uint32_t first, std::uint32_t end, bool in_blocks) {
  if (first == end) return;
  const std::uint32_t blocks = in_blocks ? (end - first) / kWidth : 0;
  runs_.push_back({first, static_cast<std::uint32_t>(blocks_.size()), blocks, static_cast<std::uint32_t>(rows_.size()),
                   end - first - kWidth * blocks});
  for (std::uint32_t k = 0; k < blocks; ++k, first += kWidth) {
    ContactBlock<D>& block = blocks_.emplace_back();
    ResistanceBlock<D>* resistance = any_resists_ ? &resistances_.emplace_back() : nullptr;
    for (std::uint32_t lane = 0; lane < kWidth; ++lane) {
      const Row row = row_of(first + lane);
      apply(row);
      put(row, block, lane);
      if (resistance != nullptr) put(row, *resistance, lane);
    }
  }
  for (; first < end; ++first) {
    rows_.push_back(row_of(first));
    apply(rows_.back());
  }
}

/// A body's mover begins as the body is.
template <int D>
void ContactSolver<D>::set_moving(std::uint32_t id) {
  if (id == kFixed || is_moving_[id] != 0) return;
  is_moving_[id] = 1;
  moving_.push_back(id);
  const TickBody<D>& body = bodies_[id];
  movers_[mover_of(id)] = {body.velocity, body.radius * body.spin, body.inverse_mass};
}

/// And ends: what nothing turns keeps its spin to the last bit.
template <int D>
void ContactSolver<D>::set_moved(std::uint32_t id) {
  is_moving_[id] = 0;
  TickBody<D>& body = bodies_[id];
  const Mover<D>& mover = movers_[mover_of(id)];
  body.velocity = mover.velocity;
  if (mover.rolling != body.radius * body.spin) body.spin = (1 / body.radius) * mover.rolling;
}

template <int D>
void ContactSolver<D>::put(const Row& row, ContactBlock<D>& block, std::size_t lane) {
  block.a[lane] = row.a;
  block.b[lane] = row.b;
  for (int axis = 0; axis < D; ++axis) block.normal[axis][lane] = row.normal[axis];
  write(row.surface, block.surface, lane);
  block.least[lane] = row.least;
  block.friction[lane] = row.friction;
  block.normal_impulse[lane] = row.normal_impulse;
  write(row.tangential_impulse, block.tangential_impulse, lane);
}

template <int D>
void ContactSolver<D>::put(const Row& row, ResistanceBlock<D>& block, std::size_t lane) {
  const TickContact<D>& contact = contacts_[row.contact];
  const double per_radius_a = inverse(body(row.a).radius), per_radius_b = inverse(body(row.b).radius);
  block.rolling_arm[lane] = contact.rolling_arm;
  block.spinning_arm[lane] = contact.spinning_arm;
  block.per_radius_a[lane] = per_radius_a;
  block.per_radius_b[lane] = per_radius_b;
  block.per_ease[lane] = inverse(ease_of_turning(row, per_radius_a, per_radius_b));
  write(contact.torque, block.torque, lane);
}

template <int D>
void ContactSolver<D>::take(std::size_t k, std::size_t lane, TickContact<D>& contact) const {
  Across rubbed{};
  read(blocks_[k].tangential_impulse, lane, rubbed);
  contact.normal_impulse = blocks_[k].normal_impulse[lane];
  contact.tangential_impulse = vector_of(rubbed, contact.normal);
  if (any_resists_) read(resistances_[k].torque, lane, contact.torque);
}

/// The largest change of a relative speed.
template <int D>
double ContactSolver<D>::sweep(const Relaxation& relaxation) {
  double change2 = 0;
  const std::span<ContactBlock<D>> blocks(blocks_);
  const std::span<ResistanceBlock<D>> resistances(resistances_);
  for (const Run& run : runs_) {
    if (run.blocks > 0)
      change2 =
          std::max(change2, improve<D>(movers_.data(), blocks.subspan(run.first_block, run.blocks),
                                       any_resists_ ? resistances.subspan(run.first_block, run.blocks) : resistances,
                                       relaxation));
    for (Row& row : std::span<Row>(rows_).subspan(run.first_row, run.rows))
      change2 = std::max(change2, improve_row(row, relaxation));
  }
  return std::sqrt(change2);
}

template <int D>
void ContactSolver<D>::finish() {
  for (const Run& run : runs_)
    for (std::uint32_t k = 0; k < kWidth * run.blocks; ++k)
      take(run.first_block + k / kWidth, k % kWidth, contacts_[run.first_contact + k]);
  for (const Row& row : rows_) {
    contacts_[row.contact].normal_impulse = row.normal_impulse;
    contacts_[row.contact].tangential_impulse = vector_of(row.tangential_impulse, row.normal);
  }
  for (const std::uint32_t id : moving_) set_moved(id);
}

template <int D>
typename ContactSolver<D>::Row ContactSolver<D>::row_of(std::uint32_t k) {
  const TickContact<D>& contact = contacts_[k];
  Row row{.contact = k, .a = mover_of(contact.a), .b = mover_of(contact.b), .normal = contact.normal};
  const TickBody<D>&a = body(row.a), &b = body(row.b);
  row.surface = across(contact.surface, contact.normal);
  row.least = contact.least - dot(contact.surface, contact.normal);
  row.friction = contact.friction;
  row.ease = a.inverse_mass + b.inverse_mass;
  row.per_ease = 1 / row.ease;
  row.normal_impulse = contact.normal_impulse;
  row.tangential_impulse = across(contact.tangential_impulse, contact.normal);
  row.resists = contact.resists();
  return row;
}

/// The impulses at which a contact begins act on its bodies.
template <int D>
void ContactSolver<D>::apply(const Row& row) {
  push(row, row.normal_impulse);
  push_across(row, row.tangential_impulse);
  if (row.resists) turn(row, contacts_[row.contact].torque);
}

/// Gives a the impulse against the normal, and b its opposite.
template <int D>
void ContactSolver<D>::push(const Row& row, double impulse) {
  Mover<D>&a = movers_[row.a], &b = movers_[row.b];
  a.velocity -= (a.inverse_mass * impulse) * row.normal;
  b.velocity += (b.inverse_mass * impulse) * row.normal;
}

/// The same across it: both spins change in the same sense, r n × τ/I.
template <int D>
void ContactSolver<D>::push_across(const Row& row, const Across& impulse) {
  const Vec<D> pushed = vector_of(impulse, row.normal);
  const Spin<D> turn = kTurning<D> * turn_of(impulse, row.normal);
  Mover<D>&a = movers_[row.a], &b = movers_[row.b];
  a.velocity += a.inverse_mass * pushed;
  a.rolling = a.rolling + a.inverse_mass * turn;
  b.velocity -= b.inverse_mass * pushed;
  b.rolling = b.rolling + b.inverse_mass * turn;
}

/// Change of the relative spin per torque, 1/I_a + 1/I_b.
template <int D>
double ContactSolver<D>::ease_of_turning(const Row& row, double per_radius_a, double per_radius_b) const {
  const double turn_a = kTurning<D> * movers_[row.a].inverse_mass * per_radius_a;
  const double turn_b = kTurning<D> * movers_[row.b].inverse_mass * per_radius_b;
  return turn_a * per_radius_a + turn_b * per_radius_b;
}

/// The squared change of the surfaces' speeds that it makes.
template <int D>
double ContactSolver<D>::turn(const Row& row, const Spin<D>& torque) {
  Mover<D>&a = movers_[row.a], &b = movers_[row.b];
  const double turn_a = kTurning<D> * a.inverse_mass * inverse(body(row.a).radius);
  const double turn_b = kTurning<D> * b.inverse_mass * inverse(body(row.b).radius);
  a.rolling = a.rolling + turn_a * torque;
  b.rolling = b.rolling - turn_b * torque;
  const double both = turn_a + turn_b;
  return both * both * norm2(torque);
}

/// What resists rolling and spinning: the squared change of the surfaces' speeds that it makes.
template <int D>
double ContactSolver<D>::resist(const Row& row, TickContact<D>& contact) {
  const double per_radius_a = inverse(body(row.a).radius), per_radius_b = inverse(body(row.b).radius);
  const double ease = ease_of_turning(row, per_radius_a, per_radius_b);
  const Spin<D> turning = per_radius_a * movers_[row.a].rolling - per_radius_b * movers_[row.b].rolling;
  const Spin<D> free = contact.torque - inverse(ease) * turning;
  const Spin<D> wanted =
      bound(free, row.normal, contact.rolling_arm * row.normal_impulse, contact.spinning_arm * row.normal_impulse);
  const Spin<D> more = wanted - contact.torque;
  contact.torque = wanted;
  return turn(row, more);
}

/// τ, bound by μ λ: the squared change of the slip that it makes.
template <int D>
double ContactSolver<D>::rub(Row& row, double relaxation) {
  const Mover<D>&a = movers_[row.a], &b = movers_[row.b];
  const Across g =
      across(a.velocity - b.velocity, row.normal) - row.surface + slip_of(a.rolling + b.rolling, row.normal);
  const Across wanted = cut(row.tangential_impulse - (relaxation / (1 + kTurning<D>)*row.per_ease) * g,
                            row.friction * row.normal_impulse);
  const Across more = wanted - row.tangential_impulse;
  row.tangential_impulse = wanted;
  push_across(row, more);
  const double ease = (1 + kTurning<D>)*row.ease;
  return ease * ease * norm2(more);
}

/// The largest change of a relative speed, squared: to compare them takes no roots.
template <int D>
double ContactSolver<D>::improve_row(Row& row, const Relaxation& relaxation) {
  double change2 = row.resists ? resist(row, contacts_[row.contact]) : 0;
  if (row.friction > 0) change2 = std::max(change2, rub(row, relaxation.across));
  const double over = row.friction > 0 ? relaxation.rubbing : relaxation.smooth;
  const Mover<D>&a = movers_[row.a], &b = movers_[row.b];
  const double missing = row.least + dot(a.velocity - b.velocity, row.normal);
  const double wanted = std::max(0.0, row.normal_impulse + over * row.per_ease * missing);
  const double more = wanted - row.normal_impulse;
  if (more == 0) return change2;
  row.normal_impulse = wanted;
  push(row, more);
  const double parting = row.ease * more;
  return std::max(change2, parting * parting);
}

template class ContactSolver<2>;
template class ContactSolver<3>;

}  // namespace carom::contacts
