/** Draws a playback on a canvas, in the plane. */
import {drawBall} from "./ball_picture.js";
import {Brush, stageColors} from "./brush.js";
import {rgb} from "./color.js";
import {DiscRaster} from "./disc_raster.js";
import {fitCanvas, make, onColorScheme} from "./page.js";
import {Palette} from "./palette.js";
import {moved, PlaneObstacles, railWidth} from "./plane_obstacles.js";
import {handlePointers, PlaneView} from "./plane_view.js";
import type {Playback} from "./playback.js";
import {kBallFlag, type Scene} from "./scene.js";
import {type Choices, recentContacts, type Stage, trailBalls, trailSpan, usualRadius} from "./stage.js";

const kPictureBalls = 400;  // of more only discs are drawn
const kMostArrows = 3000;
const kTrailParts = 6;  // each a little paler than the next

export class StagePlane implements Stage {
  onPick?: (slot: number) => void;
  onChange?: () => void;
  onResize?: () => void;
  private readonly canvas = make("canvas", {role: "img"});
  private readonly still = make("canvas");
  private readonly raster = new DiscRaster();
  private readonly view: PlaneView;
  private readonly palette: Palette;
  private readonly onTable: boolean;
  private readonly resizes = new ResizeObserver(() => this.onResize?.());
  private readonly endColors = onColorScheme(() => this.refresh());
  private colors = stageColors();
  private changed = true;
  private brush!: Brush;
  private ratio = 1;

  constructor(private readonly scene: Scene, private readonly playback: Playback, private readonly choices: Choices, host: HTMLElement) {
    this.palette = new Palette(scene, playback);
    this.onTable = scene.world.table.length > 0;
    this.view = new PlaneView(scene.world.low, scene.world.high, railWidth(scene));
    this.canvas.ariaLabel = `${scene.balls.count} balls in the plane`;
    host.prepend(this.canvas);
    this.resizes.observe(host);
    handlePointers(this.canvas, {
      zoom: (x, y, factor) => {
        this.view.zoomAt(x, y, factor, choices.follow);
        this.refresh();
      },
      pan: (dx, dy) => {
        choices.follow = false;
        this.view.pan(dx, dy);
        this.refresh();
      },
      pick: (x, y) => this.onPick?.(this.pick(x, y)),
      reset: () => this.reset(),
    });
  }

  stale(): void {
    this.changed = true;
  }

  reset(): void {
    this.view.reset();
    this.choices.follow = false;
    this.refresh();
  }

  private refresh(): void {
    this.changed = true;
    this.onChange?.();
  }

  dispose(): void {
    this.resizes.disconnect();
    this.endColors();
    this.canvas.remove();
  }

  /** The ball nearest to a pixel, if one is near. */
  private pick(x: number, y: number): number {
    const [wx, wy] = this.view.toWorld(x, y);
    const {position, radius, here, count} = this.playback;
    let best = -1;
    let bestGap = 8 / this.view.scale;
    for (let slot = 0; slot < count; ++slot) {
      const gap = here[slot] ? Math.hypot(position[2 * slot] - wx, position[2 * slot + 1] - wy) - radius[slot] : Infinity;
      if (gap < bestGap) [best, bestGap] = [slot, gap];
    }
    return best;
  }

  draw(t: number, rate: number): void {
    const {choices, playback, scene} = this;
    this.follow();
    const {context, width, height, ratio} = fitCanvas(this.canvas);
    this.view.fit(width, height);
    if (this.changed) this.drawStill(width, height, ratio);
    this.changed = false;
    this.ratio = ratio;
    this.brush = new Brush(context, this.view, this.colors);
    context.clearRect(0, 0, width, height);
    context.drawImage(this.still, 0, 0, width, height);
    const moving = scene.obstacles.filter((obstacle) => obstacle.moves);
    new PlaneObstacles(this.brush, scene).draw(moving.map((obstacle) => moved(obstacle, playback.displacement(obstacle))));
    if (choices.trails) this.drawTrails(t);
    this.drawBalls(rate);
    if (choices.velocities) this.drawVelocities();
    if (choices.contacts) this.drawContacts(t, rate);
    this.drawSelection();
    this.drawOutside();
    this.brush.scaleBar();
  }

  private follow(): void {
    const {selected, follow} = this.choices;
    if (!follow || selected < 0 || !this.playback.here[selected]) return;
    this.view.center = [this.playback.position[2 * selected], this.playback.position[2 * selected + 1]];
    this.changed = true;
  }

  /** All that does not move, in a picture of its own. */
  private drawStill(width: number, height: number, ratio: number): void {
    Object.assign(this.still, {width: Math.round(width * ratio), height: Math.round(height * ratio)});
    const context = this.still.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.colors = stageColors();
    const obstacles = new PlaneObstacles(new Brush(context, this.view, this.colors), this.scene);
    obstacles.drawGround();
    obstacles.draw(this.scene.obstacles.filter((obstacle) => !obstacle.moves));
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
    const {view, playback, palette, choices, ratio, raster} = this;
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

  private drawVelocities(): void {
    const {brush, view, playback, colors} = this;
    const unit = (0.12 * Math.min(view.width, view.height)) / playback.topSpeed / Math.sqrt(view.zoom);
    const style = this.onTable ? "#ffffffd0" : colors.ink;
    for (let slot = 0; slot < Math.min(playback.count, kMostArrows); ++slot) {
      const vx = playback.velocity[2 * slot] * unit;
      const vy = -playback.velocity[2 * slot + 1] * unit;
      if (playback.here[slot] && Math.hypot(vx, vy) > 2) brush.arrow(...view.toScreen(playback.position[2 * slot], playback.position[2 * slot + 1]), vx, vy, style);
    }
  }

  private drawContacts(t: number, rate: number): void {
    const {brush, scene, view, colors, playback} = this;
    const size = Math.max(playback.count > 1000 ? 3 : 7, Math.min(22, 0.8 * view.scale * usualRadius(playback)));
    const style = this.onTable ? "#ffe9b0" : colors.flash;
    for (const [i, age] of recentContacts(scene, t, rate)) {
      const [x, y] = view.toScreen(scene.events.point[2 * i], scene.events.point[2 * i + 1]);
      brush.context.globalAlpha = (1 - age) ** 1.5;
      brush.circle(x, y, 2 + size * (0.2 + 0.8 * Math.sqrt(age)));
      brush.stroke(style, 2.2 * (1 - 0.6 * age));
      brush.disc(x, y, 2.2, style);
    }
    brush.context.globalAlpha = 1;
  }

  private drawSelection(): void {
    const {choices, playback, view, brush} = this;
    const slot = choices.selected;
    if (slot < 0 || !playback.here[slot]) return;
    brush.circle(...view.toScreen(playback.position[2 * slot], playback.position[2 * slot + 1]), playback.radius[slot] * view.scale + 4.5);
    brush.stroke(this.onTable ? "#ffffff" : this.colors.accent, 2);
  }

  /** Whatever lies outside of a periodic box is not there. */
  private drawOutside(): void {
    const {periodic} = this.scene.world;
    if (!periodic) return;
    const {brush: {context}, view} = this;
    const [x0, y1] = view.toScreen(0, 0);
    const [x1, y0] = view.toScreen(periodic[0], periodic[1]);
    context.beginPath();
    context.rect(0, 0, view.width, view.height);
    context.rect(x0, y0, x1 - x0, y1 - y0);
    context.globalAlpha = 0.82;
    context.fillStyle = this.colors.stage;
    context.fill("evenodd");
    context.globalAlpha = 1;
  }
}
