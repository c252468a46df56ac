#include "billiards/shot/shared_blow.hpp"

#include <algorithm>
#include <cmath>

#include "billiards/shot/touching.hpp"
#include "carom/billiards/phase.hpp"

namespace carom::billiards {

void SharedBlow::begin(double step) {
  step_ = step_ > 0 ? std::min(step_, step) : step;
}

void SharedBlow::end() {
  members_.clear();
  pairs_.clear();
  step_ = 0;
  given_ = energy_ = 0;
}

std::size_t SharedBlow::join(std::size_t ball, const BallSpec& spec, const BallState& state, double now) {
  members_.push_back({ball, spec, state, now, state.position.z > spec.radius, false});
  return members_.size() - 1;
}

void SharedBlow::take(Member& member) {
  member.pressed = true;
  add_energy(kinetic_energy(member.state, member.spec));
}

void SharedBlow::leave(std::size_t member) {
  add_energy(-kinetic_energy(members_[member].state, members_[member].spec));
  members_[member].pressed = false;
  std::erase_if(pairs_, [&](const Pair& pair) { return pair.first == member || pair.second == member; });
}

void SharedBlow::add_energy(double energy) {
  given_ += energy;
  energy_ += energy;
}

void SharedBlow::choose_pairs(double room) {
  std::vector<Pair> chosen;
  for (std::size_t i = 0; i < members_.size(); ++i)
    for (std::size_t j = i + 1; j < members_.size(); ++j) {
      const Member& a = members_[i];
      const Member& b = members_[j];
      if (!a.pressed && !b.pressed) continue;
      const double reach = a.spec.radius + b.spec.radius + room;
      if (norm2(b.state.position - a.state.position) > reach * reach) continue;
      const auto known = std::find_if(pairs_.begin(), pairs_.end(),
                                      [&](const Pair& pair) { return pair.first == i && pair.second == j; });
      if (known != pairs_.end()) {
        chosen.push_back(*known);
      } else {
        const HertzContact law(contact_, a.spec, b.spec);
        chosen.push_back({i, j, law, law.largest_compression(kSlow)});
      }
    }
  pairs_ = std::move(chosen);
}

void SharedBlow::drift(Member& member, double duration) {
  BallState& state = member.state;
  state.position.x += duration * state.velocity.x;
  state.position.y += duration * state.velocity.y;
  if (!member.flies) return;
  const double up = state.velocity.z;
  state.velocity.z -= cloth_.gravity * duration;
  state.position.z += duration * 0.5 * (up + state.velocity.z);
  add_energy(0.5 * member.spec.mass * (state.velocity.z * state.velocity.z - up * up));
}

double SharedBlow::sliding_speed(const Pair& pair) const {
  const Member& a = members_[pair.first];
  const Member& b = members_[pair.second];
  const Vec3 line = b.state.position - a.state.position;
  const Vec3 normal = line / norm(line);
  const Vec3 spin = a.spec.radius * a.state.angular_velocity + b.spec.radius * b.state.angular_velocity;
  const Vec3 relative = a.state.velocity - b.state.velocity + cross(spin, normal);
  return norm(relative - dot(relative, normal) * normal);
}

// What presses two balls together for longer than a blow, the cloth's friction or a ball's weight, would keep it going:
// once they hardly move against each other, they part as balls of a contact that lasts do.
bool SharedBlow::part_slow_ones(Pair& pair, double approach, double depth) {
  pair.duration += step_;
  if (pair.duration < kLasting || depth > pair.slow_depth || std::fabs(approach) > 0.9 * kHop) return false;
  Member& a = members_[pair.first];
  Member& b = members_[pair.second];
  const double energy = kinetic_energy(a.state, a.spec) + kinetic_energy(b.state, b.spec);
  if (energy < 2 * pair.law.reduced_mass * kHop * kHop) return false;
  const BallImpact impact = kept_apart({a.state, b.state, 0}, a.spec, b.spec, energy);
  pair.impulse += a.spec.mass * (impact.first.velocity - a.state.velocity);
  energy_ -= impact.dissipated;
  a.state = impact.first;
  b.state = impact.second;
  return true;
}

// For one step: the spring's impulse, then damping and friction, which act against the motion that they find and end it
// at most, so that they only take. Their speed of approach then.
double SharedBlow::press(Pair& pair, const Vec3& normal, double depth) {
  Member& a = members_[pair.first];
  Member& b = members_[pair.second];
  const double met = dot(a.state.velocity - b.state.velocity, normal);
  if (part_slow_ones(pair, met, depth)) return -kHop;
  const double root = std::sqrt(depth);
  const double mass = pair.law.reduced_mass;
  const double spring = pair.law.stiffness * depth * root * step_;
  const double approach = met - spring / mass;
  double damping = pair.law.damping * std::sqrt(root) * step_ * approach;
  const double most = mass * approach;
  if (std::fabs(damping) > std::fabs(most)) damping = most;
  energy_ -= damping * (approach - 0.5 * damping / mass);
  const double push = spring + damping;
  Vec3 impulse = -push * normal;
  if (pair.friction > 0 && push > 0) {
    const Vec3 spin = a.spec.radius * a.state.angular_velocity + b.spec.radius * b.state.angular_velocity;
    const Vec3 relative = a.state.velocity - b.state.velocity + cross(spin, normal);
    const Vec3 sliding = relative - dot(relative, normal) * normal;
    const double speed = norm(sliding);
    if (speed > 0) {
      const double rub = std::min(pair.friction * push, (2. / 7) * mass * speed);
      energy_ -= rub * (speed - 1.75 * rub / mass);
      const Vec3 force = (-rub / speed) * sliding;
      impulse += force;
      const Vec3 turn = cross(normal, force);
      a.state.angular_velocity += (2.5 / (a.spec.mass * a.spec.radius)) * turn;
      b.state.angular_velocity += (2.5 / (b.spec.mass * b.spec.radius)) * turn;
    }
  }
  a.state.velocity += impulse / a.spec.mass;
  b.state.velocity -= impulse / b.spec.mass;
  pair.impulse += impulse;
  return approach - damping / mass;
}

// The cloth bears what presses a ball into it, and a ball that is pushed up leaves it.
void SharedBlow::support(Member& member) {
  BallState& state = member.state;
  const auto bounce = [&] {
    const double lift = member.spec.mass * cloth_.gravity * (member.spec.radius - state.position.z);
    const double before = kinetic_energy(state, member.spec) + lift;
    state.position.z = member.spec.radius;
    state = bounce_on_cloth(state, member.spec, cloth_);
    energy_ += kinetic_energy(state, member.spec) - before;
    member.flies = state.velocity.z > 0;
  };
  if (member.flies) {
    if (state.position.z <= member.spec.radius && state.velocity.z < 0) bounce();
  } else if (state.velocity.z < 0) {
    bounce();
  } else {
    member.flies = state.velocity.z > 0;
  }
}

void SharedBlow::settle() {
  constexpr int kMostSweeps = 100;
  bool overlap = true;
  for (int sweep = 0; overlap && sweep < kMostSweeps; ++sweep) {
    overlap = false;
    for (const Pair& pair : pairs_) overlap = part(pair) || overlap;
  }
  restore_energy();
}

// A hair farther apart than they touch. Whether they had overlapped.
bool SharedBlow::part(const Pair& pair) {
  Member& a = members_[pair.first];
  Member& b = members_[pair.second];
  const Vec3 line{b.state.position.x - a.state.position.x, b.state.position.y - a.state.position.y, 0};
  const double depth = a.spec.radius + b.spec.radius - norm(b.state.position - a.state.position);
  if (!(depth > 0) || is_zero(line)) return false;
  const Vec3 move = ((depth + 1e-15) / norm(line)) * line;
  const double share = !b.pressed ? 1 : !a.pressed ? 0 : b.spec.mass / (a.spec.mass + b.spec.mass);
  a.state.position -= share * move;
  b.state.position += (1 - share) * move;
  return true;
}

// The error goes into the motion in the plane relative to the common centre of mass, so that momentum stays.
void SharedBlow::restore_energy() {
  double mass = 0;
  double energy = 0;
  Vec3 momentum{};
  for (const Member& member : members_) {
    if (!member.pressed) continue;
    mass += member.spec.mass;
    momentum += member.spec.mass * member.state.velocity;
    energy += kinetic_energy(member.state, member.spec);
  }
  const Vec3 mean = momentum / mass;
  const auto relative = [&](const Member& member) {
    return Vec3{member.state.velocity.x - mean.x, member.state.velocity.y - mean.y, 0};
  };
  double inner = 0;
  for (const Member& member : members_)
    if (member.pressed) inner += 0.5 * member.spec.mass * norm2(relative(member));
  if (!(inner > 0)) return;
  const double factor = std::sqrt(std::max(0.0, 1 + (energy_ - energy) / inner));
  for (Member& member : members_)
    if (member.pressed) member.state.velocity += (factor - 1) * relative(member);
}

}  // namespace carom::billiards
