import assert from "node:assert/strict";
import {test} from "node:test";
import {RecordedMotion} from "../src/report/recorded_motion.js";
import {recording} from "./made_up.js";

test("a straight path has its ends and the places of its events", () => {
  const motion = new RecordedMotion(recording({tracks: [[{time: 0, position: [0, 0], velocity: [1, 0]}, {time: 2, position: [2, 0], velocity: [0, 1]}]]}));
  assert.deepEqual(motion.path(0, 0, 4), [[[0, 0], [2, 0], [2, 2]]]);
});

test("a path through a periodic box is broken where it crosses", () => {
  const motion = new RecordedMotion(recording({tracks: [[{time: 0, position: [8, 5], velocity: [1, 0]}]], periodic: [10, 10]}));
  const pieces = motion.path(0, 0, 4);
  assert.equal(pieces.length, 2);
  for (const piece of pieces) for (let i = 1; i < piece.length; ++i) assert.ok(Math.abs(piece[i][0] - piece[i - 1][0]) < 5);
});

test("a long path keeps to its limit and to its ends", () => {
  const track = Array.from({length: 5000}, (_, k) => ({time: k / 500, position: [k / 500, k % 2], velocity: [1, k % 2 ? -500 : 500]}));
  const [path] = new RecordedMotion(recording({tracks: [track]})).path(0, 0, 9.99, 300);
  assert.ok(path.length <= 301);
  assert.deepEqual(path[0], [0, 0]);
  assert.ok(Math.abs(path.at(-1)![0] - 9.99) < 1e-12);
});

test("the path of a ball that vanished ends there", () => {
  const run = recording({tracks: [[{time: 0, position: [0, 0], velocity: [1, 0]}]], ends: [{ball: 0, time: 3, fate: 2, by: 1}]});
  assert.deepEqual(new RecordedMotion(run).path(0, 0, 10)[0].at(-1), [3, 0]);
});
