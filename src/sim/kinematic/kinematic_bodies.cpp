#include "sim/kinematic/kinematic_bodies.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/kinematic/vibration.hpp"

namespace carom::sim {
namespace {

/// After so many impacts in a row, each within a contact's duration of the one before, a ball between a kinematic one
/// and something else has no room left; so many meetings of a kinematic ball in one frame, and it stands until the next
/// one; so many more with an immovable one that moves, and it is crushed.
constexpr std::uint32_t kMostInARow = 64;
constexpr std::uint32_t kMostInAFrame = 32;
constexpr std::uint32_t kCrushed = 256;

template <class Contact>
bool is_with_ball(const Contact& contact) {
  return contact.face == Contact::kBall;
}

}  // namespace

/// The velocity nearest to the intention beside one more ball; where that is too much, beside it and what is still.
/// False, and nothing changed, if that leaves no way either.
template <int D>
bool KinematicBodies<D>::find_velocity_beside(std::uint32_t id, const Contact& contact, Vec<D>& velocity) {
  std::vector<Contact>& contacts = contacts_of(id);
  const std::vector<Contact> before = contacts;
  std::erase_if(contacts, [&](const Contact& old) { return old.body == contact.body && old.face == contact.face; });
  contacts.push_back(contact);
  std::optional<Vec<D>> found = contacts_.velocity_towards(id, intention(id));
  if (!found) {
    std::erase_if(contacts, [&](const Contact& old) { return is_with_ball(old) && old != contact; });
    found = contacts_.velocity_towards(id, intention(id));
  }
  if (found)
    velocity = *found;
  else
    contacts = before;
  return found.has_value();
}

/// Gives a kinematic ball its velocity: what drives it does the work.
template <int D>
void KinematicBodies<D>::drive(std::uint32_t id, const Vec<D>& velocity) {
  Particle<D>& particle = store_.particle(id);
  const double before = ledger_.kinetic(id, particle.time());
  if (velocity != particle.velocity) propagator_.note_interference(id);
  particle.velocity = velocity;
  ledger_.add_work(ledger_.kinetic(id, particle.time()) - before);
}

/// A kinematic ball touches no more what it moves away from or into, and other balls as they move now. Tells what it
/// moves away from; other balls have a say in that themselves.
template <int D>
std::vector<BodyId> KinematicBodies<D>::renew_contacts(std::uint32_t id) {
  const Vec<D>& velocity = store_.particle(id).velocity;
  std::vector<BodyId> left;
  std::erase_if(contacts_of(id), [&](const Contact& contact) {
    const Vec<D> normal = contacts_.normal(id, contact);
    const double speed = contacts_.speed(id, contact, normal);
    const double away = dot(velocity, normal) - speed;
    const bool lasts = std::fabs(away) <= 0x1p-40 * (norm(velocity) + std::fabs(speed));
    if (!lasts && away > 0 && !is_with_ball(contact)) left.push_back(contact.body);
    return !lasts;
  });
  for (Contact& contact : contacts_of(id))
    if (is_with_ball(contact)) contact = contacts_.with_ball(contact.body.value);
  return left;
}

template <int D>
std::vector<BodyId> KinematicBodies<D>::go(std::uint32_t id, const Vec<D>& velocity) {
  drive(id, velocity);
  return renew_contacts(id);
}

/// Ends a meeting of a kinematic ball with what it slides along.
template <int D>
void KinematicBodies<D>::end_slide(Event<D>& event, std::uint32_t id, const Vec<D>& before) {
  const Vec<D>& velocity = store_.particle(id).velocity;
  if (event.a.value != id) {
    std::swap(event.a, event.b);
    event.normal = -event.normal;
  }
  event.kind = is_zero(velocity) && !is_zero(intention(id)) ? EventKind::stuck : EventKind::slide;
  event.impulse = std::max(0.0, store_.own_mass(id) * dot(before - velocity, event.normal));
  if (store_.particle(event.b.value).is_ball) note_touch(id, event.b);
  log_.record(event);
}

template <int D>
void KinematicBodies<D>::note_touch(std::uint32_t id, BodyId other) {
  const auto renew = [&](std::uint32_t one, BodyId two) {
    auto& touching = store_.kinematic(one).touching;
    const auto known = std::find_if(touching.begin(), touching.end(), [&](const auto& t) { return t.body == two; });
    if (known != touching.end()) known->lately = true;
    return known != touching.end();
  };
  if (!renew(id, other) && !(store_.is_kinematic(other.value) && renew(other.value, BodyId{id})))
    store_.kinematic(id).touching.push_back({other, true});
}

/// The balls that a kinematic ball has left.
template <int D>
std::vector<BodyId> KinematicBodies<D>::forget_touches(std::uint32_t id) {
  std::vector<BodyId> parted;
  std::erase_if(store_.kinematic(id).touching, [&](auto& touch) {
    const bool gone = !std::exchange(touch.lately, false) && contacts_.is_apart(id, touch.body, now_);
    if (gone) parted.push_back(touch.body);
    return gone;
  });
  return parted;
}

template <int D>
void KinematicBodies<D>::release(std::uint32_t id, const std::vector<BodyId>& others) {
  for (const BodyId other : others) propagator_.record(now_, EventKind::release, id, other.value);
}

template <int D>
void KinematicBodies<D>::meet(ObstacleMeeting<D>& meeting) {
  const std::uint32_t id = meeting.ball;
  const Obstacle<D>& obstacle = meeting.obstacle;
  Event<D>& event = meeting.event;
  Particle<D>& particle = store_.particle(id);
  // Rounding had moved it.
  const Vec<D> place = store_.seen_from(obstacle.body, particle.position, event.instant);
  particle.position += (distance(obstacle, place) - store_.radius(id)) * event.normal;
  const Vec<D> before = particle.velocity;
  std::vector<Contact>& contacts = contacts_of(id);
  contacts.push_back({BodyId{obstacle.body}, obstacle.face, {}, {}});
  std::optional<Vec<D>> velocity = contacts_.velocity_towards(id, intention(id));
  if (!velocity) {
    // Between this and what drives it against this: it stops here, and what drives it meets it anew.
    std::erase_if(contacts, is_with_ball<Contact>);
    velocity = contacts_.velocity_towards(id, before);
  }
  const bool tired = is_tired(id);
  if (contacts_.is_driven(id)) {
    if (tired) velocity = contacts_.velocity_towards(id, {});
    if (!velocity || store_.record(id).crowded > kCrushed) {
      if (!stall(id, event.rank)) resolver_.hold(id, obstacle.body, event);
      return;
    }
  } else if (tired) {
    velocity.reset();
  }
  const std::vector<BodyId> left = go(id, velocity.value_or(Vec<D>{}));
  store_.record(id).rank = event.rank;
  end_slide(event, id, before);
  release(id, left);
  propagator_.commit(id);
  search_->predict(id);
}

/// Counts a meeting of a kinematic ball; true if there were too many in this frame.
template <int D>
bool KinematicBodies<D>::is_tired(std::uint32_t id) {
  return ++store_.record(id).crowded > kMostInAFrame;
}

template <int D>
void KinematicBodies<D>::meet(Meeting<D>& meeting) {
  const bool first = store_.is_kinematic(meeting.low);
  if (first && store_.is_kinematic(meeting.high)) return meet_each_other(meeting);
  const std::uint32_t id = first ? meeting.low : meeting.high;
  const std::uint32_t other = first ? meeting.high : meeting.low;
  const std::uint32_t rank = meeting.event.rank;
  const bool jams = resolver_.jams(other, rank);
  const Vec<D> normal = first ? -meeting.event.normal : meeting.event.normal;
  if ((jams || resolver_.is_crushed(other, id, normal, rank, meeting.overlap)) && stall(other, rank)) return go_on(id);
  if (jams) return resolver_.hold_at(other, id, meeting.event);
  Particle<D>& its = store_.particle(other);
  const bool squeezed = !its.immovable && !its.curved && store_.record(other).crowded > kMostInARow;
  if (squeezed) {  // it may spin on
    const double before = ledger_.kinetic(other, meeting.time);
    store_.halt(other);
    ledger_.lose_to_stops(before - ledger_.kinetic(other, meeting.time));
  }
  const bool tired = is_tired(id);
  const bool crushed = its.immovable && store_.record(id).crowded > kCrushed;
  const bool stronger = store_.mass(other) > store_.own_mass(id) && !its.curved && (!tired || its.immovable);
  if ((squeezed || stronger) && !crushed && yield(id, other, meeting)) return;
  if (!its.immovable) return bounce_off(meeting, id, other);
  if (!stall(id, meeting.event.rank)) resolver_.hold(id, other, meeting.event);
}

/// A kinematic ball gives way to another, which keeps its velocity; false if it can not.
template <int D>
bool KinematicBodies<D>::yield(std::uint32_t id, std::uint32_t other, Meeting<D>& meeting) {
  const Vec<D> before = store_.particle(id).velocity;
  Vec<D> velocity;
  if (!find_velocity_beside(id, contacts_.with_ball(other), velocity)) return false;
  const std::vector<BodyId> left = go(id, velocity);
  end_slide(meeting.event, id, before);
  store_.record(id).rank = meeting.event.rank;
  release(id, left);
  for (const std::uint32_t body : {id, other}) {
    if (store_.particle(body).immovable) continue;
    if (body == other) store_.record(body).rank = meeting.event.rank;
    if (body == other) store_.note_impact(other, meeting.time, false);
    propagator_.commit(body);
  }
  search_->predict(id);
  search_->predict(other);
  return true;
}

/// To the ball, the kinematic one is a wall that moves.
template <int D>
void KinematicBodies<D>::bounce_off(Meeting<D>& meeting, std::uint32_t id, std::uint32_t other) {
  store_.particle(id).immovable = 1;
  resolver_.bounce_balls(meeting);
  store_.particle(id).immovable = 0;
  store_.record(id).rank = store_.record(other).rank;
  propagator_.commit(id);
  search_->predict(id);
}

/// The lighter one gives way, of equal ones the faster one of two that go the same way, and both where they oppose
/// each other. Who can not give way stands like a wall.
template <int D>
void KinematicBodies<D>::meet_each_other(Meeting<D>& meeting) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  const bool low_tired = is_tired(low);
  const bool high_tired = is_tired(high);
  if (low_tired || high_tired) return stand_both(meeting);
  const double difference = store_.own_mass(low) - store_.own_mass(high);
  const double low_speed = dot(store_.particle(low).velocity, meeting.event.normal);
  const double high_speed = dot(store_.particle(high).velocity, meeting.event.normal);
  if (difference == 0 && low_speed > 0 && high_speed < 0) return yield_both(meeting);
  const bool low_yields = difference < 0 || (difference == 0 && high_speed >= 0);
  const std::uint32_t first = low_yields ? low : high;
  const std::uint32_t second = low_yields ? high : low;
  if (!yield(first, second, meeting) && !yield(second, first, meeting)) stand_both(meeting);
}

/// Each as if the other stood.
template <int D>
void KinematicBodies<D>::yield_both(Meeting<D>& meeting) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  Vec<D>& low_velocity = store_.particle(low).velocity;
  Vec<D>& high_velocity = store_.particle(high).velocity;
  const std::array<Vec<D>, 2> before{low_velocity, high_velocity};
  std::array<Vec<D>, 2> after;
  high_velocity = {};
  bool fits = find_velocity_beside(low, contacts_.with_ball(high), after[0]);
  high_velocity = before[1];
  low_velocity = {};
  fits = find_velocity_beside(high, contacts_.with_ball(low), after[1]) && fits;
  low_velocity = before[0];
  if (!fits) return stand_both(meeting);
  part_both(meeting, after);
}

template <int D>
void KinematicBodies<D>::stand_both(Meeting<D>& meeting) {
  for (const auto& [id, other] : {std::pair(meeting.low, meeting.high), std::pair(meeting.high, meeting.low)}) {
    std::erase_if(contacts_of(id), is_with_ball<Contact>);
    contacts_of(id).push_back(contacts_.with_ball(other));
  }
  part_both(meeting, {});
}

/// Both kinematic balls of a meeting go on.
template <int D>
void KinematicBodies<D>::part_both(Meeting<D>& meeting, const std::array<Vec<D>, 2>& velocities) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  const Vec<D> before = store_.particle(low).velocity;
  drive(low, velocities[0]);
  drive(high, velocities[1]);
  const std::array<std::vector<BodyId>, 2> left{renew_contacts(low), renew_contacts(high)};
  for (const std::uint32_t id : {low, high}) store_.record(id).rank = meeting.event.rank;
  end_slide(meeting.event, low, before);
  release(low, left[0]);
  release(high, left[1]);
  for (const std::uint32_t id : {low, high}) propagator_.commit(id);
  for (const std::uint32_t id : {low, high}) search_->predict(id);
}

/// Turns a kinematic ball to its intention, off the still things that it touches now; other balls are met anew. Tells
/// what it has left.
template <int D>
void KinematicBodies<D>::turn(std::uint32_t id) {
  std::vector<Contact> left;
  std::vector<Contact>& contacts = contacts_of(id);
  const auto is_left = [&](const Contact& contact) { return !contacts_.lasts(id, contact, now_); };
  std::copy_if(contacts.begin(), contacts.end(), std::back_inserter(left), is_left);
  const std::vector<BodyId> parted = forget_touches(id);
  const Vec<D> before = store_.particle(id).velocity;
  store_.record(id).crowded = 0;
  if (left.empty() && parted.empty() && contacts_.velocity_towards(id, intention(id)) == before) return;
  propagator_.advance(id, now_);
  std::erase_if(contacts, is_left);
  for (const Contact& contact : left)
    if (!is_with_ball(contact)) release(id, {contact.body});
  release(id, parted);
  release(id, go(id, contacts_.velocity_towards(id, intention(id)).value_or(Vec<D>{})));
  propagator_.record(now_, EventKind::change, id);
  propagator_.commit(id);
  search_->predict(id);
}

template <int D>
void KinematicBodies<D>::begin_frame() {
  for (std::uint32_t id = 0; id < store_.kinematic_end(); ++id)
    if (store_.is_kinematic(id)) turn(id);
}

/// The kinematic balls that touch a body.
template <int D>
std::vector<std::uint32_t> KinematicBodies<D>::riders_of(std::uint32_t body) const {
  std::vector<std::uint32_t> riders;
  for (std::uint32_t id = 0; id < store_.kinematic_end(); ++id) {
    const auto& contacts = store_.kinematic(id).contacts;
    const auto is_with_body = [&](const Contact& contact) { return contact.body.value == body; };
    if (store_.is_kinematic(id) && std::any_of(contacts.begin(), contacts.end(), is_with_body)) riders.push_back(id);
  }
  return riders;
}

template <int D>
void KinematicBodies<D>::steer(std::uint32_t id, const Vec<D>& velocity) {
  if (!store_.is_kinematic(id)) return steer_immovable(id, velocity, EventKind::change, kNone);
  store_.kinematic(id).intended = velocity;
  turn(id);
}

template <int D>
void KinematicBodies<D>::steer_immovable(std::uint32_t id, const Vec<D>& velocity, EventKind kind,
                                         std::uint32_t other) {
  const bool is_ball = store_.particle(id).is_ball;
  const bool is_everywhere = is_ball || store_.has_moved(id);
  const std::vector<std::uint32_t> riders = is_ball ? std::vector<std::uint32_t>{} : riders_of(id);
  for (const std::uint32_t rider : riders) propagator_.advance(rider, now_);
  propagator_.release_all_from(id, now_);
  propagator_.advance(id, now_);
  store_.particle(id).velocity = velocity;
  propagator_.record(now_, kind, id, other);
  propagator_.commit(id);
  propagator_.note_interference(id);
  if (is_ball) return search_->predict(id);
  // All that was predicted against it is void.
  if (is_everywhere)
    for (const std::uint32_t ball : store_.balls()) search_->predict(ball);
  else
    search_.forget();
  for (const std::uint32_t rider : riders) turn(rider);
}

template <int D>
bool KinematicBodies<D>::stall(std::uint32_t ball, std::uint32_t rank) {
  if (setting_.options.period) return false;
  const Pressed pressed = presses_.on(ball, now_);
  if (pressed.by.empty()) return false;
  for (const std::uint32_t id : pressed.balls) stand(id, id == ball ? rank : store_.rank_at(id, now_));
  stall(pressed.by);
  for (const std::uint32_t id : pressed.balls) go_on(id);
  return true;
}

template <int D>
void KinematicBodies<D>::stall(std::span<const Press> presses) {
  std::uint32_t last = kNone;
  for (const auto& [body, touched] : presses) {
    if (std::exchange(last, body) == body) continue;
    if (store_.kind(body).vibration) store_.particle(body).held = true;
    if (store_.is_kinematic(body))
      stand_before(body, touched);
    else
      steer_immovable(body, {}, EventKind::stuck, touched);
  }
}

/// A ball that is pressed stands.
template <int D>
void KinematicBodies<D>::stand(std::uint32_t ball, std::uint32_t rank) {
  if (store_.sleeps(ball)) propagator_.wake(ball, kNone, now_);
  propagator_.advance(ball, now_);
  const double before = ledger_.kinetic(ball, now_);
  store_.halt(ball);
  ledger_.lose_to_stops(before - ledger_.kinetic(ball, now_));
  store_.record(ball).rank = rank;
  store_.set_crowded(ball, 0);
}

/// A kinematic ball stands until the next frame, as before a wall.
template <int D>
void KinematicBodies<D>::stand_before(std::uint32_t id, std::uint32_t ball) {
  propagator_.advance(id, now_);
  std::erase_if(contacts_of(id), is_with_ball<Contact>);
  contacts_of(id).push_back(contacts_.with_ball(ball));
  release(id, go(id, {}));
  note_touch(id, BodyId{ball});
  propagator_.record(now_, EventKind::stuck, id, ball);
  go_on(id);
}

template <int D>
void KinematicBodies<D>::go_on(std::uint32_t id) {
  if (store_.particle(id).immovable) return;
  propagator_.commit(id);
  search_->predict(id);
}

/// The turn that ends the stroke of a body that vibrates: an even one if it goes along its amplitude.
template <int D>
std::int64_t KinematicBodies<D>::next_turn(std::uint32_t id) const {
  const Vibration<D>& vibration = *store_.kind(id).vibration;
  const Particle<D>& particle = store_.particle(id);
  const std::int64_t odd = dot(particle.velocity, vibration.amplitude) > 0 ? 0 : 1;
  std::int64_t turn = turn_before(vibration, setting_.clock.to_plain(particle.time())) + odd;
  while (setting_.clock.from_plain(turn_time(vibration, turn)) < particle.time()) turn += 2;
  return turn;
}

template <int D>
Time KinematicBodies<D>::turn_due(std::uint32_t id) const {
  if (!store_.is_here(id) || store_.particle(id).held) return EpochClock::never();
  return setting_.clock.from_plain(turn_time(*store_.kind(id).vibration, next_turn(id)));
}

/// Put to where it turns, it never drifts.
template <int D>
void KinematicBodies<D>::turn_back(std::uint32_t id) {
  const Vibration<D>& vibration = *store_.kind(id).vibration;
  const std::int64_t turn = next_turn(id);
  propagator_.advance(id, now_);
  store_.particle(id).position = turn % 2 == 0 ? vibration.amplitude : -vibration.amplitude;
  steer(id, velocity_after_turn(vibration, turn));
}

template class KinematicBodies<2>;
template class KinematicBodies<3>;

}  // namespace carom::sim
