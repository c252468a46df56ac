/** A trajectory.h5 (docs/formats/trajectory.md), read in a worker: files of any size. */
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
  /** Three numbers each: where it is then. */
  centers: Float32Array;
  observables: Record<string, Float64Array>;
  period?: number[];
}

const kRoot = "/particles/trajectory";
const kFolder = "/dropped";
const kFile = "trajectory.h5";
const kMostInMemory = 2 ** 28;  // bytes
const kMostNumbers = 4e6;  // of one data set that are read at once
const kMostBalls = 1e8;  // a damaged file may speak of more

const kNone = new Float64Array();
type Numbers = Float64Array | Float32Array | Int32Array;

/** Reads a file that may be damaged: every error names the file, the object in it and what was expected. */
class Trajectory {
  private readonly sets: Record<"position" | "velocity" | "id" | "radius" | "species", Dataset>;
  private readonly frames: number;
  private readonly balls: number;
  private readonly times: Float64Array;
  /** Of each column, the id of its ball; −1 if it was not seen yet. */
  private readonly ids: Int32Array;
  /** The frames that were read last, from `first` on. */
  private block: Record<"position" | "velocity" | "id" | "radius", Numbers> & {first: number; frames: number} = {first: 0, frames: 0, position: kNone, velocity: kNone, id: kNone, radius: kNone};

  constructor(private readonly file: H5File, private readonly name: string) {
    const shape = this.dataset(`${kRoot}/position/value`).shape ?? [];
    if (shape.length !== 3 || shape[2] !== 3 || !shape[0] || shape[1] > kMostBalls) this.fail(`${kRoot}/position/value`, `got the shape [${shape}]`, "[frames, balls, 3]");
    [this.frames, this.balls] = shape;
    const set = (name: string, ...row: number[]) => this.dataset(`${kRoot}/${name}/value`, [this.frames, this.balls, ...row]);
    this.sets = {position: set("position", 3), velocity: set("velocity", 3), id: set("id"), radius: set("radius"), species: set("species")};
    this.times = this.readTimes();
    this.ids = new Int32Array(this.balls).fill(-1);
  }

  private fail(place: string, got: string, expected: string): never {
    throw new Error(`${this.name}: ${place}: ${got}, expected ${expected}`);
  }

  /** What HDF5 finds there, if anything; what it cannot read is told. */
  private read<T>(place: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      return this.fail(place, `it cannot be read (${error instanceof Error ? error.message : String(error)})`, "it whole: the file is damaged");
    }
  }

  /** The same of what must be there. */
  private whole<T>(place: string, read: () => T | null): T {
    return this.read(place, read) ?? this.fail(place, "it is not there", "it in an H5MD file");
  }

  private dataset(path: string, shape?: number[]): Dataset {
    const found = this.whole(path, () => this.file.get(path));
    if (!("slice" in found)) this.fail(path, "got no data set", "one");
    const set = found as Dataset;
    const own = this.whole(path, () => set.shape);
    if (shape && String(own) !== String(shape)) this.fail(path, `got the shape [${own}]`, `[${shape}]`);
    return set;
  }

  /** Rows of a data set from `first` to `end`. */
  private rows(set: Dataset, first: number, end: number): Numbers {
    const row = set.shape!.slice(1);
    const place = `${set.path}, frames ${first} to ${end - 1}`;
    const found = this.whole(place, () => set.slice([[first, end], ...row.map((): [] => [])]));
    if (!ArrayBuffer.isView(found) || found instanceof DataView) return this.fail(place, `got ${typeof found}`, "numbers");
    const rows = found instanceof BigInt64Array || found instanceof BigUint64Array ? Float64Array.from(found, Number) : (found as Numbers);
    const count = row.reduce((product, n) => product * n, end - first);
    return rows.length === count ? rows : this.fail(place, `got ${rows.length} numbers`, `${count}`);
  }

  private readTimes(): Float64Array {
    const path = `${kRoot}/position/time`;
    const times = Float64Array.from(this.rows(this.dataset(path, [this.frames]), 0, this.frames));
    times.forEach((time, k) => {
      if (!Number.isFinite(time) || (k > 0 && time < times[k - 1])) this.fail(`${path}, frame ${k}`, `got ${time}`, k > 0 ? `a time from ${times[k - 1]} on` : "a time");
    });
    return times;
  }

  private list(path: string): string[] {
    return this.read(path, () => {
      const found = this.file.get(path);
      return found && "value" in found && Array.isArray(found.value) ? (found.value as string[]) : [];
    });
  }

  private parameter(name: string): unknown {
    return this.read(`/parameters, ${name}`, () => {
      const parameters = this.file.get("/parameters") as unknown as {attrs?: Record<string, {value: unknown}>} | null;
      return parameters?.attrs?.[name]?.value;
    });
  }

  about(): TrajectoryAbout {
    const [species, names] = [this.list("/parameters/species_name"), this.list("/parameters/ball_name")];
    const {ids, kinds, radii, centers} = this.columns();
    return {
      title: String(this.parameter("title") || this.parameter("scene") || this.name),
      dimension: Number(this.parameter("world_dimension")) === 2 ? 2 : 3,
      times: this.times, ids, radii, centers, names, species: Array.from(kinds, (kind) => species[kind] ?? ""),
      observables: this.observables(), period: this.period(),
    };
  }

  /** What each column is, from the first and the last frame: balls come and go. */
  private columns(): {ids: Int32Array; kinds: Int32Array; radii: Float32Array; centers: Float32Array} {
    const {ids} = this;
    const [kinds, radii, centers] = [new Int32Array(this.balls), new Float32Array(this.balls), new Float32Array(3 * this.balls)];
    for (const frame of new Set([0, this.frames - 1])) {
      const {id: idSet, species, radius: radiusSet, position} = this.sets;
      const [id, kind, radius, place] = [idSet, species, radiusSet, position].map((set) => this.rows(set, frame, frame + 1));
      id.forEach((value, column) => {
        if (value === -1 || ids[column] >= 0) return;
        this.checkBall(frame, column, value, radius[column]);
        [ids[column], kinds[column], radii[column]] = [value, kind[column], radius[column]];
        centers.set(place.subarray(3 * column, 3 * column + 3), 3 * column);
        this.checkThree("position", frame, value, centers.subarray(3 * column, 3 * column + 3));
      });
    }
    const known = ids.filter((id) => id >= 0);
    if (new Set(known).size !== known.length) this.fail(`${kRoot}/id/value`, "got an id twice", "each ball once");
    return {ids: ids.slice(), kinds, radii, centers};
  }

  private checkBall(frame: number, column: number, id: number, radius: number): void {
    if (!Number.isInteger(id) || id < 0 || id > kMostBalls) this.fail(`${kRoot}/id/value, frame ${frame}, column ${column}`, `got ${id}`, "the id of a ball, or -1");
    const known = this.ids[column];
    if (known >= 0 && known !== id) this.fail(`${kRoot}/id/value, frame ${frame}, column ${column}`, `got ${id}`, `${known}, as in other frames`);
    if (!(radius > 0 && Math.fround(radius) < Infinity)) this.fail(`${kRoot}/radius/value, frame ${frame}, ball ${id}`, `got ${radius}`, "a radius");
  }

  private observables(): Record<string, Float64Array> {
    const all: Record<string, Float64Array> = {};
    for (const name of ["kinetic_energy", "potential_energy", "total_energy"]) {
      const path = `/observables/${name}/value`;
      if (this.read(path, () => this.file.get(path))) all[name] = Float64Array.from(this.rows(this.dataset(path, [this.frames]), 0, this.frames));
    }
    return all;
  }

  private period(): number[] | undefined {
    const path = `${kRoot}/box/edges/value`;
    if (!this.read(path, () => this.file.get(path))) return undefined;
    const rows = this.rows(this.dataset(path, [this.frames, 3, 3]), 0, 1);
    const period = [rows[0], rows[4], rows[8]];
    return period.every((edge) => edge > 0 && Number.isFinite(edge)) ? period : this.fail(path, `got ${period}`, "three lengths");
  }

  /** Eight floats for each ball, as World.frame gives them; the last, the time of the ball's last event, is −1. */
  frame(at: number): Float32Array {
    this.readBlock(at);
    const {first, position, velocity, id, radius} = this.block;
    const row = (at - first) * this.balls;
    const floats = new Float32Array(8 * this.balls);
    for (let ball = 0; ball < this.balls; ++ball) {
      floats[8 * ball + 7] = -1;
      if (id[row + ball] === -1) continue;
      this.checkBall(at, ball, id[row + ball], radius[row + ball]);
      for (let axis = 0; axis < 3; ++axis) {
        floats[8 * ball + axis] = position[3 * (row + ball) + axis];
        floats[8 * ball + 4 + axis] = velocity[3 * (row + ball) + axis];
      }
      floats[8 * ball + 3] = radius[row + ball];
      this.checkThree("position", at, id[row + ball], floats.subarray(8 * ball, 8 * ball + 3));
      this.checkThree("velocity", at, id[row + ball], floats.subarray(8 * ball + 4, 8 * ball + 7));
    }
    return floats;
  }

  private checkThree(name: "position" | "velocity", frame: number, id: number, three: Float32Array): void {
    if (!three.every(Number.isFinite)) this.fail(`${kRoot}/${name}/value, frame ${frame}, ball ${id}`, `got [${three.join(", ")}]`, "three numbers");
  }

  private readBlock(at: number): void {
    if (at >= this.block.first && at < this.block.first + this.block.frames) return;
    const frames = Math.max(1, Math.min(64, Math.floor(kMostNumbers / (3 * this.balls))));
    const first = at - (at % frames);
    const end = Math.min(first + frames, this.frames);
    const {position, velocity, id, radius} = this.sets;
    this.block = {first, frames: end - first, position: this.rows(position, first, end), velocity: this.rows(velocity, first, end), id: this.rows(id, first, end), radius: this.rows(radius, first, end)};
  }
}

let trajectory: Trajectory | undefined;

interface FileSystem {
  filesystems: {WORKERFS: unknown};
  mkdir(path: string): void;
  mount(type: unknown, options: unknown, path: string): void;
  writeFile(path: string, bytes: Uint8Array): void;
}

/** Where HDF5 reads it: from memory, or, if it is large, piece by piece, each of which has to be asked of the browser. */
async function lay(file: File, system: FileSystem): Promise<void> {
  system.mkdir(kFolder);
  if (file.size <= kMostInMemory) system.writeFile(`${kFolder}/${kFile}`, new Uint8Array(await file.arrayBuffer()));
  else system.mount(system.filesystems.WORKERFS, {blobs: [{name: kFile, data: file}]}, kFolder);
}

type Reads = Record<"get_dataset_data" | "get_attribute_data", (...args: unknown[]) => number>;

/** h5wasm hands out whatever lies in its memory where HDF5 could not read: it looks at no status. */
function tellFailures(module: Reads): void {
  for (const name of ["get_dataset_data", "get_attribute_data"] as const) {
    const read = module[name];
    module[name] = (...args) => {
      const status = read(...args);
      if (status < 0) throw new Error("HDF5 finds it damaged");
      return status;
    };
  }
}

async function open(file: File): Promise<TrajectoryAbout> {
  const module = await ready;
  tellFailures(module as unknown as Reads);
  await lay(file, module.FS as unknown as FileSystem);
  trajectory = new Trajectory(openedFile(file.name), file.name);
  return trajectory.about();
}

function openedFile(name: string): H5File {
  try {
    const opened = new H5File(`${kFolder}/${kFile}`, "r");
    if (opened.file_id >= 0) return opened;
  } catch {
    // told below
  }
  throw new Error(`${name}: cannot be opened as an HDF5 file: expected a whole one`);
}

self.onmessage = async ({data: {id, open: file, frame}}: MessageEvent<{id: number; open?: File; frame?: number}>) => {
  try {
    const result = file ? await open(file) : trajectory!.frame(frame!);
    self.postMessage({id, result}, {transfer: result instanceof Float32Array ? [result.buffer] : []});
  } catch (error) {
    self.postMessage({id, error: error instanceof Error ? error.message : String(error)});
  }
};
