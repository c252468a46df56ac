import type {Call, GameState, Point2, Preview} from "carom-wasm";
import {type Aim, boundedSpeed, kDegree, kMostSpeed, strokeOf} from "./aim.js";
import {angleOf, firstAim, minus, straight} from "./first_aim.js";
import {firstMeeting} from "./meeting.js";
import type {PlayedGame} from "./played_game.js";

const kMostEvents = 60;  // of a stroke that is only tried to see what it meets first
const kBreakSpeed = 9;
const kUsualSpeed = 3;

/** What is said before a shot, as far as it was chosen. */
export interface Chosen {
  ball?: number;
  pocket?: number;
  safety: boolean;
  pushOut: boolean;
}

export const kNothingChosen: Chosen = {safety: false, pushOut: false};

/** The aim of the person whose turn it is, and what the engine says of it. */
export class Aiming {
  readonly aim: Aim = {angle: 0, speed: kUsualSpeed, side: 0, height: 0, elevation: 0};
  preview: Preview | null = null;
  /** The player has taken aim: a pointer that only passes turns it no more. */
  held = false;
  private turns = 0;
  private previewing = false;
  private wanted = false;

  constructor(private readonly game: () => PlayedGame, private readonly may: () => boolean, private readonly onAim: () => void, private readonly onPreview: () => void) {}

  set(change: Partial<Aim>): void {
    if (change.angle !== undefined) ++this.turns;
    Object.assign(this.aim, change);
    this.onAim();
    void this.askPreview();
  }

  turn(degrees: number): void {
    this.held = true;
    this.set({angle: this.aim.angle + degrees * kDegree});
  }

  pointAt(at: Point2): void {
    this.set({angle: angleOf(minus(at, this.game().cuePlace))});
  }

  changeSpeed(by: number): void {
    this.set({speed: boundedSpeed(this.aim.speed + by)});
  }

  /** A turn begins with a plain stroke at a ball that may be met first. */
  beginTurn(): void {
    const {kind, opening, shots} = this.game().state;
    const breaks = opening && (kind === "eight-ball" || kind === "nine-ball" || (kind === "practice" && !shots.length && this.game().keeping !== "nowhere"));
    this.held = false;
    this.set({speed: Math.min(kMostSpeed, breaks ? kBreakSpeed : kUsualSpeed), elevation: 0, side: 0, height: 0});
    void this.aimAtLegal();
  }

  /** Not if the player takes aim meanwhile. */
  async aimAtLegal(): Promise<void> {
    const game = this.game();
    const {state, table} = game;
    const on = state.kind === "practice" ? [] : state.balls_on;
    const others = [...state.balls.keys()].filter((ball) => ball !== state.cue_ball);
    const targets = (on.length ? on : others).map((ball) => state.balls[ball]).filter((place): place is Point2 => place !== null);
    const meetsLegal = async (angle: number) => on.includes(firstMeeting(await game.engine.preview(strokeOf({...this.aim, angle}), {mostEvents: kMostEvents}), state.cue_ball)?.met ?? -1);
    this.set({angle: straight(game.cuePlace, targets)});
    const before = this.turns;
    if (!on.length || !this.may()) return;
    try {
      const angle = await firstAim(game.cuePlace, targets, table.ball_radius, async (way) => this.turns !== before || meetsLegal(way));
      if (this.turns === before && game === this.game() && state === game.state) this.set({angle});
    } catch {
      // The game was closed meanwhile.
    }
  }

  /** The newest aim is previewed; those that came while the engine was busy are not. */
  async askPreview(): Promise<void> {
    this.wanted = true;
    if (this.previewing) return;
    this.previewing = true;
    try {
      while (this.wanted) {
        this.wanted = false;
        this.preview = this.may() ? await this.game().engine.preview(strokeOf(this.aim)) : null;
        this.onPreview();
      }
    } catch {
      this.preview = null;  // the game was closed meanwhile
    } finally {
      this.previewing = false;
    }
  }

  /** What is said before the shot: as chosen, else as the aim would have it. */
  call(chosen: Chosen): Call {
    const {state} = this.game();
    if (state.push_out_allowed && chosen.pushOut) return {push_out: true};
    if (state.names_ball) return {ball: chosen.ball ?? this.aimedAt(state)};
    if (!state.calls_pocket) return {};
    const ball = chosen.ball ?? this.preview?.call?.ball;
    const pocket = chosen.pocket ?? this.preview?.call?.pocket;
    return chosen.safety || ball === undefined || pocket === undefined ? {safety: true} : {ball, pocket};
  }

  /** The ball that the aim would name. */
  private aimedAt({cue_ball: cue, balls_on: on}: GameState): number {
    const met = this.preview && firstMeeting(this.preview, cue)?.met;
    return this.preview?.call?.ball ?? on.find((ball) => ball === met) ?? on[0];
  }
}
