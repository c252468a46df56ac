/** The canvas on which a scene is drawn as it is built: in the viewer's manner, with what can be taken hold of. */
import type {SceneAbout} from "carom-wasm";
import {colorsOf, isStriped} from "carom-viewer/appearance.js";
import {parseColor} from "carom-viewer/color.js";
import {extentOf as extentOfAll, tableOutline} from "carom-viewer/extent.js";
import {fitCanvas} from "carom-viewer/page.js";
import {drawBall} from "carom-viewer/plane/ball_picture.js";
import {Brush, stageColors} from "carom-viewer/plane/brush.js";
import {type Ground, PlaneObstacles, railWidth} from "carom-viewer/plane/plane_obstacles.js";
import {PlaneView} from "carom-viewer/plane/plane_view.js";
import type {Obstacle} from "carom-viewer/scene.js";
import {h} from "../ui.js";
import type {Complaint} from "./complaint.js";
import {type Body, forceOn, type SceneFile} from "./document.js";
import {type Box, cornersOf, length, type Point, unit} from "./geometry.js";
import {fillingOf} from "./generators.js";
import {forceTip, type Handle, offsetOf, outlineOf, type Scales, velocityTip} from "./shapes.js";

/** What is drawn. */
export interface Shown {
  scene: SceneFile;
  /** What the engine makes of it, if it takes it: the balls of generators come from there. */
  about: SceneAbout | null;
  selected: number[];
  generator: number;
  handles: Handle[];
  /** What is being drawn, as far as it is something, and its points. */
  draft: Body | null;
  points: Point[];
  cursor: Point | null;
  band: Box | null;
  scales: Scales;
  complaint: Complaint | null;
}

const kPictureBalls = 400;  // of more only discs are drawn
const kPaler = 0.7;

const ballsOf = ({about, scene}: Pick<Shown, "about" | "scene">): {center: number[]; radius: number}[] => 
  (about ? about.balls.map((id) => about.bodies[id]) : scene.bodies ?? []).flatMap(({ball, response}) => (ball && response !== "pocket" ? [ball] : []));

/** The face of a wall, as the engine adds it to the scene. */
const kFaces: [Point, (box: Box) => number][] = [[[1, 0], ({low}) => low[0]], [[-1, 0], ({high}) => -high[0]], [[0, 1], ({low}) => low[1]], [[0, -1], ({high}) => -high[1]]];

/** What is no ball as the viewer draws it. */
function obstaclesOf({bodies = [], walls}: SceneFile): Obstacle[] {
  const colors = colorsOf(bodies);
  const drawn = bodies.flatMap((body, id): Obstacle[] => {
    const {ball, half_space: space, polygon, arc, segment} = body;
    const common = {id, name: body.name ?? "", color: colors[id]};
    if (ball) return body.response === "pocket" ? [{...common, kind: "pocket", ...ball}] : [];
    if (space) return [{...common, kind: "half_space", normal: unit(space.normal), offset: offsetOf(space)}];
    if (polygon) return [{...common, kind: "polygon", vertices: polygon.vertices, closed: polygon.closed !== false, front: polygon.sides === "front"}];
    if (arc) return [{...common, kind: "arc", from: [1, 0], to: arc.from ?? [1, 0], ...arc}];
    if (segment) return [{...common, kind: "segment", ...segment, front: segment.sides === "front"}];
    for (const kind of ["box", "capsule", "convex_polygon"] as const) if (body[kind]) return [{...common, kind, ...body[kind]}];
    return [];
  });
  const faces = walls ? kFaces.map(([normal, offset], k): Obstacle => ({kind: "half_space", id: bodies.length + k, name: "", color: walls.color as string ?? "", normal, offset: offset(walls)})) : [];
  return [...drawn, ...faces];
}

function groundOf(shown: Pick<Shown, "about" | "scene">): Ground {
  const obstacles = obstaclesOf(shown.scene);
  const periodic = (shown.scene.periodic as number[] | undefined) ?? null;
  return {obstacles, world: {...extentOfAll(ballsOf(shown), obstacles, 2, periodic), periodic, table: tableOutline(obstacles)}};
}

export class Sheet {
  readonly canvas: HTMLCanvasElement;
  private view = new PlaneView([0, 0], [8, 5]);
  private brush: Brush;

  constructor(role: "application" | "img", label: string) {
    this.canvas = h("canvas", {role, "aria-label": label, tabindex: role === "application" && 0});
    this.brush = new Brush(this.canvas.getContext("2d")!, this.view, stageColors());
  }

  /** The whole scene in the picture, as the viewer will show it when it runs. */
  fit(shown: Pick<Shown, "about" | "scene">): void {
    const ground = groundOf(shown);
    this.view = new PlaneView(ground.world.low, ground.world.high, railWidth(ground));
    this.measure();
  }

  /** As large as its place in the page. */
  measure(): void {
    const {context, width, height, ratio} = fitCanvas(this.canvas);
    this.view.fit(width, height);
    this.brush = new Brush(context, this.view, stageColors(), ratio);
  }

  place([x, y]: Point): Point {
    return this.view.toScreen(x, y);
  }

  point([px, py]: Point): Point {
    return this.view.toWorld(px, py);
  }

  get center(): Point {
    return this.view.center;
  }

  /** So many pixels as a length of the scene. */
  units(pixels: number): number {
    return pixels / this.view.scale;
  }

  pan([dx, dy]: Point): void {
    this.view.pan(dx, dy);
  }

  /** What lies at a place of the canvas stays there. */
  zoom(factor: number, [x, y]: Point = [this.view.width / 2, this.view.height / 2]): void {
    this.view.zoomAt(x, y, factor, false);
  }

  /** The distance between lines of the grid: 1, 2 or 5 of a power of ten, at least 14 pixels. */
  grid(): number {
    const least = this.units(14);
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= least)!;
  }

  /** The scene alone, as it begins. */
  drawPicture(scene: SceneFile, about: SceneAbout): void {
    this.fit({scene, about});
    const ground = groundOf({scene, about});
    const painter = new PlaneObstacles(this.brush, ground);
    painter.drawGround();
    painter.draw(ground.obstacles);
    this.drawBalls({scene, about}, ground.world.table.length > 0, 1);
    this.drawFields(scene);
  }

  draw(shown: Shown): void {
    this.measure();
    const {scene} = shown;
    const ground = groundOf(shown);
    const onTable = ground.world.table.length > 0;
    const painter = new PlaneObstacles(this.brush, ground);
    const {context, view: {width, height}} = this.brush;
    context.clearRect(0, 0, width, height);
    painter.drawGround();
    this.drawGrid(onTable);
    painter.draw(ground.obstacles);
    (scene.generators ?? []).forEach((_, k) => this.drawRegion(scene, k, k === shown.generator));
    this.drawBalls(shown, onTable, kPaler);
    this.drawFields(scene);
    (scene.bodies ?? []).forEach((body, k) => this.drawArrows(scene, body, k, shown.scales));
    this.drawMarks(shown);
    this.brush.scaleBar();
  }

  private drawGrid(onTable: boolean): void {
    const {context, colors, view} = this.brush;
    const step = this.grid();
    const [low, high] = [this.point([0, view.height]), this.point([view.width, 0])];
    context.globalAlpha = onTable ? 0.25 : 1;
    for (const axis of [0, 1] as const)
      for (let k = Math.ceil(low[axis] / step); k * step <= high[axis]; ++k) {
        const ends = [low, high].map((corner): Point => (axis === 0 ? [k * step, corner[1]] : [corner[0], k * step]));
        this.brush.trace(ends);
        this.brush.stroke(k % 5 ? colors.line : colors["line-strong"], k === 0 ? 1.5 : k % 5 ? 0.5 : 0.8);
      }
    context.globalAlpha = 1;
  }

  /** `paler`: how opaque those of generators are, which cannot be taken hold of. */
  private drawBalls({scene, about}: Pick<Shown, "scene" | "about">, shadow: boolean, paler: number): void {
    const bodies = (about ? about.bodies : scene.bodies ?? []).map((body, id) => ({...body, immovable: (scene.bodies?.[id] ?? (body as Body)).mass === "immovable" || Boolean(body.immovable)}));
    const colors = colorsOf(bodies);
    const own = scene.bodies?.length ?? 0;
    const many = ballsOf({scene, about}).length > kPictureBalls;
    bodies.forEach((body, id) => {
      const ball = id < own ? scene.bodies![id].ball : body.ball;
      if (!ball || body.response === "pocket") return;
      const [x, y] = this.place(ball.center as Point);
      const r = Math.max(1.2, ball.radius * this.view.scale);
      this.brush.context.globalAlpha = id < own ? 1 : paler;
      if (many) this.brush.disc(x, y, r, colors[id]);
      else drawBall(this.brush, x, y, r, {color: parseColor(colors[id]), striped: isStriped(body as object), immovable: body.immovable, mark: (body as {mark?: string}).mark, shadow});
    });
    this.brush.context.globalAlpha = 1;
  }

  /** Where a generator puts its balls. */
  private drawRegion({generators}: SceneFile, k: number, selected: boolean): void {
    const {kind, filling} = fillingOf(generators![k]) ?? {};
    if (!kind || !filling) return;
    const {context, colors} = this.brush;
    context.setLineDash([6, 5]);
    for (const line of kind.outline(filling)) {
      this.brush.trace(line);
      this.brush.stroke(selected ? colors.accent : colors.muted, selected ? 2 : 1.2);
    }
    context.setLineDash([]);
  }

  /** Attractors as rings that grow fainter, anchors of springs as crosses in a ring. */
  private drawFields({force_fields: fields = []}: SceneFile): void {
    const {context, colors} = this.brush;
    for (const {attractor, spring} of fields) {
      if (attractor)
        for (const [r, alpha] of [[5, 1], [11, 0.6], [17, 0.35], [23, 0.2]]) {
          context.globalAlpha = alpha;
          this.brush.circle(...this.place(attractor.center), r);
          this.brush.stroke(colors.flash, 1.6);
        }
      context.globalAlpha = 1;
      if (!spring) continue;
      const [x, y] = this.place(spring.anchor);
      this.brush.circle(x, y, 8);
      this.brush.stroke(colors.flash, 1.6);
      this.cross([x, y], 12, colors.flash);
    }
  }

  private drawArrows(scene: SceneFile, body: Body, index: number, scales: Scales): void {
    if (!body.ball) return;
    const {colors} = this.brush;
    if (body.velocity && length(body.velocity) > 0) this.arrow(body.ball.center, velocityTip(body, scales), colors.ink);
    const force = forceOn(scene, index);
    if (force) this.arrow(body.ball.center, forceTip(body, force, scales), colors.flash);
  }

  private arrow(from: Point, to: Point, color: string): void {
    const [[x0, y0], [x1, y1]] = [this.place(from), this.place(to)];
    this.brush.context.lineCap = "round";
    this.brush.arrow(x0, y0, x1 - x0, y1 - y0, color);
  }

  private drawMarks({scene, selected, handles, draft, points, cursor, band, complaint}: Shown): void {
    const {colors} = this.brush;
    const bad = getComputedStyle(this.canvas).getPropertyValue("--bad").trim();
    const outline = (body: Body | undefined, color: string, width: number) => {
      for (const line of body ? outlineOf(body) : []) {
        this.brush.trace(line);
        this.brush.stroke(color, width);
      }
    };
    for (const k of selected) outline(scene.bodies?.[k], colors.accent, 2.5);
    for (const k of complaint?.bodies ?? []) outline(scene.bodies?.[k], bad, 3);
    if (complaint?.walls && scene.walls) this.closed(cornersOf(scene.walls), bad, 3);
    if (draft) outline(draft, colors.accent, 2);
    if (draft?.velocity) this.drawArrows(scene, draft, -1, {velocity: this.draftScale, force: 1});
    if (!draft) {
      this.brush.trace(points);
      this.brush.stroke(colors.accent, 2);
    }
    for (const at of points) this.dot(at, colors.accent);
    for (const {at, name} of handles) this.dot(at, name === "force" ? colors.flash : colors.accent);
    if (band) this.closed(cornersOf(band), colors.accent, 1.2, `${colors.accent}22`);
    if (cursor) this.cross(this.place(cursor), 10, colors.ink);
  }

  /** Of the arrow of what is being drawn. */
  draftScale = 1;

  private closed(corners: Point[], color: string, width: number, fill?: string): void {
    this.brush.trace(corners, true);
    if (fill) this.brush.fill(fill);
    this.brush.stroke(color, width);
  }

  private dot(at: Point, color: string): void {
    this.brush.disc(...this.place(at), 6, this.brush.colors.stage);
    this.brush.stroke(color, 2.5);
  }

  private cross([x, y]: Point, arm: number, color: string): void {
    const {context} = this.brush;
    context.beginPath();
    context.moveTo(x - arm, y);
    context.lineTo(x + arm, y);
    context.moveTo(x, y - arm);
    context.lineTo(x, y + arm);
    this.brush.stroke(color, 1.6);
  }
}
