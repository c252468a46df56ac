import {bound, finite, index, seedNumber, text, vector, whole} from "./arguments.js";
import {Handle} from "./handle.js";
import type {Module} from "./module.js";

export type Point2 = [number, number];
export type GameKind = "eight-ball" | "nine-ball" | "straight-pool" | "snooker" | "three-cushion" | "practice";

export interface GameSettings {
  game: GameKind;
  /** A whole number from 0 to 2^53 − 1. */
  seed: number;
  firstPlayer?: 0 | 1;
  /** Racks or points to win, as the game has it; the usual ones unless given. */
  target?: number;
}

/** One stroke: speed of the cue in m/s, heading of any length, tip right and above of the centre in radii, elevation in radians. */
export interface Stroke {
  speed: number;
  heading: Point2;
  side: number;
  height: number;
  elevation: number;
}

/** What a player says before the shot. */
export interface Call {
  ball?: number;
  pocket?: number;
  safety?: boolean;
  push_out?: boolean;
}

export interface Verdict {
  player: number;
  fouls: string[];
  /** [ball, pocket] in order. */
  potted: [number, number][];
  points: [number, number];
  turn_passes: boolean;
  rack_won_by?: number;
}

/** A game between two actions. */
export interface GameState {
  kind: GameKind;
  /** Places by number; null: not on the table. */
  balls: (Point2 | null)[];
  names: string[];
  turn: number;
  in_hand: "no" | "anywhere" | "behind_line" | "in_d" | "starting_spots";
  /** Not empty: one of these must be chosen first. */
  choices: string[];
  opening: boolean;
  score: [number, number];
  over: boolean;
  winner?: number;
  verdict: Verdict;
  /** The verdict and what comes next, in sentences. */
  text: string;
  cue_ball: number;
  balls_on: number[];
  push_out_allowed: boolean;
  /** Snooker: the shot must name a ball. */
  names_ball: boolean;
  /** Eight-ball, straight pool: ball and pocket, or a safety, must be called. */
  calls_pocket: boolean;
  solids?: number;
  innings: [number, number];
  position: number;
  /** Which of the actions are shots that can be shown again. */
  shots: number[];
  can_redo: boolean;
}

export interface CushionPart {
  from: Point2;
  to: Point2;
  jaw: boolean;
  name: string;
  center?: Point2;
  radius?: number;
  left?: boolean;
}

export interface TableShape {
  name: string;
  game: "pool" | "snooker" | "carom";
  ball_radius: number;
  nose_height: number;
  cushions: CushionPart[];
  pockets: {id: string; center: Point2; radius: number}[];
  spots: {name: string; at: Point2}[];
  lines: [Point2, Point2][];
  d?: {center: Point2; radius: number; towards: Point2};
  miscue_offset: number;
}

export const kPhases = ["resting", "spinning", "rolling", "sliding", "gliding", "airborne"] as const;
export const kShotEventKinds = [
  "cue_strike", "ball_ball", "cushion", "pocket", "phase", "spin_end", "cloth_bounce", "leaves_table", "blow_end",
] as const;

export interface ShotEvent {
  time: number;
  kind: (typeof kShotEventKinds)[number];
  ball: number;
  /** −1: none. */
  other: number;
  part: number;
  at: Point2;
  /** N s. */
  impulse: number;
  speed: number;
}

/** Numbers of one stretch of motion: ball, time, place, velocity, acceleration, spin, its rate (x, y), the side spin's rate, phase, damping. */
export const kKeyStride = 19;

/** A shot as it happened: stretches of motion (kKeyStride numbers each) and events, both in order of time. */
export interface ShotRecord {
  duration: number;
  complete: boolean;
  keys: Float64Array;
  events: ShotEvent[];
}

/** A shot of the game, with the balls as they were before it. */
export interface PastShot extends ShotRecord {
  balls: (Point2 | null)[];
  cue_ball: number;
  player: number;
  strike: Stroke;
}

export interface Preview extends ShotRecord {
  /** What the stroke would have to be called, where it is whole and pots a ball that may be called. */
  call?: Call;
}

/** What the computer does. */
export interface NextAction {
  choose?: number;
  place?: number;
  at?: Point2;
  strike?: Stroke;
  call?: Call;
}

/** A game of billiards: the rules, the table and the shots. Close it when it is no longer needed; ClosedError if it is used after that. */
export class Game {
  private readonly handle: Handle;

  /** A new game, or one that was saved (docs/formats/saved-game.md). CaromError if it cannot be. */
  constructor(private readonly module: Module, from: GameSettings | string) {
    const address = typeof from === "string" ? module.make("game_open", from, "the saved game") : module.make("game_new", ...settingsNumbers(from));
    this.handle = new Handle(module, "game", address, "game_close");
  }

  close(): void {
    this.handle.close();
  }

  state(): GameState {
    this.module.call("game_state", this.handle.at);
    return this.module.json();
  }

  table(): TableShape {
    this.module.call("game_table", this.handle.at);
    return this.module.json();
  }

  /** One line: short, by strokes (they are played again when it is read), or with all that they did. */
  saved(how: "strokes" | "facts" = "strokes"): string {
    this.module.call("game_saved", this.handle.at, how === "facts");
    return this.module.text();
  }

  /** Why a ball cannot be placed there; empty if it can. */
  placementRefusal(ball: number, at: Point2): string {
    this.module.call("game_refusal", this.handle.at, ...placementNumbers(ball, at));
    return this.module.text();
  }

  place(ball: number, at: Point2): void {
    this.module.call("game_place", this.handle.at, ...placementNumbers(ball, at));
  }

  /** One of `GameState.choices`, by its place among them. */
  choose(choice: number): void {
    this.module.call("game_choose", this.handle.at, index("choice", choice));
  }

  concede(): void {
    this.module.call("game_concede", this.handle.at);
  }

  undo(): boolean {
    return this.module.value("game_undo", this.handle.at) !== 0;
  }

  redo(): boolean {
    return this.module.value("game_redo", this.handle.at) !== 0;
  }

  /** Why the call is refused; empty if it is not. */
  callRefusal(call: Call): string {
    this.module.call("game_call_refusal", this.handle.at, ...callNumbers(call));
    return this.module.text();
  }

  shoot(stroke: Stroke, call: Call = {}): ShotRecord {
    this.module.call("game_shoot", this.handle.at, ...callNumbers(call), ...strokeNumbers(stroke));
    return readRecord(this.module.numbers());
  }

  /** The stroke without playing it. */
  preview(stroke: Stroke, {until = Infinity, mostEvents = 100_000} = {}): Preview {
    this.module.call("game_preview", this.handle.at, ...strokeNumbers(stroke), bound("until", until), Math.min(bound("mostEvents", mostEvents), kMostEvents));
    const call = this.module.text() ? this.module.json<Call>() : undefined;
    return {...readRecord(this.module.numbers()), call};
  }

  /** A shot of the game again, by its place among the actions (GameState.shots). */
  shot(action: number): PastShot {
    this.module.call("game_shot", this.handle.at, index("action", action));
    return {...this.module.json<Omit<PastShot, keyof ShotRecord>>(), ...readRecord(this.module.numbers())};
  }

  /** What the computer does next: strength 0 easy, 1 medium, 2 hard; `placed`: the ball in hand lies where it wants it. */
  nextAction(strength: number, placed: boolean, seed: number): NextAction {
    this.module.call("game_next_action", this.handle.at, whole("strength", strength, 0, 2), placed, seedNumber(seed));
    return this.module.json();
  }
}

type Numbers = (number | boolean)[];

const kMostEvents = 2 ** 31 - 1;

function settingsNumbers({game, seed, firstPlayer = 0, target}: GameSettings): [string, number, number, number] {
  return [text("game", game), seedNumber(seed), whole("firstPlayer", firstPlayer, 0, 1), target === undefined ? 0 : whole("target", target, 1, 2 ** 31 - 1)];
}

function placementNumbers(ball: number, at: Point2): Numbers {
  return [index("ball", ball), ...vector("at", at, 2)];
}

/** −1: not called. */
function callNumbers({ball, pocket, safety = false, push_out = false}: Call): Numbers {
  const called = (name: string, value?: number) => (value === undefined ? -1 : index(name, value));
  return [called("call.ball", ball), called("call.pocket", pocket), safety, push_out];
}

function strokeNumbers({speed, heading, side, height, elevation}: Stroke): number[] {
  const numbers = Object.entries({side, height, elevation}).map(([name, value]) => finite(`stroke.${name}`, value));
  return [finite("stroke.speed", speed), ...vector("stroke.heading", heading, 2), ...numbers];
}

const kHead = 4;
const kEventStride = 9;

function readRecord(numbers: Float64Array): ShotRecord {
  const [duration, complete, keys, events] = numbers;
  const end = kHead + keys * kKeyStride;
  return {
    duration,
    complete: complete === 1,
    keys: numbers.slice(kHead, end),
    events: Array.from({length: events}, (_, k) => readEvent(numbers, end + k * kEventStride)),
  };
}

/** Read by places: lists that are taken apart cost iterators. */
function readEvent(numbers: Float64Array, at: number): ShotEvent {
  return {
    time: numbers[at], kind: kShotEventKinds[numbers[at + 1]], ball: numbers[at + 2], other: numbers[at + 3], part: numbers[at + 4], at: [numbers[at + 5], numbers[at + 6]],
    impulse: numbers[at + 7], speed: numbers[at + 8],
  };
}
