/** The scene that is built: the object of its file (docs/formats/scene.md), and how it came to be. */
import {keep, keepHere, kept, keptHere, putAside} from "../kept.js";
import {message} from "../ui.js";
import {checkScene} from "./check.js";

export type Point = [number, number];

export interface Body {
  ball?: {center: Point; radius: number};
  segment?: {from: Point; to: Point; sides?: string};
  polygon?: {vertices: Point[]; closed?: boolean; sides?: string};
  box?: {low: Point; high: Point};
  half_space?: {normal: Point; offset?: number; point?: Point};
  velocity?: Point;
  mass?: number | "immovable";
  restitution?: number;
  response?: string;
  color?: string;
  name?: string;
  [other: string]: unknown;
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
  walls?: {low: Point; high: Point; [other: string]: unknown};
  bodies?: Body[];
  forces?: Force[];
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

const kKey = "carom.build";
const kStepsKey = "carom.build.steps";
const kMostSteps = 200;
const kMostLetters = 2e6;  // of all steps

interface Steps {
  steps: string[];
  at: number;
}

/** The steps of this window before it was loaded again; none if there are none, or they are not what was kept. */
function earlierSteps(): Steps {
  try {
    const {steps, at} = JSON.parse(keptHere(kStepsKey) ?? "{}") as Partial<Steps>;
    if (!Array.isArray(steps) || !Number.isInteger(at) || !steps[at!]) throw new Error("no steps");
    steps.forEach((step) => readScene(step, "a step"));
    return {steps, at: at!};
  } catch {
    return {steps: [], at: -1};
  }
}

/** What was built so far, step by step: the steps live as long as the window, loaded again or not, and the newest one longer. */
export class History {
  private steps: string[];
  private at: number;
  /** What became of a scene of the last visit that could not be read; empty if there is nothing to tell. */
  readonly loss: string = "";

  constructor() {
    ({steps: this.steps, at: this.at} = earlierSteps());
    let text = kept(kKey) ?? textOf(kFirst);
    try {
      readScene(text, "what was kept");
    } catch (error) {
      text = textOf(kFirst);
      this.loss = `The scene of your last visit could not be read: ${message(error)}. It is put aside in this browser's storage, under "${putAside(kKey)}"; here is one to begin with.`;
    }
    if (text === this.steps[this.at]) return;
    this.steps = [...this.steps.slice(0, this.at + 1), text];
    this.at = this.steps.length - 1;
  }

  get text(): string {
    return this.steps[this.at];
  }

  push(text: string): void {
    if (text === this.text) return;
    this.steps = latest([...this.steps.slice(0, this.at + 1), text]);
    this.go(this.steps.length - 1);
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at + 1 < this.steps.length;
  }

  /** −1: undo, 1: redo. */
  step(by: 1 | -1): void {
    if (by < 0 ? this.canUndo : this.canRedo) this.go(this.at + by);
  }

  private go(to: number): void {
    this.at = to;
    keep(kKey, this.text);
    keepHere(kStepsKey, JSON.stringify({steps: this.steps, at: to} satisfies Steps));
  }
}

/** As many of the last steps as there is room for; one at least. */
export function latest(steps: string[]): string[] {
  let first = steps.length - 1;
  for (let letters = steps[first].length; first > 0 && steps.length - first < kMostSteps && (letters += steps[first - 1].length) <= kMostLetters; ) --first;
  return steps.slice(first);
}
