#include "sim/islands/tick_velocities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::sim {
namespace {

/// Of its radius, how far from a body others may be that are solved with it where all are.
constexpr double kFarther = 0.5;
/// Of g h: changes of speed that end the sweeps.
constexpr double kTolerance = 1e-2;

}  // namespace

template <int D>
void TickVelocities<D>::find() {
  material_ = {};
  pull();
  select();
  solve();
  book();
}

template <int D>
void TickVelocities<D>::take(Inertia& inertia, std::uint32_t id) const {
  const double mass = store_.own_mass(id), radius = store_.radius(id);
  const Vec<D> pull = supports_.pull(id);
  if (mass == inertia.mass && radius == inertia.radius && pull == inertia.pull) return;
  inertia = {mass, radius, pull, 1 / mass};
  inertia.strength = norm(pull);
  inertia.resting = std::max(Islands<D>::kRestingTicks * tick_.length * inertia.strength,
                             std::sqrt(2 * inertia.strength * Touches<D>::clearance_of(radius)));
}

/// What pulls acts on each body, for as long as it has not: its velocity without contacts. Its state stays that of its
/// last event; for what has waited time has stood still, and nothing has pulled.
template <int D>
void TickVelocities<D>::pull() {
  begun_.clear();
  tick_.bodies.clear();
  tick_.pulls.clear();
  tick_.strengths.clear();
  tick_.elapsed.clear();
  resting_.clear();
  Inertia inertia;
  for (const std::uint32_t id : tick_.members) {
    const Vec<D>& path = store_.particle(id).velocity;
    take(inertia, id);
    if (!is_zero(path)) ledger_.add_flight_in_island(id, store_.since(id, now_), inertia.pull);
    IslandState<D>& state = store_.island_state(id);
    tick_.pulls.push_back(inertia.pull);
    tick_.strengths.push_back(inertia.strength);
    resting_.push_back(inertia.resting);
    contacts::TickBody<D> body{
        .velocity = path - state.restoring, .inverse_mass = inertia.inverse_mass, .radius = inertia.radius};
    if (setting_.rough()) body.spin = store_.spin(id);
    begun_.push_back(body);
    const auto member = static_cast<std::uint32_t>(tick_.bodies.size());
    const double passed = setting_.clock.between(state.pulled, now_);
    tick_.elapsed.push_back(std::min(passed / tick_.length, 1.0));
    const bool has_waited = path == state.carried && norm(body.velocity - state.carried) > tick_.slow(member);
    if (!has_waited) body.velocity += passed * inertia.pull;
    state.pulled = now_;
    tick_.bodies.push_back(body);
  }
  pulled_ = tick_.bodies;
}

/// Whether two are within their clearance before the next tick, and approach no faster than what falls together does
/// (Islands::resting_speed).
template <int D>
bool TickVelocities<D>::comes_slowly(const Touch<D>& touch) const {
  const double speed = tick_.closing(touch);
  if (!Touches<D>::is_close(touch) && touch.gap - touch.clearance > speed * tick_.left) return false;
  return speed <= std::max(resting_[touch.a], touch.b == contacts::kFixed ? 0 : resting_[touch.b]);
}

/// How fast each may go once contacts act: as fast as itself, or what is near it.
template <int D>
void TickVelocities<D>::find_paces() {
  speeds_.clear();
  for (const contacts::TickBody<D>& body : tick_.bodies) speeds_.push_back(norm(body.velocity));
  paces_ = speeds_;
  for (const Touch<D>& touch : tick_.near) {
    const bool is_fixed = touch.b == contacts::kFixed;
    paces_[touch.a] = std::max(paces_[touch.a], is_fixed ? norm(touch.surface) : speeds_[touch.b]);
    if (!is_fixed) paces_[touch.b] = std::max(paces_[touch.b], speeds_[touch.a]);
  }
}

template <int D>
bool TickVelocities<D>::may_meet(const Touch<D>& touch) const {
  const double other = touch.b == contacts::kFixed ? norm(touch.surface) : paces_[touch.b];
  return Touches<D>::is_close(touch) || touch.gap <= (paces_[touch.a] + other) * tick_.left;
}

template <int D>
std::size_t TickVelocities<D>::count_met() const {
  std::size_t met = 0;
  for (std::size_t k = 0; k < tick_.pairs.size(); ++k)
    if (!tick_.pairs[k].lasts && tick_.contacts[k].normal_impulse > 0 && !Touches<D>::is_close(*tick_.pairs[k].touch))
      ++met;
  return met;
}

/// Chooses the pairs to be solved: contacts that last, what is within its clearance, and what comes there slowly before
/// the next tick. What comes fast is met by an impact, unless all is to be solved: then all pairs are that are near, as
/// those that press may be pushed against others.
template <int D>
void TickVelocities<D>::select() {
  tick_.pairs.clear();
  tick_.contacts.clear();
  tick_.is_pushed = false;
  auto known = islands_.contacts().begin();
  const auto known_end = islands_.contacts().end();
  tick_.near = touches_.find(now_, tick_.strengths, tick_.solves_all ? kFarther : 0);
  if (tick_.solves_all) find_paces();
  for (const Touch<D>& touch : tick_.near) {
    while (known != known_end && goes_before(*known, touch.key)) ++known;
    const bool lasts = known != known_end && !goes_before(touch.key, *known);
    if (!lasts && !(tick_.solves_all ? may_meet(touch) : comes_slowly(touch))) continue;
    const Material& between = material(touch);
    if (!between.loses) continue;
    contacts::TickContact<D>& contact = tick_.contacts.emplace_back(contact_of(touch, between));
    tick_.pairs.push_back({&touch, lasts});
    tick_.is_pushed = tick_.is_pushed || (touch.b == contacts::kFixed && store_.is_driven(touch.key.b.value));
    if (lasts) {
      const double elapsed = tick_.elapsed[contact.a];
      contact.normal_impulse = elapsed * known->normal_impulse;
      if (contact.friction > 0)
        contact.tangential_impulse =
            elapsed * (known->tangential_impulse - dot(known->tangential_impulse, contact.normal) * contact.normal);
      if (contact.rolling_arm > 0 || contact.spinning_arm > 0) contact.torque = elapsed * known->torque;
    }
  }
}

/// A pair that loses nothing is no contact: it goes on bouncing.
template <int D>
auto TickVelocities<D>::material(const Touch<D>& touch) -> const Material& {
  const std::uint32_t a = touch.key.a.value, b = touch.key.b.value;
  const Body<D>*const kind_a = &store_.kind(a), *const kind_b = &store_.kind(b);
  const double mass_a = store_.mass(a), mass_b = store_.mass(b);
  if (kind_a != material_.a || kind_b != material_.b || mass_a != material_.mass_a || mass_b != material_.mass_b) {
    material_ = {kind_a, kind_b, mass_a, mass_b, store_.pair_restitution(a, b) < 1};
    if (setting_.rubs()) material_.resistances = store_.pair_resistances(a, b);
  }
  return material_;
}

template <int D>
contacts::TickContact<D> TickVelocities<D>::contact_of(const Touch<D>& touch, const Material& between) const {
  contacts::TickContact<D> contact{.a = touch.a, .b = touch.b, .normal = touch.normal, .surface = touch.surface};
  contact.least = -std::max(0.0, touch.gap - touch.clearance) / tick_.length;
  if (setting_.rubs()) resist(contact, between.resistances);
  return contact;
}

template <int D>
void TickVelocities<D>::resist(contacts::TickContact<D>& contact, const response::Resistances& resistances) const {
  const double a = tick_.bodies[contact.a].radius;
  const double b = contact.b == contacts::kFixed ? 0 : tick_.bodies[contact.b].radius;
  const double radius = b > 0 ? a * b / (a + b) : a;
  contact.friction = resistances.sliding;
  contact.rolling_arm = resistances.rolling * radius;
  contact.spinning_arm = resistances.spinning * radius;
}

/// Of each island, by its first member, how many bodies of mean size are as high as it is; without gravity any number.
template <int D>
std::vector<double> TickVelocities<D>::count_layers() const {
  const Vec<D>& gravity = setting_.options.gravity;
  const double strength = norm(gravity);
  std::vector<double> layers(tick_.bodies.size(), std::numeric_limits<double>::infinity());
  if (strength == 0) return layers;
  struct Extent {
    double low = std::numeric_limits<double>::infinity(), high = -low, diameters = 0, count = 0;
  };
  std::vector<Extent> extents(tick_.bodies.size());
  for (std::uint32_t i = 0; i < tick_.bodies.size(); ++i) {
    const double height = -dot(gravity, touches_.balls()[i].position) / strength;
    Extent& extent = extents[tick_.first[i]];
    extent.low = std::min(extent.low, height);
    extent.high = std::max(extent.high, height);
    extent.diameters += 2 * tick_.bodies[i].radius;
    ++extent.count;
  }
  for (std::uint32_t i = 0; i < tick_.bodies.size(); ++i)
    if (const Extent& extent = extents[i]; extent.count > 0)
      layers[i] = 1 + (extent.high - extent.low) * extent.count / extent.diameters;
  return layers;
}

template <int D>
void TickVelocities<D>::solve() {
  tick_.first = contacts::find_islands(tick_.bodies.size(), tick_.contacts);
  counts_.most_contacts = std::max<std::uint64_t>(counts_.most_contacts, tick_.contacts.size());
  double strongest = 0;
  for (const double strength : tick_.strengths) strongest = std::max(strongest, strength);
  const contacts::SolvedIslands solved =
      solver_.solve(tick_.bodies, tick_.contacts, tick_.first, count_layers(), kTolerance * strongest * tick_.length);
  counts_.sweeps += solved.sweeps;
  counts_.largest_residual = std::max(counts_.largest_residual, solved.residual);
  tick_.jammed.clear();
  if (setting_.options.period) return;
  for (const std::size_t k : solved.jammed)
    tick_.jammed.push_back({tick_.pairs[k].touch->key.b.value, tick_.pairs[k].touch->key.a.value});
  std::sort(tick_.jammed.begin(), tick_.jammed.end());
}

// Pulls give m v·(g Δt) + ½ m (g Δt)². The impulses J on a of contacts take −Σ J·(g + g')/2, with the slips g before
// and g' after, and what moves by itself does the work Σ J·(its velocity). What stood, add_flight knows nothing of.
template <int D>
void TickVelocities<D>::book() {
  for (std::size_t i = 0; i < tick_.bodies.size(); ++i) {
    const double mass = 1 / tick_.bodies[i].inverse_mass;
    const Vec<D> gained = pulled_[i].velocity - begun_[i].velocity;
    ledger_.add_tick(mass * dot(gained, begun_[i].velocity + 0.5 * gained));
    if (!is_zero(store_.particle(tick_.members[i]).velocity)) continue;
    ledger_.add_tick(-mass * dot(gained, begun_[i].velocity));
    ledger_.add_restoring(mass * dot(gained, begun_[i].velocity));
  }
  for (const contacts::TickContact<D>& contact : tick_.contacts) {
    const Vec<D> impulse = contact.tangential_impulse - contact.normal_impulse * contact.normal;
    const Vec<D> slip = contacts::slip<D>(pulled_, contact) + contacts::slip<D>(tick_.bodies, contact);
    ledger_.lose_to_contacts(-0.5 * dot(impulse, slip));
    const Spin<D> turns =
        contacts::relative_spin<D>(pulled_, contact) + contacts::relative_spin<D>(tick_.bodies, contact);
    ledger_.lose_to_rolling(-0.5 * dot(contact.torque, turns));
    if (contact.b == contacts::kFixed) ledger_.add_work(dot(impulse, contact.surface));
  }
}

template class TickVelocities<2>;
template class TickVelocities<3>;

}  // namespace carom::sim
