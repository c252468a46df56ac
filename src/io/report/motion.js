"use strict";
// Where every ball is at any time.

/**
 * Up to `exactUntil` a ball follows from its last key x + v τ + ½ a τ², x + v (1 − exp(−k τ))/k with damping k, or
 * x + (v − ½ d τ v/|v|) τ with deceleration d until it stops.
 * After that, and where keys were dropped, straight lines join what is known.
 */
class Motion {
  constructor(run) {
    this.run = run;
    this.dimension = run.dimension;
    this.keys = run.motion.keys;
    this.frames = run.motion.frames;
    this.exactUntil = run.motion.exactUntil;
    this.period = run.world.periodic;
    this.count = run.balls.count;
    this.position = new Float64Array(this.count * this.dimension);
    this.velocity = new Float64Array(this.count * this.dimension);
    this.speed = new Float32Array(this.count);
    this.radius = Float64Array.from(run.balls.radius);
    this.mass = Float64Array.from(run.balls.mass);
    this.here = new Uint8Array(this.count).fill(1);
    this.endTime = new Float64Array(this.count).fill(Infinity);
    for (const [slot, end] of run.ends) this.endTime[slot] = end.time;
    this.cursor = Uint32Array.from(this.keys.first.subarray(0, this.count));
    this.time = NaN;
    this.topSpeed = this.findTopSpeed();
    this.evaluate(run.from);
  }

  /** The 99.5th percentile of the speeds at keys (and frames): one fast ball must not leave all others pale. */
  findTopSpeed() {
    const {velocity} = this.keys;
    const d = this.dimension;
    const speeds = [];
    const step = Math.max(1, Math.floor(velocity.length / d / 20000));
    for (let i = 0; i * d < velocity.length; i += step) {
      const v = Math.hypot(...velocity.subarray(i * d, i * d + d));
      if (v > 0) speeds.push(v);
    }
    if (!speeds.length) return 1;
    speeds.sort((a, b) => a - b);
    return speeds[Math.min(speeds.length - 1, Math.floor(speeds.length * 0.995))];
  }

  /** Brings position, velocity, speed, radius, mass and here to time t. */
  evaluate(t) {
    if (t === this.time) return;
    this.time = t;
    for (let slot = 0; slot < this.count; ++slot) this.here[slot] = t < this.endTime[slot] || this.endTime[slot] > this.run.until ? 1 : 0;
    if (t <= this.exactUntil || !this.frames) this.evaluateKeys(t);
    else this.evaluateFrames(t);
    for (const [slot, steps] of this.run.growths) this.grow(slot, steps, t);
  }

  grow(slot, steps, t) {
    this.radius[slot] = this.run.balls.radius[slot];
    this.mass[slot] = this.run.balls.mass[slot];
    for (const [time, radius, mass] of steps) {
      if (time > t) break;
      this.radius[slot] = radius;
      this.mass[slot] = mass;
    }
  }

  evaluateKeys(t) {
    const {first, time} = this.keys;
    const d = this.dimension;
    for (let slot = 0; slot < this.count; ++slot) {
      let k = this.cursor[slot];
      const last = first[slot + 1] - 1;
      while (k < last && time[k + 1] <= t) ++k;
      while (k > first[slot] && time[k] > t) --k;
      this.cursor[slot] = k;
      this.follow(k, k < last, t, slot * d);
      let v2 = 0;
      for (let i = 0; i < d; ++i) v2 += this.velocity[slot * d + i] ** 2;
      this.speed[slot] = Math.sqrt(v2);
    }
  }

  /** Writes the place and velocity at t after key k to `at`. */
  follow(k, hasNext, t, at, positions = this.position, velocities = this.velocity) {
    const {time, position, velocity, law, laws, followed} = this.keys;
    const d = this.dimension;
    const tau = t - time[k];
    if (!followed[k] && hasNext) {
      const part = Math.min(1, tau / (time[k + 1] - time[k]));
      for (let i = 0; i < d; ++i) {
        const delta = this.nearest(position[(k + 1) * d + i] - position[k * d + i], i);
        positions[at + i] = this.wrap(position[k * d + i] + part * delta, i);
        velocities[at + i] = delta / (time[k + 1] - time[k]);
      }
      return;
    }
    const own = law[k] * (d + 2);
    const [s, decay] = this.slowing(k, tau, laws[own + d], laws[own + d + 1]);
    for (let i = 0; i < d; ++i) {
      const a = laws[own + i];
      const v = velocity[k * d + i];
      positions[at + i] = this.wrap(position[k * d + i] + v * s + 0.5 * a * tau * tau, i);
      velocities[at + i] = v * decay + a * tau;
    }
  }

  /** What a deceleration or damping leaves after τ: of the way at key k, as a time at its speed, and of the speed. */
  slowing(k, tau, deceleration, damping) {
    if (damping > 0) return [-Math.expm1(-damping * tau) / damping, Math.exp(-damping * tau)];
    if (!(deceleration > 0)) return [tau, 1];
    const d = this.dimension;
    const stop = Math.hypot(...this.keys.velocity.subarray(k * d, k * d + d)) / deceleration;
    const moving = Math.min(tau, stop);
    return stop > 0 ? [moving * (1 - (0.5 * moving) / stop), 1 - moving / stop] : [0, 0];
  }

  evaluateFrames(t) {
    const {time, position, speed, low, high, top_speed: topSpeed} = this.frames;
    const d = this.dimension;
    const n = this.count;
    const after = Math.min(time.length - 1, upperBound(time, t));
    const before = Math.max(0, after - 1);
    const step = time[after] - time[before];
    const part = step > 0 ? Math.min(1, Math.max(0, (t - time[before]) / step)) : 0;
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
  }

  wrap(x, axis) {
    return this.period ? x - this.period[axis] * Math.floor(x / this.period[axis]) : x;
  }

  nearest(delta, axis) {
    return this.period ? delta - this.period[axis] * Math.round(delta / this.period[axis]) : delta;
  }

  /** Whether what is shown at t of this ball is the computed motion itself. */
  isExact(t) {
    return !this.frames || t <= this.exactUntil;
  }

  /** The path from t0 to t1 as lists of points; broken where it crosses a periodic box. At most about `limit` points. */
  path(slot, t0, t1, limit = 1500) {
    const times = this.pathTimes(slot, t0, Math.min(t1, this.endTime[slot]), limit);
    const d = this.dimension;
    const pieces = [];
    let piece = [];
    for (const t of times) {
      const point = this.placeAt(slot, t);
      const last = piece[piece.length - 1];
      const jumps = last && this.period && point.some((x, i) => Math.abs(x - last[i]) > this.period[i] / 2);
      if (jumps) {
        pieces.push(piece);
        piece = [];
      }
      piece.push(point.slice(0, d));
    }
    if (piece.length) pieces.push(piece);
    return pieces;
  }

  pathTimes(slot, t0, t1, limit) {
    if (!(t1 > t0)) return [];
    const {first, time, law, laws, followed} = this.keys;
    const d = this.dimension;
    const times = [t0];
    const exactEnd = this.frames ? Math.min(t1, this.exactUntil) : t1;
    const own = time.subarray(first[slot], first[slot + 1]);
    let k = Math.max(0, upperBound(own, t0) - 1);
    for (; k < own.length && own[k] <= exactEnd; ++k) {
      const from = Math.max(t0, own[k]);
      const to = Math.min(exactEnd, k + 1 < own.length ? own[k + 1] : exactEnd);
      const key = first[slot] + k;
      const curved = followed[key] && laws.subarray(law[key] * (d + 2), law[key] * (d + 2) + d).some((a) => a !== 0);
      const parts = curved ? 16 : this.period ? 8 : 1;
      for (let i = 1; i <= parts; ++i) if (to > from) times.push(i === parts ? to : from + ((to - from) * i) / parts);
    }
    if (this.frames) for (const t of this.frames.time) if (t > Math.max(t0, this.exactUntil) && t < t1) times.push(t);
    if (times[times.length - 1] < t1) times.push(t1);
    if (times.length <= limit) return times;
    const stride = Math.ceil(times.length / limit);
    return times.filter((_, i) => i % stride === 0 || i === times.length - 1);
  }

  placeAt(slot, t) {
    const d = this.dimension;
    const point = new Array(d);
    if (t <= this.exactUntil || !this.frames) {
      const {first, time} = this.keys;
      const own = time.subarray(first[slot], first[slot + 1]);
      const k = first[slot] + Math.max(0, upperBound(own, t) - 1);
      this.follow(k, k + 1 < first[slot + 1], t, 0, point, new Array(d));
      return point;
    }
    const {time, position, low, high} = this.frames;
    const after = Math.min(time.length - 1, upperBound(time, t));
    const before = Math.max(0, after - 1);
    const part = time[after] > time[before] ? Math.min(1, (t - time[before]) / (time[after] - time[before])) : 0;
    for (let i = 0; i < d; ++i) {
      const scale = (high[i] - low[i]) / 65535;
      const from = position[(before * this.count + slot) * d + i] * scale;
      const delta = this.nearest(position[(after * this.count + slot) * d + i] * scale - from, i);
      point[i] = this.wrap(low[i] + from + part * delta, i);
    }
    return point;
  }
}
