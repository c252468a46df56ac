import {Handle} from "./handle.js";
import type {Module} from "./module.js";
import type {Point} from "./world.js";

export type Item =
  | {ball: {center: Point; radius: number}}
  | {segment: {from: Point; to: Point; sides?: "two" | "front"}}
  | {box: {low: Point; high: Point}}
  | {triangle: {a: Point; b: Point; c: Point}};

export type Mover =
  | {ball: {center: Point; radius: number}}
  | {capsule: {from: Point; to: Point; radius: number}}
  /** Along z, unless it is said. */
  | {cylinder: {center: Point; radius: number; half_height: number; axis?: "x" | "y" | "z"}};

export interface Contact {
  kind: "ball" | "segment" | "box" | "triangle";
  number: number;
  point: Point;
  normal: Point;
  /** Which part of the movement was over, 0 … 1. */
  time: number;
}

export interface Slide {
  displacement: Point;
  pushed_out: Point;
  remaining: Point;
  end: "done" | "stuck" | "overlapping" | "out_of_iterations";
  iterations: number;
  contacts: Contact[];
  holding: Contact[];
}

/** Still items among which a shape is moved: it slides along what it meets and says why it ended. Close it when it is no longer needed; ClosedError if it is used after that. */
export class Room {
  private readonly handle: Handle;

  constructor(private readonly module: Module, dim: 2 | 3, items: Item[]) {
    this.handle = new Handle(module, "room", module.make("room_open", JSON.stringify({dim, items})), "room_close");
  }

  close(): void {
    this.handle.close();
  }

  moveAndSlide(mover: Mover, intended: Point, options: {push_out?: number; iterations?: number} = {}): Slide {
    this.module.call("room_move", this.handle.at, JSON.stringify({mover, intended, ...options}));
    return this.module.json();
  }
}
