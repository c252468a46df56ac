/** What a pointer on the table means: it aims, draws the cue back, or moves a ball. All places here are in pixels of the canvas. */
import type {Point2} from "carom-wasm";

/** The cue ball and the way that the cue points, as they are seen. */
export interface SeenCue {
  ball: Point2;
  /** Of any length but none. */
  heading: Point2;
  radius: number;
}

const kCueLength = 220;
const kGrab = {mouse: 12, touch: 26};  // of the cue to both sides
const kLeastPull = 10;  // less is none: who lets go there does not shoot

const along = ([x, y]: Point2, [hx, hy]: Point2): number => (x * hx + y * hy) / Math.hypot(hx, hy);
const aside = ([x, y]: Point2, [hx, hy]: Point2): number => Math.abs(x * hy - y * hx) / Math.hypot(hx, hy);

/** Whether a pointer takes hold of the cue: of what lies behind the ball, or of the ball itself where it cannot be moved. */
export function onCue([x, y]: Point2, {ball, heading, radius}: SeenCue, touch: boolean, ballMoves: boolean): boolean {
  const from: Point2 = [x - ball[0], y - ball[1]];
  const grab = Math.max(1.5 * radius, touch ? kGrab.touch : kGrab.mouse);
  if (Math.hypot(...from) < grab) return !ballMoves;
  const back = -along(from, heading);
  return back > 0 && back < kCueLength && aside(from, heading) < grab;
}

/** How far the cue is drawn back, as a share of the way that there is; 0 where it is not drawn far enough to strike. */
export function pullOf(from: Point2, to: Point2, heading: Point2, reach: number): number {
  const back = -along([to[0] - from[0], to[1] - from[1]], heading);
  return back < kLeastPull ? 0 : Math.min(1, back / reach);
}

/** The full way on a stage of this size. */
export const pullReach = (width: number, height: number): number => Math.max(90, Math.min(260, 0.5 * Math.min(width, height)));
