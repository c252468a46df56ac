#include "billiards/shot/touching.hpp"

#include <algorithm>
#include <cmath>

namespace carom::billiards {
namespace {

constexpr double kSmallAngle = 0.02;
constexpr double kOff = 1e-6;
constexpr double kFlat = 1e-9;  // of the speed: a velocity along the normal below it may be rounding

Vec3 line_between(const BallImpact& impact) {
  const Vec3 line = impact.second.position - impact.first.position;
  return line / norm(line);
}

void part_at(BallImpact& impact, double speed, const BallSpec& ball1, const BallSpec& ball2) {
  const Vec3 normal = line_between(impact);
  const double reduced = ball1.mass * ball2.mass / (ball1.mass + ball2.mass);
  const double impulse = reduced * (speed - dot(impact.second.velocity - impact.first.velocity, normal));
  impact.first.velocity -= (impulse / ball1.mass) * normal;
  impact.second.velocity += (impulse / ball2.mass) * normal;
}

void scale(BallState& state, double factor) {
  state.velocity = factor * state.velocity;
  state.angular_velocity = factor * state.angular_velocity;
}

double energy(const BallImpact& impact, const BallSpec& ball1, const BallSpec& ball2) {
  return kinetic_energy(impact.first, ball1) + kinetic_energy(impact.second, ball2);
}

}  // namespace

BallImpact kept_apart(BallImpact impact, const BallSpec& ball1, const BallSpec& ball2, double energy_before) {
  const double speed = dot(impact.second.velocity - impact.first.velocity, line_between(impact));
  if (speed >= kHop) return impact;
  const double cost = 0.5 * ball1.mass * ball2.mass / (ball1.mass + ball2.mass) * kHop * kHop;
  part_at(impact, kHop, ball1, ball2);
  const double rest = energy(impact, ball1, ball2) - cost;
  const double share = rest > 0 ? (energy_before - cost) / rest : 1;
  const double factor = share > 0 ? std::min(1.0, std::sqrt(share)) : 0;
  scale(impact.first, factor);
  scale(impact.second, factor);
  if (share > 0) part_at(impact, kHop, ball1, ball2);
  impact.dissipated = energy_before - energy(impact, ball1, ball2);
  return impact;
}

BallState held_at_nose(const BallState& state, const Vec2& towards, double radius) {
  BallState held = state;
  const Vec3 n{towards.x, towards.y, 0};
  held.velocity -= dot(held.velocity, n) * n;
  // ẑ × (n × ẑ) = n
  const double press = -dot(slip(held, radius), n);
  if (press > 0) held.angular_velocity += (press / radius) * cross(n, Vec3{0, 0, 1});
  // Away by far more than the directions of two parts that join smoothly differ; the energy for that is taken back.
  held.velocity = (1 - kOff * kOff) * (held.velocity - (kOff * norm(held.velocity)) * n);
  return held;
}

BallState off_the_nose(const BallState& before, BallState after, const Vec3& towards, const BallSpec& ball) {
  const double rebound = -dot(after.velocity, towards);
  if (dot(before.velocity, towards) >= kHop || rebound >= kHop) return after;
  after.velocity -= (kHop - rebound) * towards;
  const double energy = kinetic_energy(before, ball);
  const double gained = kinetic_energy(after, ball);
  if (gained > energy) scale(after, std::sqrt(energy / gained));
  return after;
}

BallState set_off(BallState after, const Vec2& towards) {
  const Vec3 n{towards.x, towards.y, 0};
  const double rebound = -dot(after.velocity, n);
  const double least = kFlat * norm(after.velocity);
  if (rebound < least) after.velocity -= (least - rebound) * n;
  return after;
}

bool is_mirror(const Cushion& cushion, const Cloth& cloth) {
  const bool smooth_nose = cushion.model == CushionImpactModel::reflection || cushion.friction == 0;
  const bool smooth_cloth = cloth.law != ClothLaw::friction || cloth.sliding_friction == 0;
  return cushion.restitution == 1 && smooth_nose && smooth_cloth;
}

BallState led_along(const BallState& before, BallState after, const Vec2& towards, bool mirror) {
  const Vec3 n{towards.x, towards.y, 0};
  const double approach = dot(before.velocity, n);
  const double rebound = -dot(after.velocity, n);
  const double least = std::max(kHop, kSmallAngle * norm(after.velocity));
  if (approach >= (mirror ? kFlat * norm(before.velocity) : least)) return set_off(after, towards);
  const double speed2 = norm2(after.velocity);
  const Vec3 along = after.velocity + rebound * n;
  if (!(speed2 > least * least) || is_zero(along)) {
    after.velocity = {};
    after.angular_velocity = {0, 0, after.angular_velocity.z};
    return after;
  }
  after.velocity = (std::sqrt(speed2 - least * least) / norm(along)) * along - least * n;
  return after;
}

}  // namespace carom::billiards
