/** How a ball looks from above. */
import type {Brush} from "./brush.js";
import {type Color, luminance, mixColors, rgb} from "../color.js";

const kIvory = "#faf7ee";

export interface BallLook {
  color: Color;
  striped: boolean;
  immovable?: boolean;
  mark?: string;
  /** It lies on a cloth and throws a shadow. */
  shadow?: boolean;
  /** By what angle it has turned, where that is to be seen. */
  turn?: number;
}

export function drawBall(brush: Brush, x: number, y: number, r: number, {color, striped, immovable, mark, shadow, turn}: BallLook): void {
  if (shadow && r > 3) brush.disc(x + r * 0.1, y + r * 0.22, r * 1.02, "rgba(0,0,0,.28)");
  brush.disc(x, y, r, striped ? kIvory : rgb(color));
  if (striped) drawStripe(brush, x, y, r, rgb(color));
  if (immovable && r > 4) drawHatch(brush, x, y, r);
  if (turn !== undefined && r > 2.5) drawSpoke(brush, x, y, r, turn, luminance(color) > 0.35 ? "rgba(21,23,27,.75)" : "rgba(255,255,255,.85)");
  if (r > 4) drawGlossAndRim(brush, x, y, r, color);
  if (mark && r > 6.5) drawMark(brush, x, y, r, mark, color, striped);
}

/** The coloured band of balls 9 to 15. */
function drawStripe(brush: Brush, x: number, y: number, r: number, style: string): void {
  const half = Math.asin(0.6);
  brush.context.beginPath();
  brush.context.arc(x, y, r, -half, half);
  brush.context.arc(x, y, r, Math.PI - half, Math.PI + half);
  brush.context.closePath();
  brush.fill(style);
}

/** Bodies that nothing moves are hatched, as in a drawing of a machine. */
function drawHatch(brush: Brush, x: number, y: number, r: number): void {
  const {context} = brush;
  context.save();
  brush.circle(x, y, r);
  context.clip();
  context.beginPath();
  for (let s = -2 * r; s < 2 * r; s += 6) {
    context.moveTo(x + s, y + r);
    context.lineTo(x + s + 2 * r, y - r);
  }
  brush.stroke("rgba(255,255,255,.35)", 1.2);
  context.restore();
}

/** A line that turns with the ball. */
function drawSpoke({context}: Brush, x: number, y: number, r: number, turn: number, style: string): void {
  context.beginPath();
  context.moveTo(x - 0.25 * r * Math.cos(turn), y + 0.25 * r * Math.sin(turn));
  context.lineTo(x + 0.85 * r * Math.cos(turn), y - 0.85 * r * Math.sin(turn));
  context.strokeStyle = style;
  context.lineWidth = Math.max(1, 0.16 * r);
  context.lineCap = "round";
  context.stroke();
}

function drawGlossAndRim(brush: Brush, x: number, y: number, r: number, color: Color): void {
  const shade = brush.context.createRadialGradient(x - r * 0.35, y - r * 0.4, r * 0.05, x, y, r);
  shade.addColorStop(0, "rgba(255,255,255,.5)");
  shade.addColorStop(0.35, "rgba(255,255,255,.08)");
  shade.addColorStop(0.7, "rgba(0,0,0,0)");
  shade.addColorStop(1, "rgba(0,0,0,.28)");
  brush.circle(x, y, r);
  brush.fill(shade);
  brush.stroke(rgb(mixColors(color, [0, 0, 0], 0.45), 0.7), 0.8);
}

function drawMark(brush: Brush, x: number, y: number, r: number, mark: string, color: Color, striped: boolean): void {
  const isNumber = /^\d+$/.test(mark);
  if (isNumber) brush.disc(x, y, r * 0.52, "#fdfcf8");
  const size = isNumber ? 0.66 : mark.length > 2 ? 0.6 : 0.85;
  drawText(brush, x, y, r, mark, size, isNumber || striped || luminance(color) > 0.35 ? "#15171b" : "#ffffff");
}

/** `size`, of the letters, in radii. */
function drawText({context, colors}: Brush, x: number, y: number, r: number, text: string, size: number, style: string): void {
  context.fillStyle = style;
  context.font = `650 ${r * size}px ${colors.sans}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y + r * 0.04);
}
