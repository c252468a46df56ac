/** Where every ball of a recorded run is at any time. */
import {ownClock, speedLeft, stopTime} from "../motion.js";
import type {Floats, Playback} from "../playback.js";
import type {Growth, Recording} from "./recording.js";
import type {Obstacle, Ways} from "../scene.js";
import {upperBound} from "../search.js";

const kSpeedsLookedAt = 20000;

/** How far along a list of ways an obstacle is: straight from key to key. */
export function displacementAlong({time, position, velocity}: Ways, t: number, dimension: number): number[] {
  const k = Math.max(0, upperBound(time, t) - 1);
  const last = k + 1 === time.length;
  const share = last ? t - time[k] : (t - time[k]) / (time[k + 1] - time[k]);
  return Array.from({length: dimension}, (_, i) => {
    const at = k * dimension + i;
    return position[at] + share * (last ? velocity[at] : position[at + dimension] - position[at]);
  });
}

/** Up to `exactUntil` a ball follows its last key's law; after that, and where keys were dropped, straight lines join what is known. */
export class RecordedMotion implements Playback {
  readonly dimension: 2 | 3;
  readonly count: number;
  readonly from: number;
  readonly until: number;
  readonly exactUntil: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly speed: Float32Array;
  readonly radius: Float64Array;
  readonly mass: Float64Array;
  readonly here: Uint8Array;
  readonly lastHit: Float64Array;
  readonly asleep: Uint8Array;
  readonly spin?: Float64Array;
  readonly turn?: Float64Array;
  readonly topSpeed: number;
  time = NaN;
  private readonly keys: Recording["motion"]["keys"];
  private readonly frames: Recording["motion"]["frames"];
  private readonly period: number[] | null;
  private readonly startTime: Float64Array;
  private readonly endTime: Float64Array;
  /** Of each ball the key that it followed last. */
  private readonly cursor: Uint32Array;
  /** In the plane: the angle by which a ball had turned at each key. */
  private readonly turned?: Float64Array;

  constructor(private readonly run: Recording) {
    this.dimension = run.dimension;
    this.count = run.balls.count;
    this.from = run.from;
    this.until = run.until;
    ({exactUntil: this.exactUntil, keys: this.keys, frames: this.frames} = run.motion);
    this.period = run.world.periodic;
    this.position = new Float64Array(this.count * this.dimension);
    this.velocity = new Float64Array(this.count * this.dimension);
    this.speed = new Float32Array(this.count);
    this.radius = Float64Array.from(run.balls.radius);
    this.mass = Float64Array.from(run.balls.mass);
    this.here = new Uint8Array(this.count).fill(1);
    this.lastHit = new Float64Array(this.count).fill(-Infinity);
    this.asleep = new Uint8Array(this.count);
    this.startTime = new Float64Array(this.count).fill(-Infinity);
    for (const [slot, time] of run.starts) this.startTime[slot] = time;
    this.endTime = new Float64Array(this.count).fill(Infinity);
    for (const [slot, end] of run.ends) this.endTime[slot] = end.time;
    this.cursor = Uint32Array.from(this.keys.first.subarray(0, this.count));
    if (this.keys.spin) this.spin = new Float64Array(this.count * (this.dimension === 2 ? 1 : 3));
    if (this.keys.spin && this.dimension === 2) [this.turn, this.turned] = [new Float64Array(this.count), this.addTurns(this.keys.spin)];
    this.topSpeed = this.findTopSpeed();
    this.evaluate(run.from);
  }

  /** The 99.5th percentile of the speeds at keys: one fast ball must not leave all others pale. */
  private findTopSpeed(): number {
    const {velocity} = this.keys;
    const d = this.dimension;
    const speeds: number[] = [];
    const step = Math.max(1, Math.floor(velocity.length / d / kSpeedsLookedAt));
    for (let i = 0; i * d < velocity.length; i += step) {
      const v = Math.hypot(...velocity.subarray(i * d, i * d + d));
      if (v > 0) speeds.push(v);
    }
    if (!speeds.length) return 1;
    speeds.sort((a, b) => a - b);
    return speeds[Math.min(speeds.length - 1, Math.floor(speeds.length * 0.995))];
  }

  private addTurns(spin: Float64Array): Float64Array {
    const {first, time} = this.keys;
    const turned = new Float64Array(time.length);
    for (let slot = 0; slot < this.count; ++slot)
      for (let k = first[slot] + 1; k < first[slot + 1]; ++k) turned[k] = turned[k - 1] + spin[k - 1] * (time[k] - time[k - 1]);
    return turned;
  }

  evaluate(t: number): void {
    if (t === this.time) return;
    this.time = t;
    for (let slot = 0; slot < this.count; ++slot)
      this.here[slot] = t >= this.startTime[slot] && (t < this.endTime[slot] || this.endTime[slot] > this.until) ? 1 : 0;
    if (this.isExact(t)) this.evaluateKeys(t);
    else this.evaluateFrames(t);
    for (const [slot, steps] of this.run.growths) this.grow(slot, steps, t);
    for (const [slot, turns] of this.run.sleeps) this.asleep[slot] = upperBound(turns, t) % 2;
  }

  reach(t: number): number {
    return Math.max(this.from, Math.min(this.until, t));
  }

  isExact(t: number): boolean {
    return !this.frames || t <= this.exactUntil;
  }

  displacement(obstacle: Obstacle): number[] {
    return obstacle.ways ? displacementAlong(obstacle.ways, this.time, this.dimension) : new Array<number>(this.dimension).fill(0);
  }

  private grow(slot: number, steps: Growth[], t: number): void {
    this.radius[slot] = this.run.balls.radius[slot];
    this.mass[slot] = this.run.balls.mass[slot];
    for (const {time, radius, mass} of steps) {
      if (time > t) break;
      this.radius[slot] = radius;
      this.mass[slot] = mass;
    }
  }

  private evaluateKeys(t: number): void {
    const {first, time} = this.keys;
    const d = this.dimension;
    for (let slot = 0; slot < this.count; ++slot) {
      let k = this.cursor[slot];
      const last = first[slot + 1] - 1;
      while (k < last && time[k + 1] <= t) ++k;
      while (k > first[slot] && time[k] > t) --k;
      this.cursor[slot] = k;
      this.follow(k, k < last, t, slot * d, this.position, this.velocity);
      let v2 = 0;
      for (let i = 0; i < d; ++i) v2 += this.velocity[slot * d + i] ** 2;
      this.speed[slot] = Math.sqrt(v2);
      this.lastHit[slot] = k > first[slot] ? time[k] : -Infinity;
      if (this.spin) this.followSpin(slot, k, t);
    }
  }

  private followSpin(slot: number, k: number, t: number): void {
    const spin = this.keys.spin!;
    if (this.turn) {
      this.spin![slot] = spin[k];
      this.turn[slot] = this.turned![k] + spin[k] * (t - this.keys.time[k]);
    } else this.spin!.set(spin.subarray(3 * k, 3 * k + 3), 3 * slot);
  }

  /** Writes the place and the velocity at t, after key k, to `at`. */
  private follow(k: number, hasNext: boolean, t: number, at: number, positions: Floats | number[], velocities: Floats | number[]): void {
    const {time, position, velocity, law, laws, followed} = this.keys;
    const d = this.dimension;
    const tau = t - time[k];
    if (!followed[k] && hasNext) {
      this.join(k, tau, at, positions, velocities);
      return;
    }
    const own = law[k] * (d + 2);
    const stop = this.stopAfter(k, laws[own + d]);
    const clock = ownClock(tau, laws[own + d + 1], stop);
    const left = speedLeft(tau, laws[own + d + 1], stop);
    for (let i = 0; i < d; ++i) {
      const a = laws[own + i];
      const v = velocity[k * d + i];
      positions[at + i] = this.wrap(position[k * d + i] + v * clock + 0.5 * a * tau * tau, i);
      velocities[at + i] = v * left + a * tau;
    }
  }

  private stopAfter(k: number, deceleration: number): number {
    const d = this.dimension;
    return deceleration > 0 ? stopTime(Math.hypot(...this.keys.velocity.subarray(k * d, k * d + d)), deceleration) : Infinity;
  }

  /** A straight line to the next key. */
  private join(k: number, tau: number, at: number, positions: Floats | number[], velocities: Floats | number[]): void {
    const {time, position} = this.keys;
    const d = this.dimension;
    const part = Math.min(1, tau / (time[k + 1] - time[k]));
    for (let i = 0; i < d; ++i) {
      const delta = this.nearest(position[(k + 1) * d + i] - position[k * d + i], i);
      positions[at + i] = this.wrap(position[k * d + i] + part * delta, i);
      velocities[at + i] = delta / (time[k + 1] - time[k]);
    }
  }

  /** Between which two frames t is, and how far. */
  private betweenFrames(t: number): {before: number; after: number; step: number; part: number} {
    const {time} = this.frames!;
    const after = Math.min(time.length - 1, upperBound(time, t));
    const before = Math.max(0, after - 1);
    const step = time[after] - time[before];
    return {before, after, step, part: step > 0 ? Math.min(1, Math.max(0, (t - time[before]) / step)) : 0};
  }

  private evaluateFrames(t: number): void {
    const {position, speed, low, high, top_speed: topSpeed} = this.frames!;
    const d = this.dimension;
    const n = this.count;
    const {before, after, step, part} = this.betweenFrames(t);
    const scale = low.map((x, i) => (high[i] - x) / 65535);
    for (let slot = 0; slot < n; ++slot) {
      for (let i = 0; i < d; ++i) {
        const from = position[(before * n + slot) * d + i] * scale[i];
        const delta = this.nearest(position[(after * n + slot) * d + i] * scale[i] - from, i);
        this.position[slot * d + i] = this.wrap(low[i] + from + part * delta, i);
        this.velocity[slot * d + i] = step > 0 ? delta / step : 0;
      }
      const s0 = speed[before * n + slot];
      this.speed[slot] = ((s0 + part * (speed[after * n + slot] - s0)) * topSpeed) / 255;
    }
    this.lastHit.fill(-Infinity);
  }

  private wrap(x: number, axis: number): number {
    return this.period ? x - this.period[axis] * Math.floor(x / this.period[axis]) : x;
  }

  nearest(delta: number, axis: number): number {
    return this.period ? delta - this.period[axis] * Math.round(delta / this.period[axis]) : delta;
  }

  path(slot: number, t0: number, t1: number, limit = 1500): number[][][] {
    const pieces: number[][][] = [];
    let piece: number[][] = [];
    for (const t of this.pathTimes(slot, Math.max(t0, this.startTime[slot]), Math.min(t1, this.endTime[slot]), limit)) {
      const point = this.placeAt(slot, t);
      const last = piece.at(-1);
      if (last && this.period && point.some((x, i) => Math.abs(x - last[i]) > this.period![i] / 2)) {
        pieces.push(piece);
        piece = [];
      }
      piece.push(point);
    }
    if (piece.length) pieces.push(piece);
    return pieces;
  }

  private pathTimes(slot: number, t0: number, t1: number, limit: number): number[] {
    if (!(t1 > t0)) return [];
    const times = [t0];
    this.addKeyTimes(times, slot, t0, this.frames ? Math.min(t1, this.exactUntil) : t1);
    if (this.frames) for (const t of this.frames.time) if (t > Math.max(t0, this.exactUntil) && t < t1) times.push(t);
    if (times[times.length - 1] < t1) times.push(t1);
    if (times.length <= limit) return times;
    const stride = Math.ceil(times.length / limit);
    return times.filter((_, i) => i % stride === 0 || i === times.length - 1);
  }

  /** The times of the keys, and some in between where the path is curved or may cross the box. */
  private addKeyTimes(times: number[], slot: number, t0: number, end: number): void {
    const {first, time} = this.keys;
    const own = time.subarray(first[slot], first[slot + 1]);
    for (let k = Math.max(0, upperBound(own, t0) - 1); k < own.length && own[k] <= end; ++k) {
      const from = Math.max(t0, own[k]);
      const to = Math.min(end, k + 1 < own.length ? own[k + 1] : end);
      const parts = this.isCurved(first[slot] + k) ? 16 : this.period ? 8 : 1;
      for (let i = 1; i <= parts; ++i) if (to > from) times.push(i === parts ? to : from + ((to - from) * i) / parts);
    }
  }

  private isCurved(k: number): boolean {
    const {law, laws, followed} = this.keys;
    const own = law[k] * (this.dimension + 2);
    return followed[k] === 1 && laws.subarray(own, own + this.dimension).some((a) => a !== 0);
  }

  private placeAt(slot: number, t: number): number[] {
    const d = this.dimension;
    const point = new Array<number>(d);
    if (this.isExact(t)) {
      const {first, time} = this.keys;
      const own = time.subarray(first[slot], first[slot + 1]);
      const k = first[slot] + Math.max(0, upperBound(own, t) - 1);
      this.follow(k, k + 1 < first[slot + 1], t, 0, point, new Array<number>(d));
      return point;
    }
    const {position, low, high} = this.frames!;
    const {before, after, part} = this.betweenFrames(t);
    for (let i = 0; i < d; ++i) {
      const scale = (high[i] - low[i]) / 65535;
      const from = position[(before * this.count + slot) * d + i] * scale;
      const delta = this.nearest(position[(after * this.count + slot) * d + i] * scale - from, i);
      point[i] = this.wrap(low[i] + from + part * delta, i);
    }
    return point;
  }
}
