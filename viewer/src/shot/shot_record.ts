/** A shot as its report carries it (docs/formats/shot.md), and where its balls are at any time. */
import type {Playback} from "../playback.js";
import {kBallFlag, kSpeedColors, type Scene} from "../scene.js";
import {parseColor} from "../color.js";
import {tableExtent} from "./table_picture.js";
import type {Point2, TableShape} from "./table_shape.js";
import {type Key, type Moment, Track} from "./track.js";

export interface ShotEvent {
  time: number;
  kind: string;
  ball: number;
  other: number;
  where: string;
  after: string;
  at: Point2;
  other_at?: Point2;
  speed: number;
}

export interface ShotBall {
  number: number;
  name: string;
  color: string;
  radius: number;
  keys: Key[];
  gone?: number;
}

export interface Shot {
  name: string;
  table: TableShape;
  balls: ShotBall[];
  events: ShotEvent[];
  event_count: number;
  duration: number;
  complete: boolean;
  cue_ball: number;
  strike: {speed: number; heading: Point2; tip: Point2; elevation: number};
}

export const kShotKinds = ["cue_strike", "ball_ball", "cushion", "pocket", "phase", "spin_end", "cloth_bounce", "leaves_table", "blow_end"];

const kColors = ["#fbf8ee", "#f4c20d", "#1a4fb4", "#d9302a", "#5b2a86", "#f07f13", "#13803c", "#7a1f2b", "#16161a"];

const ballColor = ({color, number}: ShotBall): string => color || kColors[number > 8 ? ((number - 1) % 8) + 1 : number] || "#888888";

/** What a stage draws of it. */
export function sceneOf({table, balls, events}: Shot): Scene {
  const numbered = table.game === "pool";
  const {low, high} = tableExtent(table);
  return {
    dimension: 2, plain: false, obstacles: [], kinds: kShotKinds, speed_colors: kSpeedColors,
    world: {low, high, periodic: null, table: loopOf(low, high)},
    balls: {
      count: balls.length, id: balls.map(({number}) => number), radius: Float64Array.from(balls, ({radius}) => radius),
      color: Uint8Array.from(balls.flatMap((ball) => parseColor(ballColor(ball)))),
      flags: Uint8Array.from(balls, ({number}) => (numbered && number > 8 ? kBallFlag.striped : 0)),
      names: Object.fromEntries(balls.map(({name}, slot) => [slot, name])),
      marks: numbered ? Object.fromEntries(balls.flatMap(({number}, slot) => (number > 0 ? [[slot, String(number)]] : []))) : {},
    },
    events: {
      time: events.map(({time}) => time), kind: events.map(({kind}) => kShotKinds.indexOf(kind)), a: events.map(({ball}) => ball), b: events.map(({other}) => other),
      point: events.flatMap(({at}) => at),
    },
    bodyName: (id) => balls.find(({number}) => number === id)?.name || `ball ${id}`,
  };
}

const loopOf = ([x0, y0]: Point2, [x1, y1]: Point2): Point2[] => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

export class ShotMotion implements Playback {
  readonly dimension = 2;
  readonly count: number;
  readonly from = 0;
  readonly until: number;
  readonly tracks: Track[];
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly speed: Float64Array;
  readonly radius: Float64Array;
  readonly here: Uint8Array;
  readonly lastHit: Float64Array;
  readonly topSpeed: number;
  /** Of each ball in full. */
  moments: Moment[] = [];
  time = NaN;

  constructor(shot: Shot) {
    this.count = shot.balls.length;
    this.until = shot.duration;
    this.tracks = shot.balls.map(({radius, gone, keys}) => new Track(radius, gone ?? Infinity, keys));
    [this.position, this.velocity] = [new Float64Array(2 * this.count), new Float64Array(2 * this.count)];
    [this.speed, this.lastHit] = [new Float64Array(this.count), new Float64Array(this.count).fill(-Infinity)];
    this.radius = Float64Array.from(shot.balls, ({radius}) => radius);
    this.here = new Uint8Array(this.count).fill(1);
    this.topSpeed = Math.max(shot.strike.speed, ...shot.events.map(({speed}) => speed), 1e-9);
    this.evaluate(0);
  }

  evaluate(t: number): void {
    if (t === this.time) return;
    this.time = t;
    this.moments = this.tracks.map((track) => track.at(t));
    this.moments.forEach(({position, velocity}, slot) => {
      this.here[slot] = t < this.tracks[slot].gone ? 1 : 0;
      this.position.set(position.slice(0, 2), 2 * slot);
      this.velocity.set(velocity.slice(0, 2), 2 * slot);
      this.speed[slot] = Math.hypot(...velocity);
    });
  }

  reach(t: number): number {
    return Math.max(0, Math.min(this.until, t));
  }

  isExact(): boolean {
    return true;
  }

  path(slot: number, t0: number, t1: number): number[][][] {
    return [this.tracks[slot].path(t0, t1, this.time)];
  }

  displacement(): number[] {
    return [0, 0];
  }
}
