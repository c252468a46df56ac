/** What is drawn, whatever it was read from. */

export interface Ways {
  time: Float64Array;
  position: Float64Array;
  velocity: Float64Array;
}

export interface Obstacle {
  kind: "half_space" | "segment" | "polygon" | "box" | "pocket" | "mesh" | "capsule" | "convex_polygon" | "arc" | "cylinder";
  id: number;
  name: string;
  color: string;
  center?: number[];
  radius?: number;
  normal?: number[];
  offset?: number;
  low?: number[];
  high?: number[];
  /** The ends of a segment or capsule, the directions of an arc from its centre. */
  from?: number[];
  to?: number[];
  /** One-sided: it turns back what comes from the left of from → to. */
  front?: boolean;
  vertices?: number[][];
  closed?: boolean;
  triangles?: number[][];
  /** Of a cylinder, and along which axis: 0, 1 or 2. */
  half_height?: number;
  axis?: number;
  /** Of one that moves, known beforehand. */
  ways?: Ways;
  moves?: boolean;
}

export interface Camera {
  eye: number[];
  target: number[];
  up: number[];
  light: number[];
  /** Vertical, radians. */
  field_of_view: number;
}

export interface SpaceShown {
  low: number[];
  high: number[];
  /** The sides of a box with opposite faces joined. */
  periodic: number[] | null;
  /** The outline of a table with pockets, or empty. */
  table: number[][];
}

export const kBallFlag = {immovable: 1, sticky: 2, striped: 4};

export interface Balls {
  count: number;
  id: ArrayLike<number>;
  radius: Float64Array | Float32Array;
  /** Three bytes each. */
  color: Uint8Array;
  flags: Uint8Array;
  /** By slot. */
  names: Record<string, string>;
  marks: Record<string, string>;
}

export interface Events {
  time: ArrayLike<number>;
  kind: ArrayLike<number>;
  a: ArrayLike<number>;
  b: ArrayLike<number>;
  point: ArrayLike<number>;
}

/** Of a grid, marked for one reason: from time[k] on those from first[k] to first[k + 1] − 1, a number per axis each. */
export interface CellMark {
  name: string;
  color: string;
  time: Float64Array;
  first: Uint32Array;
  cells: Int32Array;
}

/** What a search would look at, shown. */
export interface Cells {
  low: number[];
  side: number[];
  counts: number[];
  marks: CellMark[];
  regions: {low: number[]; high: number[]}[];
  casts: {from: number[]; to: number[]}[];
}

export interface Scene {
  dimension: 2 | 3;
  world: SpaceShown;
  camera?: Camera;
  balls: Balls;
  obstacles: Obstacle[];
  cells?: Cells;
  kinds: readonly string[];
  events: Events;
  /** From standing still to the top speed. */
  speed_colors: readonly string[];
  /** Its balls have no colours of their own worth seeing. */
  plain: boolean;
  bodyName(id: number): string;
}

export const kSpeedColors = ["#273b7a", "#2b7bba", "#3fb8af", "#f0c94b", "#ee863c", "#c92f3d"];
