#pragma once
#include "carom/billiards/ball_impact.hpp"
#include "carom/billiards/cushion_impact.hpp"

// How endless sequences of ever smaller impacts end (docs/theory/billiards.md, "Contacts that last").
namespace carom::billiards {

inline constexpr double kContactTime = 1e-3;  // s: two balls that meet again within it are still in contact
inline constexpr double kSlow = 0.03;         // m/s: faster ones are new impacts
inline constexpr double kHop = 3e-3;          // m/s: and part with this speed at least

// Two balls of a contact that lasts: they part at kHop, whose energy comes out of their own motion; where there is not
// that much, both stop.
BallImpact kept_apart(BallImpact impact, const BallSpec& ball1, const BallSpec& ball2, double energy_before);

// A ball on the cloth that comes back to a nose in the direction `towards` again and again: it stays there and loses
// the slip that presses it against the nose.
BallState held_at_nose(const BallState& state, const Vec2& towards, double radius);

// A ball in the air that gravity brings back to a nose again and again: it bounces off at kHop, without more energy.
BallState off_the_nose(const BallState& before, BallState after, const Vec3& towards, const BallSpec& ball);

// A ball that an impact leaves at rest along the normal moves off, by less than the rounding of its energy.
BallState set_off(BallState after, const Vec2& towards);

// Whether bounces off this nose, along a smooth cloth, go on at one angle for ever.
bool is_mirror(const Cushion& cushion, const Cloth& cloth);

// A ball that follows a concave nose: it bounces off at kHop or at a small angle, without more speed. A mirror has its
// way with all but the flattest.
BallState led_along(const BallState& before, BallState after, const Vec2& towards, bool mirror);

}  // namespace carom::billiards
