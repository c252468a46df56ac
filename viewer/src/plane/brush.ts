/** Draws in a part of the plane. */
import {PlaneView} from "./plane_view.js";
import {formatNumber} from "../format.js";
import {cssColor} from "../page.js";
import {niceStep} from "../plot/scale.js";

const kColors = ["edge", "solid", "trail", "flash", "accent", "ink", "muted", "line", "line-strong", "stage", "chain", "pull", "press", "felt", "felt-light", "rail", "sans"] as const;

export type StageColors = Record<(typeof kColors)[number], string>;

export const stageColors = (): StageColors => Object.fromEntries(kColors.map((name) => [name, cssColor(`--${name}`)])) as StageColors;

/** `ratio`: pixels of the device for one of the page. */
export class Brush {
  constructor(readonly context: CanvasRenderingContext2D, readonly view: PlaneView, readonly colors: StageColors, readonly ratio = 1) {}

  trace(points: readonly ArrayLike<number>[], closed = false): void {
    this.context.beginPath();
    points.forEach((point, i) => {
      const place = this.view.toScreen(point[0], point[1]);
      if (i) this.context.lineTo(...place);
      else this.context.moveTo(...place);
    });
    if (closed) this.context.closePath();
  }

  stroke(style: string, width: number): void {
    this.context.strokeStyle = style;
    this.context.lineWidth = width;
    this.context.stroke();
  }

  fill(style: string | CanvasGradient): void {
    this.context.fillStyle = style;
    this.context.fill();
  }

  /** In pixels, as are all that follow. */
  circle(x: number, y: number, r: number): void {
    this.context.beginPath();
    this.context.arc(x, y, r, 0, 2 * Math.PI);
  }

  disc(x: number, y: number, r: number, style: string): void {
    this.circle(x, y, r);
    this.fill(style);
  }

  /** A dark hole with a rim that catches the light. */
  hole(x: number, y: number, r: number): void {
    const shade = this.context.createRadialGradient(x, y + r * 0.25, r * 0.2, x, y, r);
    shade.addColorStop(0, "#050607");
    shade.addColorStop(1, "#1b1e22");
    this.circle(x, y, r);
    this.fill(shade);
    this.stroke("rgba(255,255,255,.14)", 1.2);
  }

  arrow(x: number, y: number, dx: number, dy: number, style: string): void {
    const {context} = this;
    const length = Math.hypot(dx, dy);
    const head = Math.min(7, length / 2);
    const [ux, uy] = [dx / length, dy / length];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + dx - ux * head, y + dy - uy * head);
    this.stroke(style, 1.4);
    context.beginPath();
    context.moveTo(x + dx, y + dy);
    context.lineTo(x + dx - ux * head - uy * head * 0.5, y + dy - uy * head + ux * head * 0.5);
    context.lineTo(x + dx - ux * head + uy * head * 0.5, y + dy - uy * head - ux * head * 0.5);
    this.fill(style);
  }

  scaleBar(unit = ""): void {
    const {context, colors, view} = this;
    const length = niceStep(view.width / view.scale, 8);
    const pixels = length * view.scale;
    const [x, y] = [view.width - 20 - pixels, view.height - 18];
    context.lineCap = "butt";
    context.beginPath();
    context.moveTo(x, y - 4);
    context.lineTo(x, y);
    context.lineTo(x + pixels, y);
    context.lineTo(x + pixels, y - 4);
    this.stroke(colors.muted, 1.4);
    context.fillStyle = colors.muted;
    context.font = `12px ${colors.sans}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.fillText(`${formatNumber(length, 3)}${unit}`, x + pixels / 2, y - 7);
  }
}
