import type {Game, GameState, Point2, TableShape} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {pack} from "../packed.js";
import {keepGame} from "./games.js";
import {kPlayers} from "./names.js";
import {halfSizes} from "./shapes.js";
import type {PlayerKind, StoredGame, Terms} from "./stored.js";

/** Where a game is kept: among one's own by its name, in the address it came by, or nowhere. */
export type Keeping = "own" | "link" | "nowhere";

/** The game that is played now: the engine's, how it is played, and where it is kept. */
export class PlayedGame {
  private constructor(readonly engine: Remote<Game>, readonly table: TableShape, public state: GameState, readonly terms: Terms, public name: string, public keeping: Keeping) {}

  static async of(engine: Remote<Game>, terms: Terms, name: string, keeping: Keeping): Promise<PlayedGame> {
    const [table, state] = await Promise.all([engine.table(), engine.state()]);
    return new PlayedGame(engine, table, state, terms, name, keeping);
  }

  close(): void {
    void this.engine.close();
  }

  async stored(): Promise<StoredGame> {
    return {...this.terms, name: this.name, saved: await this.engine.saved()};
  }

  kindOf(player: number): PlayerKind {
    return this.terms.players[player];
  }

  nameOf(player: number): string {
    return this.terms.names[player] || `Player ${player + 1}`;
  }

  /** With what plays, where that is no person. */
  fullNameOf(player: number): string {
    const kind = this.kindOf(player);
    return `${this.nameOf(player)}${kind === "human" ? "" : ` (${kPlayers[kind].toLowerCase()})`}`;
  }

  /** The rules' sentences with the players' names. */
  inNames(text: string): string {
    return text.replace(/Player ([12])\b/g, (_, number: string) => this.nameOf(Number(number) - 1));
  }

  get cuePlace(): Point2 {
    return this.state.balls[this.state.cue_ball] ?? [0, 0];
  }

  get personsTurn(): boolean {
    return !this.state.over && this.kindOf(this.state.turn) === "human";
  }

  /** Which balls a person may move now. */
  movable(): number[] {
    const {kind, in_hand: inHand, cue_ball: cue, balls} = this.state;
    if (kind !== "practice") return inHand === "no" ? [] : [cue];
    return this.keeping === "nowhere" ? [] : [...balls.keys()].filter((ball) => balls[ball] !== null);
  }

  /** The movable ball that lies there. */
  movableAt([x, y]: Point2): number {
    const {state: {balls}, table} = this;
    return this.movable().find((ball) => balls[ball] && Math.hypot(balls[ball][0] - x, balls[ball][1] - y) < 1.8 * table.ball_radius) ?? -1;
  }

  /** Which balls may be touched first, in words. */
  ballsOn(): string {
    const {over, choices, balls_on: on, names, balls, kind, cue_ball: cue} = this.state;
    const others = balls.filter((place, ball) => place !== null && ball !== cue).length;
    if (over || choices.length || !on.length || on.length >= others) return "";
    if (kind === "snooker" && on.length > 1) return on[0] <= 15 ? " On: a red." : " On: a colour.";
    if (on.length <= 3) return ` On: ${on.map((ball) => names[ball]).join(", ")}.`;
    return on.includes(8) ? "" : on.every((ball) => ball < 8) ? " On: the solids." : on.every((ball) => ball > 8) ? " On: the stripes." : " On: any ball but the 8.";
  }

  /** As the engine has it by now. */
  async refresh(): Promise<GameState> {
    return (this.state = await this.engine.state());
  }

  /** Keeps it as it is now; false where there was no room. A linked one's new address goes to `setAddress`. */
  async keep(setAddress: (address: string) => void): Promise<boolean> {
    if (this.keeping === "nowhere") return true;
    if (this.keeping === "own") return keepGame(await this.stored());
    setAddress(await this.address());
    return true;
  }

  async address(): Promise<string> {
    return `#play/${await pack(await this.engine.saved())}`;
  }

  /** A first place for the cue ball in hand, which the player may change. */
  async putCueBallBack(): Promise<void> {
    const [x, y] = halfSizes(this.table);
    for (let k = 0; k < 400; ++k) {
      const place: Point2 = [-x * (0.55 - 0.02 * (k % 20)), ((k % 2 ? 1 : -1) * y * Math.floor(k / 20)) / 22];
      if ((await this.engine.placementRefusal(this.state.cue_ball, place)) !== "") continue;
      await this.engine.place(this.state.cue_ball, place);
      return;
    }
  }
}
