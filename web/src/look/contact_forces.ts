/** Contacts as the engine gives them, for the viewer. */
import {kContactStride} from "carom-wasm";
import type {ContactForces} from "carom-viewer/playback.js";

/** `slots`: of balls, by their ids. */
export function contactForcesOf(contacts: Float32Array, dimension: 2 | 3, slots: Map<number, number>): ContactForces {
  const count = contacts.length / kContactStride;
  const [a, b, pressing] = [new Int32Array(count), new Int32Array(count), new Float32Array(count)];
  const [point, force] = [new Float32Array(dimension * count), new Float32Array(dimension * count)];
  let sum = 0;
  for (let k = 0; k < count; ++k) {
    const at = kContactStride * k;
    a[k] = slots.get(contacts[at]) ?? -1;
    b[k] = slots.get(contacts[at + 1]) ?? -1;
    for (let axis = 0; axis < dimension; ++axis) {
      point[dimension * k + axis] = contacts[at + 2 + axis];
      force[dimension * k + axis] = contacts[at + 5 + axis];
    }
    sum += pressing[k] = contacts[at + 8];
  }
  return {count, a, b, point, force, pressing, mean: count ? sum / count : 0};
}
