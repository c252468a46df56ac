/** Exercises: a position to play again and again, with a score for each try. */
import type {GameKind, Point2, ShotRecord, TableShape} from "carom-wasm";
import {keep, kept} from "../kept.js";
import type {Board} from "./board.js";
import {kDegree} from "./aim.js";
import {minus} from "./first_aim.js";
import type {PlayedGame} from "./played_game.js";
import type {Zone} from "./scene.js";

export const kTries = 10;
export const kMostPoints = 10;  // of a try
const kKey = "carom.drills";
const kPoolBalls = 16;
const kStanding = 2.05;  // radii between the middles of two balls that are about to touch

/** Where the balls lie, by number; which ball must fall where (none: a point in three-cushion); and where the cue ball must come to rest. */
export interface Layout {
  balls: Point2[];
  pot?: {ball: number; pocket: number};
  zone?: Zone;
}

export interface Drill {
  id: string;
  title: string;
  what: string;
  game: GameKind;
  layout(table: TableShape): Layout;
}

const plus = ([x, y]: Point2, [a, b]: Point2, times = 1): Point2 => [x + times * a, y + times * b];
const unit = ([x, y]: Point2): Point2 => [x / Math.hypot(x, y), y / Math.hypot(x, y)];
const turned = ([x, y]: Point2, degrees: number): Point2 => {
  const [c, s] = [Math.cos(degrees * kDegree), Math.sin(degrees * kDegree)];
  return [c * x - s * y, s * x + c * y];
};

function nearestPocket(table: TableShape, at: Point2): number {
  const far = table.pockets.map(({center}) => Math.hypot(...minus(center, at)));
  return far.indexOf(Math.min(...far));
}

/** The object ball at `at` goes into the pocket near `towards` when it is cut by so many degrees by a cue ball that comes from `away`; the zone lies `beyond` the meeting along a way of so many degrees to the object ball's. */
function cut(table: TableShape, {at, towards, degrees, away, zone}: {at: Point2; towards: Point2; degrees: number; away: number; zone?: {beyond: number; degrees: number; radius: number}}): Layout {
  const pocket = nearestPocket(table, towards);
  const way = unit(minus(table.pockets[pocket].center, at));
  const meeting = plus(at, way, -kStanding * table.ball_radius);
  return {
    balls: [plus(meeting, turned(way, degrees), -away), at], pot: {ball: 1, pocket},
    zone: zone && {at: plus(meeting, turned(way, zone.degrees), zone.beyond), radius: zone.radius},
  };
}

export const kDrills: readonly Drill[] = [
  {id: "stop", title: "Stop shot", game: "practice", what: "Pot the ball; the cue ball stays where it met it.",
    layout: (table) => cut(table, {at: [0.55, 0.15], towards: [1.3, 0.7], degrees: 0, away: 0.6, zone: {beyond: 0, degrees: 0, radius: 0.08}})},
  {id: "follow", title: "Follow", game: "practice", what: "Pot the ball; the cue ball rolls after it, by an arm's length.",
    layout: (table) => cut(table, {at: [0.1, -0.05], towards: [1.3, 0.7], degrees: 0, away: 0.5, zone: {beyond: 0.55, degrees: 0, radius: 0.12}})},
  {id: "draw", title: "Draw", game: "practice", what: "Pot the ball; the cue ball comes back to where it lay.",
    layout: (table) => cut(table, {at: [0.65, -0.15], towards: [1.3, -0.7], degrees: 0, away: 0.5, zone: {beyond: 0.5, degrees: 180, radius: 0.12}})},
  {id: "half", title: "Half-ball cut", game: "practice", what: "A cut of thirty degrees; the cue ball leaves square to the ball's way.",
    layout: (table) => cut(table, {at: [0.75, 0.2], towards: [1.3, 0.7], degrees: -30, away: 0.7, zone: {beyond: 0.45, degrees: -90, radius: 0.16}})},
  {id: "thin", title: "Thin cut", game: "practice", what: "A cut of sixty degrees; the ball alone counts.",
    layout: (table) => cut(table, {at: [0.85, -0.25], towards: [1.3, -0.7], degrees: 60, away: 0.5})},
  {id: "bank", title: "Bank into the side", game: "practice", what: "Off the long cushion into the side pocket across the table.",
    layout: (table) => ({balls: [[0.6, 0.2], [0.25, -0.35]], pot: {ball: 1, pocket: nearestPocket(table, [0, 0.7])}})},
  {id: "opening", title: "Opening shot", game: "three-cushion", what: "Three cushions before the second ball, from where every game begins.",
    layout: ({spots}) => {
      const at = (name: string): Point2 => spots.find((spot) => spot.name.includes(name))?.at ?? [0, 0];
      return {balls: [plus(at("head"), [0, 0.1825]), at("head"), at("foot")]};
    }},
  {id: "round", title: "Around the table", game: "three-cushion", what: "Three cushions before the second ball: long, short, long.",
    layout: () => ({balls: [[-0.9, -0.35], [1.15, 0.45], [-0.35, 0.5]]})},
  {id: "corner", title: "From corner to corner", game: "three-cushion", what: "Three cushions before the second ball, which lies in the corner.",
    layout: () => ({balls: [[-0.6, 0.3], [0.1, 0.45], [-1.25, -0.5]]})},
];

/** The setting as a saved game (docs/formats/saved-game.md): one shot, of nobody, after which the balls lie so. */
export function savedDrill({game}: Drill, {balls}: Layout): string {
  const count = game === "three-cushion" ? balls.length : kPoolBalls;
  const fallen = Array.from({length: count - balls.length}, (_, k) => ["pocket", 0, balls.length + k, 0]);
  const rest = Array.from({length: count}, (_, ball) => balls[ball] ?? null);
  // The turn passes to the other player by a shot that scores nothing.
  return JSON.stringify({carom_game: 1, settings: {game, seed: 1, first_player: game === "three-cushion" ? 1 : 0}, actions: [{shot: fallen, rest}]});
}

/** How many points a try is worth: half of them for what must fall or be met, half for where the cue ball rests: all within the zone, none beyond twice its radius. */
export function points(layout: Layout, made: boolean, cueBall: Point2 | null): number {
  if (!made || !cueBall) return 0;
  if (!layout.zone) return kMostPoints;
  const {at, radius} = layout.zone;
  const share = Math.max(0, Math.min(1, 2 - Math.hypot(...minus(cueBall, at)) / radius));
  return Math.round((kMostPoints / 2) * (1 + share));
}

export const bestOf = (id: string): number | undefined => bests()[id];

function bests(): Record<string, number> {
  try {
    const found = JSON.parse(kept(kKey) ?? "{}") as unknown;
    return typeof found === "object" && found !== null ? (found as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Ten tries at a drill. */
export class DrillRun {
  readonly layout: Layout;
  readonly saved: string;
  private tries = 0;
  private sum = 0;
  private last = "";

  constructor(readonly drill: Drill, table: TableShape, private readonly onBest: () => void) {
    this.layout = drill.layout(table);
    this.saved = savedDrill(drill, this.layout);
  }

  /** Counts a shot, and puts the balls back. */
  async judge(record: ShotRecord, game: PlayedGame): Promise<void> {
    if (this.tries === kTries) this.tries = this.sum = 0;
    const {balls, cue_ball: cue, verdict} = await game.engine.state();
    const {pot} = this.layout;
    const made = pot ? record.events.some(({kind, ball, part}) => kind === "pocket" && ball === pot.ball && part === pot.pocket) : verdict.points[0] > 0;
    const gained = points(this.layout, made, pot ? (balls[cue] ?? null) : [0, 0]);
    ++this.tries;
    this.sum += gained;
    this.last = `${made ? "Made" : "Missed"}: ${gained} of ${kMostPoints}. `;
    if (this.tries === kTries && this.sum > (bestOf(this.drill.id) ?? 0)) {
      keep(kKey, JSON.stringify({...bests(), [this.drill.id]: this.sum}));
      this.onBest();
    }
    await game.engine.undo();
  }

  show(board: Board): void {
    const over = this.tries === kTries;
    board.say(`${this.last}${over ? `${this.sum} of ${kTries * kMostPoints} points in all. Shoot to begin again.` : this.drill.what}`);
    board.showScore(`${this.drill.title} · try ${Math.min(this.tries + 1, kTries)} of ${kTries} · ${this.sum} points`);
  }
}
