/** A trajectory.h5 (docs/formats/trajectory.md), read piece by piece in a worker: files of any size. */
import {type Dataset, File as H5File, ready} from "h5wasm";

export interface TrajectoryAbout {
  title: string;
  dimension: 2 | 3;
  times: Float64Array;
  /** Of each column: its ball's id, name and species; its radius when it is there first. */
  ids: Int32Array;
  names: string[];
  species: string[];
  radii: Float32Array;
  observables: Record<string, Float64Array>;
  period?: number[];
}

const kRoot = "/particles/trajectory";
const kFolder = "/dropped";
const kMostNumbers = 4e6;  // of one data set that are read at once

class Trajectory {
  private readonly sets: Record<"position" | "velocity" | "id" | "radius", Dataset>;
  private readonly frames: number;
  private readonly balls: number;
  /** The frames that were read last, from `first` on. */
  private block = {first: 0, frames: 0, position: new Float64Array(), velocity: new Float64Array(), id: new Int32Array(), radius: new Float64Array()};

  constructor(private readonly file: H5File, private readonly name: string) {
    const set = (path: string) => this.dataset(`${kRoot}/${path}/value`);
    this.sets = {position: set("position"), velocity: set("velocity"), id: set("id"), radius: set("radius")};
    const shape = this.sets.position.shape ?? [];
    if (shape.length !== 3 || shape[2] !== 3 || !shape[0]) throw new Error(`${name}: ${kRoot}/position/value: got the shape [${shape}], expected [frames, balls, 3]`);
    [this.frames, this.balls] = shape;
  }

  private dataset(path: string): Dataset {
    const found = this.file.get(path);
    if (!found || !("slice" in found)) throw new Error(`${this.name}: expected ${path} in an H5MD file`);
    return found as Dataset;
  }

  private list(path: string): string[] {
    const found = this.file.get(path);
    return found && "value" in found && Array.isArray(found.value) ? (found.value as string[]) : [];
  }

  about(): TrajectoryAbout {
    const attributes = (this.file.get("/parameters") as unknown as {attrs?: Record<string, {value: unknown}>} | null)?.attrs ?? {};
    const [species, names] = [this.list("/parameters/species_name"), this.list("/parameters/ball_name")];
    const {ids, kinds, radii} = this.columns();
    return {
      title: String(attributes.title?.value || attributes.scene?.value || this.name),
      dimension: Number(attributes.world_dimension?.value) === 2 ? 2 : 3,
      times: Float64Array.from(this.dataset(`${kRoot}/position/time`).value as ArrayLike<number>),
      ids, radii, names, species: Array.from(kinds, (kind) => species[kind] ?? ""),
      observables: this.observables(), period: this.period(),
    };
  }

  /** What each column is, from the first and the last frame: balls come and go. */
  private columns(): {ids: Int32Array; kinds: Int32Array; radii: Float32Array} {
    const kindSet = this.dataset(`${kRoot}/species/value`);
    const ids = new Int32Array(this.balls).fill(-1);
    const kinds = new Int32Array(this.balls);
    const radii = new Float32Array(this.balls);
    for (const frame of [0, this.frames - 1]) {
      const [id, kind, radius] = [this.sets.id, kindSet, this.sets.radius].map((set) => set.slice([[frame, frame + 1], []]) as Float64Array);
      id.forEach((value, column) => {
        if (value < 0 || ids[column] >= 0) return;
        [ids[column], kinds[column], radii[column]] = [value, kind[column], radius[column]];
      });
    }
    return {ids, kinds, radii};
  }

  private observables(): Record<string, Float64Array> {
    const all: Record<string, Float64Array> = {};
    for (const name of ["kinetic_energy", "potential_energy", "total_energy"]) {
      const found = this.file.get(`/observables/${name}/value`);
      if (found && "value" in found) all[name] = Float64Array.from(found.value as ArrayLike<number>);
    }
    return all;
  }

  private period(): number[] | undefined {
    const edges = this.file.get(`${kRoot}/box/edges/value`);
    if (!edges || !("slice" in edges)) return undefined;
    const rows = edges.slice([[0, 1], [], []]) as Float64Array;
    return [rows[0], rows[4], rows[8]];
  }

  /** Eight floats for each ball, as World.frame gives them; the last, the time of the ball's last event, is −1. */
  frame(at: number): Float32Array {
    this.readBlock(at);
    const {first, position, velocity, id, radius} = this.block;
    const row = (at - first) * this.balls;
    const floats = new Float32Array(8 * this.balls);
    for (let ball = 0; ball < this.balls; ++ball) {
      floats[8 * ball + 7] = -1;
      if (id[row + ball] < 0) continue;
      for (let axis = 0; axis < 3; ++axis) {
        floats[8 * ball + axis] = position[3 * (row + ball) + axis];
        floats[8 * ball + 4 + axis] = velocity[3 * (row + ball) + axis];
      }
      floats[8 * ball + 3] = radius[row + ball];
    }
    return floats;
  }

  private readBlock(at: number): void {
    if (at >= this.block.first && at < this.block.first + this.block.frames) return;
    const frames = Math.max(1, Math.min(64, Math.floor(kMostNumbers / (3 * this.balls))));
    const first = at - (at % frames);
    const end = Math.min(first + frames, this.frames);
    const part = <T>(set: Dataset, rank: number) => set.slice([[first, end], ...Array<[]>(rank - 1).fill([])]) as T;
    const {position, velocity, id, radius} = this.sets;
    this.block = {first, frames: end - first, position: part(position, 3), velocity: part(velocity, 3), id: part(id, 2), radius: part(radius, 2)};
  }
}

let trajectory: Trajectory | undefined;

async function open(file: File): Promise<TrajectoryAbout> {
  const {FS} = await ready;
  const system = FS as unknown as {filesystems: {WORKERFS: unknown}; mkdir: (path: string) => void; mount: (type: unknown, options: unknown, path: string) => void};
  system.mkdir(kFolder);
  system.mount(system.filesystems.WORKERFS, {blobs: [{name: "trajectory.h5", data: file}]}, kFolder);
  let opened: H5File;
  try {
    opened = new H5File(`${kFolder}/trajectory.h5`, "r");
  } catch {
    throw new Error(`${file.name}: cannot be opened as an HDF5 file: expected a whole one`);
  }
  if (opened.file_id < 0) throw new Error(`${file.name}: cannot be opened as an HDF5 file: expected a whole one`);
  trajectory = new Trajectory(opened, file.name);
  return trajectory.about();
}

self.onmessage = async ({data: {id, open: file, frame}}: MessageEvent<{id: number; open?: File; frame?: number}>) => {
  try {
    const result = file ? await open(file) : trajectory!.frame(frame!);
    self.postMessage({id, result}, {transfer: result instanceof Float32Array ? [result.buffer] : []});
  } catch (error) {
    self.postMessage({id, error: error instanceof Error ? error.message : String(error)});
  }
};
