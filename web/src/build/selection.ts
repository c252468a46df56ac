/** What is selected, as one or many; a group is selected as one, and lives in the `group` of the file's bodies. */
import type {Body, SceneFile} from "./document.js";
import {type Box, type Point, within} from "./geometry.js";
import {extentOf, moveBody} from "./shapes.js";

/** With all that share a group with one of them, in the order of the file. */
export function withGroups(bodies: Body[], indices: number[]): number[] {
  const groups = new Set(indices.flatMap((k) => bodies[k]?.group ?? []));
  return bodies.flatMap((body, k) => (indices.includes(k) || (body.group !== undefined && groups.has(body.group)) ? [k] : []));
}

const inOrder = (all: number[]): number[] => [...new Set(all)].sort((a, b) => a - b);

export const joined = (selected: number[], these: number[]): number[] => inOrder([...selected, ...these]);

/** With these, or without them if they all are in it. */
export function toggled(selected: number[], these: number[]): number[] {
  const all = these.every((k) => selected.includes(k));
  return all ? selected.filter((k) => !these.includes(k)) : joined(selected, these);
}

/** Those that lie in the box as a whole. */
export function inside(bodies: Body[], box: Box): number[] {
  return bodies.flatMap((body, k) => {
    const extent = extentOf(body);
    return extent && within(extent.low, box) && within(extent.high, box) ? [k] : [];
  });
}

interface Unit {
  members: number[];
  box: Box;
}

/** Groups as a whole, and single ones; what is endless has no place to align. */
function unitsOf(bodies: Body[], selected: number[]): Unit[] {
  const units = new Map<string, Unit>();
  for (const k of selected) {
    const box = extentOf(bodies[k]);
    if (!box) continue;
    const name = bodies[k].group === undefined ? `${k}` : `group ${bodies[k].group}`;
    const so = units.get(name);
    units.set(name, so ? {members: [...so.members, k], box: surrounding(so.box, box)} : {members: [k], box});
  }
  return [...units.values()];
}

const surrounding = (a: Box, b: Box): Box => ({
  low: [Math.min(a.low[0], b.low[0]), Math.min(a.low[1], b.low[1])], high: [Math.max(a.high[0], b.high[0]), Math.max(a.high[1], b.high[1])],
});

export const kAlignments = {left: "Left", centre: "Centre", right: "Right", top: "Top", middle: "Middle", bottom: "Bottom"} as const;
export type Alignment = keyof typeof kAlignments;

const kAxis: Record<Alignment, 0 | 1> = {left: 0, centre: 0, right: 0, top: 1, middle: 1, bottom: 1};

/** Where on its axis a box is held. */
function edge({low, high}: Box, to: Alignment): number {
  const axis = kAxis[to];
  if (to === "left" || to === "bottom") return low[axis];
  if (to === "right" || to === "top") return high[axis];
  return (low[axis] + high[axis]) / 2;
}

function shift(bodies: Body[], {members}: Unit, axis: 0 | 1, by: number): void {
  const way: Point = axis === 0 ? [by, 0] : [0, by];
  for (const k of members) moveBody(bodies[k], way);
}

/** To one edge, or the middle, of what surrounds them all. */
export function align(scene: SceneFile, selected: number[], to: Alignment): void {
  const bodies = scene.bodies ?? [];
  const units = unitsOf(bodies, selected);
  if (units.length < 2) return;
  const goal = edge(units.map(({box}) => box).reduce(surrounding), to);
  for (const one of units) shift(bodies, one, kAxis[to], goal - edge(one.box, to));
}

/** The gaps between neighbours become equal; the first and the last stay. */
export function distribute(scene: SceneFile, selected: number[], axis: 0 | 1): void {
  const bodies = scene.bodies ?? [];
  const units = unitsOf(bodies, selected).sort((a, b) => a.box.low[axis] - b.box.low[axis]);
  if (units.length < 3) return;
  const size = ({box}: Unit) => box.high[axis] - box.low[axis];
  const room = units[units.length - 1].box.high[axis] - units[0].box.low[axis];
  const gap = (room - units.reduce((sum, one) => sum + size(one), 0)) / (units.length - 1);
  let at = units[0].box.low[axis];
  for (const one of units) {
    shift(bodies, one, axis, at - one.box.low[axis]);
    at += size(one) + gap;
  }
}

/** They are selected as one from now on. */
export function group(scene: SceneFile, selected: number[]): void {
  const taken = new Set([...(scene.bodies ?? []), ...(scene.generators ?? []).flatMap((one) => Object.values(one))].map((one) => one.group));
  let free = 1;
  while (taken.has(`group ${free}`)) ++free;
  for (const k of selected) scene.bodies![k].group = `group ${free}`;
  dropEmpty(scene);
}

export function ungroup(scene: SceneFile, selected: number[]): void {
  for (const k of selected) delete scene.bodies![k].group;
  dropEmpty(scene);
}

/** Nothing steers a group that is gone. */
function dropEmpty(scene: SceneFile): void {
  const there = new Set([...(scene.bodies ?? []), ...(scene.generators ?? []).flatMap((one) => Object.values(one)), scene.defaults ?? {}, scene.walls ?? {}].map((one) => one.group));
  if (scene.steers) scene.steers = scene.steers.filter((steer) => steer.group === undefined || there.has(steer.group));
}
