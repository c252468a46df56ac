/** Frames that a source gives one after the other, played by the viewer: what is shown is always a frame, never something in between. */
import {kEventKinds, kFrameStride} from "carom-wasm";
import type {ContactForces, Playback} from "carom-viewer/playback.js";
import type {Events, Obstacle} from "carom-viewer/scene.js";
import {contactForcesOf} from "./contact_forces.js";
import {shownColumns} from "./shown_scene.js";
import type {Frame, Source} from "./source.js";

const kMemory = 200e6;  // bytes of frames that are kept
const kLeastFrames = 8;
const kAhead = 20;  // frames fetched before they are shown
const kTrail = 150;  // frames
const kMostEvents = 20_000;  // that are kept
const kMeasured = 60;  // frames

const bytesOf = ({balls, pulls, contacts, asleep}: Frame): number => [balls, pulls, contacts, asleep].reduce((sum, floats) => sum + (floats?.byteLength ?? 0), 100);

/** Events as they come in. */
interface ComingEvents extends Events {
  time: number[];
  kind: number[];
  a: number[];
  b: number[];
  point: number[];
}

export class FramePlayback implements Playback {
  readonly dimension: 2 | 3;
  readonly count: number;
  readonly position: Float32Array;
  readonly velocity: Float32Array;
  readonly speed: Float32Array;
  readonly radius: Float32Array;
  readonly here: Uint8Array;
  readonly lastHit: Float32Array;
  readonly asleep?: Uint8Array;
  readonly pull?: Float32Array;
  topPull = 0;
  readonly events: Events;
  topSpeed = 1;
  /** Where all is still at first, the fastest of all frames so far; else only the first one counts. */
  private growing = false;
  private fastest = 0;
  time = 0;
  shown: Frame | null = null;
  /** ms that handing over each of the last frames took; for measurements. */
  scriptTimes: number[] = [];
  private readonly coming: ComingEvents = {time: [], kind: [], a: [], b: [], point: []};
  private readonly columns: number[];
  /** Of what is shown, once it was asked for. */
  private forces?: {frame: Frame; list: ContactForces};
  /** Frames that are kept, by the size of the last one. */
  private most = kLeastFrames;
  private frames: Frame[] = [];
  private done = false;
  private fetching = false;
  /** Fetching for an earlier visit is of no use any more. */
  private visit = 0;

  constructor(readonly source: Source) {
    const {about} = source;
    this.dimension = about.dimension;
    this.columns = shownColumns(about);
    this.count = this.columns.length;
    [this.position, this.velocity] = [new Float32Array(this.count * this.dimension), new Float32Array(this.count * this.dimension)];
    [this.speed, this.radius] = [new Float32Array(this.count), new Float32Array(this.count)];
    this.here = new Uint8Array(this.count);
    this.lastHit = new Float32Array(this.count).fill(-Infinity);
    this.events = source.happened ?? this.coming;
    if (about.lasting_contacts) this.asleep = new Uint8Array(this.count);
    if (about.pulled) this.pull = new Float32Array(this.count * this.dimension);
  }

  get contactForces(): ContactForces | undefined {
    const frame = this.shown;
    if (!frame?.contacts) return undefined;
    if (this.forces?.frame !== frame) this.forces = {frame, list: contactForcesOf(frame.contacts, this.dimension, this.slots)};
    return this.forces.list;
  }

  /** By the ids of balls. */
  private get slots(): Map<number, number> {
    return (this.slotOf ??= new Map(this.columns.map((_, slot) => [this.idOf(slot), slot])));
  }
  private slotOf?: Map<number, number>;

  /** Fetches the first frame. */
  async start(): Promise<void> {
    const frame = await this.source.next();
    if (!frame) throw new Error(`${this.source.about.name}: there is no frame in it`);
    this.add(frame);
    this.show(frame);
    const fastest = this.speed.reduce((most, one) => Math.max(most, one), 0);
    this.topSpeed = fastest || 1;
    this.growing = fastest === 0;
  }

  get from(): number {
    return this.source.series?.[0]?.times[0] ?? this.frames[0]?.time ?? 0;
  }

  get until(): number {
    return this.done && !this.source.seek ? this.lastTime() : Math.max(this.lastTime(), this.source.about.until);
  }

  private lastTime(): number {
    return this.frames.at(-1)?.time ?? this.time;
  }

  /** To a time that was written down but is not kept, the source goes itself. */
  reach(t: number, on = false): number {
    const kept = this.frames.length > 0 && t >= this.frames[0].time && (this.done || t <= this.lastTime());
    if (!on && !kept && this.source.seek) {
      this.source.seek(t);
      Object.assign(this, {frames: [], done: false, fetching: false});
      ++this.visit;
      return Math.max(this.from, Math.min(t, this.until));
    }
    return Math.max(this.frames[0]?.time ?? this.from, Math.min(t, this.lastTime()));
  }

  evaluate(t: number): void {
    const frame = this.frameAt(t);
    if (frame && frame !== this.shown) this.show(frame);
  }

  /** The last one that is no later, else the first. */
  private frameAt(t: number): Frame | undefined {
    let [low, high] = [0, this.frames.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.frames[middle].time <= t) low = middle;
      else high = middle;
    }
    return this.frames[low];
  }

  /** The engine's numbers as they are. */
  show(frame: Frame): void {
    const begin = performance.now();
    const {dimension: d, position, velocity} = this;
    this.columns.forEach((column, slot) => {
      const at = kFrameStride * column;
      let v2 = 0;
      for (let k = 0; k < d; ++k) {
        position[d * slot + k] = frame.balls[at + k];
        velocity[d * slot + k] = frame.balls[at + 4 + k];
        v2 += frame.balls[at + 4 + k] ** 2;
      }
      this.speed[slot] = Math.sqrt(v2);
      this.radius[slot] = frame.balls[at + 3];
      this.here[slot] = frame.balls[at + 3] > 0 ? 1 : 0;
      this.lastHit[slot] = frame.balls[at + 7] < 0 ? -Infinity : frame.balls[at + 7];
    });
    this.showForces(frame);
    Object.assign(this, {shown: frame, time: frame.time});
    this.scriptTimes = [...this.scriptTimes, performance.now() - begin].slice(-kMeasured);
  }

  private showForces({pulls, asleep}: Frame): void {
    const {dimension: d, pull, columns} = this;
    this.asleep?.fill(0);
    asleep?.forEach((id) => (this.asleep![this.slots.get(id)!] = 1));
    if (!pulls || !pull) return;
    columns.forEach((column, slot) => {
      let f2 = 0;
      for (let k = 0; k < d; ++k) f2 += (pull[d * slot + k] = pulls[3 * column + k]) ** 2;
      this.topPull = Math.max(this.topPull, Math.sqrt(f2));
    });
  }

  /** One that is not kept is as far away as frames of a scene are. */
  frameBeside(direction: 1 | -1): number {
    const beside = this.frames[this.frames.indexOf(this.shown!) + direction];
    return beside?.time ?? this.time + direction / this.source.about.frames_per_second;
  }

  /** The body that a ball is. */
  idOf(slot: number): number {
    return this.source.about.balls[this.columns[slot]];
  }

  isExact(): boolean {
    return true;
  }

  displacement({id}: Obstacle): number[] {
    return (this.shown?.moved.get(id) ?? [0, 0, 0]).slice(0, this.dimension);
  }

  /** Lines through the same ball of frames one after the other. */
  path(slot: number, t0: number, t1: number): number[][][] {
    const at = kFrameStride * this.columns[slot];
    const period = this.source.about.period;
    const pieces: number[][][] = [[]];
    for (const {time, balls} of this.frames.slice(-kTrail - kAhead)) {
      if (time < t0 || time > t1 || balls[at + 3] === 0) continue;
      const point = Array.from(balls.subarray(at, at + this.dimension));
      const last = pieces.at(-1)!.at(-1);
      if (last && period && point.some((x, k) => Math.abs(x - last[k]) > period[k] / 2)) pieces.push([]);
      pieces.at(-1)!.push(point);
    }
    return pieces;
  }

  /** Fetches frames until some are ahead of what is shown; tells of each. */
  async fetch(onFrame: (frame: Frame) => void): Promise<void> {
    if (this.fetching || this.done) return;
    this.fetching = true;
    const {visit} = this;
    while (this.framesAhead() < Math.min(kAhead, this.most / 2)) {
      const frame = await this.source.next();
      if (visit !== this.visit) return;
      if (!frame) {
        this.done = true;
        break;
      }
      this.add(frame);
      onFrame(frame);
    }
    this.fetching = false;
  }

  /** Nothing more is to come. */
  end(): void {
    this.done = true;
    ++this.visit;
  }

  private framesAhead(): number {
    let ahead = 0;
    for (let k = this.frames.length - 1; k >= 0 && this.frames[k].time > this.time; --k) ++ahead;
    return ahead;
  }

  private noteFastest({balls}: Frame): void {
    for (let at = 0; at < balls.length; at += kFrameStride) this.fastest = Math.max(this.fastest, Math.hypot(balls[at + 4], balls[at + 5], balls[at + 6]));
    this.topSpeed = this.fastest || 1;
  }

  private add(frame: Frame): void {
    this.frames.push(frame);
    if (this.growing) this.noteFastest(frame);
    this.most = Math.max(kLeastFrames, kMemory / bytesOf(frame));
    while (this.frames.length > this.most) this.frames.shift();
    const {time, kind, a, b, point} = this.coming;
    for (const event of frame.happened) {
      time.push(event.time);
      kind.push(kEventKinds.indexOf(event.kind));
      a.push(event.a);
      b.push(event.b);
      point.push(...event.point.slice(0, this.dimension));
    }
    const over = time.length - kMostEvents;
    if (over <= 0) return;
    for (const list of [time, kind, a, b]) list.splice(0, over);
    point.splice(0, over * this.dimension);
  }
}
