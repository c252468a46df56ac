/** A moment of a run as a scene of its own: what was there then is there from the start. */
import type {Placement} from "carom-wasm";
import type {Body, Reference, SceneFile} from "./document.js";
import {clean, length, type Point} from "./geometry.js";
import {moveBody} from "./shapes.js";

/** What a run writes of one body (docs/formats/scene.md, snapshot). Its place there is that of its last event. */
interface State {
  presence?: "here" | "merged" | "pocketed" | "removed" | "awaited";
  held?: boolean;
  mass: number | "inf";
  intended?: Point;
}

export interface FinalScene {
  bodies: Body[];
  snapshot: {states: State[]; arrivals?: {body: number; from: number}[]};
}

export interface Moment {
  time: number;
  scene: SceneFile;
  /** Which body of the run each of its bodies is. */
  ids: number[];
}

const kSixtieth = 1 / 60;  // the format's frame, unless a scene gives one

/** `start`: as it began; `final`: the scene as the engine writes it at that moment, with all bodies of generators; `placements`: where these are then. */
export function momentOf(start: SceneFile, final: FinalScene, placements: (Placement | undefined)[], time: number): Moment {
  const {states, arrivals = []} = final.snapshot;
  const own = start.bodies ?? [];
  const faces = start.walls ? 4 : 0;
  const came = new Map(arrivals.map(({body, from}) => [body, from]));
  const ids: number[] = [];
  const bodies = final.bodies.slice(0, final.bodies.length - faces).flatMap((body, id): Body[] => {
    const state = states[id];
    const place = placements[id];
    if (!place && state.presence !== "awaited") return [];
    ids.push(id);
    const then = structuredClone(id < own.length ? own[id] : body);
    if (!place) return [{...then, from: Math.max((came.get(id) ?? 0) - time, (start.frame as number | undefined) ?? kSixtieth)}];
    return [bodyAt(then, state, place, time)];
  });
  const {generators: _, walls, ...rest} = structuredClone(start);
  const until = (start.until ?? 10) - time;
  const scene: SceneFile = {
    ...rest, until: until > 0 ? clean([until, 0])[0] : start.until, ...(walls ? {walls: wallsAt(walls, placements[final.bodies.length - 1]!, time)} : {}), bodies,
    forces: later(start.forces, ids, own, ({until}) => until > time, (force) => ({...force, from: Math.max(0, (force.from ?? 0) - time), until: force.until - time})),
    steers: later(start.steers, ids, own, ({from}) => ((from as number | undefined) ?? 0) > time, (steer) => ({...steer, from: (steer.from as number) - time})),
  };
  return {time, scene, ids};
}

function bodyAt(body: Body, {held, mass, intended}: State, place: Placement, time: number): Body {
  delete body.from;
  if (body.vibration) return {...body, vibration: swungOn(body.vibration, time)};
  if (!body.ball) {
    moveBody(body, place.position as Point);
    if (length(place.velocity as Point) > 0) body.velocity = place.velocity as Point;
    else delete body.velocity;
    return body;
  }
  body.ball = {center: place.position as Point, radius: place.radius};
  if (held) {
    delete body.density;
    delete body.velocity;
    return {...body, mass: "immovable"};
  }
  if (body.mass !== "immovable" && body.response !== "pocket") {
    body.velocity = intended ?? (place.velocity as Point);
    if (body.density === undefined && mass !== "inf" && mass !== (body.mass ?? 1)) body.mass = mass;
  }
  if (place.spin[0]) body.spin = place.spin[0];
  return body;
}

/** A swing goes on from where it is in its period. */
function swungOn(vibration: unknown, time: number): object {
  const {period, phase = 0, ...rest} = vibration as {period: number; phase?: number};
  return {...rest, period, phase: (phase + time / period) % 1};
}

function wallsAt(walls: NonNullable<SceneFile["walls"]>, {position: [x, y]}: Placement, time: number): NonNullable<SceneFile["walls"]> {
  if (walls.vibration) return {...walls, vibration: swungOn(walls.vibration, time)};
  const by = ([a, b]: Point): Point => [a + x, b + y];
  return {...walls, low: by(walls.low), high: by(walls.high)};
}

/** What is still to come of a list, for the bodies that are still there; those that are named by number have other numbers now. */
function later<T extends Reference>(list: T[] | undefined, ids: number[], own: Body[], comes: (entry: T) => boolean, moved: (entry: T) => T): T[] | undefined {
  const names = new Set(ids.flatMap((id) => own[id]?.name ?? []));
  return list?.filter(comes).flatMap((entry) => {
    const {body} = entry;
    if (typeof body !== "number") return body === undefined || names.has(body) || !own.some(({name}) => name === body) ? [moved(entry)] : [];
    return ids.includes(body) ? [{...moved(entry), body: ids.indexOf(body)}] : [];
  });
}
