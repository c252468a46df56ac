/** What moves, at one time after another. */
import type {Obstacle} from "./scene.js";

export type Floats = Float64Array | Float32Array;

/** How hard bodies press on each other that stay together. */
export interface ContactForces {
  readonly count: number;
  /** Slots; the second is −1 where that is no ball. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Where they touch, and the force on the first: a number for each axis. */
  readonly point: Floats;
  readonly force: Floats;
  /** The force's part along the normal, and the mean of all. */
  readonly pressing: Floats;
  readonly mean: number;
}

export interface Playback {
  readonly dimension: 2 | 3;
  readonly count: number;
  readonly from: number;
  readonly until: number;
  /** Of what is shown. */
  readonly time: number;

  // Of each ball by its slot, at that time.
  readonly position: Floats;
  readonly velocity: Floats;
  readonly speed: Floats;
  readonly radius: Floats;
  readonly here: Uint8Array;
  /** When it met something last; −∞ where that is not known. */
  readonly lastHit: Floats;
  /** Who sleeps; absent where that is not known. */
  readonly asleep?: Uint8Array;
  /** What pulls at each, gravity and forces, a number for each axis, and the largest so far; absent where that is not known. */
  readonly pull?: Floats;
  readonly topPull?: number;
  /** Absent where that is not known. */
  readonly contactForces?: ContactForces;
  /** Angular velocities, one number each in the plane and three in space; absent where nothing spins. */
  readonly spin?: Floats;
  /** In the plane: by what angle each has turned. */
  readonly turn?: Floats;

  /** A speed that few balls exceed. */
  readonly topSpeed: number;

  /** Brings all that to time t, or to the nearest time before it that is known. */
  evaluate(t: number): void;
  /** The time nearest to t that can be shown. What is not at hand may be sent for; but not while playing goes `on`, which waits for it. */
  reach(t: number, on?: boolean): number;
  /** Where there are frames: when the one before (−1) or after (1) what is shown is, or should be. */
  frameBeside?(direction: 1 | -1): number;
  /** Whether what is shown at t is the computed motion itself. */
  isExact(t: number): boolean;
  /** The path from t0 to t1 as lists of points; broken where it crosses a periodic box. At most about `limit` points. */
  path(slot: number, t0: number, t1: number, limit?: number): number[][][];
  /** How far an obstacle that moves is from where it was added. */
  displacement(obstacle: Obstacle): number[];
}
