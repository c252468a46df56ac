#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "carom/response/slide.hpp"
#include "sim/simulation.hpp"

// Balls that slide: docs/theory/pushed-bodies.md.
namespace carom::detail {
namespace {

/// After so many impacts in a row, each within a contact's duration of the one before, a ball between a pushed one and
/// something else has no room left; so many meetings of a pushed ball in one frame, and it stands until the next one;
/// so many more with an immovable one that moves, and it is crushed.
constexpr std::uint32_t kMostInARow = 64;
constexpr std::uint32_t kMostInAFrame = 32;
constexpr std::uint32_t kCrushed = 256;
/// Of its radius: a pushed ball that would enter something by no more than this passes it.
constexpr double kGraze = 0x1p-44;

/// How far a body reaches beyond the plane through a point, on the side of the normal.
template <int D>
double reach_beyond(const Obstacle<D>& obstacle, const Vec<D>& foot, const Vec<D>& normal) {
  using Kind = typename Obstacle<D>::Kind;
  if (obstacle.kind == Kind::plane) return kNever;
  if (obstacle.kind == Kind::side)
    return std::max(dot(normal, obstacle.side.from - foot), dot(normal, obstacle.side.to - foot));
  if constexpr (D == 3)
    if (obstacle.kind == Kind::face) {
      const Triangle& t = obstacle.triangle;
      return std::max({dot(normal, t.a - foot), dot(normal, t.b - foot), dot(normal, t.c - foot)});
    }
  double most = 0;
  for (int k = 0; k < D; ++k)
    most += std::max(normal[k] * (obstacle.low[k] - foot[k]), normal[k] * (obstacle.high[k] - foot[k]));
  return most;
}

}  // namespace

/// What is nearer than this to a pushed ball counts as touched: the rounding of coordinates.
template <int D>
double Simulation<D>::touch(std::uint32_t id) const {
  double size = radius(id);
  for (int k = 0; k < D; ++k) size += std::fabs(movers_[id].position[k]);
  return 0x1p-46 * size;
}

/// A pair that touches and keeps its velocities goes along or away from each other.
template <int D>
bool Simulation<D>::leans_on(std::uint32_t id, std::uint32_t other) const {
  if (!is_pushed(id)) return false;
  return std::any_of(pushed_[id].contacts.begin(), pushed_[id].contacts.end(), [&](const Contact& lean) {
    return lean.face == Contact::kBall && lean.body.value == other && lean.velocity == movers_[other].velocity &&
           lean.time == movers_[other].time();
  });
}

/// What a ball slides along is not met again, nor what lies wholly behind the plane of that contact: the next piece of
/// a straight wall and the joint before it.
template <int D>
bool Simulation<D>::is_hidden(std::uint32_t id, const Obstacle<D>& obstacle) const {
  const Mover<D>& mover = movers_[id];
  const Mover<D>& carrier = movers_[obstacle.body];
  const Time time = std::max(mover.time(), carrier.time());
  for (const Contact& lean : pushed_[id].contacts) {
    if (lean.face == Contact::kBall) continue;
    if (lean.body.value == obstacle.body && lean.face == obstacle.face) return true;
    if (movers_[lean.body.value].velocity != carrier.velocity) continue;
    const Vec<D> normal = lean_normal(id, lean);
    const Vec<D> place = position_after(id, clock_.between(mover.time(), time)) - radius(id) * normal;
    if (reach_beyond(obstacle, seen_from(obstacle.body, place, time), normal) <= 4 * touch(id)) return true;
  }
  return false;
}

/// Whether a pushed ball passes something round or sharp that it enters by no more than rounding.
template <int D>
bool Simulation<D>::grazes(const Vec<D>& apart, const Vec<D>& velocity, double reach) {
  const double rate = dot(apart, velocity);
  if (!(rate < 0)) return false;
  const Vec<D> nearest = apart - (rate / norm2(velocity)) * velocity;
  return norm(nearest) >= (1 - kGraze) * reach;
}

template <int D>
bool Simulation<D>::passes(std::uint32_t id, const Obstacle<D>& obstacle) const {
  if (is_hidden(id, obstacle)) return true;
  if (obstacle.flat()) return false;
  const Mover<D>& mover = movers_[id];
  const Mover<D>& carrier = movers_[obstacle.body];
  const Time time = std::max(mover.time(), carrier.time());
  const Vec<D> place = seen_from(obstacle.body, position_after(id, clock_.between(mover.time(), time)), time);
  return grazes(-contact_axis(obstacle, place), across(obstacle, mover.velocity - carrier.velocity), radius(id));
}

template <int D>
bool Simulation<D>::passes(std::uint32_t id, std::uint32_t other, const Relative<D>& relative) const {
  if (pushed_.empty() || !(is_pushed(id) || is_pushed(other))) return false;
  if (leans_on(id, other) || leans_on(other, id)) return true;
  const bool bounces = (!is_pushed(id) && !movers_[id].immovable) || (!is_pushed(other) && !movers_[other].immovable);
  return !bounces && grazes(relative.position, relative.velocity, relative.radius_sum);
}

/// On another ball as it moves now.
template <int D>
auto Simulation<D>::lean_on(std::uint32_t other) const -> Contact {
  return {BodyId{other}, Contact::kBall, movers_[other].velocity, movers_[other].time()};
}

/// Unit, from what is touched to the ball.
template <int D>
Vec<D> Simulation<D>::lean_normal(std::uint32_t id, const Contact& lean) const {
  const Time& time = movers_[id].time();
  const Vec<D> axis = lean.face == Contact::kBall
                          ? position_after(lean.body.value, clock_.between(movers_[lean.body.value].time(), time)) -
                                movers_[id].position
                          : contact_axis(obstacles_[first_obstacle_[lean.body.value] + lean.face],
                                         seen_from(lean.body.value, movers_[id].position, time));
  const double length = norm(axis);
  return length > 0 ? -axis / length : Vec<D>{};
}

/// That of what is touched, along the normal. Two balls that rounding let overlap part by that much in a frame.
template <int D>
double Simulation<D>::lean_speed(std::uint32_t id, const Contact& lean, const Vec<D>& normal) const {
  const Mover<D>& mover = movers_[id];
  const Mover<D>& other = movers_[lean.body.value];
  if (lean.face != Contact::kBall) return dot(other.velocity, normal);
  const Vec<D> apart = mover.position - position_after(lean.body.value, clock_.between(other.time(), mover.time()));
  const double overlap = radius(id) + radius(lean.body.value) - norm(apart);
  return dot(other.velocity, normal) + (overlap > 0x1p-3 * touch(id) ? overlap / options_.frame : 0);
}

template <int D>
bool Simulation<D>::still_touches(std::uint32_t id, const Contact& lean) const {
  const Mover<D>& other = movers_[lean.body.value];
  if (records_[lean.body.value].presence != Presence::here) return false;
  const Mover<D>& mover = movers_[id];
  const Vec<D> place = position_after(id, clock_.between(mover.time(), now_));
  if (lean.face == Contact::kBall)
    return other.immovable && is_zero(other.velocity) &&
           norm(place - other.position) <= radius(id) + radius(lean.body.value) + touch(id);
  return reaches(obstacles_[first_obstacle_[lean.body.value] + lean.face], seen_from(lean.body.value, place, now_),
                 radius(id) + touch(id));
}

/// Whether a way past something round or sharp that is touched enters it by no more than rounding.
template <int D>
bool Simulation<D>::is_passed(std::uint32_t id, const Contact& lean, const Vec<D>& velocity) const {
  const Mover<D>& mover = movers_[id];
  if (lean.face == Contact::kBall) {
    const Mover<D>& other = movers_[lean.body.value];
    return other.immovable && is_zero(other.velocity) &&
           grazes(mover.position - other.position, velocity, radius(id) + radius(lean.body.value));
  }
  const Obstacle<D>& obstacle = obstacles_[first_obstacle_[lean.body.value] + lean.face];
  const Vec<D> place = seen_from(obstacle.body, mover.position, mover.time());
  return !obstacle.flat() && grazes(-contact_axis(obstacle, place),
                                    across(obstacle, velocity - movers_[obstacle.body].velocity), radius(id));
}

/// Whether it contacts on an obstacle that moves, and so may not stand.
template <int D>
bool Simulation<D>::is_driven(std::uint32_t id) const {
  return std::any_of(pushed_[id].contacts.begin(), pushed_[id].contacts.end(), [&](const Contact& lean) {
    return lean.face != Contact::kBall && !is_zero(movers_[lean.body.value].velocity);
  });
}

/// The velocity of what carries a ball: where there is gravity of what is below it, up to 45°, the steepest; else of
/// what it presses on most. Nothing else than immovable bodies carries.
template <int D>
Vec<D> Simulation<D>::ride(std::uint32_t id, const Vec<D>& intended) const {
  const double gravity = norm(options_.gravity);
  const Mover<D>* carrier = nullptr;
  double most = gravity > 0 ? std::sqrt(0.5) * gravity : 0;
  for (const Contact& lean : pushed_[id].contacts) {
    const Mover<D>& other = movers_[lean.body.value];
    if (!other.immovable) continue;
    const Vec<D> normal = lean_normal(id, lean);
    const double firm = -dot(gravity > 0 ? options_.gravity : intended, normal);
    if (firm < most || (gravity > 0 && dot(intended, normal) > 0)) continue;
    if (firm == most && !(carrier && norm2(other.velocity) < norm2(carrier->velocity))) continue;
    most = firm;
    carrier = &other;
  }
  return carrier ? carrier->velocity : Vec<D>{};
}

/// The velocity nearest to the intention off all that the ball contacts on.
template <int D>
std::optional<Vec<D>> Simulation<D>::aim(std::uint32_t id, const Vec<D>& intended) const {
  std::vector<SlideLimit<D>> limits;
  bool all_passed = true;
  const Vec<D> along = ride(id, intended);
  for (const Contact& lean : pushed_[id].contacts) {
    const Vec<D> normal = lean_normal(id, lean);
    limits.push_back({normal, lean_speed(id, lean, normal) - dot(along, normal)});
    all_passed = all_passed && (dot(intended, normal) >= limits.back().speed || is_passed(id, lean, along + intended));
  }
  std::optional<Vec<D>> found = all_passed ? intended : slide<D>(intended, limits);
  if (found && !is_zero(along)) *found += along;
  return found;
}

/// The same beside one more ball; where that is too much, beside it and what is still. False, and nothing changed, if
/// that leaves no way either.
template <int D>
bool Simulation<D>::aim_beside(std::uint32_t id, const Contact& lean, Vec<D>& velocity) {
  std::vector<Contact>& contacts = pushed_[id].contacts;
  const std::vector<Contact> before = contacts;
  std::erase_if(contacts, [&](const Contact& old) { return old.body == lean.body && old.face == lean.face; });
  contacts.push_back(lean);
  std::optional<Vec<D>> found = aim(id, pushed_[id].intended);
  if (!found) {
    std::erase_if(contacts, [&](const Contact& old) { return old.face == Contact::kBall && old != lean; });
    found = aim(id, pushed_[id].intended);
  }
  if (found)
    velocity = *found;
  else
    contacts = before;
  return found.has_value();
}

/// Gives a pushed ball its velocity: what drives it does the work.
template <int D>
void Simulation<D>::drive(std::uint32_t id, const Vec<D>& velocity) {
  Mover<D>& mover = movers_[id];
  const double before = kinetic(id, mover.time());
  mover.velocity = velocity;
  work_ += kinetic(id, mover.time()) - before;
}

/// A pushed ball contacts no more on what it moves away from or into, and on other balls as they move now. Tells what it
/// moves away from; other balls have a say in that themselves.
template <int D>
std::vector<BodyId> Simulation<D>::renew_leans(std::uint32_t id) {
  const Vec<D>& velocity = movers_[id].velocity;
  std::vector<BodyId> left;
  std::erase_if(pushed_[id].contacts, [&](const Contact& lean) {
    const Vec<D> normal = lean_normal(id, lean);
    const double speed = lean_speed(id, lean, normal);
    const double away = dot(velocity, normal) - speed;
    const bool contacts = std::fabs(away) <= 0x1p-40 * (norm(velocity) + std::fabs(speed));
    if (!contacts && away > 0 && lean.face != Contact::kBall) left.push_back(lean.body);
    return !contacts;
  });
  for (Contact& lean : pushed_[id].contacts)
    if (lean.face == Contact::kBall) lean = lean_on(lean.body.value);
  return left;
}

template <int D>
std::vector<BodyId> Simulation<D>::go(std::uint32_t id, const Vec<D>& velocity) {
  drive(id, velocity);
  return renew_leans(id);
}

/// Ends a meeting of a pushed ball with what it slides along.
template <int D>
void Simulation<D>::end_slide(Event<D>& event, std::uint32_t id, const Vec<D>& before) {
  const Mover<D>& mover = movers_[id];
  if (event.a.value != id) {
    std::swap(event.a, event.b);
    event.normal = -event.normal;
  }
  event.kind = is_zero(mover.velocity) && !is_zero(pushed_[id].intended) ? EventKind::stuck : EventKind::slide;
  event.impulse = std::max(0.0, own_mass(id) * dot(before - mover.velocity, event.normal));
  if (movers_[event.b.value].is_ball) note_touch(id, event.b);
  emit(event);
}

template <int D>
void Simulation<D>::note_touch(std::uint32_t id, BodyId other) {
  const auto renew = [&](std::uint32_t one, BodyId two) {
    auto& touching = pushed_[one].touching;
    const auto known = std::find_if(touching.begin(), touching.end(), [&](const auto& t) { return t.body == two; });
    if (known != touching.end()) known->lately = true;
    return known != touching.end();
  };
  if (!renew(id, other) && !(is_pushed(other.value) && renew(other.value, BodyId{id})))
    pushed_[id].touching.push_back({other, true});
}

/// The balls that a pushed ball has left.
template <int D>
std::vector<BodyId> Simulation<D>::forget_touches(std::uint32_t id) {
  std::vector<BodyId> parted;
  std::erase_if(pushed_[id].touching, [&](auto& touch) {
    const bool gone = !std::exchange(touch.lately, false) && is_apart(id, touch.body);
    if (gone) parted.push_back(touch.body);
    return gone;
  });
  return parted;
}

template <int D>
bool Simulation<D>::is_apart(std::uint32_t id, BodyId other) const {
  const Mover<D>& a = movers_[id];
  const Mover<D>& b = movers_[other.value];
  const Vec<D> apart =
      position_after(id, clock_.between(a.time(), now_)) - position_after(other.value, clock_.between(b.time(), now_));
  return records_[other.value].presence != Presence::here || norm(apart) > radius(id) + radius(other.value) + touch(id);
}

template <int D>
void Simulation<D>::emit_release(std::uint32_t id, BodyId from) {
  Event<D> event = event_at(now_, EventKind::release, id, from.value);
  event.rank = ++records_[id].rank;
  emit(event);
}

template <int D>
void Simulation<D>::slide_along(std::uint32_t id, const Obstacle<D>& obstacle, Event<D>& event) {
  Mover<D>& mover = movers_[id];
  // Rounding had moved it.
  mover.position +=
      (distance(obstacle, seen_from(obstacle.body, mover.position, event.instant)) - radius(id)) * event.normal;
  const Vec<D> before = mover.velocity;
  std::vector<Contact>& contacts = pushed_[id].contacts;
  contacts.push_back({BodyId{obstacle.body}, obstacle.face, {}, {}});
  std::optional<Vec<D>> velocity = aim(id, pushed_[id].intended);
  if (!velocity) {
    // Between this and what drives it against this: it stops here, and what drives it meets it anew.
    std::erase_if(contacts, [](const Contact& lean) { return lean.face == Contact::kBall; });
    velocity = aim(id, before);
  }
  const bool tired = is_tired(id);
  if (is_driven(id)) {
    if (tired) velocity = aim(id, {});
    if (!velocity || records_[id].crowded > kCrushed) return hold_ball(id, obstacle.body, event);
  } else if (tired) {
    velocity.reset();
  }
  const std::vector<BodyId> left = go(id, velocity.value_or(Vec<D>{}));
  records_[id].rank = event.rank;
  end_slide(event, id, before);
  for (const BodyId body : left) emit_release(id, body);
  commit(id);
  predict(id);
}

/// Counts a meeting of a pushed ball; true if there were too many in this frame.
template <int D>
bool Simulation<D>::is_tired(std::uint32_t id) {
  return ++records_[id].crowded > kMostInAFrame;
}

template <int D>
void Simulation<D>::meet_pushed(Meeting& meeting) {
  if (is_pushed(meeting.low) && is_pushed(meeting.high)) return meet_each_other(meeting);
  const bool first = is_pushed(meeting.low);
  const std::uint32_t id = first ? meeting.low : meeting.high;
  const std::uint32_t other = first ? meeting.high : meeting.low;
  if (jams(other, meeting.event.rank)) return hold_at(other, id, meeting.event);
  const bool squeezed = !movers_[other].immovable && !movers_[other].curved && records_[other].crowded > kMostInARow;
  if (squeezed) {
    impacts_ += kinetic(other, meeting.time);
    movers_[other].velocity = {};
  }
  const bool tired = is_tired(id);
  const bool crushed = movers_[other].immovable && records_[id].crowded > kCrushed;
  const bool stronger = mass(other) > own_mass(id) && !movers_[other].curved && (!tired || movers_[other].immovable);
  if ((squeezed || stronger) && !crushed && yield(id, other, meeting)) return;
  if (movers_[other].immovable)
    hold_ball(id, other, meeting.event);
  else
    bounce_off_pushed(meeting, id, other);
}

/// A pushed ball gives way to another, which keeps its velocity; false if it can not.
template <int D>
bool Simulation<D>::yield(std::uint32_t id, std::uint32_t other, Meeting& meeting) {
  const Vec<D> before = movers_[id].velocity;
  Vec<D> velocity;
  if (!aim_beside(id, lean_on(other), velocity)) return false;
  const std::vector<BodyId> left = go(id, velocity);
  end_slide(meeting.event, id, before);
  records_[id].rank = meeting.event.rank;
  for (const BodyId body : left) emit_release(id, body);
  for (const std::uint32_t body : {id, other}) {
    if (movers_[body].immovable) continue;
    if (body == other) records_[body].rank = meeting.event.rank;
    if (body == other) note_impact(other, meeting.time);
    commit(body);
  }
  predict(id);
  predict(other);
  return true;
}

/// To the ball, the pushed one is a wall that moves.
template <int D>
void Simulation<D>::bounce_off_pushed(Meeting& meeting, std::uint32_t id, std::uint32_t other) {
  movers_[id].immovable = 1;
  bounce_balls(meeting);
  movers_[id].immovable = 0;
  records_[id].rank = records_[other].rank;
  commit(id);
  predict(id);
}

/// The lighter one gives way, of equal ones the faster one of two that go the same way, and both where they oppose
/// each other. Who can not give way stands like a wall.
template <int D>
void Simulation<D>::meet_each_other(Meeting& meeting) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  const bool low_tired = is_tired(low);
  const bool high_tired = is_tired(high);
  if (low_tired || high_tired) return stand_both(meeting);
  const double difference = own_mass(low) - own_mass(high);
  const double low_speed = dot(movers_[low].velocity, meeting.event.normal);
  const double high_speed = dot(movers_[high].velocity, meeting.event.normal);
  if (difference == 0 && low_speed > 0 && high_speed < 0) {
    const std::array<Vec<D>, 2> before{movers_[low].velocity, movers_[high].velocity};
    std::array<Vec<D>, 2> after;
    // Each as if the other stood.
    movers_[high].velocity = {};
    bool fits = aim_beside(low, lean_on(high), after[0]);
    movers_[high].velocity = before[1];
    movers_[low].velocity = {};
    fits = aim_beside(high, lean_on(low), after[1]) && fits;
    movers_[low].velocity = before[0];
    if (!fits) return stand_both(meeting);
    return part_pushed(meeting, after);
  }
  const bool low_yields = difference < 0 || (difference == 0 && high_speed >= 0);
  const std::uint32_t first = low_yields ? low : high;
  const std::uint32_t second = low_yields ? high : low;
  if (!yield(first, second, meeting) && !yield(second, first, meeting)) stand_both(meeting);
}

template <int D>
void Simulation<D>::stand_both(Meeting& meeting) {
  for (const auto& [id, other] : {std::pair(meeting.low, meeting.high), std::pair(meeting.high, meeting.low)}) {
    std::vector<Contact>& contacts = pushed_[id].contacts;
    std::erase_if(contacts, [](const Contact& lean) { return lean.face == Contact::kBall; });
    contacts.push_back(lean_on(other));
  }
  part_pushed(meeting, {});
}

/// Both pushed balls of a meeting go on.
template <int D>
void Simulation<D>::part_pushed(Meeting& meeting, const std::array<Vec<D>, 2>& velocities) {
  const auto [low, high] = std::pair(meeting.low, meeting.high);
  const Vec<D> before = movers_[low].velocity;
  drive(low, velocities[0]);
  drive(high, velocities[1]);
  const std::array<std::vector<BodyId>, 2> left{renew_leans(low), renew_leans(high)};
  for (const std::uint32_t id : {low, high}) records_[id].rank = meeting.event.rank;
  end_slide(meeting.event, low, before);
  for (const BodyId body : left[0]) emit_release(low, body);
  for (const BodyId body : left[1]) emit_release(high, body);
  for (const std::uint32_t id : {low, high}) commit(id);
  for (const std::uint32_t id : {low, high}) predict(id);
}

/// Turns a pushed ball to its intention, off the still things that it touches now; other balls are met anew. Tells what
/// it has left.
template <int D>
void Simulation<D>::turn(std::uint32_t id) {
  std::vector<Contact> left;
  std::vector<Contact>& contacts = pushed_[id].contacts;
  const auto is_left = [&](const Contact& lean) { return !still_touches(id, lean); };
  std::copy_if(contacts.begin(), contacts.end(), std::back_inserter(left), is_left);
  const std::vector<BodyId> parted = forget_touches(id);
  const Vec<D> before = movers_[id].velocity;
  records_[id].crowded = 0;
  if (left.empty() && parted.empty() && aim(id, pushed_[id].intended) == before) return;
  advance(id, now_);
  std::erase_if(contacts, is_left);
  for (const Contact& lean : left)
    if (lean.face != Contact::kBall) emit_release(id, lean.body);
  for (const BodyId other : parted) emit_release(id, other);
  for (const BodyId body : go(id, aim(id, pushed_[id].intended).value_or(Vec<D>{}))) emit_release(id, body);
  emit_change(id);
  commit(id);
  predict(id);
}

template <int D>
void Simulation<D>::plan_frames() {
  next_frame_ = static_cast<std::int64_t>(std::floor(plain_now_ / options_.frame)) + 1;
}

/// Frames so short that a run has no end, or time no room for them, are refused.
template <int D>
void Simulation<D>::check_frames(double horizon) const {
  if (horizon - plain_now_ <= 0x1p32 * options_.frame && horizon <= 0x1p50 * options_.frame) return;
  std::ostringstream text;
  text << "frame: " << options_.frame << " makes too many frames until " << horizon
       << ": expected at most 2^32 in a run"
       << " and 2^50 in all";
  throw std::invalid_argument(text.str());
}

template <int D>
void Simulation<D>::apply_steers() {
  for (std::size_t k = 0; k < steers_.size();) {
    const Steer<D> steer = steers_[k];
    if (now_ < clock_.from_plain(steer.from)) {
      ++k;
      continue;
    }
    steers_.erase(steers_.begin() + static_cast<std::ptrdiff_t>(k));
    const std::uint32_t id = steer.body.value;
    const Mover<D>& mover = movers_[id];
    if (is_pushed(id) || (records_[id].presence == Presence::here && mover.immovable && !mover.held))
      redirect(id, steer.velocity);
  }
}

/// The pushed balls that lean on a body.
template <int D>
std::vector<std::uint32_t> Simulation<D>::riders_of(std::uint32_t body) const {
  std::vector<std::uint32_t> riders;
  for (std::uint32_t id = 0; id < pushed_.size(); ++id) {
    const auto& contacts = pushed_[id].contacts;
    if (is_pushed(id) &&
        std::any_of(contacts.begin(), contacts.end(), [&](const Contact& lean) { return lean.body.value == body; }))
      riders.push_back(id);
  }
  return riders;
}

template <int D>
void Simulation<D>::begin_frame() {
  ++next_frame_;
  for (std::uint32_t id = 0; id < pushed_.size(); ++id)
    if (is_pushed(id)) turn(id);
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace carom::detail
