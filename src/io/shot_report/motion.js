"use strict";
// Where every ball is at a time: each key starts a stretch with one law.

const kPhases = ["resting", "spinning", "rolling", "sliding", "gliding", "airborne"];

const kMostStretches = 150;  // of a path, before now and after

class Track {
  constructor(ball) {
    this.keys = ball.keys;
    this.radius = ball.radius;
    this.gone = ball.gone ?? Infinity;
  }

  /** The number of the stretch at that time. */
  indexAt(t) {
    let low = 0;
    let high = this.keys.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.keys[middle][0] <= t) low = middle;
      else high = middle;
    }
    return low;
  }

  /** {x, y, z, vx, vy, wx, wy, wz, phase}, or null for a ball that is gone. */
  at(t) {
    if (t >= this.gone) return null;
    const [from, x, y, z, vx, vy, vz, ax, ay, az, wx, wy, wz, bx, by, decay, phase, damping] = this.keys[this.indexAt(t)];
    const s = t - from;
    const clock = damping > 0 ? -Math.expm1(-damping * s) / damping : s;
    const slow = damping > 0 ? Math.exp(-damping * s) : 1;
    const now = {
      x: x + clock * (vx + 0.5 * clock * ax), y: y + clock * (vy + 0.5 * clock * ay), z: z + clock * (vz + 0.5 * clock * az),
      vx: slow * vx + s * ax, vy: slow * vy + s * ay, wx: wx + s * bx, wy: wy + s * by,
      wz: Math.sign(wz) * Math.max(0, Math.abs(wz) - decay * s), phase: kPhases[phase],
    };
    if (now.phase === "rolling") {
      now.wx = -now.vy / this.radius;
      now.wy = now.vx / this.radius;
    }
    return now;
  }

  /** The way between two times as a list of points: of a very long one the stretches that are nearest to `now`. */
  path(from, to, now) {
    const end = Math.min(to, this.gone);
    const points = [];
    const middle = this.indexAt(now);
    const last = Math.min(this.keys.length, middle + kMostStretches);
    for (let i = Math.max(0, middle - kMostStretches); i < last; ++i) {
      const start = Math.max(from, this.keys[i][0]);
      const stop = Math.min(end, i + 1 < this.keys.length ? this.keys[i + 1][0] : Infinity);
      if (stop < start) continue;
      const curved = this.keys[i][16] !== 0 && this.keys[i][16] !== 1;
      const count = curved ? 24 : 1;
      for (let k = 0; k <= count; ++k) {
        const place = this.at(Math.min(start + ((stop - start) * k) / count, this.gone - 1e-9));
        if (place) points.push([place.x, place.y]);
      }
    }
    return points;
  }
}
