/** The shots of a game, each to be seen again or to play on from. */
import type {PastShot} from "carom-wasm";
import {h} from "../ui.js";
import type {PlayedGame} from "./played_game.js";

export interface ShotActions {
  replay(action: number): void;
  /** A new game of one's own begins where this shot was played. */
  branch(action: number, shot: number): void;
}

/** What came of a shot, in a few words. */
export function outcome({events, strike}: Pick<PastShot, "events" | "strike">, names: readonly string[]): string {
  const potted = events.filter(({kind}) => kind === "pocket").map(({ball}) => names[ball]);
  const lost = events.filter(({kind}) => kind === "leaves_table").map(({ball}) => names[ball]);
  const parts = [potted.length && `${potted.join(", ")} fell`, lost.length && `${lost.join(", ")} left the table`].filter(Boolean);
  return parts.join("; ") || `${strike.speed.toFixed(1)} m/s, nothing fell`;
}

export class ShotsPanel {
  private readonly list = h("ol", {class: "shots", "data-testid": "shots"});
  readonly element = h("details", {class: "help", "data-testid": "shot-list", ontoggle: () => void this.fill()}, h("summary", {}, "Shots"), this.list);
  private game: PlayedGame | null = null;
  private known: {action: number; row: HTMLElement}[] = [];

  constructor(private readonly actions: ShotActions) {}

  show(game: PlayedGame): void {
    if (game !== this.game) this.known = [];
    this.game = game;
    // What was undone and played otherwise is another shot.
    const {shots} = game.state;
    this.known = this.known.filter(({action}, k) => shots[k] === action);
    void this.fill();
  }

  private async fill(): Promise<void> {
    const {game} = this;
    if (!game || !(this.element as HTMLDetailsElement).open) return;
    const {shots} = game.state;
    for (let k = this.known.length; k < shots.length; ++k) {
      const shot = await game.engine.shot(shots[k]).catch(() => null);
      if (!shot || game !== this.game || this.known.length !== k) return;
      this.known.push({action: shots[k], row: this.row(game, shot, k)});
    }
    this.list.replaceChildren(...this.known.slice(0, shots.length).map(({row}) => row));
  }

  private row(game: PlayedGame, shot: PastShot, k: number): HTMLElement {
    const action = game.state.shots[k];
    const what = `${game.nameOf(shot.player)}: ${outcome(shot, game.state.names)}`;
    return h("li", {}, h("button", {class: "resume", "aria-label": `Show shot ${k + 1} again: ${what}`, onclick: () => this.actions.replay(action)}, h("b", {}, `${k + 1}`), h("span", {}, what)),
      h("button", {class: "small", title: "Play on from before this shot, in a new game", "aria-label": `Play on from before shot ${k + 1}, in a new game`, onclick: () => this.actions.branch(action, k + 1)}, "Branch"));
  }
}

/** A saved game as it was before one of its actions. */
export function savedBefore(saved: string, action: number): string {
  const {position: _, actions, ...rest} = JSON.parse(saved) as {position?: number; actions: unknown[]};
  return JSON.stringify({...rest, actions: actions.slice(0, action)});
}
