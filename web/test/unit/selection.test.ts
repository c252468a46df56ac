import assert from "node:assert/strict";
import {test} from "node:test";
import type {Body, SceneFile} from "../../src/build/document.js";
import {align, distribute, group, inside, toggled, ungroup, withGroups} from "../../src/build/selection.js";

const ball = (x: number, y: number, radius: number, more: object = {}): Body => ({ball: {center: [x, y], radius}, ...more});
const of = (...bodies: Body[]): SceneFile => ({carom: 1, dimension: 2, bodies});
const centers = ({bodies}: SceneFile): number[][] => bodies!.map((body) => body.ball!.center);

test("with one of a group come all, in the order of the file", () => {
  const {bodies} = of(ball(0, 0, 1, {group: "a"}), ball(3, 0, 1), ball(6, 0, 1, {group: "a"}));
  assert.deepEqual(withGroups(bodies!, [2]), [0, 2]);
  assert.deepEqual(withGroups(bodies!, [1]), [1]);
});

test("what is selected is put aside by another click, as a whole", () => {
  assert.deepEqual(toggled([1], [0, 3]), [0, 1, 3]);
  assert.deepEqual(toggled([0, 1, 3], [0, 3]), [1]);
  assert.deepEqual(toggled([0, 1], [0, 3]), [0, 1, 3]);
});

test("a band holds what lies in it as a whole, and nothing endless", () => {
  const {bodies} = of(ball(1, 1, 1), ball(3, 1, 1), {half_space: {normal: [0, 1], offset: 0}});
  assert.deepEqual(inside(bodies!, {low: [0, 0], high: [3.5, 2]}), [0]);
});

test("six alignments, by the edges of what is aligned", () => {
  const aligned = (to: Parameters<typeof align>[2]) => {
    const scene = of(ball(1, 1, 1), ball(5, 4, 0.5));  // from 0 to 5.5 across, from 0 to 4.5 up
    align(scene, [0, 1], to);
    return centers(scene);
  };
  assert.deepEqual(aligned("left"), [[1, 1], [0.5, 4]]);
  assert.deepEqual(aligned("right"), [[4.5, 1], [5, 4]]);
  assert.deepEqual(aligned("centre"), [[2.75, 1], [2.75, 4]]);
  assert.deepEqual(aligned("bottom"), [[1, 1], [5, 0.5]]);
  assert.deepEqual(aligned("top"), [[1, 3.5], [5, 4]]);
  assert.deepEqual(aligned("middle"), [[1, 2.25], [5, 2.25]]);
});

test("equal gaps lie between bodies of any size, and the outermost stay", () => {
  const scene = of(ball(10, 0, 1), ball(0, 0, 1), ball(2.5, 0, 0.5));  // from −1 to 11: 12, less 2 + 2 + 1, are two gaps of 3.5
  distribute(scene, [0, 1, 2], 0);
  assert.deepEqual(centers(scene), [[10, 0], [0, 0], [5, 0]]);
});

test("a group is aligned as one", () => {
  const scene = of(ball(0, 0, 1, {group: "g"}), ball(4, 0, 1, {group: "g"}), ball(10, 5, 1));
  align(scene, [0, 1, 2], "right");
  assert.deepEqual(centers(scene), [[6, 0], [10, 0], [10, 5]]);
});

test("a new group has a name of its own; with the group goes what steers it", () => {
  const scene = of(ball(0, 0, 1, {group: "group 1"}), ball(4, 0, 1), ball(8, 0, 1));
  group(scene, [1, 2]);
  assert.deepEqual(scene.bodies!.map((body) => body.group), ["group 1", "group 2", "group 2"]);
  scene.steers = [{group: "group 2", velocity: [1, 0]}, {group: "group 1", velocity: [1, 0]}];
  ungroup(scene, [1, 2]);
  assert.deepEqual(scene.bodies!.map((body) => body.group), ["group 1", undefined, undefined]);
  assert.deepEqual(scene.steers, [{group: "group 1", velocity: [1, 0]}]);
});
