/**
 * Where a ball is: the one law of everything that is played.
 *
 * From a place x with velocity v and acceleration a, after the time τ:
 *   x + v u + ½ a τ²   and   v u′ + a τ,
 * where the ball's own clock u is
 *   τ                     if nothing slows it down,
 *   (1 − exp(−k τ)) / k   with damping k,
 *   τ (1 − τ / 2T)        with a constant deceleration d that stops it at T = |v| / d, and u(T) from then on.
 */
export function ownClock(tau: number, damping: number, stop: number): number {
  if (damping > 0) return -Math.expm1(-damping * tau) / damping;
  if (stop === Infinity) return tau;
  const moving = Math.min(tau, stop);
  return stop > 0 ? moving * (1 - (0.5 * moving) / stop) : 0;
}

/** u′: the share of its speed that is left. */
export function speedLeft(tau: number, damping: number, stop: number): number {
  if (damping > 0) return Math.exp(-damping * tau);
  if (stop === Infinity) return 1;
  return stop > 0 ? 1 - Math.min(tau, stop) / stop : 0;
}

/** T, when a deceleration has stopped the ball; never without one. */
export function stopTime(speed: number, deceleration: number): number {
  return deceleration > 0 ? speed / deceleration : Infinity;
}

/** A spin that falls at a constant rate, down to none. */
export function spinLeft(spin: number, deceleration: number, tau: number): number {
  return Math.sign(spin) * Math.max(0, Math.abs(spin) - deceleration * tau);
}

/** A ball of that radius rolls without slipping if ω × (0, 0, −r) = −v. */
export function rollingSpin(vx: number, vy: number, radius: number): [number, number] {
  return [-vy / radius, vx / radius];
}
