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

double bound(double torque, const Vec2&, double rolling, double) {
  return cut(torque, rolling);
}

/// Of a torque, what is across the normal and what is along it, at most so large.
Vec3 bound(const Vec3& torque, const Vec3& normal, double rolling, double spinning) {
  const double along = dot(torque, normal);
  return cut(torque - along * normal, rolling) + cut(along, spinning) * normal;
}

void write(double across, double (&numbers)[1][4], std::size_t lane) {
  numbers[0][lane] = across;
}
void write(const Vec3& across, double (&numbers)[3][4], std::size_t lane) {
  for (int k = 0; k < 3; ++k) numbers[k][lane] = across[k];
}
void read(const double (&numbers)[1][4], std::size_t lane, double& across) {
  across = numbers[0][lane];
}
void read(const double (&numbers)[3][4], std::size_t lane, Vec3& across) {
  for (int k = 0; k < 3; ++k) across[k] = numbers[k][lane];
}

}  // namespace

template <int D>
Solved ContactSolver<D>::solve(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts,
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
void ContactSolver<D>::begin(std::span<TickBody<D>> bodies, std::span<TickContact<D>> contacts,
                             std::span<const std::uint32_t> colours) {
  bodies_ = bodies;
  contacts_ = contacts;
  rows_.clear();
  for (const TickContact<D>& contact : contacts) rows_.push_back(row_of(contact));
  any_resists_ = std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.resists; });
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    push(rows_[k], rows_[k].normal_impulse);
    push_across(rows_[k], rows_[k].tangential_impulse);
    if (rows_[k].resists) turn(rows_[k], contacts_[k].torque);
  }
  blocks_.clear();
  resistances_.clear();
  runs_.clear();
  std::uint32_t first = 0;
  for (const std::uint32_t end : colours) {
    add_run(first, end, true);
    first = end;
  }
  add_run(first, static_cast<std::uint32_t>(rows_.size()), false);
}

template <int D>
void ContactSolver<D>::add_run(std::uint32_t first, std::uint32_t end, bool in_blocks) {
  constexpr auto kWidth = static_cast<std::uint32_t>(ContactBlock<D>::kWidth);
  if (first == end) return;
  const std::uint32_t blocks = in_blocks ? (end - first) / kWidth : 0;
  runs_.push_back({static_cast<std::uint32_t>(blocks_.size()), blocks, first, first + kWidth * blocks, end});
  for (std::uint32_t k = 0; k < blocks; ++k) {
    ContactBlock<D>& block = blocks_.emplace_back();
    for (std::uint32_t lane = 0; lane < kWidth; ++lane) put(first + kWidth * k + lane, block, lane);
    if (!any_resists_) continue;
    ResistanceBlock<D>& resistance = resistances_.emplace_back();
    for (std::uint32_t lane = 0; lane < kWidth; ++lane) put(first + kWidth * k + lane, resistance, lane);
  }
}

template <int D>
void ContactSolver<D>::put(std::uint32_t k, ContactBlock<D>& block, std::size_t lane) {
  const Row& row = rows_[k];
  TickBody<D>& a = body(row.a);
  TickBody<D>& b = body(row.b);
  block.a[lane] = &a;
  block.b[lane] = &b;
  for (int axis = 0; axis < D; ++axis) block.normal[axis][lane] = row.normal[axis];
  write(row.surface, block.surface, lane);
  block.least[lane] = row.least;
  block.friction[lane] = row.friction;
  block.ease[lane] = row.ease;
  block.ease_across[lane] = row.ease_across;
  block.per_ease[lane] = row.per_ease;
  block.per_ease_across[lane] = row.per_ease_across;
  block.radius_a[lane] = a.radius;
  block.radius_b[lane] = b.radius;
  block.turn_a[lane] = a.radius * a.inverse_inertia;
  block.turn_b[lane] = b.radius * b.inverse_inertia;
  block.normal_impulse[lane] = row.normal_impulse;
  write(row.tangential_impulse, block.tangential_impulse, lane);
}

template <int D>
void ContactSolver<D>::put(std::uint32_t k, ResistanceBlock<D>& block, std::size_t lane) {
  const TickContact<D>& contact = contacts_[k];
  const double a = body(contact.a).inverse_inertia, b = body(contact.b).inverse_inertia;
  block.rolling_arm[lane] = contact.rolling_arm;
  block.spinning_arm[lane] = contact.spinning_arm;
  block.ease[lane] = a + b;
  block.per_ease[lane] = a + b > 0 ? 1 / (a + b) : 0;
  block.ease_a[lane] = a;
  block.ease_b[lane] = b;
  write(contact.torque, block.torque, lane);
}

template <int D>
void ContactSolver<D>::take(std::size_t k, std::size_t lane, std::size_t row) {
  rows_[row].normal_impulse = blocks_[k].normal_impulse[lane];
  read(blocks_[k].tangential_impulse, lane, rows_[row].tangential_impulse);
  if (any_resists_) read(resistances_[k].torque, lane, contacts_[row].torque);
}

/// The largest change of a relative speed.
template <int D>
double ContactSolver<D>::sweep(const Relaxation& relaxation) {
  double change = 0;
  const std::span<ContactBlock<D>> blocks(blocks_);
  const std::span<ResistanceBlock<D>> resistances(resistances_);
  for (const Run& run : runs_) {
    if (run.blocks > 0)
      change =
          std::max(change, improve<D>(blocks.subspan(run.first_block, run.blocks),
                                      any_resists_ ? resistances.subspan(run.first_block, run.blocks) : resistances,
                                      relaxation));
    for (std::size_t k = run.left_row; k < run.end_row; ++k) change = std::max(change, improve_row(k, relaxation));
  }
  return change;
}

template <int D>
void ContactSolver<D>::finish() {
  constexpr std::size_t kWidth = ContactBlock<D>::kWidth;
  for (const Run& run : runs_)
    for (std::size_t k = run.first_row; k < run.left_row; ++k)
      take(run.first_block + (k - run.first_row) / kWidth, (k - run.first_row) % kWidth, k);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    contacts_[k].normal_impulse = rows_[k].normal_impulse;
    contacts_[k].tangential_impulse = vector_of(rows_[k].tangential_impulse, rows_[k].normal);
  }
}

template <int D>
typename ContactSolver<D>::Row ContactSolver<D>::row_of(const TickContact<D>& contact) {
  const TickBody<D>& a = body(contact.a);
  const TickBody<D>& b = body(contact.b);
  Row row{.a = contact.a, .b = contact.b, .normal = contact.normal};
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
template <int D>
void ContactSolver<D>::push(const Row& row, double impulse) {
  TickBody<D>& a = bodies_[row.a];
  TickBody<D>& b = body(row.b);
  a.velocity -= (a.inverse_mass * impulse) * row.normal;
  b.velocity += (b.inverse_mass * impulse) * row.normal;
}

/// The same across it: both spins change in the same sense, r n × τ/I.
template <int D>
void ContactSolver<D>::push_across(const Row& row, const Across& impulse) {
  const Spin<D> turn = turn_of(impulse, row.normal);
  const Vec<D> pushed = vector_of(impulse, row.normal);
  TickBody<D>& a = bodies_[row.a];
  TickBody<D>& b = body(row.b);
  a.velocity += a.inverse_mass * pushed;
  a.spin = a.spin + (a.radius * a.inverse_inertia) * turn;
  b.velocity -= b.inverse_mass * pushed;
  b.spin = b.spin + (b.radius * b.inverse_inertia) * turn;
}

template <int D>
void ContactSolver<D>::turn(const Row& row, const Spin<D>& torque) {
  TickBody<D>& a = bodies_[row.a];
  TickBody<D>& b = body(row.b);
  a.spin = a.spin + a.inverse_inertia * torque;
  b.spin = b.spin - b.inverse_inertia * torque;
}

/// What resists rolling and spinning: the change of the surface's speed that it makes.
template <int D>
double ContactSolver<D>::resist(const Row& row, TickContact<D>& contact) {
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
template <int D>
double ContactSolver<D>::rub(Row& row, double relaxation) {
  const TickBody<D>& a = bodies_[row.a];
  const TickBody<D>& b = body(row.b);
  const Spin<D> rolling = a.radius * a.spin + b.radius * b.spin;
  const Across g = across(a.velocity - b.velocity, row.normal) - row.surface + slip_of(rolling, row.normal);
  const Across wanted =
      cut(row.tangential_impulse - relaxation * row.per_ease_across * g, row.friction * row.normal_impulse);
  const Across more = wanted - row.tangential_impulse;
  row.tangential_impulse = wanted;
  push_across(row, more);
  return row.ease_across * length(more);
}

template <int D>
double ContactSolver<D>::improve_row(std::size_t k, const Relaxation& relaxation) {
  Row& row = rows_[k];
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

template class ContactSolver<2>;
template class ContactSolver<3>;

}  // namespace carom::contacts
