import assert from "node:assert/strict";
import {test} from "node:test";
import {chooseCamera} from "../src/camera.js";
import type {Camera} from "../src/scene.js";
import {perspectiveOf} from "../src/space/space_camera.js";
import {Vector3} from "../src/space/three.js";

const [x, y, z] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const times = (factor: number, vector: number[]) => vector.map((one) => factor * one);

/** On the screen, from its middle to the right and upwards. */
function seen(camera: Camera, point: number[]): number[] {
  const place = new Vector3().fromArray(point).project(perspectiveOf(camera, 10));
  return [place.x, place.y];
}

function assertNear(got: number[], expected: number[]): void {
  assert.ok(Math.hypot(...got.map((one, k) => one - expected[k])) < 1e-12, `${got.join()} is not ${expected.join()}`);
}

test("from each axis, the next is to the right of the one that is up", () => {
  // x × y = z, y × z = x, z × x = y. At a right angle of view, 1 to the side at depth 5 is a fifth of the way to the edge.
  for (const [right, up, eye] of [[x, y, z], [y, z, x], [z, x, y]]) {
    const from = (side: number): Camera => ({eye: times(side, eye), target: [0, 0, 0], up, light: up, field_of_view: Math.PI / 2});
    assertNear(seen(from(5), right), [0.2, 0]);
    assertNear(seen(from(5), up), [0, 0.2]);
    assertNear(seen(from(5), times(2, eye)), [0, 0]);
    assertNear(seen(from(-5), right), [-0.2, 0]);
  }
});

test("an F reads as written, from an eye that was given and from one that was chosen", () => {
  for (const [right, up] of [[x, y], [x, z], [times(-1, y), x]]) {
    const box = {low: [-1, -1, -1], high: [1, 1, 1], normals: [up]};
    const eye = new Vector3().fromArray(right).cross(new Vector3().fromArray(up)).multiplyScalar(9).toArray();
    for (const camera of [chooseCamera(box), chooseCamera({...box, eye, target: [0, 0, 0]})]) {
      const [corner, foot, end] = [[0, 0, 0], times(-1, up), right].map((place) => seen(camera, place));
      assert.ok(corner[1] > foot[1]);
      assert.ok(end[0] > corner[0]);
    }
  }
});
