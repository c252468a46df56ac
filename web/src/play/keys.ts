import type {Point2} from "carom-wasm";
import {h} from "../ui.js";
import type {Aiming} from "./aiming.js";

const kWays: Record<string, Point2> = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};

export interface KeyActions {
  aiming: Aiming;
  /** Whether a shot is shown, which the space bar skips. */
  skips(): boolean;
  skip(): void;
  shoot(): void;
  /** Of the cue or of a ball. */
  letGo(): void;
  undo(): void;
  redo(): void;
  replay(): void;
  /** The ball in hand, by metres. */
  nudge(by: Point2): void;
  nextView(): void;
  mute(): void;
}

/** The keys of the page; those of a field, a list or a dialog are theirs. */
export function onKey(event: KeyboardEvent, actions: KeyActions): void {
  const target = event.target as HTMLElement;
  if (target.closest("input, select, textarea, dialog, .tip") || event.metaKey) return;
  if (target.closest("button, summary, a") && (event.key === " " || event.key === "Enter")) return;
  const action = actionOf(event, actions);
  if (!action) return;
  event.preventDefault();
  action();
}

function actionOf(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  const way = kWays[event.key];
  if (way && event.ctrlKey) {
    const step = event.shiftKey ? 0.001 : 0.01;
    return () => actions.nudge([way[0] * step, way[1] * step]);
  }
  if (way?.[0]) return () => actions.aiming.turn(-way[0] * (event.shiftKey ? 0.02 : event.altKey ? 5 : 0.5));
  if (way) return () => actions.aiming.changeSpeed(way[1] * (event.shiftKey ? 1 : 0.1));
  const byKey: Record<string, () => void> = {
    " ": () => (actions.skips() ? actions.skip() : actions.shoot()), u: () => actions.undo(), r: () => actions.redo(), p: () => actions.replay(), v: () => actions.nextView(), m: () => actions.mute(),
    Escape: () => (actions.skips() ? actions.skip() : actions.letGo()),
  };
  return event.ctrlKey ? undefined : byKey[event.key];
}

/** What the keys do, to unfold. */
export function keyHelp(): HTMLElement {
  const keys = [["Point, press, draw back, let go", "aim and shoot"], ["← →", "turn the aim (Shift: finer, Alt: coarser)"], ["↑ ↓", "power"], ["Space", "shoot, or skip"], ["Ctrl + arrows", "move the ball in hand (Shift: finer)"], ["Esc", "let go of cue or ball; skip"], ["U, R, P", "undo, redo, replay the last shot"], ["V, M", "view, mute"]];
  return h("details", {class: "help"}, h("summary", {}, "Keys"), h("dl", {}, ...keys.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
}
