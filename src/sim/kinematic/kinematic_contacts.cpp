#include "sim/kinematic/kinematic_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/response/slide.hpp"

namespace carom::sim {
namespace {

/// Of its radius: a kinematic ball that would enter something by no more than this passes it.
constexpr double kGraze = 0x1p-44;

/// Whether a ball passes something round or sharp that it enters by no more than rounding.
template <int D>
bool grazes(const Vec<D>& apart, const Vec<D>& velocity, double reach) {
  const double rate = dot(apart, velocity);
  if (!(rate < 0)) return false;
  const Vec<D> nearest = apart - (rate / norm2(velocity)) * velocity;
  return norm(nearest) >= (1 - kGraze) * reach;
}

}  // namespace

/// What is nearer than this to a kinematic ball counts as touched: the rounding of coordinates.
template <int D>
double KinematicContacts<D>::tolerance(std::uint32_t id) const {
  double size = store_.radius(id);
  for (int k = 0; k < D; ++k) size += std::fabs(store_.particle(id).position[k]);
  return 0x1p-46 * size;
}

/// A pair that touches and keeps its velocities goes along or away from each other.
template <int D>
bool KinematicContacts<D>::touches(std::uint32_t id, std::uint32_t other) const {
  if (!store_.is_kinematic(id)) return false;
  const auto& contacts = store_.kinematic(id).contacts;
  const Particle<D>& its = store_.particle(other);
  return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
    return contact.face == Contact::kBall && contact.body.value == other && contact.velocity == its.velocity &&
           contact.time == its.time();
  });
}

/// What a ball slides along is not met again, nor what lies wholly behind the plane of that contact: the next piece of
/// a straight wall and the joint before it.
template <int D>
bool KinematicContacts<D>::is_hidden(std::uint32_t id, const Obstacle<D>& obstacle) const {
  const Particle<D>& carrier = store_.particle(obstacle.body);
  const Time time = std::max(store_.particle(id).time(), carrier.time());
  for (const Contact& contact : store_.kinematic(id).contacts) {
    if (contact.face == Contact::kBall) continue;
    if (contact.body.value == obstacle.body && contact.face == obstacle.face) return !sees_hollow(id, obstacle, time);
    if (store_.particle(contact.body.value).velocity != carrier.velocity) continue;
    const Vec<D> out = normal(id, contact);
    const Vec<D> place = store_.position_at(id, time) - store_.radius(id) * out;
    if (reach_beyond(obstacle, store_.seen_from(obstacle.body, place, time), out) <= 4 * tolerance(id)) return true;
  }
  return false;
}

template <int D>
bool KinematicContacts<D>::passes(std::uint32_t id, const Obstacle<D>& obstacle) const {
  if (is_hidden(id, obstacle)) return true;
  const Particle<D>& particle = store_.particle(id);
  const Particle<D>& carrier = store_.particle(obstacle.body);
  const Time time = std::max(particle.time(), carrier.time());
  if (obstacle.flat() || sees_hollow(id, obstacle, time)) return false;
  const Vec<D> place = store_.seen_from(obstacle.body, store_.position_at(id, time), time);
  return grazes<D>(-contact_axis(obstacle, place), across(obstacle, particle.velocity - carrier.velocity),
                   store_.radius(id) + obstacle.thickness);
}

template <int D>
bool KinematicContacts<D>::passes(std::uint32_t id, std::uint32_t other, const Relative<D>& relative) const {
  if (!store_.has_kinematic_balls() || !(store_.is_kinematic(id) || store_.is_kinematic(other))) return false;
  if (touches(id, other) || touches(other, id)) return true;
  const auto bounces = [&](std::uint32_t ball) {
    return !store_.is_kinematic(ball) && !store_.particle(ball).immovable;
  };
  return !bounces(id) && !bounces(other) && grazes<D>(relative.position, relative.velocity, relative.radius_sum);
}

template <int D>
auto KinematicContacts<D>::with_ball(std::uint32_t other) const -> Contact {
  return {BodyId{other}, Contact::kBall, store_.particle(other).velocity, store_.particle(other).time()};
}

template <int D>
Vec<D> KinematicContacts<D>::normal(std::uint32_t id, const Contact& contact) const {
  const Particle<D>& particle = store_.particle(id);
  const Time time = particle.time();
  const std::uint32_t other = contact.body.value;
  const Vec<D> axis = contact.face == Contact::kBall
                          ? store_.position_at(other, time) - particle.position
                          : contact_axis(face(contact), store_.seen_from(other, particle.position, time));
  const double length = norm(axis);
  return length > 0 ? -axis / length : Vec<D>{};
}

template <int D>
double KinematicContacts<D>::speed(std::uint32_t id, const Contact& contact, const Vec<D>& normal) const {
  const std::uint32_t other = contact.body.value;
  const Vec<D>& velocity = store_.particle(other).velocity;
  const Particle<D>& particle = store_.particle(id);
  if (contact.face != Contact::kBall) return dot(velocity, normal) + chord_speed(id, contact, normal);
  const Vec<D> apart = particle.position - store_.position_at(other, particle.time());
  const double overlap = store_.radius(id) + store_.radius(other) - norm(apart);
  return dot(velocity, normal) + (overlap > 0x1p-3 * tolerance(id) ? overlap / setting_.options.frame : 0);
}

/// Along what curves towards it a ball goes by chords, each as long as a frame: at v it has to leave at v² T/2ρ.
template <int D>
double KinematicContacts<D>::chord_speed(std::uint32_t id, const Contact& contact, const Vec<D>& normal) const {
  const Obstacle<D>& obstacle = face(contact);
  const Particle<D>& particle = store_.particle(id);
  if (!sees_hollow(id, obstacle, particle.time())) return 0;
  const Vec<D> axis = contact_axis(obstacle, store_.seen_from(obstacle.body, particle.position, particle.time()));
  const Vec<D> intended = store_.kinematic(id).intended;
  const double along2 = norm2(intended - dot(intended, normal) * normal);
  return 0.5 * along2 * setting_.options.frame / norm(axis);
}

template <int D>
bool KinematicContacts<D>::sees_hollow(std::uint32_t id, const Obstacle<D>& obstacle, const Time& time) const {
  return is_hollow(obstacle, store_.seen_from(obstacle.body, store_.position_at(id, time), time));
}

/// Whether a ball that stands would stand, too, if the kinematic one turned against it.
template <int D>
bool KinematicContacts<D>::stands_firm(std::uint32_t id, std::uint32_t other) const {
  return store_.particle(other).immovable ||
         (store_.is_kinematic(other) && store_.own_mass(other) >= store_.own_mass(id));
}

template <int D>
bool KinematicContacts<D>::lasts(std::uint32_t id, const Contact& contact, const Time& now) const {
  const std::uint32_t other = contact.body.value;
  if (!store_.is_here(other)) return false;
  const Particle<D>& its = store_.particle(other);
  const Vec<D> place = store_.position_at(id, now);
  const double reach = store_.radius(id) + tolerance(id);
  if (contact.face == Contact::kBall)
    return is_zero(its.velocity) && stands_firm(id, other) &&
           norm(place - its.position) <= store_.radius(id) + store_.radius(other) + tolerance(id);
  return reaches(face(contact), store_.seen_from(other, place, now), reach);
}

template <int D>
bool KinematicContacts<D>::is_apart(std::uint32_t id, BodyId other, const Time& now) const {
  const Vec<D> apart = store_.position_at(id, now) - store_.position_at(other.value, now);
  return !store_.is_here(other.value) || norm(apart) > store_.radius(id) + store_.radius(other.value) + tolerance(id);
}

/// Whether a way past something round or sharp that is touched enters it by no more than rounding.
template <int D>
bool KinematicContacts<D>::is_passed(std::uint32_t id, const Contact& contact, const Vec<D>& velocity) const {
  const Particle<D>& particle = store_.particle(id);
  const Particle<D>& other = store_.particle(contact.body.value);
  if (contact.face == Contact::kBall)
    return other.immovable && is_zero(other.velocity) &&
           grazes<D>(particle.position - other.position, velocity,
                     store_.radius(id) + store_.radius(contact.body.value));
  const Obstacle<D>& obstacle = face(contact);
  const Vec<D> place = store_.seen_from(obstacle.body, particle.position, particle.time());
  return !obstacle.flat() && !is_hollow(obstacle, place) &&
         grazes<D>(-contact_axis(obstacle, place), across(obstacle, velocity - other.velocity),
                   store_.radius(id) + obstacle.thickness);
}

template <int D>
bool KinematicContacts<D>::is_driven(std::uint32_t id) const {
  const auto& contacts = store_.kinematic(id).contacts;
  return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
    return contact.face != Contact::kBall && !is_zero(store_.particle(contact.body.value).velocity);
  });
}

/// That of what carries a ball: where there is gravity of what is below it, up to 45°, the steepest; else of what it
/// presses on most. Nothing else than immovable bodies carries.
template <int D>
Vec<D> KinematicContacts<D>::carrying_velocity(std::uint32_t id, const Vec<D>& intended) const {
  const double gravity = norm(setting_.options.gravity);
  const Particle<D>* carrier = nullptr;
  double most = gravity > 0 ? std::sqrt(0.5) * gravity : 0;
  for (const Contact& contact : store_.kinematic(id).contacts) {
    const Particle<D>& other = store_.particle(contact.body.value);
    if (!other.immovable) continue;
    const Vec<D> out = normal(id, contact);
    const double firm = -dot(gravity > 0 ? setting_.options.gravity : intended, out);
    if (firm < most || (gravity > 0 && dot(intended, out) > 0)) continue;
    if (firm == most && !(carrier && norm2(other.velocity) < norm2(carrier->velocity))) continue;
    most = firm;
    carrier = &other;
  }
  return carrier ? carrier->velocity : Vec<D>{};
}

template <int D>
std::optional<Vec<D>> KinematicContacts<D>::velocity_towards(std::uint32_t id, const Vec<D>& intended) const {
  std::vector<SlideLimit<D>> limits;
  bool all_passed = true;
  const Vec<D> along = carrying_velocity(id, intended);
  for (const Contact& contact : store_.kinematic(id).contacts) {
    const Vec<D> out = normal(id, contact);
    limits.push_back({out, speed(id, contact, out) - dot(along, out)});
    all_passed = all_passed && (dot(intended, out) >= limits.back().speed || is_passed(id, contact, along + intended));
  }
  std::optional<Vec<D>> found = all_passed ? intended : slide<D>(intended, limits);
  if (found && !is_zero(along)) *found += along;
  return found;
}

template class KinematicContacts<2>;
template class KinematicContacts<3>;

}  // namespace carom::sim
