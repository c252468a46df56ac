import assert from "node:assert/strict";
import {test} from "node:test";
import {complaintOf} from "../../src/build/complaint.js";
import type {Body, SceneFile} from "../../src/build/document.js";
import type {Point} from "../../src/build/geometry.js";
import {kFillings} from "../../src/build/generators.js";
import {momentOf} from "../../src/build/moment.js";
import {bodyAt, extentOf, handlesOf, moveBody} from "../../src/build/shapes.js";
import {bodyFrom} from "../../src/build/tools.js";

const kScales = {velocity: 1, force: 1};
const kSizes = {radius: 0.5, velocity: 1, least: 0.01};
const one: Record<string, Body> = {
  capsule: {capsule: {from: [0, 0], to: [4, 0], radius: 1}},
  solid: {convex_polygon: {vertices: [[0, 0], [4, 0], [0, 4]]}},
  arc: {arc: {center: [0, 0], radius: 2, from: [1, 0], to: [0, 1]}},
  circle: {arc: {center: [0, 0], radius: 2}},
  ground: {half_space: {normal: [0, 2], offset: 1}},
};
const drag = (body: Body, name: string, to: Point): Body => {
  const copy = structuredClone(body);
  handlesOf(copy, undefined, kScales).find((handle) => handle.name === name)!.move(to);
  return copy;
};

test("each tool makes its shape of two points", () => {
  assert.deepEqual(bodyFrom("capsule", [[0, 0], [2, 0]], kSizes), {capsule: {from: [0, 0], to: [2, 0], radius: 0.5}});
  assert.deepEqual(bodyFrom("arc", [[1, 1], [4, 5]], kSizes), {arc: {center: [1, 1], radius: 5}});
  assert.deepEqual(bodyFrom("ground", [[0, 1], [3, 1]], kSizes), {half_space: {normal: [0, 1], point: [0, 1]}});  // solid on the right of the way: below
  assert.deepEqual(bodyFrom("box", [[2, 3], [1, 5]], kSizes), {box: {low: [1, 3], high: [2, 5]}});
  for (const tool of ["wall", "box", "capsule", "arc", "ground"] as const) assert.equal(bodyFrom(tool, [[1, 1], [1, 1]], kSizes), null);
});

test("a solid polygon is the convex outline of its corners, anticlockwise", () => {
  assert.deepEqual(bodyFrom("solid", [[0, 0], [0, 4], [1, 1], [4, 0]], kSizes), {convex_polygon: {vertices: [[0, 0], [4, 0], [0, 4]]}});
  assert.equal(bodyFrom("solid", [[0, 0], [1, 1], [2, 2]], kSizes), null);
});

test("handles change what they stand for", () => {
  assert.equal(drag(one.capsule, "radius", [1, 3]).capsule!.radius, 3);
  assert.deepEqual(drag(one.arc, "to", [-5, 0]).arc!.to, [-1, 0]);
  assert.equal(drag(one.arc, "radius", [0, 7]).arc!.radius, 7);
  assert.deepEqual(drag(one.circle, "opening", [0, -9]).arc, {center: [0, 0], radius: 2, from: [1, 0], to: [0, -1]});
  assert.deepEqual(drag(one.solid, "corner 2", [5, 1]).convex_polygon!.vertices[1], [5, 1]);
  assert.deepEqual(drag(one.ground, "point", [3, 2]).half_space, {normal: [0, 2], point: [3, 2]});
  assert.deepEqual(drag(one.ground, "normal", [1, 1.5]).half_space, {normal: [1, 0.5], point: [0, 1]});  // from the foot at (0, 1)
});

test("what is moved keeps its shape", () => {
  const moved = (name: string) => {
    const copy = structuredClone(one[name]);
    moveBody(copy, [1, 2]);
    return copy;
  };
  assert.deepEqual(moved("capsule").capsule, {from: [1, 2], to: [5, 2], radius: 1});
  assert.deepEqual(moved("arc").arc, {center: [1, 2], radius: 2, from: [1, 0], to: [0, 1]});
  assert.deepEqual(moved("solid").convex_polygon!.vertices, [[1, 2], [5, 2], [1, 6]]);
  assert.deepEqual(moved("ground").half_space, {normal: [0, 2], offset: 3});
});

test("solid bodies are taken hold of inside, arcs by their line alone", () => {
  assert.equal(bodyAt([one.capsule], [2, 0.9], 0.05), 0);
  assert.equal(bodyAt([one.capsule], [2, 1.2], 0.05), -1);
  assert.equal(bodyAt([one.solid], [1, 1], 0.05), 0);
  assert.equal(bodyAt([one.solid], [3, 3], 0.05), -1);
  assert.equal(bodyAt([one.arc], [Math.SQRT2, Math.SQRT2], 0.05), 0);
  assert.equal(bodyAt([one.arc], [-2, 0], 0.05), -1);  // it goes from 0° to 90°
  assert.equal(bodyAt([one.circle], [-2, 0], 0.05), 0);
  assert.equal(bodyAt([one.ground], [300, 1.01], 0.05), 0);
});

test("extents hold all of a body", () => {
  const {low, high} = extentOf(one.capsule)!;
  assert.deepEqual([...low, ...high].map((x) => Number(x.toFixed(9))), [-1, -1, 5, 1]);
  assert.equal(extentOf(one.ground), null);
});

test("a complaint names what it is about", () => {
  const scene: SceneFile = {carom: 1, dimension: 2, bodies: [{name: "a", ball: {center: [0, 0], radius: 1}}, {name: "b", ball: {center: [1, 0], radius: 1}}], forces: [{body: "b", force: [1, 0], until: 0}]};
  const overlap = complaintOf('scene: bodies[1]: got an overlap of 1 between "b" and "a" (bodies[0]), expected bodies that are apart or just touch at the start', scene);
  assert.deepEqual([overlap.place, overlap.bodies], ["bodies[1]", [1, 0]]);
  assert.match(overlap.words, /^got an overlap of 1 between/);
  const force = complaintOf("scene: forces[0].until: got 0, expected a time after 0", scene);
  assert.deepEqual([force.place, force.words, force.bodies], ["forces[0].until", "got 0, expected a time after 0", [1]]);
  assert.deepEqual(complaintOf('scene: bodies[1]: got an overlap of 2 between "b" and "wall -x", expected bodies that are apart', scene).walls, true);
  assert.deepEqual(complaintOf("scene: generators[2].gas.count: got 0, expected more", scene).generators, [2]);
});

test("generators fill their region and no more", () => {
  const box = {low: [1, 1] as Point, high: [5, 4] as Point};
  const lattice = kFillings.lattice.make(box, 0.2, true) as {low: Point; counts: Point; spacing: number};
  assert.deepEqual(lattice.low, [1.2, 1.2]);
  assert.deepEqual(lattice.counts, [8, 6]);  // 1.2 + 7·0.5 + 0.2 = 4.9 and 1.2 + 5·0.5 + 0.2 = 3.9
  assert.equal(kFillings.pyramid.make(box, 0.2, true).rows, 8);  // (3 − 0.4)/(√3·0.2) + 1 = 8.5 rows are high enough
  assert.deepEqual(kFillings.pour.make(box, 0.2, true).velocity, [0, 0]);
  assert.deepEqual(kFillings.pour.make(box, 0.2, false).velocity, [0, -2]);
});

test("a moment of a run is a scene: what is gone is gone, what is to come comes, and times count from there", () => {
  const start: SceneFile = {
    carom: 1, dimension: 2, until: 10, walls: {low: [0, 0], high: [9, 9]},
    bodies: [{name: "a", ball: {center: [1, 1], radius: 0.5}, velocity: [1, 0], color: "#ff0000"}, {name: "swallowed", ball: {center: [2, 2], radius: 0.5}}, {name: "lift", box: {low: [5, 0], high: [6, 1]}, velocity: [0, 1]}, {ball: {center: [7, 7], radius: 0.5}, from: 6}],
    generators: [{ring: {center: [4, 6], ring_radius: 1, count: 1, radius: 0.1}}],
    forces: [{body: 0, force: [1, 0], from: 1, until: 5}, {body: 1, force: [1, 0], until: 9}, {body: 3, force: [1, 0], until: 3}],
  };
  const still = {mass: "inf" as const};
  const at = (position: Point, velocity: Point = [0, 0], radius = 0) => ({position, velocity, spin: [0], radius});
  const final = {
    bodies: [...start.bodies!, {name: "ball 1", ball: {center: [5, 6] as Point, radius: 0.1}, mass: 2}, ...[1, 2, 3, 4].map(() => ({half_space: {normal: [1, 0] as Point, offset: 0}}))],
    snapshot: {arrivals: [{body: 3, from: 6}], states: [{mass: 1}, {...still, presence: "pocketed" as const}, still, {mass: 1, presence: "awaited" as const}, {mass: 2}, still, still, still, still]},
  };
  const placements = [at([3, 1.5], [0.5, 0.25], 0.5), undefined, at([0, 4], [0, 1]), undefined, at([4, 4], [0, -1], 0.1), ...[1, 2, 3, 4].map(() => at([0, 0]))];
  const {scene, ids, time} = momentOf(start, final, placements, 4);
  assert.equal(time, 4);
  assert.deepEqual(ids, [0, 2, 3, 4]);
  assert.deepEqual(scene.bodies, [
    {name: "a", ball: {center: [3, 1.5], radius: 0.5}, velocity: [0.5, 0.25], color: "#ff0000"}, {name: "lift", box: {low: [5, 4], high: [6, 5]}, velocity: [0, 1]},
    {ball: {center: [7, 7], radius: 0.5}, from: 2}, {name: "ball 1", ball: {center: [4, 4], radius: 0.1}, mass: 2, velocity: [0, -1]},
  ]);
  assert.deepEqual([scene.until, scene.generators, scene.walls], [6, undefined, {low: [0, 0], high: [9, 9]}]);
  assert.deepEqual(scene.forces, [{body: 0, force: [1, 0], from: 0, until: 1}]);
});
