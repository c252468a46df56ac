import type {Point} from "./world.js";

export type QuestionName = "overlap" | "time-of-impact" | "clip-motion" | "contact" | "distance";

/** A shape by its name, as docs/formats/query.md spells it. */
export type QueryShape = Record<string, Record<string, unknown>>;
export type QueryMotion = Record<string, Record<string, unknown>>;

export interface Query {
  dim: 2 | 3;
  a: {shape: QueryShape; motion?: QueryMotion};
  b: {shape: QueryShape; motion?: QueryMotion};
  /** The end of the time that the question looks at; without it there is none. */
  horizon?: number;
}

export interface Answer {
  result: "hit" | "miss" | "touching-separating" | "overlapping" | "apart" | "touching";
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
}
