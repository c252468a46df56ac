import {bound, finite, index, text, vector, whole} from "./arguments.js";
import {Handle} from "./handle.js";
import type {Module} from "./module.js";

export type Point = number[];

export interface SceneBody {
  ball?: {center: Point; radius: number};
  half_space?: {normal: Point; offset: number};
  segment?: {from: Point; to: Point};
  box?: {low: Point; high: Point};
  polygon?: {vertices: Point[]; closed: boolean};
  mesh?: {vertices: Point[]; triangles: number[][]};
  capsule?: {from: Point; to: Point; radius: number};
  convex_polygon?: {vertices: Point[]};
  arc?: {center: Point; radius: number; from: Point; to: Point};
  cylinder?: {center: Point; radius: number; half_height: number; axis: "x" | "y" | "z"};
  response: "bounce" | "stick" | "pocket" | "slide";
  name?: string;
  group?: string;
  color?: string;
  mark?: string;
  /** A ball that nothing moves. */
  immovable?: boolean;
  /** It is no ball, and not all along where it was added: `World.placement` says how far from there it is. */
  moves?: boolean;
}

/** A scene as it was read, its generators expanded. */
export interface SceneAbout {
  dimension: 2 | 3;
  name: string;
  title: string;
  about: string;
  until: number;
  frames_per_second: number;
  period?: Point;
  camera?: Point;
  look_at?: Point;
  light?: Point;
  gravity?: Point;
  /** The ids of the balls, in the order of a frame's records. */
  balls: number[];
  /** All bodies by id. */
  bodies: SceneBody[];
}

export const kEventKinds = [
  "impact", "merge", "stick", "pocket", "rest", "release", "force_begin", "force_end", "change", "stop", "slide", "stuck", "roll", "contact_begin", "contact_end", "sleep", "wake", "appear",
] as const;

export interface WorldEvent {
  time: number;
  kind: (typeof kEventKinds)[number];
  a: number;
  /** −1: none. */
  b: number;
  point: [number, number, number];
  normal: [number, number, number];
  impulse: number;
}

export interface Ledger {
  kinetic: number;
  potential: number;
  initial: number;
  work: number;
  dissipated: number;
  added: number;
  residual: number;
  momentum: Point;
  deepest_overlap: number;
}

export interface Advance {
  /** False: the bound on events was reached before the time; another call goes on from there. */
  complete: boolean;
  events: WorldEvent[];
}

/** Floats of one ball in a frame: place (3), radius (0: not there), velocity (3), time of its last event (−1: none). */
export const kFrameStride = 8;
const kEventStride = 11;

const kMostCounted = 2 ** 53;  // events: more than any run has

/** A world of a scene, which runs from one collision to the next. Close it when it is no longer needed; ClosedError if it is used after that. */
export class World {
  private readonly handle: Handle;

  constructor(private readonly module: Module, scene: string, origin = "scene", mostBodies = 1_000_000) {
    this.handle = new Handle(module, "world", "open", text("scene", scene), text("origin", origin), whole("mostBodies", mostBodies, 0, 2 ** 31 - 1));
  }

  close(): void {
    this.handle.close();
  }

  about(): SceneAbout {
    this.handle.call("about");
    return this.module.json();
  }

  /** Runs on, all events at `time` included, or to the bound on events. */
  runUntil(time: number, {mostEvents = Infinity, keepEvents = true} = {}): Advance {
    this.handle.call("run_until", finite("time", time), Math.min(bound("mostEvents", mostEvents), kMostCounted), keepEvents);
    const complete = this.module.text() === "complete";
    return {complete, events: keepEvents ? readEvents(this.module.numbers()) : []};
  }

  time(): number {
    return this.handle.value("time");
  }

  eventCount(): number {
    return this.handle.value("events");
  }

  /** Sixteen hexadecimal digits: equal on every machine for equal states. */
  hash(): string {
    this.handle.call("hash");
    return this.module.text();
  }

  ledger(): Ledger {
    this.handle.call("ledger");
    return this.module.json();
  }

  /** A scene that goes on from here with the same bits. */
  finalScene(): string {
    this.handle.call("final_scene");
    return this.module.text();
  }

  /** All balls now, kFrameStride floats each. Looking changes nothing. */
  frame(): Float32Array {
    this.handle.call("frame");
    return this.module.floats();
  }

  /** Place, velocity and radius of one ball in full precision; of an obstacle how far it is from where it was added. Nothing if it is gone. */
  placement(body: number): {position: Point; velocity: Point; radius: number} | undefined {
    this.handle.call("placement", index("body", body));
    const numbers = [...this.module.numbers()];
    const dimension = (numbers.length - 1) / 2;
    if (dimension < 2) return undefined;
    return {position: numbers.slice(0, dimension), velocity: numbers.slice(dimension, 2 * dimension), radius: numbers[2 * dimension]};
  }

  /** Puts a ball elsewhere now, an event (`change`): it keeps its velocity and leaves what it touched. */
  place(body: number, position: Point): void {
    this.handle.call("place", index("body", body), ...three("position", position));
  }

  setVelocity(body: number, velocity: Point): void {
    this.handle.call("set_velocity", index("body", body), ...three("velocity", velocity));
  }

  applyImpulse(body: number, impulse: Point): void {
    this.handle.call("apply_impulse", index("body", body), ...three("impulse", impulse));
  }

  steer(body: number, velocity: Point, from: number): void {
    this.handle.call("steer", index("body", body), ...three("velocity", velocity), finite("from", from));
  }

  applyForce(body: number, force: Point, from: number, until: number): void {
    this.handle.call("apply_force", index("body", body), ...three("force", force), finite("from", from), finite("until", until));
  }

  remove(body: number): void {
    this.handle.call("remove", index("body", body));
  }
}

function three(name: string, value: Point): [number, number, number] {
  const [x, y, z = 0] = vector(name, value, 2, 3);
  return [x, y, z];
}

function readEvents(numbers: Float64Array): WorldEvent[] {
  const events: WorldEvent[] = [];
  for (let at = 0; at < numbers.length; at += kEventStride) {
    const [time, kind, a, b, px, py, pz, nx, ny, nz, impulse] = numbers.subarray(at, at + kEventStride);
    events.push({time, kind: kEventKinds[kind], a, b, point: [px, py, pz], normal: [nx, ny, nz], impulse});
  }
  return events;
}
