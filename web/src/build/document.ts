/** The scene that is built: the object of its file (docs/formats/scene.md). */
import {checkScene} from "./check.js";
import type {Point} from "./geometry.js";

/** The shapes of two dimensions, as a body has one of them. */
export interface Shapes {
  ball: {center: Point; radius: number};
  half_space: {normal: Point; offset?: number; point?: Point};
  segment: {from: Point; to: Point; sides?: string};
  box: {low: Point; high: Point};
  polygon: {vertices: Point[]; closed?: boolean; sides?: string};
  capsule: {from: Point; to: Point; radius: number};
  convex_polygon: {vertices: Point[]};
  /** The whole circle without directions. */
  arc: {center: Point; radius: number; from?: Point; to?: Point};
}

export interface Body extends Partial<Shapes> {
  velocity?: Point;
  mass?: number | "immovable";
  restitution?: number;
  friction?: number;
  rolling_friction?: number;
  response?: string;
  color?: string;
  name?: string;
  group?: string;
  from?: number;
  [other: string]: unknown;
}

/** The fields of one generator; which there are goes by its name. */
export type Filling = Record<string, unknown>;
/** With one field, the generator's name. */
export type Generator = Record<string, Filling>;

export interface Fields {
  spring?: {anchor: Point; stiffness: number; length?: number};
  attractor?: {center: Point; strength: number; softening?: number};
  drag?: {coefficient: number; wind?: Point};
}

export interface Reference {
  body?: string | number;
  [other: string]: unknown;
}

export interface Force extends Reference {
  body: string | number;
  force: Point;
  from?: number;
  until: number;
}

export interface SceneFile {
  carom: 1;
  dimension: number;
  title?: string;
  until?: number;
  gravity?: Point;
  walls?: {low: Point; high: Point; restitution?: number; [other: string]: unknown};
  defaults?: Body;
  tangential_restitution?: number;
  lasting_contacts?: boolean;
  bodies?: Body[];
  generators?: Generator[];
  forces?: Force[];
  force_fields?: Fields[];
  force_interval?: number;
  steers?: Reference[];
  [other: string]: unknown;
}

export const kFirst: SceneFile = {
  carom: 1, dimension: 2, title: "My scene", until: 20,
  walls: {low: [0, 0], high: [8, 5]},
  bodies: [
    {name: "cue", ball: {center: [1.5, 2.5], radius: 0.3}, velocity: [4, 0.2], color: "#ffffff"},
    {name: "ball 1", ball: {center: [5, 2.5], radius: 0.3}, color: "#e9b949"},
    {name: "ball 2", ball: {center: [5.6, 2.8], radius: 0.3}, color: "#4c9be8"},
    {name: "ball 3", ball: {center: [5.6, 2.1], radius: 0.3}, color: "#e8705f"},
    {name: "wall", segment: {from: [3, 4.2], to: [4, 3.6]}},
  ],
};

/** As people write it: a line for each field, and for each entry of a list of objects. */
export function textOf(scene: SceneFile): string {
  const lines = Object.entries(scene).filter(([, value]) => value !== undefined).map(([name, value]) => {
    const listed = Array.isArray(value) && value.length > 0 && typeof value[0] === "object" && !Array.isArray(value[0]);
    return `  ${JSON.stringify(name)}: ${listed ? `[\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n")}\n  ]` : JSON.stringify(value)}`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** The object of a text that can be edited here: in two dimensions. */
export function readScene(text: string, name: string): SceneFile {
  const scene = JSON.parse(text) as SceneFile;
  const dimension: unknown = (scene as SceneFile | null)?.dimension;
  if (typeof dimension === "number" && dimension !== 2) throw new Error(`${name}: has ${dimension} dimensions; scenes of two can be built here`);
  checkScene(scene, name);
  if (scene.snapshot) throw new Error(`${name}: is the end of a run, whose bodies cannot be changed; its scene can be opened`);
  return scene;
}

/** Ids count the bodies first: those that others name by number move when one comes or goes. */
function moveReferences(scene: SceneFile, from: number, by: 1 | -1): void {
  for (const list of [scene.forces, scene.steers])
    for (const entry of list ?? []) if (typeof entry.body === "number" && entry.body >= from) entry.body += by;
}

export function addBody(scene: SceneFile, body: Body): number {
  scene.bodies ??= [];
  moveReferences(scene, scene.bodies.length, 1);
  return scene.bodies.push(body) - 1;
}

export const isOf = (entry: Reference, index: number, body: Body): boolean => entry.body === index || (body.name !== undefined && entry.body === body.name);

export function removeBody(scene: SceneFile, index: number): void {
  const [gone] = scene.bodies!.splice(index, 1);
  const stays = <T extends Reference>(list?: T[]) => list?.filter((entry) => !isOf(entry, index, gone));
  scene.forces = stays(scene.forces);
  scene.steers = stays(scene.steers);
  moveReferences(scene, index + 1, -1);
}

/** A name gone from a body goes from what refers to it, too. */
export function renameBody(scene: SceneFile, index: number, name: string): void {
  const body = scene.bodies![index];
  for (const list of [scene.forces, scene.steers])
    for (const entry of list ?? []) if (isOf(entry, index, body)) entry.body = name || index;
  if (name) body.name = name;
  else delete body.name;
}

/** The force on a ball, if one is given. */
export const forceOn = (scene: SceneFile, index: number): Force | undefined => scene.forces?.find((force) => isOf(force, index, scene.bodies![index]));
