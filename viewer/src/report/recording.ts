/** A run as its report carries it: JSON with arrays of numbers in base 64 (docs/formats/report.md). */
import {type ArrayKind, decodeArray, type NumberArray} from "./base64.js";
import type {Balls, CellMark, Cells, Events, Obstacle, Scene, Ways} from "../scene.js";

export const kNoBody = 0xffffffff;

/** Of each ball the keys first[slot] … first[slot + 1] − 1: from a key's time on it follows one law. */
export interface Keys {
  first: Uint32Array;
  time: Float64Array;
  position: Float64Array;
  velocity: Float64Array;
  law: Uint32Array;
  /** 0: keys after this one were dropped. */
  followed: Uint8Array;
  /** Of each law its acceleration, deceleration and damping. */
  laws: Float64Array;
  /** Of rough balls: angular velocities, one number each in the plane and three in space. */
  spin?: Float64Array;
}

export interface Frames {
  time: Float64Array;
  position: Uint16Array;
  speed: Uint8Array;
  low: number[];
  high: number[];
  top_speed: number;
}

export interface End {
  time: number;
  fate: "here" | "merged" | "pocketed" | "removed";
  by: number;
}

export interface Growth {
  time: number;
  radius: number;
  mass: number;
}

export interface Samples {
  time: Float64Array;
  kinetic: Float64Array;
  potential: Float64Array;
  dissipated: Float64Array;
  work: Float64Array;
  momentum: Float64Array;
  impacts: Float64Array;
}

export interface Series {
  name: string;
  values: Float64Array;
}

export interface Curve {
  title: string;
  x_name: string;
  x: Float64Array;
  y: Float64Array;
  expected: Float64Array;
}

export interface HeldEvents extends Events {
  /** How many there were. */
  seen: number;
  number: Uint32Array;
  approach_speed: Float32Array;
  impulse: Float32Array;
}

export interface Ledger {
  kinetic: number;
  potential: number;
  initial: number;
  work: number;
  dissipated_impacts: number;
  dissipated_merging: number;
  dissipated_stops: number;
  dissipated_damping: number;
  dissipated_friction: number;
  dissipated_rolling: number;
  dissipated_pockets: number;
  dissipated_contacts: number;
  added_by_restitution: number;
  added_by_placing: number;
  added_by_hops: number;
  added_by_ticks: number;
  added_by_restoring: number;
  residual: number;
  momentum: number[];
  momentum_scale: number;
}

export interface Summary {
  counts: Record<string, number>;
  start: Ledger;
  end: Ledger;
  deepest_overlap: number;
  hash: string;
}

export interface Thinning {
  keys_thinned: boolean;
  frame_stride: number;
  sample_stride: number;
  impact_stride: number;
  other_stride: number;
  balls_not_shown: number;
}

export interface RecordedBalls extends Balls {
  radius: Float64Array;
  mass: Float64Array;
  restitution: Float32Array;
}

export interface Recording extends Scene {
  name: string;
  title: string;
  about: string;
  from: number;
  until: number;
  span: number;
  balls: RecordedBalls;
  /** Of the balls that were not there from the beginning: when they came, infinite if they did not. */
  starts: Map<number, number>;
  ends: Map<number, End>;
  growths: Map<number, Growth[]>;
  /** Of the balls that ever slept: when they fell asleep, woke, fell asleep … */
  sleeps: Map<number, number[]>;
  motion: {exactUntil: number; keys: Keys; frames?: Frames};
  samples: Samples;
  measured: {time: Float64Array; series: Series[]; curves: Curve[]};
  events: HeldEvents;
  summary: Summary;
  thinning: Thinning;
  slotOf(id: number): number | undefined;
}

type Json = Record<string, unknown>;
type Kinds<T> = {[K in keyof T]: T[K] extends NumberArray ? ArrayKind<T[K]> : never};

/** The fields that are arrays of numbers. */
function decodeFields<T>(object: Json, kinds: Kinds<T>): T {
  const fields: Json = {};
  for (const [name, Kind] of Object.entries<ArrayKind<NumberArray>>(kinds)) fields[name] = decodeArray(object[name] as string, Kind);
  return fields as T;
}

function decodeKeys(keys: Json): Keys {
  const decoded: Keys = decodeFields<Omit<Keys, "spin">>(keys, {
    first: Uint32Array, time: Float64Array, position: Float64Array, velocity: Float64Array, law: Uint32Array, followed: Uint8Array, laws: Float64Array,
  });
  return keys.spin ? {...decoded, spin: decodeArray(keys.spin as string, Float64Array)} : decoded;
}

function decodeMotion(motion: Json): Recording["motion"] {
  const frames = motion.frames as Json | undefined;
  return {
    exactUntil: motion.exact_until as number,
    keys: decodeKeys(motion.keys as Json),
    frames: frames && {...(frames as unknown as Frames), ...decodeFields<Pick<Frames, "time" | "position" | "speed">>(frames, {time: Float64Array, position: Uint16Array, speed: Uint8Array})},
  };
}

/** Of each ball that grows, how large it is from when on. */
function decodeGrowths(growths: Json): Map<number, Growth[]> {
  const {ball, values} = decodeFields<{ball: Uint32Array; values: Float64Array}>(growths, {ball: Uint32Array, values: Float64Array});
  const list = new Map<number, Growth[]>();
  ball.forEach((slot, i) => {
    if (!list.has(slot)) list.set(slot, []);
    list.get(slot)!.push({time: values[3 * i], radius: values[3 * i + 1], mass: values[3 * i + 2]});
  });
  return list;
}

function decodeSleeps(sleeps: Json): Map<number, number[]> {
  const {ball, time} = decodeFields<{ball: Uint32Array; time: Float64Array}>(sleeps, {ball: Uint32Array, time: Float64Array});
  const turns = new Map<number, number[]>();
  ball.forEach((slot, i) => {
    if (!turns.has(slot)) turns.set(slot, []);
    turns.get(slot)!.push(time[i]);
  });
  return turns;
}

function decodeStarts(starts: Json): Map<number, number> {
  const {ball, time} = decodeFields<{ball: Uint32Array; time: Float64Array}>(starts, {ball: Uint32Array, time: Float64Array});
  return new Map(Array.from(ball, (slot, i) => [slot, time[i]]));
}

function decodeEnds(ends: Json): Map<number, End> {
  const fates = ["here", "merged", "pocketed", "removed"] as const;
  const {ball, time, fate, by} = decodeFields<{ball: Uint32Array; time: Float64Array; fate: Uint8Array; by: Uint32Array}>(
    ends, {ball: Uint32Array, time: Float64Array, fate: Uint8Array, by: Uint32Array});
  return new Map(Array.from(ball, (slot, i) => [slot, {time: time[i], fate: fates[fate[i]], by: by[i]}]));
}

/** What was observed: series over time, and curves of their own; nothing if nothing was. */
function decodeMeasured(measured: Json | undefined): Recording["measured"] {
  if (!measured) return {time: new Float64Array(), series: [], curves: []};
  const curve = (one: Json): Curve => ({...(one as unknown as Curve), ...decodeFields<Pick<Curve, "x" | "y" | "expected">>(one, {x: Float64Array, y: Float64Array, expected: Float64Array})});
  return {
    time: decodeArray(measured.time as string, Float64Array),
    series: (measured.series as Json[]).map((one) => ({name: one.name as string, values: decodeArray(one.values as string, Float64Array)})),
    curves: (measured.curves as Json[]).map(curve),
  };
}

function decodeObstacle(obstacle: Json): Obstacle {
  const ways = obstacle.ways && decodeFields<Ways>(obstacle.ways as Json, {time: Float64Array, position: Float64Array, velocity: Float64Array});
  return {...(obstacle as unknown as Obstacle), moves: Boolean(ways), ways: ways as Ways | undefined};
}

function decodeBalls(balls: Json): RecordedBalls {
  return {
    ...(balls as unknown as RecordedBalls),
    ...decodeFields<Pick<RecordedBalls, "radius" | "mass" | "restitution" | "color" | "flags"> & {id: Uint32Array}>(
      balls, {id: Uint32Array, radius: Float64Array, mass: Float64Array, restitution: Float32Array, color: Uint8Array, flags: Uint8Array}),
  };
}

function decodeEvents(events: Json): HeldEvents {
  return {
    seen: events.seen as number,
    ...decodeFields<Pick<HeldEvents, "number" | "approach_speed" | "impulse"> & {time: Float64Array; kind: Uint8Array; a: Uint32Array; b: Uint32Array; point: Float32Array}>(events, {
      number: Uint32Array, time: Float64Array, kind: Uint8Array, a: Uint32Array, b: Uint32Array, point: Float32Array, approach_speed: Float32Array, impulse: Float32Array,
    }),
  };
}

function decodeSamples(samples: Json): Samples {
  return decodeFields<Samples>(samples, {
    time: Float64Array, kinetic: Float64Array, potential: Float64Array, dissipated: Float64Array, work: Float64Array, momentum: Float64Array, impacts: Float64Array,
  });
}

/** What a body is called: by its name, else by its number. */
function namesOf(balls: RecordedBalls, obstacles: Obstacle[]): (id: number) => string {
  const names = new Map(obstacles.map(({id, name}) => [id, name]));
  for (const [slot, name] of Object.entries(balls.names)) names.set(balls.id[Number(slot)], name);
  return (id) => (id === kNoBody ? "" : names.get(id) || `#${id}`);
}

function decodeCells(cells: Json | undefined): Cells | undefined {
  if (!cells) return undefined;
  const mark = (one: Json): CellMark => ({...(one as unknown as CellMark), ...decodeFields<Pick<CellMark, "time" | "first" | "cells">>(one, {time: Float64Array, first: Uint32Array, cells: Int32Array})});
  return {...(cells as unknown as Cells), marks: (cells.marks as Json[]).map(mark)};
}

export function decodeRecording(json: Json): Recording {
  const balls = decodeBalls(json.balls as Json);
  const obstacles = (json.obstacles as Json[]).map(decodeObstacle);
  const lives = json.lives as {starts: Json; ends: Json; growths: Json; sleeps: Json};
  let slots: Map<number, number> | undefined;
  return {
    ...(json as unknown as Recording),
    balls, obstacles,
    span: (json.until as number) - (json.from as number),
    slotOf: (id) => (slots ??= new Map(Array.from(balls.id, (one, slot) => [one, slot]))).get(id),
    bodyName: namesOf(balls, obstacles),
    cells: decodeCells(json.cells as Json | undefined),
    starts: decodeStarts(lives.starts),
    ends: decodeEnds(lives.ends),
    growths: decodeGrowths(lives.growths),
    sleeps: decodeSleeps(lives.sleeps),
    motion: decodeMotion(json.motion as Json),
    samples: decodeSamples(json.samples as Json),
    measured: decodeMeasured(json.measured as Json | undefined),
    events: decodeEvents(json.events as Json),
  };
}
