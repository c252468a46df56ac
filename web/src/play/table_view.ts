import type {Point2, Stroke} from "carom-wasm";
import type {Aiming} from "./aiming.js";
import type {PhaseMachine} from "./phase.js";
import type {PlayedGame} from "./played_game.js";
import type {SeenCue} from "./pointing.js";
import {type Guides, TableScene, type ViewName, type Zone} from "./scene.js";
import type {Settings} from "./stored.js";
import {type Table, TablePointer} from "./table_pointer.js";

const kCueAway = 0.06;  // m between the tip and the ball
const kAwayPerSpeed = 0.03;  // m, of each m/s
const kSwing = 260;  // ms
const kSlowFrame = 0.07;  // s
const kMostSlowFrames = 12;

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What the view acts on, and what it tells. */
export interface Player {
  readonly phases: PhaseMachine;
  readonly aiming: Aiming;
  game(): PlayedGame;
  pull(share: number): void;
  strike(): void;
  letGo(): void;
  place(ball: number, at: Point2): void;
  /** Why the ball cannot lie where it is held; empty if it can. */
  refused(why: string): void;
  touched(): void;
}

/** The drawn table on its stage, and the pointer's ways with it. */
export class TableView implements Table {
  scene!: TableScene;
  private slowFrames = 0;
  private enlarged = false;
  private readonly observer = new ResizeObserver(() => this.fit());

  constructor(private readonly stage: HTMLElement, private readonly own: Settings, private readonly player: Player) {
    this.observer.observe(stage);
  }

  dispose(): void {
    this.observer.disconnect();
    this.scene.dispose();
  }

  open({table, state}: PlayedGame, zone: Zone | null = null): void {
    if (!this.scene || this.scene.table.name !== table.name || this.scene.kind !== state.kind) this.draw3d(new TableScene(table, state.kind, this.own.simple));
    this.scene.setZone(zone);
    this.fit();
  }

  private draw3d(scene: TableScene): void {
    this.scene?.canvas.remove();
    this.scene?.dispose();
    this.scene = scene;
    scene.setView(this.own.view);
    scene.canvas.setAttribute("role", "img");
    scene.canvas.setAttribute("aria-label", "The table. Aim with the arrow keys; what the shot would do stands below.");
    scene.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.player.aiming.changeSpeed(-Math.sign(event.deltaY) * 0.2);
    }, {passive: false});
    new TablePointer(scene.canvas, this);
    this.stage.append(scene.canvas);
  }

  private fit(): void {
    const {clientWidth: width, clientHeight: height} = this.stage;
    if (!this.scene || !width || !height) return;
    this.scene.resize(width, height);
    this.scene.draw();
    // Where the table's origin and the ends of its unit vectors are in the canvas, for tests and for tools that point.
    this.stage.dataset.places = JSON.stringify([this.scene.project([0, 0]), this.scene.project([1, 0]), this.scene.project([0, 1])]);
  }

  setView(view: ViewName): void {
    this.scene.setView(view);
    this.fit();
  }

  setBalls(places: readonly (Point2 | null)[]): void {
    const {scene} = this;
    places.forEach((place, ball) => scene.setBall(ball, place && [...place, scene.table.ball_radius]));
  }

  setGuides(guides: Guides): void {
    this.scene.setGuides(guides);
    this.scene.setZoom(this.enlarged ? (guides.ghost ?? null) : null);
  }

  /** Whether the contact is seen enlarged. */
  zoom(on: boolean): void {
    this.enlarged = on;
    this.scene.setZoom(on ? this.scene.ghost : null);
  }

  /** As far as it is drawn back, and the ring around the ball that may be moved. */
  showCue(): void {
    const {scene, player: {phases, aiming: {aim}}} = this;
    const game = this.player.game();
    const {now} = phases;
    const {side, height, elevation, angle, speed} = aim;
    const shown = phases.is("aiming", "drawing") && game.state.balls[game.state.cue_ball] !== null;
    scene.setCue(shown ? {at: game.cuePlace, heading: [Math.cos(angle), Math.sin(angle)], side, height, elevation, back: kCueAway + kAwayPerSpeed * speed} : null);
    const movable = phases.is("aiming") && game.movable().includes(game.state.cue_ball);
    if (now.at === "placing") scene.setRing(now.to, now.why === "");
    else scene.setRing(movable ? game.cuePlace : null);
    this.stage.classList.toggle("in-hand", movable);
  }

  /** The cue goes back and forth, as long as it is asked for. */
  async swing(stroke: Stroke, still: () => boolean): Promise<void> {
    this.setGuides({cue: [], others: []});
    const at = this.player.game().cuePlace;
    const reach = 0.05 + 0.02 * stroke.speed;
    const begin = performance.now();
    const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : kSwing;
    for (let share = 0; share < 1 && still(); share = (performance.now() - begin) / duration) {
      const back = share < 0.6 ? reach * (0.6 + 0.7 * share) : reach * Math.max(0, (1 - share) / 0.4);
      this.scene.setCue({at, heading: stroke.heading, side: stroke.side, height: stroke.height, elevation: stroke.elevation, back});
      await later(12);
    }
    this.scene.setCue(null);
  }

  /** Draws if anything changed; machines on which that takes long get a simpler picture. */
  draw(seconds: number): void {
    if (!this.scene.draw()) return;
    this.slowFrames = seconds > kSlowFrame ? this.slowFrames + 1 : Math.max(0, this.slowFrames - 2);
    if (this.slowFrames < kMostSlowFrames) return;
    this.scene.simplify();
    this.slowFrames = -Infinity;
  }

  // The pointer's table.

  get phase() {
    return this.player.phases.now;
  }

  get held(): boolean {
    return this.player.aiming.held;
  }

  get behindCue(): boolean {
    return this.own.view === "cue";
  }

  seenCue(): SeenCue {
    const {scene} = this;
    const at = this.player.game().cuePlace;
    const {angle} = this.player.aiming.aim;
    const [ball, before, beside] = [at, [at[0] + 0.1 * Math.cos(angle), at[1] + 0.1 * Math.sin(angle)], [at[0] - scene.table.ball_radius * Math.sin(angle), at[1] + scene.table.ball_radius * Math.cos(angle)]].map((place) => scene.project(place as Point2));
    return {ball, heading: [before[0] - ball[0], before[1] - ball[1]], radius: Math.hypot(beside[0] - ball[0], beside[1] - ball[1])};
  }

  touched(): void {
    this.player.touched();
  }

  pick(clientX: number, clientY: number): Point2 | null {
    return this.scene.pick(clientX, clientY);
  }

  movableAt(at: Point2): number {
    return this.player.game().movableAt(at);
  }

  onCueBall([x, y]: Point2): boolean {
    const [cx, cy] = this.player.game().cuePlace;
    return Math.hypot(x - cx, y - cy) < 1.8 * this.scene.table.ball_radius;
  }

  pointAt(at: Point2, hold: boolean): void {
    const {aiming} = this.player;
    aiming.held ||= hold;
    aiming.pointAt(at);
  }

  turn(degrees: number): void {
    this.player.aiming.turn(degrees);
  }

  takeUp(ball: number): void {
    const from = this.player.game().state.balls[ball]!;
    this.player.refused("");
    this.player.phases.go({at: "placing", ball, from, to: from, why: ""});
  }

  dragTo(at: Point2): void {
    void this.carry(at);
  }

  private async carry(to: Point2): Promise<void> {
    const {phases} = this.player;
    const {now} = phases;
    if (now.at !== "placing") return;
    this.scene.setBall(now.ball, [...to, this.scene.table.ball_radius]);
    phases.go({...now, to});
    const why = await this.player.game().engine.placementRefusal(now.ball, to);
    if (phases.now.at !== "placing" || phases.now.to !== to) return;
    phases.go({...phases.now, why});
    this.player.refused(why);
  }

  drop(): void {
    const {now} = this.player.phases;
    if (now.at !== "placing") return;
    if (Math.hypot(now.to[0] - now.from[0], now.to[1] - now.from[1]) < 1e-9) return this.letGo();
    this.player.place(now.ball, now.to);
  }

  drawBack(): void {
    this.player.phases.go({at: "drawing", before: this.player.aiming.aim.speed});
  }

  pull(share: number): void {
    this.player.pull(share);
  }

  strike(): void {
    this.player.strike();
  }

  letGo(): void {
    this.player.letGo();
  }
}
