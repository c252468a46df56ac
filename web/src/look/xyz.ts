import type {SceneAbout} from "carom-wasm";
import {formatCount} from "carom-viewer/format.js";
import type {Opening} from "./progress.js";
import type {Frame, Source} from "./source.js";

/** Frames of extended XYZ text, as `carom run --xyz` writes it (docs/formats/trajectory.md). */
export async function xyzSource(opening: Opening, text: string, name: string): Promise<Source> {
  const lines = text.split("\n");
  const frames: {time: number; rows: Row[]}[] = [];
  const reading = (line: number) => opening.at(`${name}: line ${formatCount(line)} of ${formatCount(lines.length)}`);
  for (let at = 0; at < lines.length && lines[at].trim(); ) {
    const count = Number(lines[at]);
    if (!Number.isInteger(count) || count < 0 || at + 1 + count >= lines.length) throw new Error(`${name}: line ${at + 1}: got "${lines[at].slice(0, 40)}", expected the number of balls that follow`);
    frames.push(await readFrame(lines, at, count, name, reading));
    at += 2 + count;
  }
  if (!frames.length) throw new Error(`${name}: there is no frame in it`);
  return frameSource(frames, name);
}

interface Row {
  id: number;
  numbers: number[];
}

const kRowsAtOnce = 20_000;  // between two looks at whether somebody cancels

async function readFrame(lines: string[], at: number, count: number, name: string, reading: (line: number) => Promise<void>): Promise<{time: number; rows: Row[]}> {
  const head = lines[at + 1];
  const columns = /Properties=(\S+)/.exec(head)?.[1].split(":") ?? [];
  const places: Record<string, number> = {};
  for (let k = 0, column = 0; k + 2 < columns.length; k += 3) {
    places[columns[k]] = column;
    column += Number(columns[k + 2]);
  }
  const {pos, velo, radius, id} = places;
  if (pos === undefined) throw new Error(`${name}: line ${at + 2}: expected Properties with a column pos`);
  const readRow = (line: string, k: number): Row => {
    const fields = line.trim().split(/\s+/);
    const number = (column: number | undefined, otherwise: number) => (column === undefined ? otherwise : Number(fields[column]));
    const numbers = [0, 1, 2].map((axis) => number(pos + axis, 0)).concat(number(radius, 0.5), [0, 1, 2].map((axis) => number(velo === undefined ? undefined : velo + axis, 0)), -1);
    const own = number(id, k);
    if (![...numbers, own].every(Number.isFinite)) throw new Error(`${name}: line ${at + 3 + k}: got "${line.slice(0, 60)}", expected numbers`);
    return {id: own, numbers};
  };
  const rows: Row[] = [];
  for (let k = 0; k < count; ++k) {
    if ((at + k) % kRowsAtOnce === 0) await reading(at + k);
    rows.push(readRow(lines[at + 2 + k], k));
  }
  const time = Number(/Time=(\S+)/.exec(head)?.[1] ?? at);
  if (!Number.isFinite(time)) throw new Error(`${name}: line ${at + 2}: Time: got "${/Time=(\S+)/.exec(head)?.[1]}", expected a number`);
  return {time, rows};
}

function frameSource(frames: {time: number; rows: Row[]}[], name: string): Source {
  const ids = [...new Set(frames.flatMap((frame) => frame.rows.map((row) => row.id)))].sort((a, b) => a - b);
  const column = new Map(ids.map((id, k) => [id, k]));
  const flat = frames.every((frame) => frame.rows.every((row) => row.numbers[2] === 0));
  const first = frames[0].rows;
  const about: SceneAbout = {
    dimension: flat ? 2 : 3, name, title: name, about: "", until: frames[frames.length - 1].time, frames_per_second: 60, balls: ids,
    bodies: first.map(({numbers: [x, y, z, radius]}) => ({ball: {center: flat ? [x, y] : [x, y, z], radius}, response: "bounce"})),
  };
  let at = 0;
  return {
    about,
    close: () => {},
    next: async () => {
      if (at >= frames.length) return null;
      const {time, rows} = frames[at++];
      const balls = new Float32Array(8 * ids.length);
      let kinetic = 0;
      for (const {id, numbers} of rows) {
        balls.set(numbers, 8 * column.get(id)!);
        kinetic += 0.5 * (numbers[4] ** 2 + numbers[5] ** 2 + numbers[6] ** 2);
      }
      return {time, balls, moved: new Map(), kinetic, events: 0, happened: []} satisfies Frame;
    },
  };
}
