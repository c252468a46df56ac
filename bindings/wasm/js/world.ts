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
  /** Forces beyond contacts act: `World.pulls` tells them. */
  pulled?: boolean;
  /** Bodies can stay together: `World.contacts` tells how they press, `World.asleep` who sleeps. */
  lasting_contacts?: boolean;
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

export interface Placement {
  position: Point;
  velocity: Point;
  spin: Point;
  radius: number;
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
/** Floats of one contact: the ids of both, where they touch (3), the force on the first (3), its part along the normal, which presses. */
export const kContactStride = 9;
const kEventStride = 11;

const kMostCounted = 2 ** 53;  // events: more than any run has

/** The doubles of a C structure, from a byte on. */
const doublesOf = (view: DataView, count: number, from = 0): number[] => Array.from({length: count}, (_, k) => view.getFloat64(from + 8 * k, true));

// carom/carom.h as it lies in memory.
const kLedgerBytes = 10 * 8;
const kPlacementBytes = 2 * 4 + 10 * 8;  // whether it is there, and sleeps; position, velocity, spin and radius

/** A world of a scene, which runs from one collision to the next. Close it when it is no longer needed; ClosedError if it is used after that. */
export class World {
  private readonly scene: Handle;
  private readonly address: number;
  private readonly dimension: number;

  constructor(private readonly module: Module, scene: string, origin = "scene", mostBodies = 1_000_000) {
    const opened = module.make("scene_open", text("scene", scene), text("origin", origin), whole("mostBodies", mostBodies, 0, 2 ** 31 - 1));
    this.scene = new Handle(module, "world", opened, "scene_close");
    this.address = module.value("scene_world", opened);
    this.dimension = module.value("world_dimension", this.address);
  }

  close(): void {
    this.scene.close();
  }

  about(): SceneAbout {
    this.module.call("scene_about", this.scene.at);
    return this.module.json();
  }

  /** Runs on, all events at `time` included, or to the bound on events. */
  runUntil(time: number, {mostEvents = Infinity, keepEvents = true} = {}): Advance {
    const most = Math.min(bound("mostEvents", mostEvents), kMostCounted);
    const complete = this.module.fill(4, "scene_run_until", this.scene.at, finite("time", time), most, keepEvents).getInt32(0, true) === 1;
    return {complete, events: keepEvents ? readEvents(this.module.numbers()) : []};
  }

  time(): number {
    return this.module.value("world_time", this.#world);
  }

  eventCount(): number {
    return this.module.value("world_event_count", this.#world);
  }

  /** Sixteen hexadecimal digits: equal on every machine for equal states. */
  hash(): string {
    return BigInt.asUintN(64, BigInt(this.module.bits("world_hash", this.#world))).toString(16).padStart(16, "0");
  }

  ledger(): Ledger {
    const numbers = doublesOf(this.module.fill(kLedgerBytes, "world_ledger", this.#world), 10);
    const [kinetic, potential, initial, work, dissipated, added, residual, ...momentum] = numbers;
    return {
      kinetic, potential, initial, work, dissipated, added, residual,
      momentum: momentum.slice(0, this.dimension),
      deepest_overlap: this.module.value("world_deepest_overlap", this.#world),
    };
  }

  /** A scene that goes on from here with the same bits. */
  finalScene(): string {
    this.module.call("scene_final", this.scene.at);
    return this.module.text();
  }

  /** All balls now, kFrameStride floats each. Looking changes nothing. */
  frame(): Float32Array {
    return this.#floats("scene_frame");
  }

  /** What pulls at each ball of a frame: gravity, its own acceleration and forces, three floats each. */
  pulls(): Float32Array {
    return this.#floats("scene_pulls");
  }

  /** Bodies that stay together and press on each other, kContactStride floats each: the force of the last tick, and of what rests on a face alone. */
  contacts(): Float32Array {
    return this.#floats("scene_contacts");
  }

  /** The ids of the balls that sleep. */
  asleep(): Float32Array {
    return this.#floats("scene_asleep");
  }

  /** Place, velocity, spin (in the plane its z alone) and radius of one ball in full precision; of an obstacle how far it is from where it was added. Nothing if it is gone. */
  placement(body: number): Placement | undefined {
    const now = this.module.fill(kPlacementBytes, "world_placement", this.#world, index("body", body));
    if (now.getInt32(0, true) === 0) return undefined;
    const spin = doublesOf(now, 3, 56).slice(this.dimension === 2 ? 2 : 0);
    return {position: doublesOf(now, this.dimension, 8), velocity: doublesOf(now, this.dimension, 32), spin, radius: now.getFloat64(80, true)};
  }

  /** Puts a ball elsewhere now, an event (`change`): it keeps its velocity and leaves what it touched. */
  place(body: number, position: Point): void {
    this.module.call("world_place", this.#world, index("body", body), three("position", position));
  }

  setVelocity(body: number, velocity: Point): void {
    this.module.call("world_set_velocity", this.#world, index("body", body), three("velocity", velocity));
  }

  applyImpulse(body: number, impulse: Point): void {
    this.module.call("world_apply_impulse", this.#world, index("body", body), three("impulse", impulse));
  }

  steer(body: number, velocity: Point, from: number): void {
    this.module.call("world_steer", this.#world, index("body", body), three("velocity", velocity), finite("from", from));
  }

  applyForce(body: number, force: Point, from: number, until: number): void {
    this.module.call("world_apply_force", this.#world, index("body", body), three("force", force), finite("from", from), finite("until", until));
  }

  remove(body: number): void {
    this.module.call("world_remove", this.#world, index("body", body));
  }

  #floats(name: string): Float32Array {
    this.module.call(name, this.scene.at);
    return this.module.floats();
  }

  /** What the C interface is asked about. It goes with the scene. */
  get #world(): number {
    return this.scene.at && this.address;
  }
}

/** A vector as the C interface has it. */
function three(name: string, value: Point): [number, number, number] {
  const [x, y, z = 0] = vector(name, value, 2, 3);
  return [x, y, z];
}

function readEvents(numbers: Float64Array): WorldEvent[] {
  const three = (at: number): [number, number, number] => [numbers[at], numbers[at + 1], numbers[at + 2]];
  const events: WorldEvent[] = [];
  for (let at = 0; at < numbers.length; at += kEventStride)
    events.push({time: numbers[at], kind: kEventKinds[numbers[at + 1]], a: numbers[at + 2], b: numbers[at + 3], point: three(at + 4), normal: three(at + 7), impulse: numbers[at + 10]});
  return events;
}
