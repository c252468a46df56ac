/** Draws a billiard table from above. */
import type {Brush} from "../plane/brush.js";
import {mixColors, parseColor, rgb} from "../color.js";
import {cushionRuns, halfSizes, loops, type Point2, type TableShape} from "./table_shape.js";

export const kRail = 0.11;  // m
const kFelt: Record<string, string> = {pool: "#1f6fa3", snooker: "#1d7a4c", carom: "#2a6cb0"};
const kFreeFelt = "#23735c";
const kWood = "#6a4528";
const kDarkWood = "#3d2a1c";

const darker = (color: string, share: number): string => rgb(mixColors([0, 0, 0], parseColor(color), share));

/** The part of the plane that a table takes with its wood. */
export function tableExtent(table: TableShape): {low: Point2; high: Point2} {
  const points = loops(table.cushions).flat();
  const margin = 1.5 * kRail;
  const [xs, ys] = [0, 1].map((axis) => points.map((p) => p[axis]));
  return {low: [Math.min(...xs) - margin, Math.min(...ys) - margin], high: [Math.max(...xs) + margin, Math.max(...ys) + margin]};
}

export class TablePicture {
  private readonly outline: Point2[][];
  private readonly obstacles: Point2[][];
  private readonly felt: string;
  private brush!: Brush;

  constructor(private readonly table: TableShape) {
    this.outline = loops(table.cushions);
    this.obstacles = loops(table.obstacles);
    this.felt = kFelt[table.game] ?? kFreeFelt;
  }

  draw(brush: Brush): void {
    this.brush = brush;
    brush.context.lineJoin = "round";
    if (this.table.game) {
      this.drawFrame();
      this.drawDiamonds();
    } else this.drawRim();
    this.drawCloth();
    this.drawCushions();
    this.drawMarks();
    this.drawPockets();
    for (const loop of this.obstacles) {
      brush.trace(loop, true);
      brush.fill(darker(this.felt, 0.5));
    }
  }

  private disc(center: Point2, radius: number, style: string): void {
    this.brush.disc(...this.brush.view.toScreen(...center), Math.max(0.5, radius * this.brush.view.scale), style);
  }

  private drawCloth(): void {
    const {brush, table, felt} = this;
    for (const loop of this.outline) {
      brush.trace(loop, true);
      if (!table.game || !table.pockets.length) brush.stroke(darker(felt, 0.62), 0.08 * brush.view.scale);
      brush.fill(felt);
    }
  }

  private drawPockets(): void {
    for (const {center, radius} of this.table.pockets) {
      this.disc(center, radius * 1.22, "#241a12");
      this.disc(center, radius, "#08090b");
    }
  }

  /** Wood around a free outline. */
  private drawRim(): void {
    for (const loop of this.outline) {
      this.brush.trace(loop, true);
      this.brush.stroke(kDarkWood, 2.6 * kRail * this.brush.view.scale);
      this.brush.stroke(kWood, 2.3 * kRail * this.brush.view.scale);
    }
  }

  /** The wood of a table with four sides. */
  private drawFrame(): void {
    const {context, view} = this.brush;
    const {low, high} = tableExtent(this.table);
    const [left, top] = view.toScreen(low[0] + 0.3 * kRail, high[1] - 0.3 * kRail);
    const [right, bottom] = view.toScreen(high[0] - 0.3 * kRail, low[1] + 0.3 * kRail);
    context.beginPath();
    context.roundRect(left, top, right - left, bottom - top, 0.9 * kRail * view.scale);
    this.brush.fill(kWood);
    this.brush.stroke(kDarkWood, 0.14 * kRail * view.scale);
  }

  /** The sights on the rails: eighths of the length, quarters of the width. */
  private drawDiamonds(): void {
    const [x, y] = halfSizes(this.table);
    const sights: Point2[] = [];
    for (let k = -3; k <= 3; ++k) if (k || !this.table.pockets.length) sights.push([(k * x) / 4, y + kRail], [(k * x) / 4, -y - kRail]);
    for (let k = -1; k <= 1; ++k) sights.push([x + kRail, (k * y) / 2], [-x - kRail, (k * y) / 2]);
    for (const sight of sights) this.disc(sight, 0.008, "#d9c9a8");
  }

  /** The rubber behind the noses: between two jaws it ends where they do. */
  private drawCushions(): void {
    if (!this.table.game) return;
    for (const run of cushionRuns(this.table, 12)) {
      this.brush.trace(run);
      this.brush.fill(darker(this.felt, 0.72));
      this.brush.stroke(darker(this.felt, 0.5), 1.4);
    }
  }

  private drawMarks(): void {
    const {brush, table} = this;
    for (const line of table.lines) {
      brush.trace(line);
      brush.stroke("rgba(255,255,255,.22)", 1.2);
    }
    if (table.d) {
      const {center, radius, towards} = table.d;
      const a = Math.atan2(-towards[1], towards[0]);
      brush.context.beginPath();
      brush.context.arc(...brush.view.toScreen(...center), radius * brush.view.scale, a - Math.PI / 2, a + Math.PI / 2);
      brush.stroke("rgba(255,255,255,.22)", 1.2);
    }
    for (const {at} of table.spots) this.disc(at, 0.006, "rgba(255,255,255,.6)");
  }
}
