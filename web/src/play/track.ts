import {kKeyStride, kPhases, type ShotRecord} from "carom-wasm";

/** A ball at one time. */
export interface Moment {
  position: [number, number, number];
  velocity: [number, number];
  spin: [number, number, number];
  phase: (typeof kPhases)[number];
}

/** One ball's way through a shot: each stretch follows one law, so any time can be asked for. */
export class Track {
  private readonly keys: Float64Array[] = [];

  constructor(readonly ball: number, private readonly radius: number, readonly gone: number) {}

  add(key: Float64Array): void {
    this.keys.push(key);
  }

  get moves(): boolean {
    return this.keys.length > 1;
  }

  private index(time: number): number {
    let low = 0;
    let high = this.keys.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.keys[middle][1] <= time) low = middle;
      else high = middle;
    }
    return low;
  }

  at(time: number): Moment {
    const [, from, x, y, z, vx, vy, vz, ax, ay, az, wx, wy, wz, bx, by, decay, phase, damping] = this.keys[this.index(Math.min(time, this.gone))];
    const s = Math.min(time, this.gone) - from;
    const clock = damping > 0 ? -Math.expm1(-damping * s) / damping : s;
    const slow = damping > 0 ? Math.exp(-damping * s) : 1;
    const velocity: [number, number] = [slow * vx + s * ax, slow * vy + s * ay];
    const kind = kPhases[phase];
    const rolls = kind === "rolling";
    return {
      position: [x + clock * (vx + 0.5 * clock * ax), y + clock * (vy + 0.5 * clock * ay), z + clock * (vz + 0.5 * clock * az)],
      velocity,
      spin: [rolls ? -velocity[1] / this.radius : wx + s * bx, rolls ? velocity[0] / this.radius : wy + s * by, Math.sign(wz) * Math.max(0, Math.abs(wz) - decay * s)],
      phase: kind,
    };
  }

  /** The way between two times as points, close enough together for its curves. */
  path(from: number, to: number): [number, number][] {
    const end = Math.min(to, this.gone);
    const points: [number, number][] = [];
    for (let i = 0; i < this.keys.length; ++i) {
      const start = Math.max(from, this.keys[i][1]);
      const stop = Math.min(end, i + 1 < this.keys.length ? this.keys[i + 1][1] : Infinity);
      if (stop < start || !Number.isFinite(stop)) continue;
      const phase = kPhases[this.keys[i][17]];
      const count = phase === "sliding" ? 12 : 1;
      for (let k = 0; k <= count; ++k) {
        const [x, y] = this.at(start + ((stop - start) * k) / count).position;
        points.push([x, y]);
      }
    }
    return points;
  }
}

/** The tracks of a shot by ball. */
export function tracksOf(record: ShotRecord, radius: number): Map<number, Track> {
  const gone = new Map<number, number>();
  for (const event of record.events) if (event.kind === "pocket" || event.kind === "leaves_table") gone.set(event.ball, event.time);
  const tracks = new Map<number, Track>();
  for (let at = 0; at < record.keys.length; at += kKeyStride) {
    const key = record.keys.subarray(at, at + kKeyStride);
    if (!tracks.has(key[0])) tracks.set(key[0], new Track(key[0], radius, gone.get(key[0]) ?? Infinity));
    tracks.get(key[0])!.add(key);
  }
  return tracks;
}
