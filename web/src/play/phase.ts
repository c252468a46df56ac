/** What the page Play is at, and what may follow. */
import type {GameState, Point2} from "carom-wasm";
import type {PlayerKind} from "./stored.js";

export type Phase =
  /** A game is opened, or what the engine was asked for is not there yet. */
  | {at: "opening"}
  | {at: "aiming"}
  /** The rules leave something to choose first. */
  | {at: "choosing"}
  /** A ball follows the pointer. */
  | {at: "placing"; ball: number; from: Point2; to: Point2; why: string}
  /** The cue is drawn back by a pointer; `before` is the speed that was set. */
  | {at: "drawing"; before: number}
  /** The cue swings, and the engine computes what comes of it. */
  | {at: "striking"}
  | {at: "rolling"}
  /** An earlier shot is shown again. */
  | {at: "replaying"}
  /** The computer's turn. */
  | {at: "thinking"}
  | {at: "over"};

export type PhaseName = Phase["at"];

const kTurn: readonly PhaseName[] = ["aiming", "choosing", "thinking", "over"];

/** What may follow what; another game may be opened at any time. */
const kNext: Record<PhaseName, readonly PhaseName[]> = {
  opening: ["replaying", ...kTurn],
  aiming: [...kTurn, "placing", "drawing", "striking", "replaying"],
  choosing: [...kTurn, "replaying"],
  placing: ["placing", ...kTurn],
  drawing: ["drawing", "striking", ...kTurn],
  striking: ["rolling", ...kTurn],
  rolling: kTurn,
  replaying: kTurn,
  thinking: ["striking", ...kTurn],
  over: ["replaying", ...kTurn],
};

export class PhaseMachine {
  private phase: Phase = {at: "opening"};
  private undertakings = 0;

  constructor(private readonly onChange: (now: Phase) => void) {}

  get now(): Phase {
    return this.phase;
  }

  is(...names: PhaseName[]): boolean {
    return names.includes(this.phase.at);
  }

  /** Goes there, if that may follow what is; whether it did. */
  go(next: Phase): boolean {
    if (next.at !== "opening" && !kNext[this.phase.at].includes(next.at)) return false;
    this.phase = next;
    this.onChange(next);
    return true;
  }

  /** Begins something that takes time, and gives up what was under way: what comes late asks the answer, which is false once something else has begun. */
  begin(): () => boolean {
    const mine = ++this.undertakings;
    return () => mine === this.undertakings;
  }
}

/** What a turn begins with. */
export function turnOf({over, turn, choices}: Pick<GameState, "over" | "turn" | "choices">, players: readonly PlayerKind[]): Phase {
  if (over) return {at: "over"};
  if (players[turn] !== "human") return {at: "thinking"};
  return {at: choices.length ? "choosing" : "aiming"};
}
