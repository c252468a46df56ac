/** The canvas on which a scene is drawn: where it is looked at from, and its picture. */
import {h} from "../ui.js";
import {type Body, forceOn, type Point, type SceneFile} from "./document.js";
import type {Moment} from "./runner.js";
import {kPalette, kPocket} from "carom-viewer/appearance.js";
import {cssColor} from "carom-viewer/page.js";
import type {Moved} from "../look/source.js";
import {edgesOf, forceTip, type Handle, length, offsetOf, placed, plus, type Scales, velocityTip} from "./shapes.js";


/** A ball as it is drawn. */
export interface Disc {
  at: Point;
  radius: number;
  color: string;
  /** A pocket. */
  hole?: boolean;
}

export function colorOf(body: Body, index: number): string {
  if (body.color) return body.color;
  if (body.response === "pocket") return kPocket;
  return body.mass === "immovable" ? "#8a94a3" : kPalette[index % kPalette.length];
}

/** What is drawn beside the scene. */
export interface Marks {
  selected: number;
  handles: Handle[];
  /** A shape that is being drawn: its points so far and the next one. */
  draft: Point[];
  cursor: Point | null;
  /** Of generators: not to be edited. */
  generated: Disc[];
  scales: Scales;
}

const inksNow = () => ({
  ground: cssColor("--stage"), line: cssColor("--line"), axis: cssColor("--line-strong"), edge: cssColor("--edge"), ink: cssColor("--ink"), mark: cssColor("--c2"), force: cssColor("--flash"),
});

export class Sheet {
  private inks = inksNow();
  readonly canvas = h("canvas", {tabindex: 0, role: "application", "aria-label": "The scene"});
  private readonly context = this.canvas.getContext("2d")!;
  private middle: Point = [4, 2.5];
  private scale = 60;  // pixels for a unit
  private size: Point = [1, 1];

  resize(width: number, height: number): void {
    const ratio = Math.min(devicePixelRatio, 2);
    this.size = [width, height];
    Object.assign(this.canvas, {width: width * ratio, height: height * ratio});
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  fit({low, high}: {low: Point; high: Point}): void {
    this.middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    this.scale = 0.88 * Math.min(this.size[0] / (high[0] - low[0] || 1), this.size[1] / (high[1] - low[1] || 1));
  }

  place([x, y]: Point): Point {
    return [this.size[0] / 2 + (x - this.middle[0]) * this.scale, this.size[1] / 2 - (y - this.middle[1]) * this.scale];
  }

  point([px, py]: Point): Point {
    return [this.middle[0] + (px - this.size[0] / 2) / this.scale, this.middle[1] - (py - this.size[1] / 2) / this.scale];
  }

  /** So many pixels as a length of the scene. */
  units(pixels: number): number {
    return pixels / this.scale;
  }

  pan([dx, dy]: Point): void {
    this.middle = [this.middle[0] - dx / this.scale, this.middle[1] + dy / this.scale];
  }

  /** What lies at a place of the canvas stays there. */
  zoom(factor: number, at: Point = [this.size[0] / 2, this.size[1] / 2]): void {
    const before = this.point(at);
    this.scale = Math.min(1e6, Math.max(1e-3, this.scale * factor));
    const after = this.point(at);
    this.middle = plus(this.middle, [before[0] - after[0], before[1] - after[1]]);
  }

  /** The distance between lines of the grid: 1, 2 or 5 of a power of ten, at least 14 pixels. */
  grid(): number {
    const least = this.units(14);
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= least)!;
  }

  draw(scene: SceneFile, marks: Marks): void {
    this.clear();
    this.drawGrid();
    const bodies = scene.bodies ?? [];
    this.obstacles(scene);
    marks.generated.forEach((disc) => this.disc(disc, 0.55));
    bodies.forEach((body, k) => {
      if (body.ball) this.disc({at: body.ball.center, radius: body.ball.radius, color: colorOf(body, k), hole: body.response === "pocket"});
    });
    bodies.forEach((body, k) => this.arrows(scene, body, k, marks.scales));
    this.marks(scene, marks);
  }

  /** A moment of a run. */
  drawMoment(scene: SceneFile, {discs, moved}: Moment): void {
    this.clear();
    this.obstacles(scene, moved);
    discs.forEach((disc) => this.disc(disc));
  }

  private clear(): void {
    this.inks = inksNow();
    this.context.fillStyle = this.inks.ground;
    this.context.fillRect(0, 0, ...this.size);
  }

  private drawGrid(): void {
    const step = this.grid();
    const [low, high] = [this.point([0, this.size[1]]), this.point([this.size[0], 0])];
    for (const axis of [0, 1] as const)
      for (let k = Math.ceil(low[axis] / step); k * step <= high[axis]; ++k) {
        const ends = [low, high].map((corner): Point => (axis === 0 ? [k * step, corner[1]] : [corner[0], k * step]));
        this.lines([[ends[0], ends[1]]], k % 5 ? this.inks.line : this.inks.axis, k === 0 ? 2 : k % 5 ? 0.5 : 1);
      }
  }

  /** Of what is not among the scene's bodies only the walls move, all as one. */
  private obstacles({bodies = [], walls}: SceneFile, moved: Moved = new Map()): void {
    const wallsBy = [...moved].find(([id]) => id >= bodies.length)?.[1];
    if (walls) this.lines(edgesOf(placed({box: walls}, wallsBy)), this.inks.edge, 3);
    bodies.forEach((still, id) => {
      const body = placed(still, moved.get(id));
      if (body.box) this.fill(edgesOf(body).map(([p]) => p), `${body.color ?? "#8a94a3"}66`);
      this.lines(edgesOf(body), body.color ?? this.inks.edge, 2.5);
      if (body.half_space) this.halfSpace(body.half_space);
    });
  }

  private halfSpace(space: NonNullable<Body["half_space"]>): void {
    const size = length(space.normal);
    const normal: Point = [space.normal[0] / size, space.normal[1] / size];
    const foot = plus(this.middle, normal, offsetOf(space) - this.middle[0] * normal[0] - this.middle[1] * normal[1]);
    const far = this.units(2 * Math.max(...this.size));
    const [a, b] = [1, -1].map((sign) => plus(foot, [-normal[1], normal[0]], sign * far));
    this.fill([a, b, plus(b, normal, -far), plus(a, normal, -far)], "#8a94a322");
    this.lines([[a, b]], this.inks.edge, 2);
  }

  private disc({at, radius, color, hole = false}: Disc, opacity = 1): void {
    const {context} = this;
    const [x, y] = this.place(at);
    const size = Math.max(1, radius * this.scale);
    context.globalAlpha = opacity;
    context.beginPath();
    context.arc(x, y, size, 0, 2 * Math.PI);
    const shade = context.createRadialGradient(x - 0.35 * size, y - 0.4 * size, 0.1 * size, x, y, size);
    shade.addColorStop(0, hole ? "#000" : "#fff");
    shade.addColorStop(0.25, hole ? "#000" : color);
    shade.addColorStop(1, hole ? color : `color-mix(in srgb, ${color} 62%, black)`);
    context.fillStyle = size > 3 ? shade : color;
    context.fill();
    context.globalAlpha = 1;
  }

  private arrows(scene: SceneFile, body: Body, index: number, scales: Scales): void {
    if (!body.ball) return;
    if (body.velocity && length(body.velocity) > 0) this.arrow(body.ball.center, velocityTip(body, scales), this.inks.ink);
    const force = forceOn(scene, index);
    if (force) this.arrow(body.ball.center, forceTip(body, force, scales), this.inks.force);
  }

  private arrow(from: Point, to: Point, color: string): void {
    const {context} = this;
    const [[x0, y0], [x1, y1]] = [this.place(from), this.place(to)];
    const angle = Math.atan2(y1 - y0, x1 - x0);
    this.lines([[from, to]], color, 2);
    context.beginPath();
    for (const turn of [0, 2.6, -2.6]) context.lineTo(x1 + 9 * Math.cos(angle + turn) * (turn ? 1 : 0.2), y1 + 9 * Math.sin(angle + turn) * (turn ? 1 : 0.2));
    context.fillStyle = color;
    context.fill();
  }

  private marks(scene: SceneFile, {selected, handles, draft, cursor}: Marks): void {
    const body = scene.bodies?.[selected];
    if (body?.ball) this.ring(body.ball.center, body.ball.radius * this.scale + 3, this.inks.mark);
    if (body && !body.ball) this.lines(edgesOf(body), this.inks.mark, 3.5);
    for (const {at, name} of handles) this.dot(at, name === "force" ? this.inks.force : this.inks.mark);
    this.lines(draft.slice(1).map((p, k): [Point, Point] => [draft[k], p]), this.inks.mark, 2);
    draft.forEach((p) => this.dot(p, this.inks.mark));
    if (cursor) this.cross(cursor);
  }

  private ring(at: Point, pixels: number, color: string): void {
    this.context.beginPath();
    this.context.arc(...this.place(at), pixels, 0, 2 * Math.PI);
    this.context.strokeStyle = color;
    this.context.lineWidth = 2;
    this.context.stroke();
  }

  private dot(at: Point, color: string): void {
    this.context.beginPath();
    this.context.arc(...this.place(at), 6, 0, 2 * Math.PI);
    this.context.fillStyle = this.inks.ground;
    this.context.fill();
    this.context.strokeStyle = color;
    this.context.lineWidth = 2.5;
    this.context.stroke();
  }

  private cross(at: Point): void {
    const arm = this.units(10);
    this.lines([[plus(at, [arm, 0]), plus(at, [-arm, 0])], [plus(at, [0, arm]), plus(at, [0, -arm])]], this.inks.ink, 1.5);
  }

  private fill(corners: Point[], color: string): void {
    this.context.beginPath();
    corners.forEach((p) => this.context.lineTo(...this.place(p)));
    this.context.fillStyle = color;
    this.context.fill();
  }

  private lines(edges: [Point, Point][], color: string, width: number): void {
    const {context} = this;
    context.beginPath();
    for (const [a, b] of edges) {
      context.moveTo(...this.place(a));
      context.lineTo(...this.place(b));
    }
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineCap = "round";
    context.stroke();
  }
}
