/** Draws what is no ball, in the plane. */
import type {Brush} from "./brush.js";
import type {Obstacle, Scene} from "../scene.js";

const kUsualGrey = "#5b6675";
const kCushion = "#0e3d31";
const kOrder = ["half_space", "box", "convex_polygon", "capsule", "polygon", "segment", "arc", "pocket"];

/** What is known of a scene before there is anything that moves in it. */
export type Ground = Pick<Scene, "world" | "obstacles">;

/** A pocket is as wide as its mouth; the wood around a table takes its measure from it. */
export function railWidth({world, obstacles}: Ground): number {
  const pocket = obstacles.find(({kind}) => kind === "pocket");
  return world.table.length && pocket ? 1.55 * pocket.radius! : 0;
}

/** An obstacle that moves, where it is now. */
export function moved(obstacle: Obstacle, by: number[]): Obstacle {
  const move = (point: number[]) => point.map((x, i) => x + by[i]);
  const result = {...obstacle};
  for (const name of [...(obstacle.kind === "arc" ? [] : (["from", "to"] as const)), "low", "high", "center"] as const) if (obstacle[name]) result[name] = move(obstacle[name]);
  if (obstacle.vertices) result.vertices = obstacle.vertices.map(move);
  if (obstacle.normal) result.offset = obstacle.offset! + obstacle.normal[0] * by[0] + obstacle.normal[1] * by[1];
  return result;
}

export class PlaneObstacles {
  private readonly onTable: boolean;

  constructor(private readonly brush: Brush, private readonly scene: Ground) {
    this.onTable = scene.world.table.length > 0;
  }

  drawGround(): void {
    if (this.onTable) this.drawTable();
    else if (this.scene.world.periodic) this.drawPeriodicBox(this.scene.world.periodic);
  }

  draw(obstacles: Obstacle[]): void {
    for (const kind of kOrder) for (const obstacle of obstacles) if (obstacle.kind === kind) this.drawOne(obstacle);
  }

  private drawOne(obstacle: Obstacle): void {
    const {kind, low, high, from, to, front, center, radius} = obstacle;
    if (kind === "half_space") this.drawHalfSpace(obstacle.normal!, obstacle.offset!);
    else if (kind === "box") this.drawBox(low!, high!, this.color(obstacle));
    else if (kind === "convex_polygon") this.drawSolid(obstacle.vertices!, this.color(obstacle));
    else if (kind === "capsule") this.drawSolid(capsuleOutline(from!, to!, radius!), this.color(obstacle));
    else if (kind === "polygon") this.drawPolygon(obstacle);
    else if (kind === "segment") this.drawEdge(from!, to!, Boolean(front) && !this.onTable, this.onTable && isGrey(obstacle) ? kCushion : this.color(obstacle));
    else if (kind === "arc") this.drawArc(obstacle);
    else if (kind === "pocket") this.brush.hole(...this.brush.view.toScreen(center![0], center![1]), radius! * this.brush.view.scale);
  }

  /** The usual grey follows the theme; a colour of the scene's own is kept. */
  private color(obstacle: Obstacle): string {
    return isGrey(obstacle) ? this.brush.colors.edge : obstacle.color;
  }

  private drawTable(): void {
    const {brush, scene} = this;
    const {context, colors, view} = brush;
    const rail = railWidth(scene);
    brush.trace(scene.world.table, true);
    context.lineJoin = "round";
    context.save();
    Object.assign(context, {shadowColor: "rgba(0,0,0,.35)", shadowBlur: 26, shadowOffsetY: 8});
    brush.stroke(colors.rail, 2 * rail * view.scale);
    context.restore();
    const home = view.home();
    const [x, y] = view.toScreen(...home);
    const reach = Math.hypot(scene.world.high[0] - home[0], scene.world.high[1] - home[1]);
    const glow = context.createRadialGradient(x, y, 0, x, y, Math.max(1, view.scale * reach));
    glow.addColorStop(0, colors["felt-light"]);
    glow.addColorStop(1, colors.felt);
    brush.fill(glow);
    brush.stroke(colors.felt, 0.5 * rail * view.scale);
  }

  private drawPeriodicBox([lx, ly]: number[]): void {
    const {context, colors} = this.brush;
    this.brush.trace([[0, 0], [lx, 0], [lx, ly], [0, ly]], true);
    context.setLineDash([5, 5]);
    this.brush.stroke(colors["line-strong"], 1);
    context.setLineDash([]);
  }

  /** As far as the picture goes. */
  private drawHalfSpace([nx, ny]: number[], offset: number): void {
    const {view, colors} = this.brush;
    const reach = (2 * (view.width + view.height)) / view.scale;
    const along = view.center[0] * -ny + view.center[1] * nx;
    const foot = [nx * offset - ny * along, ny * offset + nx * along];
    const a = [foot[0] - ny * reach, foot[1] + nx * reach];
    const b = [foot[0] + ny * reach, foot[1] - nx * reach];
    this.brush.trace([a, b, [b[0] - nx * reach, b[1] - ny * reach], [a[0] - nx * reach, a[1] - ny * reach]], true);
    this.brush.fill(colors.solid);
    this.brush.trace([a, b]);
    this.brush.stroke(colors.edge, 1.5);
  }

  private drawBox(low: number[], high: number[], color: string): void {
    this.drawSolid([low, [high[0], low[1]], high, [low[0], high[1]]], color);
  }

  private drawSolid(outline: number[][], color: string): void {
    this.brush.trace(outline, true);
    this.brush.fill(`${color}38`);
    this.brush.stroke(color, 1.5);
  }

  private drawEdge(from: number[], to: number[], front: boolean, color: string): void {
    if (front) this.drawBack(from, to, color);
    this.brush.trace([from, to]);
    this.brush.context.lineCap = "round";
    this.brush.stroke(color, 2.5);
  }

  private drawArc({center, radius, from, to, ...obstacle}: Obstacle): void {
    const start = Math.atan2(from![1], from![0]);
    const span = Math.atan2(to![1], to![0]) - start;
    const turn = span > 0 ? span : span + 2 * Math.PI;
    const edges = 2 + Math.floor((48 * turn) / Math.PI);
    this.brush.trace(Array.from({length: edges + 1}, (_, k) => start + (turn * k) / edges).map((angle) => [center![0] + radius! * Math.cos(angle), center![1] + radius! * Math.sin(angle)]));
    this.brush.context.lineCap = "round";
    this.brush.stroke(this.color({from, to, ...obstacle}), 2.5);
  }

  /** Hatches the back of a one-sided edge: the right of from → to. */
  private drawBack(from: number[], to: number[], color: string): void {
    const {context, view} = this.brush;
    const [x0, y0] = view.toScreen(from[0], from[1]);
    const [x1, y1] = view.toScreen(to[0], to[1]);
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    context.beginPath();
    const count = Math.max(1, Math.min(400, Math.round(length / 8)));
    for (let i = 0; i <= count; ++i) {
      const s = (length * i) / count;
      const [x, y] = [x0 + ux * s, y0 + uy * s];
      context.moveTo(x, y);
      context.lineTo(x - uy * 6 - ux * 4, y + ux * 6 - uy * 4);
    }
    context.globalAlpha = 0.45;
    this.brush.stroke(color, 1);
    context.globalAlpha = 1;
  }

  private drawPolygon(obstacle: Obstacle): void {
    const {closed, front} = obstacle;
    const vertices = obstacle.vertices!;
    const filled = this.onTable && !closed ? obstacle.color : closed && !front ? `${this.color(obstacle)}1f` : "";
    if (filled) {
      this.brush.trace(vertices, true);
      this.brush.fill(filled);
    }
    const edges = vertices.length - (closed ? 0 : 1);
    for (let k = 0; k < edges; ++k) this.drawEdge(vertices[k], vertices[(k + 1) % vertices.length], Boolean(front), this.color(obstacle));
  }
}

/** Anticlockwise, near enough for a picture. */
function capsuleOutline(from: number[], to: number[], radius: number): number[][] {
  const start = Math.atan2(to[1] - from[1], to[0] - from[0]) - Math.PI / 2;
  const half = (end: number[], turn: number) =>
    Array.from({length: 25}, (_, k) => [end[0] + radius * Math.cos(turn + (Math.PI * k) / 24), end[1] + radius * Math.sin(turn + (Math.PI * k) / 24)]);
  return [...half(to, start), ...half(from, start + Math.PI)];
}

const isGrey = ({color}: Obstacle): boolean => !color || color === kUsualGrey;
