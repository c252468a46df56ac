"use strict";
// Draws the table from above.

const kRail = 0.11;  // m
const kFelt = {pool: "#1f6fa3", snooker: "#1d7a4c", carom: "#2a6cb0"};

function partPoints(part, count = 48) {
  if (!part.radius) return [part.from, part.to];
  const [cx, cy] = part.center;
  const a = Math.atan2(part.from[1] - cy, part.from[0] - cx);
  let turn = Math.atan2(part.to[1] - cy, part.to[0] - cx) - a;
  if (part.left && turn <= 0) turn += 2 * Math.PI;
  if (!part.left && turn >= 0) turn -= 2 * Math.PI;
  return Array.from({length: count + 1}, (_, k) => [cx + part.radius * Math.cos(a + (turn * k) / count), cy + part.radius * Math.sin(a + (turn * k) / count)]);
}

/** Lists of points, one for each closed loop. */
function loops(parts) {
  const result = [];
  let closed = true;
  for (const part of parts) {
    if (closed) result.push([]);
    const loop = result[result.length - 1];
    loop.push(...partPoints(part));
    closed = Math.hypot(loop[0][0] - part.to[0], loop[0][1] - part.to[1]) < 1e-9;
  }
  return result;
}

class TableView {
  constructor(canvas, table) {
    Object.assign(this, {canvas, table});
    this.outline = loops(table.cushions);
    this.obstacles = loops(table.obstacles);
    const points = this.outline.flat();
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    const margin = 1.5 * kRail;
    this.low = [Math.min(...xs) - margin, Math.min(...ys) - margin];
    this.high = [Math.max(...xs) + margin, Math.max(...ys) + margin];
  }

  fit() {
    const ratio = window.devicePixelRatio || 1;
    const width = this.canvas.clientWidth || 1100;
    const [w, h] = [this.high[0] - this.low[0], this.high[1] - this.low[1]];
    this.scale = Math.min(width / w, 720 / h);
    const height = h * this.scale;
    this.offset = (width - w * this.scale) / 2;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, width, height);
  }

  place([x, y]) {
    return [this.offset + (x - this.low[0]) * this.scale, (this.high[1] - y) * this.scale];
  }

  trace(points, closed) {
    this.context.beginPath();
    points.forEach((p, i) => (i ? this.context.lineTo(...this.place(p)) : this.context.moveTo(...this.place(p))));
    if (closed) this.context.closePath();
  }

  disc(center, radius, style) {
    this.context.beginPath();
    this.context.arc(...this.place(center), Math.max(0.5, radius * this.scale), 0, 2 * Math.PI);
    this.context.fillStyle = style;
    this.context.fill();
  }

  draw() {
    this.fit();
    const {context, table, scale} = this;
    const felt = kFelt[table.game] || "#23735c";
    context.lineJoin = "round";
    if (table.game) {
      this.drawFrame();
      this.drawDiamonds();
    } else {
      this.drawRim();
    }
    for (const loop of this.outline) {
      this.trace(loop, true);
      context.lineWidth = 0.08 * scale;
      context.strokeStyle = this.darker(felt, 0.62);
      if (!table.game || !table.pockets.length) context.stroke();
      context.fillStyle = felt;
      context.fill();
    }
    this.drawCushions(felt);
    this.drawMarks();
    for (const pocket of table.pockets) {
      this.disc(pocket.center, pocket.radius * 1.22, "#241a12");
      this.disc(pocket.center, pocket.radius, "#08090b");
    }
    for (const loop of this.obstacles) {
      this.trace(loop, true);
      context.fillStyle = this.darker(felt, 0.5);
      context.fill();
    }
  }

  /** Wood around a free outline. */
  drawRim() {
    const {context, scale} = this;
    for (const loop of this.outline) {
      this.trace(loop, true);
      context.lineWidth = 2.6 * kRail * scale;
      context.strokeStyle = "#3d2a1c";
      context.stroke();
      context.lineWidth = 2.3 * kRail * scale;
      context.strokeStyle = "#6a4528";
      context.stroke();
    }
  }

  /** The wood of a table with four sides. */
  drawFrame() {
    const {context, scale} = this;
    const [left, top] = this.place([this.low[0] + 0.3 * kRail, this.high[1] - 0.3 * kRail]);
    const [right, bottom] = this.place([this.high[0] - 0.3 * kRail, this.low[1] + 0.3 * kRail]);
    context.beginPath();
    context.roundRect(left, top, right - left, bottom - top, 0.9 * kRail * scale);
    context.fillStyle = "#6a4528";
    context.fill();
    context.lineWidth = 0.14 * kRail * scale;
    context.strokeStyle = "#3d2a1c";
    context.stroke();
  }

  /** The sights on the rails: eighths of the length, quarters of the width. */
  drawDiamonds() {
    const noses = this.table.cushions.filter((part) => !part.jaw).flatMap((part) => [part.from, part.to]);
    const [x, y] = [0, 1].map((axis) => Math.max(...noses.map((p) => Math.abs(p[axis]))));
    const sights = [];
    for (let k = -3; k <= 3; ++k) if (k || !this.table.pockets.length) sights.push([(k * x) / 4, y + kRail], [(k * x) / 4, -y - kRail]);
    for (let k = -1; k <= 1; ++k) sights.push([x + kRail, (k * y) / 2], [-x - kRail, (k * y) / 2]);
    for (const sight of sights) this.disc(sight, 0.008, "#d9c9a8");
  }

  /** The rubber behind the noses: between two jaws it ends where they do. */
  drawCushions(felt) {
    const {context, table, scale} = this;
    if (!table.game || !table.pockets.length) return;
    const runs = [];
    for (const part of table.cushions) {
      if (/ back$/.test(part.name)) runs.push(null);
      else if (runs.length && runs[runs.length - 1]) runs[runs.length - 1].push(...partPoints(part, 12));
      else runs.push(partPoints(part, 12));
    }
    const strips = runs.filter(Boolean);
    if (runs.length && runs[0] && runs[runs.length - 1] && strips.length > 1) strips[0] = [...strips.pop(), ...strips[0]];
    for (const strip of strips) {
      this.trace(strip, false);
      context.lineWidth = 1.4;
      context.fillStyle = this.darker(felt, 0.72);
      context.fill();
      context.strokeStyle = this.darker(felt, 0.5);
      context.stroke();
    }
    context.lineWidth = 0.004 * scale;
  }

  drawMarks() {
    const {context, table} = this;
    context.strokeStyle = "rgba(255,255,255,.22)";
    context.lineWidth = 1.2;
    for (const line of table.lines) {
      this.trace(line, false);
      context.stroke();
    }
    if (table.d) {
      const {center, radius, towards} = table.d;
      const a = Math.atan2(-towards[1], towards[0]);
      context.beginPath();
      context.arc(...this.place(center), radius * this.scale, a - Math.PI / 2, a + Math.PI / 2);
      context.stroke();
    }
    for (const {at} of table.spots) this.disc(at, 0.006, "rgba(255,255,255,.6)");
  }

  darker(color, share) {
    const parts = [1, 3, 5].map((k) => Math.round(parseInt(color.slice(k, k + 2), 16) * share));
    return `rgb(${parts.join(",")})`;
  }
}
