/** What questions are answered with (docs/formats/query.md). */
import type {Mover, QuestionName} from "./question.js";
import type {Point} from "./world.js";

type KeysOfAll<T> = T extends unknown ? keyof T : never;

/** One of these, told by `result`; of any of them every field may be read, which is not there where it is another's. */
type Either<T, K extends PropertyKey = KeysOfAll<T>> = T extends unknown ? T & {[P in Exclude<K, keyof T>]?: undefined} : never;

/** The number is among those of its kind. */
export interface ItemName {
  kind: "ball" | "segment" | "box" | "triangle" | "capsule" | "cylinder";
  number: number;
}

type Standing = "apart" | "touching" | "overlapping";

export interface ImpactPlace {
  time: number;
  /** On b, at that time. */
  point: Point;
  /** From a to b. */
  normal: Point;
}

/** `depth`: how far a must move to part them. `opens`: it does not sink deeper at first; where it does, they meet at time 0. */
interface Overlapping extends Partial<ImpactPlace> {
  result: "overlapping";
  depth: number;
  opens: boolean;
}

type Meeting = ({result: "hit"} & ImpactPlace) | Overlapping | {result: "miss" | "touching-separating"};

/** How far they get: the share of the horizon, from 0 to 1, and by what. */
interface Clipped {
  fraction: number;
  displacement_a: Point;
  displacement_b: Point;
}

/** `start`: how it stands to the item at time 0. */
interface ItemHit extends ImpactPlace {
  item: ItemName;
  start: Standing;
}

interface ItemDistance {
  item: ItemName;
  /** Below 0 inside. */
  distance: number;
}

/** Where a mover met an item, when so much of the movement was over, from 0 to 1. */
interface ItemContact {
  item: ItemName;
  time: number;
  point: Point;
  /** From the mover to the item. */
  normal: Point;
}

interface Moved {
  result: "done" | "stuck" | "overlapping" | "out-of-iterations";
  /** Where it ended. */
  mover: Mover;
  displacement: Point;
  contacts: ItemContact[];
  triggers: {item: ItemName; time: number}[];
}

interface Bounced {
  velocity_a: Point;
  velocity_b: Point;
  /** Kinetic energy. */
  dissipated: number;
}

/** In the plane a number. */
type SpinAnswer = number | Point;

interface Answers {
  overlap: {result: Standing; depth: number};
  proximity: {result: Standing};
  contact: Either<{result: "apart"} | {result: "touching" | "overlapping"; point: Point; normal: Point; depth: number}>;
  /** Behind all that is one-sided there is nothing to be near to. */
  distance: {result: Standing} & Either<{distance: "inf"} | {distance: number; point_a: Point; point_b: Point; normal: Point}>;
  "overlap-volume": {volume: number};
  "time-of-impact": Either<Meeting>;
  verdict: {result: Meeting["result"]};
  "clip-motion": Either<Meeting> & Clipped;
  batch: Either<{times: (number | "inf")[]} | {overlaps: boolean[]}>;
  bounce: Bounced;
  "rough-bounce": Bounced & {spin_a: SpinAnswer; spin_b: SpinAnswer};
  /** `hits` if all are asked for. */
  cast: Either<({result: "hit"} & ItemHit) | {result: "miss"} | {hits: ItemHit[]}>;
  /** `items` if it is asked how many. */
  nearest: Either<({result: "found"} & ItemDistance) | {result: "none"} | {items: ItemDistance[]}>;
  within: {items: ItemName[]};
  pairs: {pairs: [number, number][]};
  slide: Moved & {pushed_out: Point; remaining: Point; iterations: number; holding: ItemContact[]};
  walk: Moved & {stepped: number; ground?: {item: ItemName; point: Point; normal: Point}};
}

/** The answer to a question, by the question's name. */
export type Answer<Q extends QuestionName = QuestionName> = Answers[Q];

/** The answer to a definition; of items also how many. */
export interface Defined {
  result: "defined";
  items?: number;
}
