/** Runs that were written down: trajectory.h5, with what else of the run's folder is at hand. */
import type {SceneAbout, SceneBody} from "carom-wasm";
import {kEventKinds} from "carom-wasm";
import {counted} from "carom-viewer/format.js";
import type {Events} from "carom-viewer/scene.js";
import {upperBound} from "carom-viewer/search.js";
import {readTable, type Table} from "./table.js";
import type {Opening} from "./progress.js";
import type {Frame, Series, Source} from "./source.js";
import type {TrajectoryAbout} from "./trajectory.worker.js";

/** The worker that reads one trajectory. */
class Reader {
  private readonly worker = new Worker(new URL("./trajectory.worker.ts", import.meta.url), {type: "module"});
  private readonly asked = new Map<number, {resolve: (value: never) => void; reject: (error: Error) => void}>();
  private last = 0;

  constructor() {
    this.worker.onmessage = ({data: {id, result, error}}) => {
      const {resolve, reject} = this.asked.get(id)!;
      this.asked.delete(id);
      if (error === undefined) resolve(result as never);
      else reject(new Error(error));
    };
    this.worker.onerror = ({message}) => {
      for (const {reject} of this.asked.values()) reject(new Error(`the reader of trajectories failed: ${message || "it could not be loaded"}`));
      this.asked.clear();
    };
  }

  ask<T>(request: {open: File} | {frame: number}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.asked.set(++this.last, {resolve, reject});
      this.worker.postMessage({id: this.last, ...request});
    });
  }

  close(): void {
    this.worker.terminate();
  }
}

/** The other files of a run's folder. */
export interface Beside {
  /** final.json: obstacles, colours, names. */
  scene?: File;
  events?: File;
  observables?: File;
}

const kTitles: Record<string, string> = {kinetic_energy: "Kinetic energy", potential_energy: "Potential energy", total_energy: "Total energy"};

export class RecordedSource implements Source {
  private at = 0;
  /** How many events there had been at each frame, and when each ball had its last one. */
  private readonly counts: Float64Array;
  private readonly lastHits: Float32Array;
  private applied = 0;
  readonly happened?: Events;

  private constructor(private readonly reader: Reader, readonly about: SceneAbout, private readonly found: TrajectoryAbout, readonly series: Series[], private readonly events: Table | null) {
    this.lastHits = new Float32Array(about.balls.length).fill(-1);
    this.counts = Float64Array.from(found.times, (time) => (events ? upperBound(events.columns.time, time) : 0));
    if (events) this.happened = contactsOf(events, about.dimension);
    if (events) series.push({title: "Events", times: found.times, values: this.counts, count: true});
  }

  static async open(opening: Opening, file: File, beside: Beside = {}): Promise<RecordedSource> {
    const reader = new Reader();
    try {
      await opening.at(`${file.name}: it is read`);
      const [found, scene, events, observables] = await opening.wait(Promise.all([reader.ask<TrajectoryAbout>({open: file}), beside.scene && sceneOf(opening, beside.scene), tableOf(beside.events), tableOf(beside.observables)]));
      await opening.at(`${file.name}: ${counted(found.ids.length, "ball")} are laid out`);
      return new RecordedSource(reader, aboutOf(found, file.name, scene), found, [...energies(found), ...(observables ? columnsOf(observables) : [])], events);
    } catch (error) {
      reader.close();
      throw error;
    }
  }

  async next(): Promise<Frame | null> {
    if (this.at >= this.found.times.length) return null;
    const at = this.at++;
    const [time, balls] = [this.found.times[at], await this.reader.ask<Float32Array>({frame: at})];
    this.putLastHits(time, balls);
    return {time, balls, moved: new Map(), kinetic: this.found.observables.kinetic_energy?.[at] ?? 0, events: this.counts[at], happened: []};
  }

  seek(time: number): void {
    this.at = Math.max(0, upperBound(this.found.times, time) - 1);
  }

  private putLastHits(time: number, balls: Float32Array): void {
    if (!this.events) return;
    const {time: times, a, b} = this.events.columns;
    if (this.applied > upperBound(times, time)) {
      this.lastHits.fill(-1);
      this.applied = 0;
    }
    for (; this.applied < times.length && times[this.applied] <= time; ++this.applied)
      for (const column of [a, b]) {
        const ball = this.columnOf.get(column?.[this.applied] ?? -1);
        if (ball !== undefined) this.lastHits[ball] = times[this.applied];
      }
    this.lastHits.forEach((hit, ball) => (balls[8 * ball + 7] = hit));
  }

  private get columnOf(): Map<number, number> {
    return (this.columns ??= new Map(this.about.balls.map((id, column) => [id, column])));
  }
  private columns?: Map<number, number>;

  close(): void {
    this.reader.close();
  }
}

/** The impacts of a table of events, with where they were. */
function contactsOf({columns}: Table, dimension: number): Events {
  const axes = ["x", "y", "z"].slice(0, dimension).map((axis) => columns[axis]);
  const {time, a, b} = columns;
  const point = new Float64Array(dimension * time.length);
  axes.forEach((axis, k) => axis?.forEach((x, i) => (point[dimension * i + k] = x)));
  return {time, a: a ?? time, b: b ?? time, point, kind: new Uint8Array(time.length).fill(kEventKinds.indexOf("impact"))};
}

const tableOf = async (file?: File): Promise<Table | null> => (file ? readTable(await file.text(), file.name, ["time"]) : null);

async function sceneOf(opening: Opening, file: File): Promise<SceneAbout> {
  const world = await (await opening.carom).world(await file.text(), file.name);
  const about = await world.about();
  await world.close();
  return about;
}

/** What the balls are: as the scene says, if it is this run's; else as the trajectory does. */
function aboutOf(found: TrajectoryAbout, name: string, scene?: SceneAbout): SceneAbout {
  const until = found.times[found.times.length - 1];
  if (scene && scene.balls.length === found.ids.length) return {...scene, until, pulled: undefined, lasting_contacts: undefined};
  const bodies: SceneBody[] = [];
  const ids = Array.from(found.ids, (id, column) => (id >= 0 ? id : column));
  ids.forEach((id, column) => (bodies[id] = {ball: {center: Array.from(found.centers.subarray(3 * column, 3 * column + 3)), radius: found.radii[column] || 1}, response: "bounce", name: found.names[column], group: found.species[column]}));
  for (let id = 0; id < bodies.length; ++id) bodies[id] ??= {response: "bounce"};
  return {dimension: found.dimension, name, title: found.title, about: "", until, frames_per_second: 60, period: found.period, balls: ids, bodies};
}

const energies = ({times, observables}: TrajectoryAbout): Series[] => Object.entries(observables).map(([name, values]) => ({title: kTitles[name] ?? name, times, values}));

const columnsOf = ({columns}: Table): Series[] =>
  Object.entries(columns).filter(([name]) => name !== "time").map(([name, values]) => ({title: name.replaceAll("_", " "), times: columns.time, values}));
