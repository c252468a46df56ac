import type {Answer, Defined} from "./answer.js";
import {json, text} from "./arguments.js";
import {Handle} from "./handle.js";
import type {Module} from "./module.js";
import type {Point} from "./world.js";

/** One field of these, and no other. */
type OneOf<T> = {[K in keyof T]: {[P in K]: T[P]} & {[P in Exclude<keyof T, K>]?: never}}[keyof T];

type Sides = "two" | "front";

interface Shapes {
  ball: {center: Point; radius: number};
  point: Point;
  half_space: {normal: Point; offset: number} | {normal: Point; point: Point};
  segment: {from: Point; to: Point; sides?: Sides};
  box: {low: Point; high: Point};
  capsule: {from: Point; to: Point; radius: number};
}

interface FlatShapes extends Shapes {
  polygon: {vertices: Point[]; closed?: boolean; sides?: Sides};
  convex_polygon: {vertices: Point[]};
  arc: {center: Point; radius: number; from?: Point; to?: Point};
}

interface SpaceShapes extends Shapes {
  cylinder: {center: Point; radius: number; half_height: number; axis?: "x" | "y" | "z"};
  triangle: {a: Point; b: Point; c: Point};
  mesh: {vertices: Point[]; triangles: [number, number, number][]};
}

interface Motions {
  linear: {velocity: Point};
  accelerating: {velocity: Point; acceleration: Point};
  stopping: {velocity: Point; deceleration: number};
  damped: {velocity: Point; damping: number};
}

/** A shape by its name, as docs/formats/query.md spells it, in two dimensions or in three. */
export type QueryShape<D extends 2 | 3 = 2 | 3> = D extends 2 ? OneOf<FlatShapes> : OneOf<SpaceShapes>;
export type QueryMotion = OneOf<Motions>;

type FlatMovers = Pick<Shapes, "ball" | "capsule">;
type SpaceMovers = Pick<SpaceShapes, "ball" | "capsule" | "cylinder">;

/** A shape that slides or walks, in two dimensions or in three. */
export type Mover<D extends 2 | 3 = 2 | 3> = D extends 2 ? OneOf<FlatMovers> : OneOf<SpaceMovers>;

/** At time 0; a name is that of a shape that was defined. */
export interface Placed<D extends 2 | 3 = 2 | 3> {
  shape: QueryShape<D> | string;
  motion?: QueryMotion;
}

interface TwoShapes<D extends 2 | 3> {
  a: Placed<D>;
  b: Placed<D>;
}

interface Horizon {
  /** The end of the time that the question looks at; without it there is none. */
  horizon?: number | "inf";
}

/** Balls in columns: one list of numbers for each axis. */
interface Balls {
  center: number[][];
  radius: number[];
  velocity?: number[][];
}

interface Struck {
  velocity: Point;
  mass?: number | "immovable";
}

interface Rough extends Struck {
  spin?: number | Point;
  radius?: number;
}

type Items<D extends 2 | 3> = (QueryShape<D> | string)[];

interface Among<D extends 2 | 3> {
  /** A name is that of items that were defined. */
  items: Items<D> | string;
}

type Which = {kind: string; number: number}[];

interface Moved<D extends 2 | 3> extends Among<D> {
  mover: Mover<D> | string;
  intended: Point;
  others?: Mover<D>[];
  triggers?: Which;
  ignored?: Which;
  push_out?: number;
  iterations?: number;
  exact?: boolean;
  up?: "x" | "y" | "z";
}

/** What each question asks, but for `dim`. */
interface Questions<D extends 2 | 3> {
  overlap: TwoShapes<D>;
  proximity: TwoShapes<D>;
  contact: TwoShapes<D>;
  distance: TwoShapes<D>;
  "overlap-volume": TwoShapes<D>;
  "time-of-impact": TwoShapes<D> & Horizon;
  verdict: TwoShapes<D> & Horizon;
  "clip-motion": TwoShapes<D> & {horizon: number};
  batch: {a: Balls; what?: "times" | "overlaps"} & Horizon & ({b: Balls | Placed<D>} | {pairs: [number, number][]});
  bounce: {a: Struck; b: Struck; axis: Point; restitution?: number};
  "rough-bounce": {a: Rough; b: Rough; axis: Point; restitution?: number; tangential_restitution?: number; friction?: number; inertia?: number};
  cast: {a: Placed<D>; hits?: "first" | "all"} & Among<D> & Horizon;
  nearest: {point: Point; count?: number} & Among<D>;
  within: {region: QueryShape<D> | QueryShape<D>[] | string} & Among<D>;
  pairs: {gap: number} & Among<D>;
  slide: Moved<D>;
  walk: Moved<D> & {slope?: number; step_up?: number; snap?: number};
}

export type QuestionName = keyof Questions<2>;

type OfDimension<D extends 2 | 3, Q extends QuestionName> = {dim: D; ask?: Q} & Questions<D>[Q];

/** What a question is asked about (docs/formats/query.md). */
export type Query<Q extends QuestionName = QuestionName> = Q extends QuestionName ? OfDimension<2, Q> | OfDimension<3, Q> : never;

/** A query that says itself what it asks. */
export type Asking<Q extends QuestionName = QuestionName> = Q extends QuestionName ? Query<Q> & {ask: Q} : never;

/** What later queries of a session use by its name. */
export type Definition = {define: string} & ({dim: 2; shape: QueryShape<2> | string} | {dim: 3; shape: QueryShape<3> | string} | {dim: 2; items: Items<2>} | {dim: 3; items: Items<3>});

/** What a session that asks Q takes. */
export type SessionQuery<Q extends QuestionName | "each"> = Definition | Asking | Unsaid<Q>;

/** A query that leaves to the session what it asks. */
export type Unsaid<Q extends QuestionName | "each"> = Q extends QuestionName ? Query<Q> : never;

/** Queries that are answered one after the other: what one defines, `{define: "tree", dim: 2, shape: {…}}`, later ones use by its name (docs/formats/query.md). Close it when it is no longer needed; ClosedError if it is used after that. */
export class Session<Q extends QuestionName | "each" = "each"> {
  private readonly handle: Handle;

  /** `question`: what queries ask that do not say it themselves; "each": all do. */
  constructor(private readonly module: Module, question: Q | "each" = "each") {
    this.handle = new Handle(module, "session", module.make("session_new", text("question", question)), "session_free");
  }

  close(): void {
    this.handle.close();
  }

  /** The answer goes by the question. CaromError names what is wrong with the query. */
  answer(query: Definition): Defined;
  answer<K extends QuestionName>(query: Asking<K>): Answer<K>;
  answer(query: Unsaid<Q>): Answer<Extract<Q, QuestionName>>;
  answer(query: SessionQuery<Q>): unknown {
    const at = this.module.fill(4, "session_answer", this.handle.at, json(query)).getUint32(0, true);
    return JSON.parse(this.module.string(at));
  }
}
