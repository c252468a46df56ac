"use strict";
// Draws the run on a canvas, in the plane.

const kMargin = 56;
const kSpriteBalls = 400;

class Stage {
  constructor(run, motion, choices, host) {
    this.run = run;
    this.motion = motion;
    this.choices = choices;
    this.palette = new Palette(run, motion);
    this.host = host;
    this.canvas = make("canvas");
    this.still = document.createElement("canvas");
    host.prepend(this.canvas);
    this.zoom = 1;
    this.center = this.home();
    this.changed = true;
    this.pointers = new Map();
    this.listen();
  }

  home() {
    const {low, high} = this.run.world;
    return low.map((x, i) => (x + high[i]) / 2);
  }

  listen() {
    new ResizeObserver(() => this.onResize?.()).observe(this.host);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.refresh());
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomAt(event.offsetX, event.offsetY, Math.exp(-event.deltaY * 0.0015));
    }, {passive: false});
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
      this.moved = 0;
    });
    this.canvas.addEventListener("pointermove", (event) => this.drag(event));
    this.canvas.addEventListener("pointerup", (event) => {
      this.pointers.delete(event.pointerId);
      if (this.moved < 5) this.onPick?.(this.pick(event.offsetX, event.offsetY));
    });
    this.canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    this.canvas.addEventListener("dblclick", () => this.reset());
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.offsetX, event.offsetY];
    this.moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const spread = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
      this.zoomAt((now[0] + other[0]) / 2, (now[1] + other[1]) / 2, spread(now) / Math.max(1, spread(before)));
    } else if (this.moved > 4) {
      this.choices.follow = false;
      this.center = [this.center[0] - (now[0] - before[0]) / this.scale, this.center[1] + (now[1] - before[1]) / this.scale];
      this.refresh();
    }
    this.pointers.set(event.pointerId, now);
  }

  zoomAt(x, y, factor) {
    const [wx, wy] = this.toWorld(x, y);
    this.zoom = Math.min(1e7, Math.max(0.2, this.zoom * factor));
    this.fit();
    const [nx, ny] = this.toWorld(x, y);
    if (!this.choices.follow) this.center = [this.center[0] + wx - nx, this.center[1] + wy - ny];
    this.refresh();
  }

  /** The still parts must be drawn anew. */
  stale() {
    this.changed = true;
  }

  reset() {
    this.zoom = 1;
    this.center = this.home();
    this.choices.follow = false;
    this.refresh();
  }

  refresh() {
    this.changed = true;
    this.onChange?.();
  }

  fit() {
    const {low, high} = this.run.world;
    const box = this.host.getBoundingClientRect();
    this.width = box.width;
    this.height = box.height;
    const margin = Math.min(kMargin, box.height / 8);
    const table = this.run.world.table.length ? this.railWidth() * 2 : 0;
    this.scale = this.zoom * Math.min((box.width - 2 * margin) / (high[0] - low[0] + table), (box.height - 2 * margin) / (high[1] - low[1] + table));
  }

  toScreen(x, y) {
    return [this.width / 2 + (x - this.center[0]) * this.scale, this.height / 2 - (y - this.center[1]) * this.scale];
  }

  toWorld(x, y) {
    return [this.center[0] + (x - this.width / 2) / this.scale, this.center[1] - (y - this.height / 2) / this.scale];
  }

  pick(x, y) {
    const [wx, wy] = this.toWorld(x, y);
    const {position, radius, here} = this.motion;
    let best = -1;
    let bestGap = 8 / this.scale;
    for (let slot = 0; slot < this.motion.count; ++slot) {
      const gap = here[slot] ? Math.hypot(position[2 * slot] - wx, position[2 * slot + 1] - wy) - radius[slot] : Infinity;
      if (gap < bestGap) [best, bestGap] = [slot, gap];
    }
    return best;
  }

  draw(t, rate) {
    const {choices, motion} = this;
    if (choices.follow && choices.selected >= 0 && motion.here[choices.selected]) {
      this.center = [motion.position[2 * choices.selected], motion.position[2 * choices.selected + 1]];
      this.changed = true;
    }
    const [context, width, height] = fitCanvas(this.canvas);
    this.fit();
    if (this.changed) this.drawStill();
    this.changed = false;
    this.context = context;
    context.clearRect(0, 0, width, height);
    context.drawImage(this.still, 0, 0, width, height);
    this.drawObstacles(this.run.obstacles.filter((obstacle) => obstacle.ways).map((obstacle) => this.placed(obstacle, t)));
    if (choices.trails) this.drawTrails(t);
    this.drawBalls();
    if (choices.velocities) this.drawVelocities();
    if (choices.contacts) this.drawContacts(t, rate);
    this.drawSelection();
    this.drawOutside();
    this.drawScaleBar();
  }

  // The scene's still parts, on a canvas of their own.

  drawStill() {
    const ratio = window.devicePixelRatio || 1;
    this.still.width = this.canvas.width;
    this.still.height = this.canvas.height;
    const context = this.still.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context = context;
    this.colors = Object.fromEntries(["edge", "solid", "trail", "flash", "accent", "ink", "muted", "line", "line-strong", "stage", "felt", "felt-light", "rail"]
        .map((name) => [name, cssColor("--" + name)]));
    if (this.run.world.table.length) this.drawTable();
    else if (this.run.world.periodic) this.drawPeriodicBox();
    this.drawObstacles(this.run.obstacles.filter((obstacle) => !obstacle.ways));
  }

  drawObstacles(obstacles) {
    const drawn = {half_space: this.drawHalfSpace, box: this.drawBox, polygon: this.drawPolygon, segment: this.drawSegment, pocket: this.drawPocket};
    for (const kind of Object.keys(drawn))
      for (const obstacle of obstacles) if (obstacle.kind === kind) drawn[kind].call(this, obstacle);
  }

  /** An obstacle that moves, where it is at time t. */
  placed(obstacle, t) {
    const by = displacement(obstacle, t, 2);
    const move = (point) => point.map((x, i) => x + by[i]);
    const moved = {...obstacle};
    for (const name of ["low", "high", "from", "to"]) if (obstacle[name]) moved[name] = move(obstacle[name]);
    if (obstacle.vertices) moved.vertices = obstacle.vertices.map(move);
    if (obstacle.normal) moved.offset += obstacle.normal[0] * by[0] + obstacle.normal[1] * by[1];
    return moved;
  }

  railWidth() {
    const pocket = this.run.obstacles.find((obstacle) => obstacle.kind === "pocket");
    return pocket ? 1.55 * pocket.radius : 0;
  }

  trace(points, closed) {
    this.context.beginPath();
    points.forEach(([x, y], i) => {
      const p = this.toScreen(x, y);
      if (i) this.context.lineTo(...p);
      else this.context.moveTo(...p);
    });
    if (closed) this.context.closePath();
  }

  drawTable() {
    const {context, colors} = this;
    this.trace(this.run.world.table, true);
    context.lineJoin = "round";
    context.save();
    context.shadowColor = "rgba(0,0,0,.35)";
    context.shadowBlur = 26;
    context.shadowOffsetY = 8;
    context.lineWidth = 2 * this.railWidth() * this.scale;
    context.strokeStyle = colors.rail;
    context.stroke();
    context.restore();
    const [x, y] = this.toScreen(...this.home());
    const glow = context.createRadialGradient(x, y, 0, x, y, Math.max(1, this.scale * Math.hypot(...this.home().map((c, i) => this.run.world.high[i] - c))));
    glow.addColorStop(0, colors["felt-light"]);
    glow.addColorStop(1, colors.felt);
    context.fillStyle = glow;
    context.fill();
    context.lineWidth = 0.5 * this.railWidth() * this.scale;
    context.strokeStyle = colors.felt;
    context.stroke();
  }

  drawPeriodicBox() {
    const {context, colors} = this;
    const [lx, ly] = this.run.world.periodic;
    this.trace([[0, 0], [lx, 0], [lx, ly], [0, ly]], true);
    context.setLineDash([5, 5]);
    context.strokeStyle = colors["line-strong"];
    context.lineWidth = 1;
    context.stroke();
    context.setLineDash([]);
  }

  drawHalfSpace({normal: [nx, ny], offset}) {
    const {context, colors} = this;
    const reach = 2 * (this.width + this.height) / this.scale;
    const along = this.center[0] * -ny + this.center[1] * nx;
    const foot = [nx * offset - ny * along, ny * offset + nx * along];
    const a = [foot[0] - ny * reach, foot[1] + nx * reach];
    const b = [foot[0] + ny * reach, foot[1] - nx * reach];
    this.trace([a, b, [b[0] - nx * reach, b[1] - ny * reach], [a[0] - nx * reach, a[1] - ny * reach]], true);
    context.fillStyle = colors.solid;
    context.fill();
    this.trace([a, b]);
    context.strokeStyle = colors.edge;
    context.lineWidth = 1.5;
    context.stroke();
  }

  drawBox({low, high, color}) {
    const {context} = this;
    this.trace([low, [high[0], low[1]], high, [low[0], high[1]]], true);
    context.fillStyle = this.obstacleColor(color) + "38";
    context.fill();
    context.strokeStyle = this.obstacleColor(color);
    context.lineWidth = 1.5;
    context.stroke();
  }

  /** The usual grey follows the theme; a colour of the scene's own is kept. */
  obstacleColor(color) {
    return color && color !== "#5b6675" ? color : this.colors.edge;
  }

  strokeEdge(from, to, front, color) {
    const {context} = this;
    if (front) this.drawBack(from, to, color);
    this.trace([from, to]);
    context.strokeStyle = color;
    context.lineWidth = 2.5;
    context.lineCap = "round";
    context.stroke();
  }

  /** Hatches the back of a one-sided edge: the right of from → to. */
  drawBack(from, to, color) {
    const {context} = this;
    const [x0, y0] = this.toScreen(...from);
    const [x1, y1] = this.toScreen(...to);
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
    context.strokeStyle = color;
    context.globalAlpha = 0.45;
    context.lineWidth = 1;
    context.stroke();
    context.globalAlpha = 1;
  }

  drawSegment({from, to, front, color}) {
    const cushion = this.run.world.table.length > 0 && (!color || color === "#5b6675");
    this.strokeEdge(from, to, front && !this.run.world.table.length, cushion ? "#0e3d31" : this.obstacleColor(color));
  }

  drawPolygon({vertices, closed, front, color}) {
    const {context} = this;
    const edges = vertices.length - (closed ? 0 : 1);
    if (this.run.world.table.length && !closed) {
      this.trace(vertices, true);
      context.fillStyle = color;
      context.fill();
    } else if (closed && !front) {
      this.trace(vertices, true);
      context.fillStyle = this.obstacleColor(color) + "1f";
      context.fill();
    }
    for (let k = 0; k < edges; ++k) this.strokeEdge(vertices[k], vertices[(k + 1) % vertices.length], front, this.obstacleColor(color));
  }

  drawPocket({center, radius}) {
    const {context} = this;
    const [x, y] = this.toScreen(...center);
    const r = radius * this.scale;
    const shade = context.createRadialGradient(x, y + r * 0.25, r * 0.2, x, y, r);
    shade.addColorStop(0, "#050607");
    shade.addColorStop(1, "#1b1e22");
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.fillStyle = shade;
    context.fill();
    context.strokeStyle = "rgba(255,255,255,.14)";
    context.lineWidth = 1.2;
    context.stroke();
  }

  // What moves.

  drawTrails(t) {
    const {context, motion, run, choices} = this;
    const onTable = run.world.table.length > 0;
    const from = Math.max(run.from, t - trailSpan(run, motion));
    const parts = 6;
    context.lineJoin = "round";
    context.lineCap = "butt";
    for (const slot of trailBalls(run, choices)) {
      const chosen = slot === choices.selected;
      context.strokeStyle = onTable ? rgb(mixColors(this.palette.own(slot), [255, 255, 255], 0.35)) : rgb(this.palette.own(slot));
      context.lineWidth = chosen ? 2.2 : 1.4;
      for (let part = 0; part < parts; ++part) {
        context.globalAlpha = ((part + 1) / parts) * (chosen ? 0.95 : 0.55);
        const span = t - from;
        for (const piece of motion.path(slot, from + (span * part) / parts, from + (span * (part + 1)) / parts, 400)) {
          this.trace(piece);
          context.stroke();
        }
      }
    }
    context.globalAlpha = 1;
  }

  drawBalls() {
    if (this.motion.count <= kSpriteBalls) {
      for (let slot = 0; slot < this.motion.count; ++slot) if (this.motion.here[slot]) this.drawBall(slot);
    } else {
      this.drawManyBalls();
    }
  }

  /** Where the ball is drawn: with copies at the other side of a periodic box where it sticks out. */
  places(slot) {
    const x = this.motion.position[2 * slot];
    const y = this.motion.position[2 * slot + 1];
    const period = this.run.world.periodic;
    if (!period) return [[x, y]];
    const r = this.motion.radius[slot];
    const copies = (c, side) => (c < r ? [c, c + side] : c > side - r ? [c, c - side] : [c]);
    return copies(x, period[0]).flatMap((px) => copies(y, period[1]).map((py) => [px, py]));
  }

  drawBall(slot) {
    const r = Math.max(1.2, this.motion.radius[slot] * this.scale);
    for (const place of this.places(slot)) {
      const [x, y] = this.toScreen(...place);
      if (x > -r && y > -r && x < this.width + r && y < this.height + r) this.drawBallAt(slot, x, y, r);
    }
  }

  drawBallAt(slot, x, y, r) {
    const {context, run} = this;
    const color = this.palette.color(slot, this.choices.colorBySpeed);
    const striped = (run.balls.flags[slot] & kBallFlag.striped) && !this.choices.colorBySpeed;
    const immovable = run.balls.flags[slot] & kBallFlag.immovable;
    if (run.world.table.length && r > 3) this.disc(x + r * 0.1, y + r * 0.22, r * 1.02, "rgba(0,0,0,.28)");
    this.disc(x, y, r, rgb(striped ? [250, 247, 238] : color));
    if (striped) drawStripe(this.context, x, y, r, rgb(color));
    if (immovable && r > 4) this.drawHatch(x, y, r);
    if (r > 4) this.drawGlossAndRim(x, y, r, color);
    const mark = run.balls.marks[slot];
    if (mark && r > 6.5) this.drawMark(x, y, r, mark, color, striped);
  }

  disc(x, y, r, style) {
    fillDisc(this.context, x, y, r, style);
  }

  /** Bodies that nothing moves are hatched, as in a drawing of a machine. */
  drawHatch(x, y, r) {
    const {context} = this;
    context.save();
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.clip();
    context.beginPath();
    for (let s = -2 * r; s < 2 * r; s += 6) {
      context.moveTo(x + s, y + r);
      context.lineTo(x + s + 2 * r, y - r);
    }
    context.strokeStyle = "rgba(255,255,255,.35)";
    context.lineWidth = 1.2;
    context.stroke();
    context.restore();
  }

  drawGlossAndRim(x, y, r, color) {
    const {context} = this;
    drawGloss(context, x, y, r);
    context.strokeStyle = rgb(mixColors(color, [0, 0, 0], 0.45), 0.7);
    context.lineWidth = 0.8;
    context.stroke();
  }

  drawMark(x, y, r, mark, color, striped) {
    if (/^\d+$/.test(mark)) return drawNumber(this.context, x, y, r, mark);
    drawText(this.context, x, y, r, mark, mark.length > 2 ? 0.6 : 0.85, luminance(color) > 0.35 || striped ? "#15171b" : "#ffffff");
  }

  /** One path per colour: ten thousand balls in a few milliseconds. */
  drawManyBalls() {
    const {context, motion, palette, choices} = this;
    const batches = new Map();
    for (let slot = 0; slot < motion.count; ++slot) {
      if (!motion.here[slot]) continue;
      const style = rgb(palette.color(slot, choices.colorBySpeed));
      const r = Math.max(0.8, motion.radius[slot] * this.scale);
      for (const place of this.places(slot)) {
        const [x, y] = this.toScreen(...place);
        if (x < -r || y < -r || x > this.width + r || y > this.height + r) continue;
        let path = batches.get(style);
        if (!path) batches.set(style, (path = new Path2D()));
        path.moveTo(x + r, y);
        path.arc(x, y, r, 0, 2 * Math.PI);
      }
    }
    for (const [style, path] of batches) {
      context.fillStyle = style;
      context.fill(path);
    }
  }

  drawVelocities() {
    const {context, motion, colors} = this;
    const unit = (0.12 * Math.min(this.width, this.height)) / motion.topSpeed / Math.sqrt(this.zoom);
    context.strokeStyle = context.fillStyle = this.run.world.table.length ? "#ffffffd0" : colors.ink;
    context.lineWidth = 1.4;
    for (let slot = 0; slot < Math.min(motion.count, 3000); ++slot) {
      const vx = motion.velocity[2 * slot] * unit;
      const vy = -motion.velocity[2 * slot + 1] * unit;
      if (motion.here[slot] && Math.hypot(vx, vy) > 2) this.arrow(...this.toScreen(motion.position[2 * slot], motion.position[2 * slot + 1]), vx, vy);
    }
  }

  arrow(x, y, dx, dy) {
    const {context} = this;
    const length = Math.hypot(dx, dy);
    const head = Math.min(7, length / 2);
    const [ux, uy] = [dx / length, dy / length];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + dx - ux * head, y + dy - uy * head);
    context.stroke();
    context.beginPath();
    context.moveTo(x + dx, y + dy);
    context.lineTo(x + dx - ux * head - uy * head * 0.5, y + dy - uy * head + ux * head * 0.5);
    context.lineTo(x + dx - ux * head + uy * head * 0.5, y + dy - uy * head - ux * head * 0.5);
    context.fill();
  }

  drawContacts(t, rate) {
    const {context, run, colors} = this;
    const size = Math.max(run.balls.count > 1000 ? 3 : 7, Math.min(22, 0.8 * this.scale * Math.max(...run.balls.radius.subarray(0, 100), 0)));
    for (const [i, age] of recentContacts(run, t, rate)) {
      const [x, y] = this.toScreen(run.events.point[2 * i], run.events.point[2 * i + 1]);
      context.globalAlpha = (1 - age) ** 1.5;
      context.beginPath();
      context.arc(x, y, 2 + size * (0.2 + 0.8 * Math.sqrt(age)), 0, 2 * Math.PI);
      context.strokeStyle = run.world.table.length ? "#ffe9b0" : colors.flash;
      context.lineWidth = 2.2 * (1 - 0.6 * age);
      context.stroke();
      this.disc(x, y, 2.2, context.strokeStyle);
    }
    context.globalAlpha = 1;
  }

  drawSelection() {
    const slot = this.choices.selected;
    if (slot < 0 || !this.motion.here[slot]) return;
    const {context} = this;
    const [x, y] = this.toScreen(this.motion.position[2 * slot], this.motion.position[2 * slot + 1]);
    context.beginPath();
    context.arc(x, y, this.motion.radius[slot] * this.scale + 4.5, 0, 2 * Math.PI);
    context.strokeStyle = this.run.world.table.length ? "#ffffff" : this.colors.accent;
    context.lineWidth = 2;
    context.stroke();
  }

  /** Whatever lies outside of a periodic box is not there. */
  drawOutside() {
    const period = this.run.world.periodic;
    if (!period) return;
    const {context, colors} = this;
    const [x0, y1] = this.toScreen(0, 0);
    const [x1, y0] = this.toScreen(period[0], period[1]);
    context.beginPath();
    context.rect(0, 0, this.width, this.height);
    context.rect(x0, y0, x1 - x0, y1 - y0);
    context.globalAlpha = 0.82;
    context.fillStyle = colors.stage;
    context.fill("evenodd");
    context.globalAlpha = 1;
  }

  drawScaleBar() {
    const {context, colors} = this;
    const length = niceStep(this.width / this.scale, 8);
    const pixels = length * this.scale;
    const [x, y] = [this.width - 20 - pixels, this.height - 18];
    context.strokeStyle = colors.muted;
    context.lineWidth = 1.4;
    context.lineCap = "butt";
    context.beginPath();
    context.moveTo(x, y - 4);
    context.lineTo(x, y);
    context.lineTo(x + pixels, y);
    context.lineTo(x + pixels, y - 4);
    context.stroke();
    context.fillStyle = colors.muted;
    context.font = `12px ${cssColor("--sans")}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.fillText(formatNumber(length, 3), x + pixels / 2, y - 7);
  }
}
