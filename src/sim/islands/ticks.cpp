#include "sim/islands/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "math/radix_sort.hpp"

namespace carom::sim {
namespace {

/// Of what is missing of a clearance, what is restored at each tick; and of a clearance, how much further those that
/// have to part go: aimed at just enough, they would come ever nearer to it, and wait.
constexpr double kRestored = 0.1;
constexpr double kBeyond = 0.03;
/// Rounds that restore clearances.
constexpr int kMostRounds = 60;
/// Of g h: changes of speed that end the sweeps, and speeds at which an island is still.
constexpr double kTolerance = 1e-2;
constexpr double kStill = 2e-3;
/// What falls asleep has moved for so many ticks by less than that, of a clearance, and turns that slowly, of g h.
constexpr std::uint32_t kToSleep = 64;
constexpr double kHardly = 0.25;
constexpr double kTurning = 0.2;

}  // namespace

template <int D>
void Ticks<D>::apply() {
  const bool again = islands_.asks_to_tick();
  wake_neighbours();
  members_ = islands_.members();
  elapsed_ = std::min(setting_.clock.between(islands_.ticked(), now_) / setting_.tick(), 1.0);
  islands_.note_tick(now_);
  islands_.keep_paths(islands_.again() > 0 && !is_driven());
  left_ = setting_.clock.between(now_, islands_.due());
  ++(again ? counts_.again : counts_.ticks);
  pull();
  select(again);
  solve();
  book();
  find_carriers();
  plan_paths();
  renew_contacts();
  note_still();
  move_on();
  fall_asleep();
}

/// Whether something moves that no contact moves.
template <int D>
bool Ticks<D>::is_driven() const {
  if (store_.has_kinematic_balls()) return true;
  const auto moves = [&](std::uint32_t body) {
    return !is_zero(store_.particle(body).velocity) || !is_zero(store_.spin(body)) || store_.kind(body).surface ||
           store_.kind(body).vibration;
  };
  for (std::uint32_t piece = 0; piece < obstacles_.size(); piece += obstacles_.pieces_of(obstacles_[piece].body))
    if (moves(obstacles_[piece].body)) return true;
  return store_.has_immovable_balls() &&
         std::any_of(store_.balls().begin(), store_.balls().end(),
                     [&](std::uint32_t ball) { return store_.particle(ball).immovable && moves(ball); });
}

/// What pulls acts on each body, for as long as it has not: its velocity without contacts. Its state stays that of its
/// last event; for what has waited time has stood still, and nothing has pulled.
template <int D>
void Ticks<D>::pull() {
  begun_.clear();
  bodies_.clear();
  pulls_.clear();
  resting_.clear();
  for (const std::uint32_t id : members_) {
    if (!is_zero(store_.particle(id).velocity)) ledger_.add_flight(id, store_.since(id, now_));
    IslandState<D>& state = store_.island_state(id);
    const double mass = store_.own_mass(id);
    pulls_.push_back(supports_.pull(id));
    const double strength = norm(pulls_.back());
    resting_.push_back(std::max(Islands<D>::kRestingTicks * setting_.tick() * strength,
                                std::sqrt(2 * strength * Touches<D>::clearance_of(store_.radius(id)))));
    contacts::TickBody<D> body{.velocity = store_.particle(id).velocity - state.restoring,
                               .inverse_mass = 1 / mass,
                               .radius = store_.radius(id)};
    if (setting_.rough()) {
      body.spin = store_.spin(id);
      body.inverse_inertia = 1 / (kHomogeneousInertia<D> * mass * body.radius * body.radius);
    }
    begun_.push_back(body);
    const auto member = static_cast<std::uint32_t>(bodies_.size());
    const bool has_waited =
        store_.particle(id).velocity == state.carried && norm(body.velocity - state.carried) > slow(member);
    if (!has_waited) body.velocity += setting_.clock.between(state.pulled, now_) * pulls_[member];
    state.pulled = now_;
    bodies_.push_back(body);
  }
  pulled_ = bodies_;
}

/// Whether two approach no faster than what falls together does (Islands::resting_speed).
template <int D>
bool Ticks<D>::is_slow(const Touch<D>& touch, double closing) const {
  return closing <= std::max(resting_[touch.a], touch.b == contacts::kFixed ? 0 : resting_[touch.b]);
}

/// Chooses the pairs to be solved: contacts that last, what is within its clearance, and what comes there slowly before
/// the next tick. What comes fast is met by an impact, unless all is to be solved.
template <int D>
void Ticks<D>::select(bool all) {
  pairs_.clear();
  contacts_.clear();
  auto known = islands_.contacts().begin();
  const auto known_end = islands_.contacts().end();
  found_ = &touches_.find(now_);
  for (const Touch<D>& touch : *found_) {
    const std::uint32_t a = touch.key.a.value, b = touch.key.b.value;
    while (known != known_end && goes_before(*known, touch.key)) ++known;
    const bool lasts = known != known_end && !goes_before(touch.key, *known);
    const Vec<D> other = touch.b == contacts::kFixed ? touch.surface : bodies_[touch.b].velocity;
    const double closing = dot(bodies_[touch.a].velocity - other, touch.normal);
    const bool is_near =
        touch.gap <= Touches<D>::kParted * touch.clearance || touch.gap - touch.clearance <= closing * left_;
    if (!lasts && !(is_near && (all || is_slow(touch, closing)))) continue;
    if (!(store_.pair_restitution(a, b) < 1)) continue;
    contacts::TickContact<D> contact{.a = touch.a, .b = touch.b, .normal = touch.normal, .surface = touch.surface};
    contact.least = -std::max(0.0, touch.gap - touch.clearance) / setting_.tick();
    if (setting_.rubs()) resist(contact, store_.pair_resistances(a, b));
    if (lasts) {
      contact.normal_impulse = elapsed_ * known->normal_impulse;
      if (contact.friction > 0)
        contact.tangential_impulse =
            elapsed_ * (known->tangential_impulse - dot(known->tangential_impulse, contact.normal) * contact.normal);
      if (contact.rolling_arm > 0 || contact.spinning_arm > 0) contact.torque = elapsed_ * known->torque;
    }
    pairs_.push_back({&touch, lasts});
    contacts_.push_back(contact);
  }
  counts_.most_contacts = std::max<std::uint64_t>(counts_.most_contacts, contacts_.size());
}

template <int D>
void Ticks<D>::resist(contacts::TickContact<D>& contact, const response::Resistances& resistances) const {
  const double a = bodies_[contact.a].radius;
  const double b = contact.b == contacts::kFixed ? 0 : bodies_[contact.b].radius;
  const double radius = b > 0 ? a * b / (a + b) : a;
  contact.friction = resistances.sliding;
  contact.rolling_arm = resistances.rolling * radius;
  contact.spinning_arm = resistances.spinning * radius;
}

template <int D>
void Ticks<D>::solve() {
  double strongest = 0;
  for (const Vec<D>& pull : pulls_) strongest = std::max(strongest, norm(pull));
  island_ = contacts::find_islands(bodies_.size(), contacts_);
  const contacts::SolvedIslands solved =
      solver_.solve(bodies_, contacts_, island_, kTolerance * strongest * setting_.tick());
  counts_.sweeps += solved.sweeps;
  counts_.largest_residual = std::max(counts_.largest_residual, solved.residual);
  jammed_.clear();
  if (setting_.options.period) return;
  for (const std::size_t k : solved.jammed)
    jammed_.push_back({pairs_[k].touch->key.b.value, pairs_[k].touch->key.a.value});
  std::sort(jammed_.begin(), jammed_.end());
}

// Pulls give m v·(g Δt) + ½ m (g Δt)². The impulses J on a of contacts take −Σ J·(g + g')/2, with the slips g before
// and g' after, and what moves by itself does the work Σ J·(its velocity). What stood, add_flight knows nothing of.
template <int D>
void Ticks<D>::book() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const double mass = 1 / bodies_[i].inverse_mass;
    const Vec<D> gained = pulled_[i].velocity - begun_[i].velocity;
    ledger_.add_tick(mass * dot(gained, begun_[i].velocity + 0.5 * gained));
    if (!is_zero(store_.particle(members_[i]).velocity)) continue;
    ledger_.add_tick(-mass * dot(gained, begun_[i].velocity));
    ledger_.add_restoring(mass * dot(gained, begun_[i].velocity));
  }
  for (const contacts::TickContact<D>& contact : contacts_) {
    const Vec<D> impulse = contact.tangential_impulse - contact.normal_impulse * contact.normal;
    const Vec<D> slip = contacts::slip<D>(pulled_, contact) + contacts::slip<D>(bodies_, contact);
    ledger_.lose_to_contacts(-0.5 * dot(impulse, slip));
    const Spin<D> turns = contacts::relative_spin<D>(pulled_, contact) + contacts::relative_spin<D>(bodies_, contact);
    ledger_.lose_to_rolling(-0.5 * dot(contact.torque, turns));
    if (contact.b == contacts::kFixed) ledger_.add_work(dot(impulse, contact.surface));
  }
}

/// Whether an island may go at a velocity until the next tick without meeting what is fixed.
template <int D>
bool Ticks<D>::may_go(std::uint32_t island, const Vec<D>& velocity) const {
  constexpr double kRounding = 0x1p-40;
  return std::all_of(found_->begin(), found_->end(), [&](const Touch<D>& touch) {
    if (touch.b != contacts::kFixed || island_[touch.a] != island) return true;
    const double room = std::max(touch.gap, 0.0) + kRounding * left_ * (norm(velocity) + norm(touch.surface));
    return dot(velocity - touch.surface, touch.normal) * left_ <= room;
  });
}

/// What waits stands still; but where something moves against an island, it goes with that, unless something else is in
/// the way.
template <int D>
void Ticks<D>::find_carriers() {
  carried_.assign(bodies_.size(), {});
  for (const Touch<D>& touch : *found_) {
    if (touch.b != contacts::kFixed) continue;
    const std::uint32_t island = island_[touch.a];
    const std::uint32_t fixed = touch.key.b.value;
    const bool stalls = std::any_of(jammed_.begin(), jammed_.end(), [&](const Press& p) { return p.body == fixed; });
    const Vec<D> velocity = stalls ? Vec<D>{} : store_.particle(fixed).velocity;
    const bool goes_against = touch.gap <= Touches<D>::kParted * touch.clearance && dot(velocity, touch.normal) < 0;
    if (goes_against && is_zero(carried_[island]) && may_go(island, velocity)) carried_[island] = velocity;
  }
}

/// How fast each pair should part along its path, and has to: what presses restores a part of its clearance, and
/// nothing comes nearer than it is.
template <int D>
std::vector<contacts::Parting<D>> Ticks<D>::partings() const {
  constexpr double kMissed = 0.01;
  std::vector<contacts::Parting<D>> partings;
  partings.reserve(contacts_.size());
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const Touch<D>& touch = *pairs_[k].touch;
    const double missing = touch.clearance - touch.gap;
    const double parting = -dot(contacts::slip<D>(bodies_, contacts_[k]), touch.normal);
    const double needed = -touch.gap / left_;
    const double enough = needed + kBeyond * touch.clearance / setting_.tick();
    const bool restores = contacts_[k].normal_impulse > 0 && missing > kMissed * touch.clearance;
    const double wanted = restores ? std::max(enough, kRestored * missing / setting_.tick()) : enough;
    partings.push_back({touch.a, touch.b, touch.normal, wanted - parting, needed - parting, share_of_a(touch)});
  }
  return partings;
}

/// The lower of two gives way least.
template <int D>
double Ticks<D>::share_of_a(const Touch<D>& touch) const {
  constexpr double kSteep = 0.3;
  const Vec<D>& gravity = setting_.options.gravity;
  const double strength = norm(gravity);
  if (touch.b == contacts::kFixed || strength == 0) return 0.5;
  const double rises = -dot(gravity, touch.normal) / (strength * kSteep);  // b is above a
  return std::clamp(0.5 * (1 - rises), 0.0, 1.0);
}

/// Paths are velocities, and what restores clearances: from below to above. Islands that are still, that have been
/// solved too often at this tick, or in which something would overlap, stand until the next tick; their velocities are
/// kept.
template <int D>
void Ticks<D>::plan_paths() {
  restoring_.assign(bodies_.size(), {});
  const std::vector<contacts::Parting<D>> pairs = partings();
  const auto is_bad = [](const contacts::Parting<D>& pair) { return pair.wanted > 0; };
  const bool restores = std::any_of(pairs.begin(), pairs.end(), is_bad);
  if (restores) {
    std::vector<math::Keyed> order;
    order.reserve(pairs.size());
    for (std::uint32_t k = 0; k < pairs.size(); ++k) {
      const std::uint32_t id = members_[pairs[k].a];
      const Vec<D> place = store_.particle(id).position + store_.radius(id) * pairs[k].normal;
      order.push_back({math::sort_key(-dot(setting_.options.gravity, place)), k});
    }
    math::radix_sort(order);
    std::vector<contacts::Parting<D>> sorted;
    sorted.reserve(order.size());
    for (const auto& [height, k] : order) sorted.push_back(pairs[k]);
    contacts::part<D>(restoring_, sorted, kMostRounds);
  }
  let_wait(pairs);
  // Islands that are still.
  std::vector<std::uint8_t> moves(bodies_.size());
  for (std::uint32_t i = 0; i < bodies_.size(); ++i)
    if (!is_still(i)) moves[island_[i]] = 1;
  for (std::uint32_t i = 0; i < bodies_.size(); ++i)
    if (!moves[island_[i]]) restoring_[i] = -bodies_[i].velocity;
}

/// A body waits: it stands, or is carried. Whether it did not before.
template <int D>
bool Ticks<D>::wait(std::uint32_t member) {
  if (member == contacts::kFixed || waits_[member] == 1) return false;
  waits_[member] = 1;
  restoring_[member] = carried(member) - bodies_[member].velocity;
  return true;
}

/// Bodies that would overlap others wait, and then such as would overlap these; but where many would, all go slower.
template <int D>
void Ticks<D>::let_wait(const std::vector<contacts::Parting<D>>& pairs) {
  waits_.assign(bodies_.size(), 0);
  if (islands_.is_exhausted() && !islands_.keeps_paths()) {
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) wait(i);
    if (!bodies_.empty()) ++counts_.waited;
    return;
  }
  const std::vector<Vec<D>> planned = restoring_;
  if (!spread_waiting(pairs)) return;
  ++counts_.waited;
  if (go_slower(planned, pairs)) spread_waiting(pairs);
}

template <int D>
bool Ticks<D>::spread_waiting(const std::vector<contacts::Parting<D>>& pairs) {
  bool any = false;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const contacts::Parting<D>& pair : pairs) {
      if (contacts::parting_speed<D>(restoring_, pair) >= pair.needed) continue;
      const bool a_waits = wait(pair.a), b_waits = wait(pair.b);
      goes_on = goes_on || a_waits || b_waits;
    }
    any = any || goes_on;
  }
  return any;
}

/// Islands of which more than a quarter would wait: along the paths that were planned, all of them together, as far of
/// the way as leaves each pair its room, between none of it, where they stand or are carried, and all. Whether there
/// are any that so can go.
template <int D>
bool Ticks<D>::go_slower(const std::vector<Vec<D>>& planned, const std::vector<contacts::Parting<D>>& pairs) {
  constexpr double kMany = 0.25;
  constexpr double kLeast = 1e-3;      // of the way
  constexpr double kBelow = 1 - 1e-6;  // for rounding
  const std::size_t count = bodies_.size();
  std::vector<std::uint32_t> size(count), waiting(count);
  std::vector<Vec<D>> none(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    ++size[island_[i]];
    waiting[island_[i]] += waits_[i];
    none[i] = carried(i) - bodies_[i].velocity;
  }
  std::vector<double> share(count, 0.0);  // by first members: 0 where they wait
  for (std::uint32_t i = 0; i < count; ++i)
    if (waiting[i] > kMany * size[i]) share[i] = 1;
  for (const contacts::Parting<D>& pair : pairs) {
    double& most = share[island_[pair.a]];
    const double all_the_way = contacts::parting_speed<D>(planned, pair);
    if (most == 0 || all_the_way >= pair.needed) continue;
    const double standing = contacts::parting_speed<D>(none, pair);
    const double possible = standing < pair.needed ? 0 : (pair.needed - standing) / (all_the_way - standing);
    most = std::min(most, kBelow * possible);
    if (most <= kLeast) most = 0;
  }
  bool any = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double part = share[island_[i]];
    if (part == 0) continue;
    waits_[i] = 0;
    restoring_[i] = none[i] + part * (planned[i] - none[i]);
    any = true;
  }
  return any;
}

/// Speeds up to this are none.
template <int D>
double Ticks<D>::slow(std::uint32_t member) const {
  return kStill * setting_.tick() * norm(pulls_[member]);
}

/// Whether a body neither goes nor is pushed.
template <int D>
bool Ticks<D>::is_still(std::uint32_t member) const {
  return norm(bodies_[member].velocity) <= slow(member) && is_zero(restoring_[member]);
}

/// Contacts are those that press, and those that did and have not parted. Their impulses are those of a whole tick: of
/// the one before, less the part that has elapsed since it was solved, and what was found now.
template <int D>
void Ticks<D>::renew_contacts() {
  std::vector<ContactState<D>> contacts;
  auto known = islands_.contacts().begin();
  const auto known_end = islands_.contacts().end();
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const auto& [touch, lasts] = pairs_[k];
    for (; known != known_end && goes_before(*known, touch->key); ++known) note(EventKind::contact_end, *known);
    ContactState<D> contact = touch->key;
    contact.normal_impulse = contacts_[k].normal_impulse;
    contact.tangential_impulse = contacts_[k].tangential_impulse;
    contact.torque = contacts_[k].torque;
    if (lasts && contact.normal_impulse > 0) {
      const double kept = 1 - elapsed_;
      contact.normal_impulse += kept * known->normal_impulse;
      contact.tangential_impulse += kept * known->tangential_impulse;
      contact.torque = contact.torque + kept * known->torque;
    }
    if (lasts) ++known;
    const bool is_near = touch->gap <= Touches<D>::kParted * touch->clearance;
    const bool holds = contact.normal_impulse > 0 || (lasts && is_near);
    if (holds != lasts) note(holds ? EventKind::contact_begin : EventKind::contact_end, contact);
    if (holds) contacts.push_back(contact);
  }
  for (; known != known_end; ++known) note(EventKind::contact_end, *known);
  islands_.set_contacts(std::move(contacts));
}

template <int D>
void Ticks<D>::note(EventKind kind, const ContactState<D>& contact) {
  propagator_.advance(contact.a.value, now_);
  propagator_.record(now_, kind, contact.a.value, contact.b.value);
}

/// Of each member, how many others are near it.
template <int D>
std::vector<std::uint32_t> Ticks<D>::count_near() const {
  std::vector<std::uint32_t> near(bodies_.size());
  for (const Touch<D>& touch : *found_) {
    if (touch.gap > Touches<D>::kNear * touch.clearance) continue;
    ++near[touch.a];
    if (touch.b != contacts::kFixed) ++near[touch.b];
  }
  return near;
}

/// Whether another ball is near, in an island or not.
template <int D>
bool Ticks<D>::is_near_ball(std::uint32_t id) const {
  const Vec<D> place = store_.position_at(id, now_);
  const double far = store_.radius(id) + Touches<D>::kNear * Touches<D>::clearance_of(store_.radius(id));
  return std::any_of(store_.balls().begin(), store_.balls().end(), [&](std::uint32_t other) {
    const double apart = far + store_.radius(other);
    return other != id && store_.is_here(other) && norm2(store_.position_at(other, now_) - place) < apart * apart;
  });
}

/// Balls that are in contact with a single flat face, and near nothing else, with the contacts.
template <int D>
std::vector<ContactState<D>> Ticks<D>::alone_on_faces(const std::vector<std::uint32_t>& near) const {
  std::vector<ContactState<D>> alone;
  for (const ContactState<D>& contact : islands_.contacts()) {
    if (contact.face == ContactState<D>::kBall) continue;
    const auto member = std::lower_bound(members_.begin(), members_.end(), contact.a.value) - members_.begin();
    if (near[static_cast<std::size_t>(member)] != 1) continue;
    if (supports_.may_rest(contact.a.value, obstacles_.face({contact.b, contact.face})) &&
        !is_near_ball(contact.a.value))
      alone.push_back(contact);
  }
  return alone;
}

/// They rest there, from now on, without a clearance.
template <int D>
void Ticks<D>::leave_alone(const std::vector<ContactState<D>>& contacts) {
  for (const ContactState<D>& contact : contacts) {
    const std::uint32_t id = contact.a.value;
    islands_.part(id);
    propagator_.rest_on(id, obstacles_.face({contact.b, contact.face}), now_);
    propagator_.commit(id);
    search_->predict(id);
  }
}

/// All go on: those near others straight, the others by themselves. What met an island and is thrown off slowly comes
/// back, and is then met at its clearance: restoring that again and again would keep it going.
template <int D>
void Ticks<D>::move_on() {
  const std::vector<std::uint32_t> near = count_near();
  const std::vector<ContactState<D>> alone = alone_on_faces(near);
  std::vector<std::uint8_t> is_held(near.size());
  std::transform(near.begin(), near.end(), is_held.begin(), [](std::uint32_t count) { return count > 0; });
  const auto place = [&](std::uint32_t id) {
    return std::lower_bound(members_.begin(), members_.end(), id) - members_.begin();
  };
  for (const ContactState<D>& contact : alone) is_held[static_cast<std::size_t>(place(contact.a.value))] = 0;
  std::vector<std::uint32_t> changed, moving, leaving;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const std::uint32_t id = members_[i];
    Particle<D>& particle = store_.particle(id);
    const bool waits = waits_[i] != 0;
    const Vec<D> path = waits ? carried(i) : bodies_[i].velocity + restoring_[i];
    if (setting_.rough()) store_.set_spin(id, bodies_[i].spin);
    store_.set_crowded(id, 0);
    // Taken along tick by tick, what keeps its path would drift by their rounding, apart from what it goes with.
    const bool goes_on = is_held[i] && path == particle.velocity && particle.time() != now_;
    if (!goes_on) {
      propagator_.advance_to_tick(id, now_);
      changed.push_back(id);
    }
    // Who moves has been predicted but until now, and who was free.
    if (!goes_on || !is_zero(path) || was_free(id)) moving.push_back(id);
    particle.velocity = is_held[i] ? path : bodies_[i].velocity;
    store_.island_state(id).restoring = restoring_[i];
    store_.island_state(id).carried = carried(i);
    if (!is_held[i]) leaving.push_back(id);
  }
  islands_.leave(leaving);
  for (const std::uint32_t id : changed) {
    if (store_.in_island(id))
      propagator_.commit_at_tick(id);
    else
      propagator_.commit(id);
  }
  predict(moving);
  leave_alone(alone);
}

/// Whether nothing was predicted for a ball when it was looked at last.
template <int D>
bool Ticks<D>::was_free(std::uint32_t id) const {
  return id < was_free_.size() && was_free_[id] != 0;
}

/// What members meet next, those of them that have changed, move or were free.
template <int D>
void Ticks<D>::predict(const std::vector<std::uint32_t>& moving) {
  paths_.clear();
  for (const std::uint32_t id : members_) paths_.push_back(store_.particle(id).velocity);
  was_free_.resize(store_.size());
  const std::vector<std::uint8_t>& is_free = free_.find(members_, paths_, *found_, now_, left_);
  for (std::size_t i = 0, k = 0; k < moving.size(); ++i) {
    const std::uint32_t id = members_[i];
    if (id != moving[k]) continue;
    ++k;
    was_free_[id] = store_.in_island(id) ? is_free[i] : 0;
    if (was_free_[id] != 0)
      search_->expect_nothing(id, left_);
    else
      search_->predict(id);
  }
}

/// What goes on beside sleepers wakes them.
template <int D>
void Ticks<D>::wake_neighbours() {
  if (islands_.sleepers().empty()) return;
  std::vector<Press> woken;  // by whom
  for (const std::uint32_t id : islands_.members()) {
    if (is_zero(store_.particle(id).velocity)) continue;
    const Ball<D> ball{store_.position_at(id, now_), store_.radius(id)};
    const double reach = Touches<D>::kParted * Touches<D>::clearance_of(ball.radius);
    islands_.sleepers().visit_near(ball, reach, [&](std::uint32_t other) {
      const double smaller = std::min(ball.radius, store_.radius(other));
      const double touching =
          ball.radius + store_.radius(other) + Touches<D>::kParted * Touches<D>::clearance_of(smaller);
      const bool touches = norm2(store_.particle(other).position - ball.center) <= touching * touching;
      if (touches && store_.share_layers(id, other)) woken.push_back({other, id});
    });
  }
  std::sort(woken.begin(), woken.end());
  for (const auto& [sleeper, by] : woken)
    if (store_.sleeps(sleeper)) propagator_.wake(sleeper, by, now_);
}

/// Of each member the first one of those that are near each other, from one to the next.
template <int D>
std::vector<std::uint32_t> Ticks<D>::find_neighbours() const {
  struct Joint {
    std::uint32_t a, b;
  };
  std::vector<Joint> near;
  for (const Touch<D>& touch : *found_)
    if (touch.gap <= Touches<D>::kParted * touch.clearance) near.push_back({touch.a, touch.b});
  return contacts::find_islands(bodies_.size(), near);
}

/// Whether a body is where it was when it began to be still, and flies and turns no faster than what rests may.
template <int D>
bool Ticks<D>::is_drowsy(std::uint32_t member) const {
  const std::uint32_t id = members_[member];
  const contacts::TickBody<D>& body = bodies_[member];
  const IslandState<D>& state = store_.island_state(id);
  const double most = setting_.tick() * norm(pulls_[member]);
  const double moved = state.still > 0 ? norm(store_.position_at(id, now_) - state.still_at) : 0;
  return waits_[member] == 0 && moved <= kHardly * Touches<D>::clearance_of(body.radius) &&
         norm(body.velocity) <= most && body.radius * std::sqrt(norm2(body.spin)) <= kTurning * most;
}

/// Counts for how many ticks members and their neighbours have been drowsy, beside nothing that moves.
template <int D>
void Ticks<D>::note_still() {
  drowsy_.clear();
  const std::vector<std::uint32_t> neighbours = find_neighbours();
  std::vector<std::uint32_t> least(members_.size(), UINT32_MAX);
  for (const Touch<D>& touch : *found_)
    if (touch.b == contacts::kFixed && !is_zero(touch.surface)) least[neighbours[touch.a]] = 0;
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    const std::uint32_t still = is_drowsy(i) ? store_.island_state(members_[i]).still + 1 : 0;
    std::uint32_t& all = least[neighbours[i]];
    all = std::min(all, still);
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> groups;
  const bool may_sleep = setting_.options.sleep && !setting_.options.thermostat;
  for (std::uint32_t i = 0; i < members_.size(); ++i) {
    const std::uint32_t still = std::min(least[neighbours[i]], kToSleep);
    IslandState<D>& state = store_.island_state(members_[i]);
    if (state.still == 0 || still == 0) state.still_at = store_.position_at(members_[i], now_);
    state.still = still;
    if (still == kToSleep && may_sleep) groups[neighbours[i]].push_back(members_[i]);
  }
  for (auto& [_, group] : groups) drowsy_.push_back(std::move(group));
}

/// What energy they have left goes.
template <int D>
void Ticks<D>::fall_asleep() {
  std::vector<std::uint32_t> moved, were_free;
  for (std::vector<std::uint32_t>& balls : drowsy_) {
    std::erase_if(balls, [&](std::uint32_t id) { return !store_.in_island(id); });
    for (const std::uint32_t id : balls) {
      if (!is_zero(store_.particle(id).velocity)) {
        moved.push_back(id);
        propagator_.advance(id, now_);  // it lies where it is, not where its path began
      } else if (was_free(id))
        were_free.push_back(id);
      ledger_.lose_to_contacts(ledger_.kinetic(id, now_));
      if (setting_.rough()) store_.set_spin(id, {});
    }
  }
  std::erase_if(drowsy_, [](const std::vector<std::uint32_t>& balls) { return balls.empty(); });
  if (drowsy_.empty()) return;
  islands_.put_to_sleep(drowsy_);
  for (const std::uint32_t id : moved) propagator_.commit(id);
  for (const std::uint32_t id : moved) search_->predict(id);
  for (const std::uint32_t id : were_free) search_->predict(id);  // no tick will
  for (const std::vector<std::uint32_t>& balls : drowsy_) {
    propagator_.advance(balls.front(), now_);
    propagator_.record(now_, EventKind::sleep, balls.front());
  }
}

template class Ticks<2>;
template class Ticks<3>;

}  // namespace carom::sim
