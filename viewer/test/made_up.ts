/** Recordings that no run made, as a report would carry them. */
import type {NumberArray} from "../src/report/base64.js";
import {decodeRecording, type Recording} from "../src/report/recording.js";

export const encode = (array: NumberArray): string => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");
const doubles = (...numbers: number[]): string => encode(Float64Array.from(numbers));
const words = (...numbers: number[]): string => encode(Uint32Array.from(numbers));
const floats = (...numbers: number[]): string => encode(Float32Array.from(numbers));
const bytes = (...numbers: number[]): string => encode(Uint8Array.from(numbers));

export interface MadeUpKey {
  time: number;
  position: number[];
  velocity: number[];
  /** Acceleration, deceleration, damping. */
  law?: number[];
  followed?: boolean;
  spin?: number[];
}

export interface MadeUp {
  tracks: MadeUpKey[][];
  until?: number;
  periodic?: number[] | null;
  spins?: boolean;
  sleeps?: {ball: number; time: number}[];
  starts?: {ball: number; time: number}[];
  ends?: {ball: number; time: number; fate: number; by: number}[];
  growths?: {ball: number; time: number; radius: number; mass: number}[];
  frames?: {exactUntil: number; time: number[]; position: number[]; speed: number[]; low: number[]; high: number[]; topSpeed: number};
}

const ledger = {
  kinetic: 1, potential: 0, initial: 1, work: 0, dissipated_impacts: 0, dissipated_merging: 0, dissipated_stops: 0, dissipated_damping: 0, dissipated_friction: 0, dissipated_rolling: 0, dissipated_pockets: 0, dissipated_contacts: 0,
  added_by_restitution: 0, added_by_placing: 0, added_by_hops: 0, added_by_ticks: 0, added_by_restoring: 0, residual: 0,
  momentum: [0, 0], momentum_scale: 1,
};

export function recordingJson(made: MadeUp): Record<string, unknown> {
  const keys = made.tracks.flat();
  const count = made.tracks.length;
  const d = keys[0].position.length;
  const first = [0];
  for (const track of made.tracks) first.push(first.at(-1)! + track.length);
  const laws = keys.map(({law}) => law ?? new Array<number>(d + 2).fill(0));
  return {
    version: 1, dimension: d, name: "made up", title: "Made up", about: "", from: 0, until: made.until ?? 10, kinds: ["impact", "merge"], speed_colors: ["#000000", "#ffffff"], plain: false,
    world: {low: [0, 0], high: [10, 10], periodic: made.periodic ?? null, table: []},
    balls: {
      count, id: words(...made.tracks.map((_, k) => 3 * k)), radius: doubles(...made.tracks.map(() => 0.5)), mass: doubles(...made.tracks.map(() => 1)),
      restitution: floats(...made.tracks.map(() => 1)), color: bytes(...made.tracks.flatMap((_, k) => [k, 20, 30])), flags: bytes(...made.tracks.map(() => 0)), names: {0: "first"}, marks: {},
    },
    obstacles: [{kind: "half_space", id: 1, name: "floor", color: "", normal: [0, 1], offset: 0}],
    lives: {
      sleeps: {ball: words(...(made.sleeps ?? []).map(({ball}) => ball)), time: doubles(...(made.sleeps ?? []).map(({time}) => time))},
      starts: {ball: words(...(made.starts ?? []).map(({ball}) => ball)), time: doubles(...(made.starts ?? []).map(({time}) => time))},
      ends: {ball: words(...(made.ends ?? []).map(({ball}) => ball)), time: doubles(...(made.ends ?? []).map(({time}) => time)), fate: bytes(...(made.ends ?? []).map(({fate}) => fate)), by: words(...(made.ends ?? []).map(({by}) => by))},
      growths: {ball: words(...(made.growths ?? []).map(({ball}) => ball)), values: doubles(...(made.growths ?? []).flatMap(({time, radius, mass}) => [time, radius, mass]))},
    },
    motion: {
      exact_until: made.frames?.exactUntil ?? made.until ?? 10,
      keys: {
        first: words(...first), time: doubles(...keys.map(({time}) => time)), position: doubles(...keys.flatMap(({position}) => position)), velocity: doubles(...keys.flatMap(({velocity}) => velocity)),
        law: words(...keys.map((_, k) => k)), laws: doubles(...laws.flat()), followed: bytes(...keys.map(({followed}) => (followed === false ? 0 : 1))),
        ...(made.spins ? {spin: doubles(...keys.flatMap(({spin}) => spin ?? [0]))} : {}),
      },
      ...(made.frames ? {frames: {time: doubles(...made.frames.time), position: encode(Uint16Array.from(made.frames.position)), speed: bytes(...made.frames.speed), low: made.frames.low, high: made.frames.high, top_speed: made.frames.topSpeed}} : {}),
    },
    samples: {time: doubles(0, 10), kinetic: doubles(1, 1), potential: doubles(0, 0), dissipated: doubles(0, 0), work: doubles(0, 0), momentum: doubles(1, 2, 1, 2), impacts: doubles(0, 4)},
    events: {seen: 2, number: words(0, 1), time: doubles(1, 2), kind: bytes(0, 1), a: words(0, 0), b: words(1, 0xffffffff), point: floats(1, 2, 3, 4), approach_speed: floats(1, 0), impulse: floats(2, 0)},
    summary: {counts: {impact: 1, merge: 1}, start: ledger, end: ledger, deepest_overlap: 0, hash: "0123456789abcdef"},
    thinning: {keys_thinned: false, frame_stride: 1, sample_stride: 1, impact_stride: 1, other_stride: 1, balls_not_shown: 0},
  };
}

export const recording = (made: MadeUp): Recording => decodeRecording(recordingJson(made));
