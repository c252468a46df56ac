import assert from "node:assert/strict";
import {test} from "node:test";
import {ownClock, rollingSpin, speedLeft, spinLeft, stopTime} from "../src/motion.js";
import {RecordedMotion} from "../src/report/recorded_motion.js";
import {Track} from "../src/shot/track.js";
import {type MadeUpKey, recording} from "./made_up.js";

const near = (a: number, b: number, tolerance = 1e-12) => assert.ok(Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)), `${a} is not ${b}`);
const motionOf = (...tracks: MadeUpKey[][]) => new RecordedMotion(recording({tracks}));

test("without a law the ball's clock is ours", () => {
  assert.equal(ownClock(3, 0, Infinity), 3);
  assert.equal(speedLeft(3, 0, Infinity), 1);
});

test("damping gives (1 − exp(−kτ))/k and leaves exp(−kτ), accurate for small k as well", () => {
  near(ownClock(2, 0.5, Infinity), (1 - Math.exp(-1)) / 0.5);
  near(speedLeft(2, 0.5, Infinity), Math.exp(-1));
  near(ownClock(2, 1e-12, Infinity), 2 - 2e-12);  // τ − ½ k τ² + …
});

test("a deceleration stops the ball after v/d, half as far as it would have gone", () => {
  const stop = stopTime(4, 2);
  assert.equal(stop, 2);
  near(4 * ownClock(1, 0, stop), 4 - 1);  // v τ − ½ d τ²
  near(4 * ownClock(2, 0, stop), 4);
  near(4 * ownClock(9, 0, stop), 4);
  assert.equal(speedLeft(1, 0, stop), 0.5);
  assert.equal(speedLeft(9, 0, stop), 0);
  assert.equal(ownClock(1, 0, stopTime(0, 2)), 0);
});

test("a thrown ball follows x + v τ + ½ a τ²", () => {
  const motion = motionOf([{time: 1, position: [0, 3], velocity: [2, 5], law: [0, -9.81, 0, 0]}]);
  motion.evaluate(3);
  near(motion.position[0], 4);
  near(motion.position[1], 3 + 10 - 0.5 * 9.81 * 4);
  near(motion.velocity[1], 5 - 9.81 * 2);
});

test("damped and stopping balls follow their laws", () => {
  const motion = motionOf([{time: 0, position: [1, 0], velocity: [3, 4], law: [0, 0, 0, 0.25]}], [{time: 0, position: [0, 0], velocity: [3, 4], law: [0, 0, 2.5, 0]}]);
  motion.evaluate(4);
  near(motion.position[0], 1 + (3 * (1 - Math.exp(-1))) / 0.25);
  near(motion.speed[0], 5 * Math.exp(-1), 1e-6);
  near(motion.position[2], 3);  // (3, 4) · 2 s / 2
  near(motion.position[3], 4);
  assert.equal(motion.speed[1], 0);
});

test("a key's law ends where the next begins, in either direction of time", () => {
  const motion = motionOf([{time: 0, position: [0, 0], velocity: [1, 0]}, {time: 2, position: [2, 0], velocity: [0, 1]}]);
  for (const [t, x, y] of [[1, 1, 0], [2, 2, 0], [5, 2, 3], [0.5, 0.5, 0]]) {
    motion.evaluate(t);
    assert.deepEqual(Array.from(motion.position), [x, y]);
    assert.equal(motion.lastHit[0], t >= 2 ? 2 : -Infinity);
  }
});

test("where keys were dropped a straight line leads to the next, the short way through a periodic box", () => {
  const run = recording({tracks: [[{time: 0, position: [9, 5], velocity: [7, 7], followed: false}, {time: 2, position: [1, 5], velocity: [0, 0]}]], periodic: [10, 10]});
  const motion = new RecordedMotion(run);
  motion.evaluate(1.5);
  near(motion.position[0], 0.5);
  near(motion.velocity[0], 1);
});

test("frames are joined by straight lines on their scale", () => {
  const frames = {exactUntil: 2, time: [2, 4], position: [0, 0, 65535, 65535], speed: [0, 255], low: [1, 2], high: [3, 6], topSpeed: 10};
  const motion = new RecordedMotion(recording({tracks: [[{time: 0, position: [1, 2], velocity: [0, 0]}]], frames}));
  motion.evaluate(3);
  near(motion.position[0], 2);
  near(motion.position[1], 4);
  near(motion.velocity[1], 2);
  near(motion.speed[0], 5);
  assert.equal(motion.isExact(2), true);
  assert.equal(motion.isExact(2.1), false);
});

test("balls vanish and grow when they did", () => {
  const run = recording({tracks: [[{time: 0, position: [0, 0], velocity: [0, 0]}]], ends: [{ball: 0, time: 5, fate: 1, by: 3}], growths: [{ball: 0, time: 2, radius: 0.75, mass: 3}]});
  const motion = new RecordedMotion(run);
  for (const [t, here, radius, mass] of [[1, 1, 0.5, 1], [2, 1, 0.75, 3], [5, 0, 0.75, 3]]) {
    motion.evaluate(t);
    assert.deepEqual([motion.here[0], motion.radius[0], motion.mass[0]], [here, radius, mass]);
  }
  assert.deepEqual(run.ends.get(0), {time: 5, fate: "merged", by: 3});
});

test("in the plane a rough ball has turned by the integral of its spin", () => {
  const motion = new RecordedMotion(recording({tracks: [[{time: 0, position: [0, 0], velocity: [0, 0], spin: [2]}, {time: 3, position: [0, 0], velocity: [0, 0], spin: [-1]}]], spins: true}));
  motion.evaluate(5);
  assert.equal(motion.turn![0], 2 * 3 - 2);
  assert.equal(motion.spin![0], -1);
});

// A billiard ball's key: t, x, y, z, vx, vy, vz, ax, ay, az, wx, wy, wz, bx, by, rate of the side spin, phase, damping.
const key = (...numbers: number[]) => Float64Array.from(numbers);

test("a rolling ball spins as it rolls: ω = ẑ × v / r", () => {
  const track = new Track(0.5, Infinity, [key(0, 0, 0, 0.5, 2, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)]);
  const {position, velocity, spin, phase} = track.at(1);
  assert.deepEqual(position, [1.5, 0, 0.5]);
  assert.deepEqual(velocity, [1, 0, 0]);
  assert.deepEqual(spin.map((x) => x + 0), [0, 2, 0]);
  assert.equal(phase, "rolling");
  assert.deepEqual(rollingSpin(0, 3, 0.5).map((x) => x + 0), [-6, 0]);
});

test("side spin falls at a constant rate down to none", () => {
  assert.equal(spinLeft(-5, 2, 1), -3);
  assert.equal(spinLeft(5, 2, 3), 0);
});

test("a gliding ball is damped as one of a run, and a ball that is gone stays as it went", () => {
  const track = new Track(0.5, 3, [key(0, 0, 0, 0.5, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0.5)]);
  near(track.at(2).position[0], 2 * ((1 - Math.exp(-1)) / 0.5));
  near(track.at(2).velocity[0], 2 * Math.exp(-1));
  assert.deepEqual(track.at(10), track.at(3));
});

test("a sliding ball's path is a parabola, drawn in short pieces", () => {
  const track = new Track(0.5, Infinity, [key(0, 0, 0, 0.5, 1, 1, 0, 0, -2, 0, 0, 0, 0, 0, 0, 0, 3, 0), key(1, 1, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)]);
  const path = track.path(0, 1);
  assert.ok(path.length > 20);
  for (const [x, y] of path) near(y, x - x * x);
});

test("a ball that comes later is there from then on, and one that never came is not", () => {
  const key = {position: [0, 0], velocity: [1, 0]};
  const run = recording({tracks: [[{time: 2, ...key}], [{time: 0, ...key}]], starts: [{ball: 0, time: 2}, {ball: 1, time: Infinity}]});
  const motion = new RecordedMotion(run);
  for (const [time, here] of [[1, 0], [2, 1], [3, 1]]) {
    motion.evaluate(time);
    assert.deepEqual([...motion.here], [here, 0]);
  }
  near(motion.position[0], 1);
  assert.deepEqual(motion.path(0, 0, 3)[0][0], [0, 0]);
  assert.deepEqual(motion.path(1, 0, 3), []);
});
