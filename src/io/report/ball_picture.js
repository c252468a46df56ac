"use strict";
// How a ball looks from above.

function fillDisc(context, x, y, r, style) {
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.fillStyle = style;
  context.fill();
}

/** The coloured band of balls 9 to 15. */
function drawStripe(context, x, y, r, style) {
  const half = Math.asin(0.6);
  context.beginPath();
  context.arc(x, y, r, -half, half);
  context.arc(x, y, r, Math.PI - half, Math.PI + half);
  context.closePath();
  context.fillStyle = style;
  context.fill();
}

function drawGloss(context, x, y, r) {
  const shade = context.createRadialGradient(x - r * 0.35, y - r * 0.4, r * 0.05, x, y, r);
  shade.addColorStop(0, "rgba(255,255,255,.5)");
  shade.addColorStop(0.35, "rgba(255,255,255,.08)");
  shade.addColorStop(0.7, "rgba(0,0,0,0)");
  shade.addColorStop(1, "rgba(0,0,0,.28)");
  fillDisc(context, x, y, r, shade);
}

/** `size`, of the letters, in radii. */
function drawText(context, x, y, r, text, size, style) {
  context.fillStyle = style;
  context.font = `650 ${r * size}px ${cssColor("--sans")}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y + r * 0.04);
}

/** A number in a white disc. */
function drawNumber(context, x, y, r, number) {
  fillDisc(context, x, y, r * 0.52, "#fdfcf8");
  drawText(context, x, y, r, String(number), 0.66, "#15171b");
}
