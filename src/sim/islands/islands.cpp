#include "sim/islands/islands.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace carom::sim {

template <int D>
bool Islands<D>::can_join(std::uint32_t id) const {
  const Particle<D>& particle = store_.particle(id);
  return particle.is_ball && !particle.immovable && !particle.absorbs && !particle.has_law && !store_.is_kinematic(id);
}

/// What its path has: none while it stands or is carried.
template <int D>
Vec<D> Islands<D>::acceleration(std::uint32_t id) const {
  return store_.particle(id).is_ball ? supports_.acceleration(id) : Vec<D>{};
}

template <int D>
double Islands<D>::resting_speed(std::uint32_t a, std::uint32_t b) const {
  const auto pull = [&](std::uint32_t id) { return can_join(id) ? norm(supports_.pull(id)) : 0; };
  return kRestingTicks * setting_.tick() * (a == b ? pull(a) : std::max(pull(a), pull(b)));
}

template <int D>
bool Islands<D>::belongs(std::uint32_t id) const {
  return store_.in_island(id) || store_.record(id).crowded > kMany;
}

template <int D>
bool Islands<D>::would_last(std::uint32_t a, std::uint32_t b, const Vec<D>& normal, double approach, double restitution,
                            bool met_lately) const {
  if (setting_.tick() == 0 || !(restitution < 1) || (!can_join(a) && !can_join(b))) return false;
  const auto stays_out = [&](std::uint32_t id) {
    return !can_join(id) &&
           (store_.particle(id).absorbs || (store_.particle(id).has_law && !store_.particle(id).immovable));
  };
  if (stays_out(a) || stays_out(b)) return false;
  const bool is_near_island = belongs(a) || belongs(b);
  if (approach > resting_speed(a, b)) return is_near_island && met_lately;
  return is_near_island || dot(acceleration(a) - acceleration(b), normal) > 0;
}

/// What has come joins the others, and what has gone leaves them.
template <int D>
void Islands<D>::settle() const {
  if (some_left_) std::erase_if(members_, [&](std::uint32_t id) { return !is_awake(id) || joined_.contains(id); });
  some_left_ = false;
  const auto middle = static_cast<std::ptrdiff_t>(members_.size());
  members_.insert(members_.end(), joined_.begin(), joined_.end());
  std::inplace_merge(members_.begin(), members_.begin() + middle, members_.end());
  joined_.clear();
  const auto first = static_cast<std::ptrdiff_t>(contacts_.size());
  contacts_.insert(contacts_.end(), begun_.begin(), begun_.end());
  std::inplace_merge(contacts_.begin(), contacts_.begin() + first, contacts_.end(), goes_before<Contact, Contact>);
  begun_.clear();
}

template <int D>
const std::vector<std::uint32_t>& Islands<D>::members() const {
  settle();
  return members_;
}

template <int D>
const std::vector<ContactState<D>>& Islands<D>::contacts() const {
  settle();
  return contacts_;
}

template <int D>
void Islands<D>::set_contacts(std::vector<Contact> contacts) {
  settle();
  contacts_ = std::move(contacts);
}

template <int D>
bool Islands<D>::begin(std::uint32_t a, std::uint32_t b, std::uint32_t face, const Time& time) {
  if (empty()) ticked_ = time;
  if (can_join(a)) join(a, time);
  if (can_join(b)) join(b, time);
  // The first is a ball that can be moved.
  if (!can_join(a) || (can_join(b) && b < a)) std::swap(a, b);
  return insert({BodyId{a}, BodyId{b}, face});
}

/// Tells whether it is new.
template <int D>
bool Islands<D>::insert(const Contact& contact) {
  if (std::binary_search(contacts_.begin(), contacts_.end(), contact, goes_before<Contact, Contact>)) return false;
  return begun_.insert(contact).second;
}

template <int D>
void Islands<D>::join(std::uint32_t id, const Time& time) {
  if (store_.in_island(id)) return;
  // The faces on which it rests are contacts, too.
  const auto supports = store_.load(id).supports;
  store_.unload(id);
  for (const auto& [body, face] : supports) insert({BodyId{id}, body, face});
  store_.island_state(id) = {true, {}, time};
  joined_.insert(id);
  ++count_;
}

template <int D>
void Islands<D>::leave(std::span<const std::uint32_t> ids) {
  for (const std::uint32_t id : ids) {
    count_ -= is_awake(id) ? 1 : 0;
    joined_.erase(id);
    store_.island_state(id) = {};
    some_left_ = true;
  }
}

template <int D>
std::size_t Islands<D>::part(std::uint32_t id) {
  if (store_.in_island(id)) leave({&id, 1});
  settle();
  return std::erase_if(contacts_,
                       [&](const Contact& contact) { return contact.a.value == id || contact.b.value == id; });
}

template <int D>
void Islands<D>::forget(std::uint32_t id) {
  if (part(id) > 0) interrupt();
}

template <int D>
void Islands<D>::note_interference(std::uint32_t id) {
  const auto has = [&](const Contact& contact) { return contact.a.value == id || contact.b.value == id; };
  if (store_.in_island(id) || std::any_of(contacts().begin(), contacts().end(), has)) interrupt();
}

template <int D>
void Islands<D>::note_stopped() {
  ++stopped_;
  if (again_ < kMostAgain && stopped_ > kMostStopped * static_cast<double>(count_)) ask_to_tick();
}

template <int D>
void Islands<D>::interrupt() {
  if (asks_ || empty()) return;
  asks_ = true;
  again_ -= std::min(again_, 1u);  // note_tick counts it
}

template <int D>
const std::vector<ContactState<D>>& Islands<D>::all_contacts() const {
  if (sleepers_.empty()) return contacts();
  all_contacts_ = contacts();
  sleepers_.append_contacts(all_contacts_);
  std::sort(all_contacts_.begin(), all_contacts_.end(), goes_before<Contact, Contact>);
  return all_contacts_;
}

template <int D>
void Islands<D>::put_to_sleep(const std::vector<std::vector<std::uint32_t>>& islands) {
  settle();
  std::map<std::uint32_t, SleepingIsland<D>> asleep;  // by their first balls
  for (const std::vector<std::uint32_t>& balls : islands) {
    asleep[balls.front()].balls = balls;
    for (const std::uint32_t id : balls) {
      store_.halt(id);
      store_.island_state(id).sleeps_with = balls.front();
    }
  }
  std::erase_if(contacts_, [&](const Contact& contact) {
    const bool sleeps = store_.sleeps(contact.a.value);
    if (sleeps) asleep[store_.island_state(contact.a.value).sleeps_with].contacts.push_back(contact);
    return sleeps;
  });
  std::erase_if(members_, [&](std::uint32_t id) { return store_.sleeps(id); });
  count_ = members_.size();
  note_change();
  for (auto& [_, island] : asleep) sleepers_.add(std::move(island));
}

template <int D>
std::vector<std::uint32_t> Islands<D>::wake(std::uint32_t body, const Time& now) {
  std::vector<std::uint32_t> first;
  if (sleepers_.empty()) return first;
  settle();
  for (const SleepingIsland<D>& island : sleepers_.take(body)) {
    first.push_back(island.balls.front());
    if (empty()) ticked_ = now;
    count_ += island.balls.size();
    for (const std::uint32_t id : island.balls) {
      IslandState<D>& state = store_.island_state(id);
      state.pulled = now;
      state.still = 0;
      state.sleeps_with = kNone;
    }
    members_.insert(members_.end(), island.balls.begin(), island.balls.end());
    contacts_.insert(contacts_.end(), island.contacts.begin(), island.contacts.end());
  }
  if (first.empty()) return first;
  std::sort(members_.begin(), members_.end());
  std::sort(contacts_.begin(), contacts_.end(), goes_before<Contact, Contact>);
  note_change();
  return first;
}

/// The first multiple of h after the last one; an epoch is a whole number of them.
template <int D>
Time Islands<D>::due() const {
  if (empty()) return EpochClock::never();
  const double h = setting_.tick();
  const double offset = h * (std::floor(ticked_.offset / h) + 1);
  return offset < setting_.clock.length() ? Time{ticked_.epoch, offset} : Time{ticked_.epoch + 1, 0};
}

template <int D>
void Islands<D>::restore(const Snapshot<D>& snapshot) {
  settle();
  members_.clear();
  contacts_.clear();
  sleepers_.clear();
  std::map<std::uint32_t, SleepingIsland<D>> asleep;  // by their first balls
  for (std::uint32_t id = 0; id < snapshot.states.size(); ++id) {
    const BodyState<D>& state = snapshot.states[id];
    if (!state.in_island) continue;
    if (state.sleeps_with == kNoBody)
      members_.push_back(id);
    else
      asleep[state.sleeps_with.value].balls.push_back(id);
  }
  for (const Contact& contact : snapshot.contacts) {
    const BodyId sleeps_with = snapshot.states[contact.a.value].sleeps_with;
    (sleeps_with == kNoBody ? contacts_ : asleep[sleeps_with.value].contacts).push_back(contact);
  }
  for (auto& [_, island] : asleep) sleepers_.add(std::move(island));
  ticked_ = snapshot.ticked;
  count_ = members_.size();
  again_ = snapshot.ticked_again;
  stopped_ = snapshot.stopped;
  keeps_paths_ = snapshot.keeps_paths;
  asks_ = snapshot.asks_to_tick;
}

template class Islands<2>;
template class Islands<3>;

}  // namespace carom::sim
