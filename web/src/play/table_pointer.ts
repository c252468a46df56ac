import type {Point2} from "carom-wasm";
import type {Phase} from "./phase.js";
import {onCue, pullOf, pullReach, type SeenCue} from "./pointing.js";

const kDegreesPerPixel = 0.12;  // of the view from behind the cue, which turns with the aim

/** What a pointer on the table finds, and what it does there. */
export interface Table {
  readonly phase: Phase;
  /** The player has taken aim: passing over the table turns it no more. */
  readonly held: boolean;
  readonly behindCue: boolean;
  /** In pixels of the canvas. */
  seenCue(): SeenCue;
  /** A press: somebody is there. */
  touched(): void;
  /** The point of the table under a place of the window. */
  pick(clientX: number, clientY: number): Point2 | null;
  movableAt(at: Point2): number;
  onCueBall(at: Point2): boolean;
  /** `hold`: as the player wants it, until the next turn. */
  pointAt(at: Point2, hold: boolean): void;
  turn(degrees: number): void;
  takeUp(ball: number): void;
  dragTo(at: Point2): void;
  drop(): void;
  drawBack(): void;
  /** As a share of the full way; 0: not far enough to strike. */
  pull(share: number): void;
  strike(): void;
  /** Nothing comes of what the pointer did. */
  letGo(): void;
}

/** Mouse and pen: passing aims, a press holds the aim, and drawn back it strikes. A finger: on the cloth it aims, and on the cue it draws that back. On a ball in hand all move it. */
export class TablePointer {
  private from: Point2 = [0, 0];
  private heading: Point2 = [1, 0];
  private share = 0;
  private last = 0;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly table: Table) {
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", () => this.up());
    canvas.addEventListener("pointercancel", () => table.letGo());
  }

  private placeOf({clientX, clientY}: PointerEvent): Point2 {
    const box = this.canvas.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  }

  private down(event: PointerEvent): void {
    const {table} = this;
    table.touched();
    const at = table.pick(event.clientX, event.clientY);
    this.last = event.clientX;
    if (!at || event.button > 0 || table.phase.at !== "aiming") return;
    this.canvas.setPointerCapture(event.pointerId);
    const ball = table.movableAt(at);
    if (ball >= 0) return table.takeUp(ball);
    const touch = event.pointerType === "touch";
    const cue = table.seenCue();
    this.from = this.placeOf(event);
    const grabs = onCue(this.from, cue, touch, table.onCueBall(at) && table.movableAt(at) >= 0);
    if (!grabs && !table.behindCue) table.pointAt(at, true);
    if (touch && !grabs) return;
    this.heading = grabs || table.behindCue ? cue.heading : table.seenCue().heading;
    this.share = 0;
    table.drawBack();
  }

  private move(event: PointerEvent): void {
    const {table} = this;
    const {at: phase} = table.phase;
    if (phase === "drawing") {
      const {clientWidth, clientHeight} = this.canvas;
      this.share = pullOf(this.from, this.placeOf(event), this.heading, pullReach(clientWidth, clientHeight));
      return table.pull(this.share);
    }
    const at = table.pick(event.clientX, event.clientY);
    if (phase === "placing" && at) return table.dragTo(at);
    const touch = event.pointerType === "touch";
    const aims = touch ? event.buttons > 0 : event.buttons === 0 && !table.held;
    if (phase === "aiming" && at && aims) this.aim(event, at);
    this.last = event.clientX;
  }

  private aim(event: PointerEvent, at: Point2): void {
    const {table} = this;
    if (table.behindCue) table.turn((this.last - event.clientX) * kDegreesPerPixel);
    else if (!table.onCueBall(at) && table.movableAt(at) < 0) table.pointAt(at, event.buttons > 0);
  }

  private up(): void {
    const {table} = this;
    if (table.phase.at === "placing") table.drop();
    else if (table.phase.at === "drawing" && this.share > 0) table.strike();
    else if (table.phase.at === "drawing") table.letGo();
  }
}
