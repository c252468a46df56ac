/** What the pointer and the keys do on the sheet, as happenings. */
import {length, minus, plus, type Point} from "./geometry.js";
import type {Happening, Over, State} from "./state.js";
import {kToolNames, kTools} from "./tools.js";
import type {Sheet} from "./sheet.js";

const kNear = 12;  // pixels
const kNearFinger = 22;

/** What the hand works on. */
export interface Bench {
  readonly sheet: Sheet;
  readonly state: State;
  /** A click adds to what is selected, and a finger draws a band. */
  readonly several: boolean;
  readonly cursor: Point | null;
  /** What lies there, within `near`. */
  over(p: Point, near: number): Over;
  snapped(p: Point): Point;
  happen(happening: Happening): void;
  redraw(): void;
  /** Puts the cross there, and says so. */
  moveCursor(to: Point): void;
  commands: Commands;
}

/** What keys ask for beside that. */
export interface Commands {
  run(): void;
  editHere(): unknown;
  undo(): void;
  redo(): void;
  remove(): void;
  duplicate(): void;
  group(together: boolean): unknown;
  selectAll(): void;
  selectNext(by: 1 | -1, adds: boolean): void;
  nudge(by: Point): unknown;
  fit(): void;
}

export const kKeys: [string, string][] = [
  [kToolNames.map((name) => kTools[name].key.toUpperCase()).join(" "), `tools: ${kToolNames.map((name) => kTools[name].label.toLowerCase()).join(", ")}`],
  ["Arrows", "move the cross, or what is selected (Shift: finer)"], ["Enter", "place at the cross; close a polygon at its first corner"], ["[ ]", "select the one before, the next (Shift: one more)"],
  ["Ctrl A, D", "select all, duplicate"], ["Ctrl G", "group (with Shift: ungroup)"], ["Delete", "take away"], ["Ctrl Z, Y", "undo, redo"], ["Space", "run, pause"], ["E", "edit from the moment at which it is paused"],
  ["Esc", "out of the run, the drawing, the tool, the selection"], ["+ − 0", "closer, farther, whole scene"],
];

export class Hand {
  private readonly pointers = new Map<number, Point>();

  constructor(private readonly bench: Bench) {
    const {canvas} = bench.sheet;
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", (event) => this.lose(event));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      bench.sheet.zoom(Math.exp(-0.0015 * event.deltaY), [event.offsetX, event.offsetY]);
      bench.redraw();
    }, {passive: false});
    document.addEventListener("keydown", this.onKey);
  }

  end(): void {
    document.removeEventListener("keydown", this.onKey);
  }

  // The pointer.

  private press(event: PointerEvent): void {
    const {bench} = this;
    const {sheet, state, several} = bench;
    const pixel: Point = [event.offsetX, event.offsetY];
    sheet.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, pixel);
    if (this.pointers.size === 2) return bench.happen({type: "second finger"});
    const at = sheet.point(pixel);
    const near = sheet.units(event.pointerType === "touch" ? kNearFinger : kNear);
    bench.happen({type: "press", at, snapped: bench.snapped(at), over: this.below(event, at, near), adds: event.shiftKey || several, closes: this.closes(at, near, state)});
  }

  /** With another button than the first, and on the bare ground with a finger, the view is moved. */
  private below({button, pointerType}: PointerEvent, at: Point, near: number): Over {
    const {state, several} = this.bench;
    if (button !== 0) return {what: "ground", band: false};
    if (state.tool !== "select") return {what: "ground", band: true};
    const over = this.bench.over(at, near);
    return over.what === "ground" ? {what: "ground", band: pointerType !== "touch" || several} : over;
  }

  private closes(at: Point, near: number, {mode}: State): boolean {
    return mode.is === "drawing" && length(minus(at, mode.points[0])) <= near;
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const pixel: Point = [event.offsetX, event.offsetY];
    this.pointers.set(event.pointerId, pixel);
    if (this.pointers.size === 2) return this.pinch(event.pointerId, before, pixel);
    const at = this.bench.sheet.point(pixel);
    this.bench.happen({type: "move", at, snapped: this.bench.snapped(at)});
  }

  private pinch(id: number, before: Point, at: Point): void {
    const other = [...this.pointers].find(([one]) => one !== id)![1];
    const {sheet} = this.bench;
    sheet.pan([(at[0] - before[0]) / 2, (at[1] - before[1]) / 2]);
    sheet.zoom(length(minus(at, other)) / (length(minus(before, other)) || 1), [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
    this.bench.redraw();
  }

  private release(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    this.bench.happen({type: "release"});
  }

  /** The browser took the pointer for something else: what it held is as it was. */
  private lose(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    if (this.bench.state.mode.is !== "editing") this.bench.happen({type: "cancel"});
  }

  // Keys.

  private readonly onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (target.closest("input, select, textarea, dialog")) return;
    if ((event.key === " " || event.key === "Enter") && target.closest("button, a, summary")) return;
    const {is} = this.bench.state.mode;
    const act = is === "running" || is === "paused" ? this.runActionFor(event) : event.ctrlKey || event.metaKey ? this.commandFor(event) : event.altKey ? undefined : this.actionFor(event);
    if (!act) return;
    event.preventDefault();
    act();
  };

  /** While it runs the other keys are the player's, which has its own Esc while something is open there. */
  private runActionFor({key, ctrlKey, metaKey}: KeyboardEvent): (() => void) | undefined {
    const {commands} = this.bench;
    if (ctrlKey || metaKey) return key.toLowerCase() === "z" ? commands.undo : undefined;
    if (key.toLowerCase() === "e") return commands.editHere;
    const open = document.querySelector(".player .inspector:not([hidden]), .player .help:not([hidden])");
    return key === "Escape" && !open ? () => this.bench.happen({type: "cancel"}) : undefined;
  }

  private commandFor({key, shiftKey}: KeyboardEvent): (() => void) | undefined {
    const {commands} = this.bench;
    const actions: Record<string, () => void> = {
      z: shiftKey ? commands.redo : commands.undo, y: commands.redo, a: commands.selectAll, d: commands.duplicate, g: () => commands.group(!shiftKey),
    };
    return actions[key.toLowerCase()];
  }

  private actionFor({key, shiftKey}: KeyboardEvent): (() => void) | undefined {
    const {bench} = this;
    const {commands, sheet} = bench;
    const tool = kToolNames.find((name) => kTools[name].key === key.toLowerCase());
    if (tool) return () => bench.happen({type: "choose", tool});
    const arrows: Record<string, Point> = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
    if (arrows[key]) return () => this.arrow(arrows[key], sheet.grid() * (shiftKey ? 0.1 : 1));
    const view = (act: () => void) => () => {
      act();
      bench.redraw();
    };
    const actions: Record<string, () => void> = {
      " ": commands.run, Delete: commands.remove, Backspace: commands.remove, Enter: () => this.place(), Escape: () => bench.happen({type: "cancel"}),
      "[": () => commands.selectNext(-1, false), "]": () => commands.selectNext(1, false), "{": () => commands.selectNext(-1, true), "}": () => commands.selectNext(1, true),
      "+": view(() => sheet.zoom(1.25)), "-": view(() => sheet.zoom(0.8)), "0": commands.fit,
    };
    return actions[key];
  }

  private arrow([x, y]: Point, step: number): void {
    if (this.bench.state.tool === "select") this.bench.commands.nudge([x * step, y * step]);
    else this.bench.moveCursor(plus(this.cross, [x, y], step));
  }

  private get cross(): Point {
    return this.bench.cursor ?? this.bench.snapped(this.bench.sheet.center);
  }

  private place(): void {
    const {state, sheet} = this.bench;
    if (state.tool === "select") return;
    const at = this.cross;
    this.bench.moveCursor(at);
    this.bench.happen({type: "place", at, closes: this.closes(at, sheet.units(1), state)});
  }
}
