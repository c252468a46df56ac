/** A billiard ball's way through a shot: each stretch follows one law, so any time can be asked for. */
import {ownClock, rollingSpin, speedLeft, spinLeft} from "../motion.js";
import {upperBound} from "../search.js";

export const kPhases = ["resting", "spinning", "rolling", "sliding", "gliding", "airborne"] as const;
export type Phase = (typeof kPhases)[number];

/** Time, place (3), velocity (3), acceleration (3), spin (3), its rate (2), the rate of the side spin, the phase, the damping. */
export type Key = ArrayLike<number> & Iterable<number>;
export type Vec3 = [number, number, number];

const kCurvedParts = 24;
const kPhaseField = 16;
const kMostStretches = 150;  // of a path, before now and after

/** A ball at one time. */
export interface Moment {
  position: Vec3;
  velocity: Vec3;
  spin: Vec3;
  phase: Phase;
}

export class Track {
  private readonly keys: Key[] = [];
  private readonly starts: number[] = [];

  constructor(readonly radius: number, readonly gone = Infinity, keys: Iterable<Key> = []) {
    for (const key of keys) this.add(key);
  }

  add(key: Key): void {
    this.keys.push(key);
    this.starts.push(key[0]);
  }

  get moves(): boolean {
    return this.keys.length > 1;
  }

  private index(t: number): number {
    return Math.max(0, upperBound(this.starts, t) - 1);
  }

  /** Of a ball that is gone, how it went. */
  at(time: number): Moment {
    const t = Math.min(time, this.gone);
    const [from, x, y, z, vx, vy, vz, ax, ay, az, wx, wy, wz, bx, by, decay, phase, damping] = this.keys[this.index(t)];
    const tau = t - from;
    const clock = ownClock(tau, damping, Infinity);
    const left = speedLeft(tau, damping, Infinity);
    const along = (place: number, v: number, a: number) => place + v * clock + 0.5 * a * tau * tau;
    const velocity: Vec3 = [vx * left + ax * tau, vy * left + ay * tau, vz * left + az * tau];
    const kind = kPhases[phase];
    const [sx, sy] = kind === "rolling" ? rollingSpin(velocity[0], velocity[1], this.radius) : [wx + bx * tau, wy + by * tau];
    return {position: [along(x, vx, ax), along(y, vy, ay), along(z, vz, az)], velocity, spin: [sx, sy, spinLeft(wz, decay, tau)], phase: kind};
  }

  /** When the stretches begin. */
  get times(): readonly number[] {
    return this.starts;
  }

  /** The way between two times as points, close enough together for its curves; of a very long one the stretches nearest to `now`. */
  path(from: number, to: number, now = from): [number, number][] {
    const end = Math.min(to, this.gone);
    const points: [number, number][] = [];
    const middle = this.index(now);
    const last = Math.min(this.keys.length, middle + kMostStretches);
    for (let i = Math.max(0, middle - kMostStretches); i < last; ++i) {
      const start = Math.max(from, this.starts[i]);
      const stop = Math.min(end, i + 1 < this.keys.length ? this.starts[i + 1] : Infinity);
      if (stop < start || !Number.isFinite(stop)) continue;
      const parts = this.keys[i][kPhaseField] > 1 ? kCurvedParts : 1;
      for (let k = 0; k <= parts; ++k) points.push(this.at(start + ((stop - start) * k) / parts).position.slice(0, 2) as [number, number]);
    }
    return points;
  }
}
