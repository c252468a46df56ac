/** Draws a playback on a canvas, in the plane. */
import {drawBall} from "./ball_picture.js";
import type {Brush} from "./brush.js";
import {CanvasStage} from "./canvas_stage.js";
import {rgb} from "../color.js";
import {DiscRaster} from "./disc_raster.js";
import {eachChain, eachForceArrow} from "../forces.js";
import {moved, PlaneObstacles, railWidth} from "./plane_obstacles.js";
import {drawCells} from "./plane_cells.js";
import {PlaneView} from "./plane_view.js";
import type {Playback} from "../playback.js";
import {kBallFlag, type Scene} from "../scene.js";
import {type Choices, recentContacts, trailBalls, trailSpan, usualRadius} from "../stage.js";

const kPictureBalls = 400;  // of more only discs are drawn
const kMostArrows = 3000;
const kTrailParts = 6;  // each a little paler than the next

export class StagePlane extends CanvasStage {
  private readonly raster = new DiscRaster();
  private readonly onTable: boolean;

  constructor(scene: Scene, private readonly playback: Playback, choices: Choices, host: HTMLElement) {
    super(scene, playback, choices, host, new PlaneView(scene.world.low, scene.world.high, railWidth(scene)), `${scene.balls.count} balls in the plane`);
    this.onTable = scene.world.table.length > 0;
  }

  protected override drawStill(brush: Brush): void {
    const obstacles = new PlaneObstacles(brush, this.scene);
    obstacles.drawGround();
    obstacles.draw(this.scene.obstacles.filter((obstacle) => !obstacle.moves));
  }

  protected override drawMoving(t: number, rate: number): void {
    const {choices, playback, scene, view, brush} = this;
    const moving = scene.obstacles.filter((obstacle) => obstacle.moves);
    new PlaneObstacles(brush, scene).draw(moving.map((obstacle) => moved(obstacle, playback.displacement(obstacle))));
    if (choices.cells && scene.cells) drawCells(brush, scene.cells, t);
    if (choices.trails) this.drawTrails(t);
    this.drawBalls(rate);
    const reach = (0.12 * Math.min(view.width, view.height)) / Math.sqrt(view.zoom);
    if (choices.chains) this.drawChains();
    if (choices.velocities) this.drawVelocities(kMostArrows, reach, this.onTable ? "#ffffffd0" : brush.colors.ink);
    if (choices.forces) this.drawForces(reach);
    if (choices.contacts) this.drawContacts(t, rate);
    this.drawSelection(this.onTable ? "#ffffff" : brush.colors.accent);
    this.drawOutside();
    brush.scaleBar();
  }

  private drawTrails(t: number): void {
    const {brush, playback, choices, palette} = this;
    const from = Math.max(playback.from, t - trailSpan(playback));
    const part = (t - from) / kTrailParts;
    Object.assign(brush.context, {lineJoin: "round", lineCap: "butt"});
    for (const slot of trailBalls(this.scene, choices)) {
      const chosen = slot === choices.selected;
      const style = rgb(this.onTable ? palette.onCloth(slot) : palette.own(slot));
      for (let k = 0; k < kTrailParts; ++k) {
        brush.context.globalAlpha = ((k + 1) / kTrailParts) * (chosen ? 0.95 : 0.55);
        for (const piece of playback.path(slot, from + k * part, from + (k + 1) * part, 400)) {
          brush.trace(piece);
          brush.stroke(style, chosen ? 2.2 : 1.4);
        }
      }
    }
    brush.context.globalAlpha = 1;
  }

  private drawBalls(rate: number): void {
    const {playback} = this;
    if (playback.count > kPictureBalls) return this.drawManyBalls(rate);
    for (let slot = 0; slot < playback.count; ++slot) if (playback.here[slot]) this.drawOneBall(slot, rate);
  }

  private drawOneBall(slot: number, rate: number): void {
    const {view, scene, choices, playback} = this;
    const r = Math.max(1.2, playback.radius[slot] * view.scale);
    const flags = scene.balls.flags[slot];
    const look = {
      color: this.palette.color(slot, choices.coloring, rate), striped: Boolean(flags & kBallFlag.striped) && choices.coloring === "own",
      immovable: Boolean(flags & kBallFlag.immovable), mark: scene.balls.marks[slot], shadow: this.onTable, turn: choices.spins ? playback.turn?.[slot] : undefined,
    };
    this.eachPlace(slot, (px, py) => {
      const [x, y] = view.toScreen(px, py);
      if (x > -r && y > -r && x < view.width + r && y < view.height + r) drawBall(this.brush, x, y, r, look);
    });
  }

  private drawManyBalls(rate: number): void {
    const {view, playback, palette, choices, raster, brush: {ratio}} = this;
    raster.begin(Math.round(view.width * ratio), Math.round(view.height * ratio));
    for (let slot = 0; slot < playback.count; ++slot) {
      if (!playback.here[slot]) continue;
      const r = ratio * Math.max(0.8, playback.radius[slot] * view.scale);
      const color = palette.color(slot, choices.coloring, rate);
      this.eachPlace(slot, (px, py) => {
        const [x, y] = view.toScreen(px, py);
        raster.disc(ratio * x, ratio * y, r, color);
      });
    }
    raster.end(this.brush.context, view.width, view.height);
  }

  /** Where the ball is drawn: with copies at the other side of a periodic box where it sticks out. */
  private eachPlace(slot: number, draw: (x: number, y: number) => void): void {
    const x = this.playback.position[2 * slot];
    const y = this.playback.position[2 * slot + 1];
    const {periodic} = this.scene.world;
    draw(x, y);
    if (!periodic) return;
    const r = this.playback.radius[slot];
    const over = (c: number, side: number) => (c < r ? side : c > side - r ? -side : 0);
    const [dx, dy] = [over(x, periodic[0]), over(y, periodic[1])];
    if (dx) draw(x + dx, y);
    if (dy) draw(x, y + dy);
    if (dx && dy) draw(x + dx, y + dy);
  }

  private drawContacts(t: number, rate: number): void {
    const {brush, scene, view, playback} = this;
    const size = Math.max(playback.count > 1000 ? 3 : 7, Math.min(22, 0.8 * view.scale * usualRadius(playback)));
    const style = this.onTable ? "#ffe9b0" : brush.colors.flash;
    for (const [i, age] of recentContacts(scene, t, rate)) {
      const [x, y] = view.toScreen(scene.events.point[2 * i], scene.events.point[2 * i + 1]);
      brush.context.globalAlpha = (1 - age) ** 1.5;
      brush.circle(x, y, 2 + size * (0.2 + 0.8 * Math.sqrt(age)));
      brush.stroke(style, 2.2 * (1 - 0.6 * age));
      brush.disc(x, y, 2.2, style);
    }
    brush.context.globalAlpha = 1;
  }

  /** In one stroke all that are equally wide, to half a pixel. */
  private drawChains(): void {
    const {brush, brush: {context}, view, playback} = this;
    const lines = new Map<number, Path2D>();
    eachChain(playback, ({from, to, width}) => {
      const pixels = Math.max(0.3, Math.round(2 * width * view.scale) / 2);
      const path = lines.get(pixels) ?? new Path2D();
      lines.set(pixels, path);
      path.moveTo(...view.toScreen(from[0], from[1]));
      path.lineTo(...view.toScreen(to[0], to[1]));
    });
    Object.assign(context, {globalAlpha: 0.8, lineCap: "round", strokeStyle: brush.colors.chain});
    for (const [pixels, path] of lines) {
      context.lineWidth = pixels;
      context.stroke(path);
    }
    context.globalAlpha = 1;
  }

  /** `reach`: of the arrow of the largest pull, in pixels. */
  private drawForces(reach: number): void {
    const {brush, view, playback, choices} = this;
    eachForceArrow(playback, choices.selected, kMostArrows, reach, ({from, way: [dx, dy], presses}) => {
      if (Math.hypot(dx, dy) > 2) brush.arrow(...view.toScreen(from[0], from[1]), dx, -dy, presses ? brush.colors.press : brush.colors.pull);
    });
  }

  /** Whatever lies outside of a periodic box is not there. */
  private drawOutside(): void {
    const {periodic} = this.scene.world;
    if (!periodic) return;
    const {brush: {context, colors}, view} = this;
    const [x0, y1] = view.toScreen(0, 0);
    const [x1, y0] = view.toScreen(periodic[0], periodic[1]);
    context.beginPath();
    context.rect(0, 0, view.width, view.height);
    context.rect(x0, y0, x1 - x0, y1 - y0);
    context.globalAlpha = 0.82;
    context.fillStyle = colors.stage;
    context.fill("evenodd");
    context.globalAlpha = 1;
  }
}
