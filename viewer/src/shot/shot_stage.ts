/** Draws a shot on its table, from above: balls with their spin, paths, ghost balls. */
import {drawBall} from "../plane/ball_picture.js";
import type {Brush} from "../plane/brush.js";
import {CanvasStage} from "../plane/canvas_stage.js";
import {mixColors, rgb} from "../color.js";
import {PlaneView} from "../plane/plane_view.js";
import {kBallFlag, type Scene} from "../scene.js";
import type {Shot, ShotMotion} from "./shot_record.js";
import type {Choices} from "../stage.js";
import {TablePicture, tableExtent} from "./table_picture.js";
import type {Moment} from "./track.js";

const kMargin = 50;  // pixels: the tools are above the table
const kSlipSeconds = 0.03;  // the line of a slip is as long as its way in this time
const kWhite = "#ffffff";

export class ShotStage extends CanvasStage {
  private readonly picture: TablePicture;

  constructor(private readonly shot: Shot, scene: Scene, private readonly motion: ShotMotion, choices: Choices, host: HTMLElement) {
    const {low, high} = tableExtent(shot.table);
    super(scene, motion, choices, host, new PlaneView(low, high, 0, kMargin), "The table");
    this.picture = new TablePicture(shot.table);
  }

  protected override drawStill(brush: Brush): void {
    this.picture.draw(brush);
  }

  protected override drawMoving(t: number): void {
    const {choices, motion, view} = this;
    if (choices.trails) {
      this.drawRest();
      this.drawPaths(t);
    }
    if (choices.contacts) this.drawGhosts();
    motion.moments.forEach((moment, slot) => motion.here[slot] && this.drawOneBall(slot, moment));
    if (choices.velocities) this.drawVelocities(motion.count, 0.2 * Math.min(view.width, view.height), `${kWhite}d0`);
    this.drawSelection(kWhite);
    this.brush.scaleBar(" m");
  }

  /** Where the balls that move will come to rest, faintly. */
  private drawRest(): void {
    const {shot, motion, brush, view} = this;
    if (!shot.complete || shot.events.length < shot.event_count) return;
    brush.context.globalAlpha = 0.35;
    motion.tracks.forEach((track, slot) => {
      if (!track.moves || track.gone <= shot.duration) return;
      const [x, y] = track.at(shot.duration).position;
      brush.disc(...view.toScreen(x, y), track.radius * view.scale, rgb(this.palette.own(slot)));
    });
    brush.context.globalAlpha = 1;
  }

  /** All of each path faintly, and what was covered so far strongly. */
  private drawPaths(t: number): void {
    const {shot, motion, brush, palette} = this;
    motion.tracks.forEach((track, slot) => {
      const style = shot.balls[slot].number === shot.cue_ball ? kWhite : rgb(mixColors(palette.own(slot), [255, 255, 255], 0.45));
      for (const [to, alpha] of [[shot.duration, 0.4], [t, 0.95]]) {
        const points = track.path(0, to, t);
        if (points.length < 2) continue;
        brush.trace(points);
        brush.context.globalAlpha = alpha;
        brush.stroke(style, 1.6);
      }
    });
    brush.context.globalAlpha = 1;
  }

  /** Where the cue ball was when it met the others. */
  private drawGhosts(): void {
    const {shot, brush, view} = this;
    const radius = shot.balls.find(({number}) => number === shot.cue_ball)?.radius ?? 0;
    brush.context.setLineDash([4, 3]);
    for (const {kind, ball, other, at, other_at: otherAt} of shot.events) {
      const place = kind !== "ball_ball" ? undefined : ball === shot.cue_ball ? at : other === shot.cue_ball ? otherAt : undefined;
      if (!place) continue;
      brush.circle(...view.toScreen(...place), radius * view.scale);
      brush.stroke("rgba(255,255,255,.75)", 1.2);
    }
    brush.context.setLineDash([]);
  }

  /** Above the cloth it is larger, and its shadow farther off. */
  private drawOneBall(slot: number, moment: Moment): void {
    const {brush, view, scene, motion} = this;
    const [px, py, pz] = moment.position;
    const lift = pz - motion.radius[slot];
    const r = motion.radius[slot] * view.scale * (1 + lift);
    const [x, y] = view.toScreen(px, py);
    brush.disc(x + r * 0.12 + lift * 60, y + r * 0.24 + lift * 120, r, "rgba(0,0,0,.3)");
    drawBall(brush, x, y, r, {color: this.palette.own(slot), striped: Boolean(scene.balls.flags[slot] & kBallFlag.striped), mark: scene.balls.marks[slot]});
    if (this.choices.spins) this.drawSpin(x, y, r, motion.radius[slot], moment);
  }

  /** Side spin as an arc around the ball; what the lowest point does, where it slides, as a line. */
  private drawSpin(x: number, y: number, r: number, radius: number, {velocity, spin, phase}: Moment): void {
    const {brush: {context}, view} = this;
    const side = Math.max(-1, Math.min(1, (spin[2] * radius) / 2));
    if (Math.abs(side) > 0.01) {
      context.beginPath();
      context.arc(x, y, r * 1.35, -Math.PI / 2, -Math.PI / 2 - side * Math.PI * 1.6, side > 0);
      this.brush.stroke("#ffd166", 2);
    }
    if (phase !== "sliding" && phase !== "airborne") return;
    const [sx, sy] = [velocity[0] - radius * spin[1], velocity[1] + radius * spin[0]];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - sx * kSlipSeconds * view.scale, y + sy * kSlipSeconds * view.scale);
    this.brush.stroke("#ff6b5e", 2);
  }
}
