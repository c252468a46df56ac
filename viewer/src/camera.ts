/** From where a scene in space is seen, if it does not say so: as src/io does for pictures and reports. Right-handed. */
import type {Camera} from "./scene.js";

const kFieldOfView = 0.65;  // 37 degrees: little distortion
const kWidestFieldOfView = 1.0;
const kAspect = 1.6;  // of a picture, about
const kMargin = 1.08;
const kShareOfHeight = 0.8;

type Vec = number[];
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a: Vec): Vec => a.map((x) => x / Math.hypot(...a));
const plus = (a: Vec, b: Vec, times = 1): Vec => a.map((x, k) => x + times * b[k]);

export interface Sight {
  low: Vec;
  high: Vec;
  gravity?: Vec;
  /** Of the half-spaces. */
  normals: Vec[];
  eye?: Vec;
  target?: Vec;
  light?: Vec;
}

/** Against gravity; else away from the only plane; else y, as in most of graphics. */
function chooseUp({gravity, normals}: Sight): Vec {
  if (gravity && Math.hypot(...gravity) > 0) return unit(gravity.map((x) => -x));
  return normals.length === 1 ? normals[0] : [0, 1, 0];
}

/** Two directions across `up`: to the right and to the front. */
function across(up: Vec): {right: Vec; front: Vec} {
  const hint = Math.abs(up[1]) > 0.9 ? [0, 0, 1] : Math.abs(up[2]) > 0.9 ? [0, -1, 0] : [0, 0, 1];
  const right = unit(cross(up, hint));
  return {right, front: unit(cross(right, up))};
}

const corners = ({low, high}: Sight): Vec[] => Array.from({length: 8}, (_, k) => [k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]]);

/** How far back along `direction` from the target everything is seen. */
function distance(sight: Sight, target: Vec, up: Vec, direction: Vec): number {
  const right = unit(cross(up, direction));
  const above = cross(direction, right);
  const slope = Math.tan(kFieldOfView / 2);
  return Math.max(...corners(sight).map((corner) => {
    const q = plus(corner, target, -1);
    return dot(q, direction) + (kMargin * Math.max(Math.abs(dot(q, above)), Math.abs(dot(q, right)) / kAspect)) / slope;
  }));
}

/** Wide enough for a given eye to see all, within reason. */
function fieldOfView(sight: Sight, eye: Vec, target: Vec): number {
  const forward = unit(plus(target, eye, -1));
  const widest = Math.max(...corners(sight).map((corner) => Math.acos(Math.min(1, dot(unit(plus(corner, eye, -1)), forward))) || 0));
  return Math.max(kFieldOfView, Math.min(kWidestFieldOfView, 2 * widest * kShareOfHeight));
}

export function chooseCamera(sight: Sight): Camera {
  const {low, high} = sight;
  const target = sight.target ?? low.map((x, k) => (x + high[k]) / 2);
  const radius = Math.max(0.5 * Math.hypot(...plus(high, low, -1)), 1e-9);
  let up = chooseUp(sight);
  const {right, front} = across(up);
  const direction = unit(plus(plus(front.map((x) => 0.8 * x), right, 0.5), up, 0.42));
  const eye = sight.eye ?? plus(target, direction, distance(sight, target, up, direction));
  const light = sight.light ?? plus(target, unit(plus(plus(up.map((x) => 1.2 * x), front, 0.6), right, -0.5)), 3 * radius);
  // Looking straight along `up` would leave the picture's turn open.
  const line = plus(target, eye, -1);
  if (Math.hypot(...cross(line, up)) < 1e-6 * Math.hypot(...line)) up = front;
  return {eye, target, up, light, field_of_view: sight.eye ? fieldOfView(sight, eye, target) : kFieldOfView};
}
