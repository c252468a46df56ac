import {json, text} from "./arguments.js";
import {Handle} from "./handle.js";
import type {Module} from "./module.js";
import type {Point} from "./world.js";

export type QuestionName =
  | "overlap" | "proximity" | "time-of-impact" | "verdict" | "clip-motion" | "contact" | "distance" | "overlap-volume"
  | "batch" | "bounce" | "rough-bounce" | "cast" | "nearest" | "within" | "pairs" | "slide" | "walk";

/** A shape by its name, as docs/formats/query.md spells it. */
export type QueryShape = Record<string, Record<string, unknown>>;
export type QueryMotion = Record<string, Record<string, unknown>>;

/** What is asked about two shapes; other questions have other fields, which docs/formats/query.md lists. */
export interface Query {
  dim: 2 | 3;
  a?: {shape: QueryShape; motion?: QueryMotion} | Record<string, unknown>;
  b?: {shape: QueryShape; motion?: QueryMotion} | Record<string, unknown>;
  /** The end of the time that the question looks at; without it there is none. */
  horizon?: number;
  [field: string]: unknown;
}

export interface Answer {
  result: "hit" | "miss" | "touching-separating" | "overlapping" | "apart" | "touching" | "found" | "none" | "done" | "stuck" | "out-of-iterations" | "defined";
  time?: number;
  point?: Point;
  normal?: Point;
  depth?: number;
  /** Of what overlaps at the start: whether it does not sink deeper at first. */
  opens?: boolean;
  distance?: number | "inf" | "-inf";
  fraction?: number;
  displacement_a?: Point;
  displacement_b?: Point;
  point_a?: Point;
  point_b?: Point;
  /** The fields of the other questions' answers. */
  [field: string]: unknown;
}

/** Queries that are answered one after the other: what one defines, `{define: "tree", dim: 2, shape: {…}}`, later ones use by its name (docs/formats/query.md). Close it when it is no longer needed; ClosedError if it is used after that. */
export class Session {
  private readonly handle: Handle;

  /** `question`: what queries ask that do not say it themselves; "each": all do. */
  constructor(private readonly module: Module, question: QuestionName | "each" = "each") {
    this.handle = new Handle(module, "session", module.make("session_new", text("question", question)), "session_free");
  }

  close(): void {
    this.handle.close();
  }

  /** CaromError names what is wrong with the query. */
  answer(query: Query | Record<string, unknown>): Answer {
    const at = this.module.fill(4, "session_answer", this.handle.at, json(query)).getUint32(0, true);
    return JSON.parse(this.module.string(at)) as Answer;
  }
}
