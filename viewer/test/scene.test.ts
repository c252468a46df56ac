import assert from "node:assert/strict";
import {test} from "node:test";
import {colorsOf, isPlain, isStriped} from "../src/appearance.js";
import {chooseCamera} from "../src/camera.js";
import {convexHull, extentOf, tableOutline} from "../src/extent.js";
import type {Camera, Obstacle} from "../src/scene.js";

const cross = (a: number[], b: number[]) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a: number[], b: number[]) => a.map((x, k) => x - b[k]);
const dot = (a: number[], b: number[]) => a.reduce((sum, x, k) => sum + x * b[k], 0);

/** To the right on the screen: forward × up, in a right-handed space. */
const rightOf = ({eye, target, up}: Camera) => cross(minus(target, eye), up);

test("with gravity along −z, x is to the right, y leads away and z is up", () => {
  const camera = chooseCamera({low: [0, 0, 0], high: [10, 10, 10], gravity: [0, 0, -9.81], normals: []});
  assert.deepEqual(camera.up.map((x) => x + 0), [0, 0, 1]);
  assert.ok(rightOf(camera)[0] > 0);
  assert.ok(minus(camera.target, camera.eye)[1] > 0);
  assert.ok(camera.eye[2] > camera.target[2]);
});

test("all corners of the scene are in the picture", () => {
  const camera = chooseCamera({low: [-3, -1, 0], high: [5, 2, 4], normals: [[0, 0, 1]]});
  const forward = minus(camera.target, camera.eye);
  const size = Math.hypot(...forward);
  const right = rightOf(camera);
  const above = cross(right, forward);
  for (const corner of [[-3, -1, 0], [5, -1, 0], [-3, 2, 4], [5, 2, 4], [5, 2, 0], [-3, 2, 0]]) {
    const q = minus(corner, camera.eye);
    const depth = dot(q, forward) / size;
    assert.ok(Math.abs(dot(q, above)) / Math.hypot(...above) <= depth * Math.tan(camera.field_of_view / 2));
  }
});

test("a half-space is shown where the bodies are, not where its normal's foot is", () => {
  const floor = {kind: "half_space", id: 0, name: "", color: "", normal: [0, 1], offset: 99} as Obstacle;
  const {low, high} = extentOf([{center: [1000, 100], radius: 1}], [floor], 2, null);
  assert.deepEqual([low, high], [[999, 99], [1001, 101]]);
});

test("a periodic box is all there is", () => {
  assert.deepEqual(extentOf([{center: [1, 1], radius: 9}], [], 2, [4, 5]), {low: [0, 0], high: [4, 5]});
});

test("the hull of a square with a point inside is the square", () => {
  assert.deepEqual(convexHull([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2]]), [[0, 0], [2, 0], [2, 2], [0, 2]]);
});

test("six pockets make a rectangular table, and none makes none", () => {
  const pockets = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]].map((center, id) => ({kind: "pocket", id, name: "", color: "", center, radius: 0.1}) as Obstacle);
  assert.deepEqual(tableOutline(pockets), [[0, 0], [2, 0], [2, 1], [0, 1]]);
  assert.deepEqual(tableOutline([]), []);
});

test("balls without colours get those of pictures and reports", () => {
  const ball = {};
  const bodies = [{ball, mark: "1"}, {ball, mark: "9"}, {ball, name: "cue"}, {ball, color: "#123456"}, {ball}, {ball, response: "pocket"}, {}, {ball, immovable: true}];
  assert.deepEqual(colorsOf(bodies), ["#f2c12e", "#f2c12e", "#f7f3e6", "#123456", "#2f6fb3", "#16181c", "#5b6675", "#838e9c"]);
  assert.deepEqual(bodies.map(isStriped), [false, true, false, false, false, false, false, false]);
  assert.equal(isPlain(bodies), false);
  assert.equal(isPlain(Array.from({length: 151}, () => ({ball}))), true);
});
